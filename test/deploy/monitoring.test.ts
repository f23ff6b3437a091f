/** The alert rules and the dashboard: they ask only for what a real gateway exports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  MONITORING,
  questionsOf,
  readDashboard,
  readRules,
  scrape,
  troubledGateway,
} from '../support/deploy/monitoring.ts';

interface Case {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
}

const read = (name: string): unknown => parse(readFileSync(join(MONITORING, name), 'utf8'));
const rules = readRules();
const cases = (read('alerts.test.yml') as { tests: Case[] }).tests.flatMap((one) => one.alert_rule_test);
const dashboard = readDashboard();
const questions = questionsOf(dashboard);

describe('the alert rules', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a case that sets it off and one that does not',
    (alert) => {
      const own = cases.filter(({ alertname }) => alertname === alert);
      expect(own.some(({ exp_alerts = [] }) => exp_alerts.length > 0)).toBe(true);
      expect(own.some(({ exp_alerts = [] }) => exp_alerts.length === 0)).toBe(true);
    },
  );

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says what is wrong, and what to do', (_, rule) => {
    expect(rule.labels.severity).toMatch(/^(page|ticket)$/);
    expect(Object.keys(rule.annotations)).toEqual(['summary', 'action']);
    for (const text of Object.values(rule.annotations)) expect(text).toMatch(/^[^a-z].*\.$|^\/healthz .*\.$/);
  });
});

/** Names of metrics with the names of their labels. `up` is Prometheus's own, and so are the labels of a target. */
const OF_PROMETHEUS = ['up'];
const OF_TARGETS = ['job', 'instance'];

function askedBy(expr: string): readonly (readonly [metric: string, labels: readonly string[]])[] {
  return [...expr.matchAll(/\b(ratetree_\w+|up)\b(?:\{([^}]*)\})?/g)].map(([, metric = '', selector = '']) => [
    metric,
    [...selector.matchAll(/(\w+)\s*=~?/g)]
      .map(([, label = '']) => label)
      .filter((label) => !OF_TARGETS.includes(label)),
  ]);
}

describe('what a gateway exports', () => {
  let exported: ReadonlyMap<string, ReadonlySet<string>>;
  beforeAll(async () => {
    const text = await scrape(await troubledGateway());
    const found = new Map<string, Set<string>>();
    for (const [, metric = '', labels = ''] of text.matchAll(/^(ratetree_\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = found.get(metric) ?? new Set<string>();
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
      found.set(metric, known);
    }
    exported = found;
  });

  it.each([
    ['the rules', rules.map(({ expr }) => expr)],
    ['the dashboard', questions.map(([, expr]) => expr)],
  ])('has every metric and label that %s ask for', (_, exprs) => {
    const asked = exprs.flatMap(askedBy).filter(([metric]) => !OF_PROMETHEUS.includes(metric));
    expect(asked.length).toBeGreaterThan(15);
    const lacking = asked.filter(
      ([metric, labels]) => labels.some((label) => !exported.get(metric)?.has(label)) || !exported.has(metric),
    );
    expect(lacking).toEqual([]);
  });

  it('is on the dashboard, all of it', () => {
    const shown = new Set(questions.flatMap(([, expr]) => askedBy(expr)).map(([metric]) => metric));
    expect([...exported.keys()].filter((metric) => !shown.has(metric))).toEqual([]);
  });
});

describe('the dashboard', () => {
  const { panels } = dashboard;

  it('has panels with ids of their own, none of which covers another', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, place) => `${x + (place % w)},${y + Math.floor(place / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });

  it('asks the source that its reader has chosen', () => {
    const asked = panels.flatMap(({ targets = [] }) => targets);
    expect(asked.length).toBeGreaterThan(25);
    expect(asked.filter(({ datasource }) => datasource.uid !== `\${datasource}`)).toEqual([]);
  });
});
