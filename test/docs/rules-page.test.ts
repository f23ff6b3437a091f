/** docs/rules.md says what data/rules.csv and the date rules say, and its example is answered as it shows. */

import { beforeAll, describe, expect, it } from 'vitest';
import { classesOf, readLicences } from '../../generator/sources/facts/licences.ts';
import { readRules } from '../../generator/sources/facts/rules.ts';
import { DATE_RULE_NAMES } from '../../generator/wire/answers/rule-dates.ts';
import { blockOf } from '../../scripts/docs/page-block.ts';
import { rulesTable } from '../../scripts/docs/tables-text.ts';
import { blocksOf, readMarkdown, spansOf, tableOf } from '../support/kit/markdown.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

const page = readMarkdown('docs/rules.md');
const rules = readRules();

describe('docs/rules.md', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await gatewayOver(diskStore(await embeddedTree()));
  });

  it('shows an example that is answered as it shows', async () => {
    const url = /8080(\/v1\/[^']+)'/.exec(blocksOf(page, 'sh')[0] ?? '')?.[1] ?? '';
    const reply = await gateway.ask(url);
    expect(reply.text).toBe(blocksOf(page, 'json')[0]?.trim());
    expect(reply.headers['ratetree-rule']).toBe('CZ-VAT');
  });

  it('has the rules of data/rules.csv (else: node build/scripts/docs/tables.js)', () => {
    expect(blockOf(page.text, 'rules')).toBe(rulesTable(rules));
    expect(tableOf(page, 'rule', 'for').map(([code]) => code)).toEqual(rules.map(({ code }) => code));
  });

  it('explains each date rule', () => {
    const names = tableOf(page, 'fixing', 'which one it is').map(([name = '']) => spansOf(name)[0]);
    expect(names).toEqual(DATE_RULE_NAMES);
  });

  it('names the first day of each rule that has one', () => {
    const [sentence = ''] = /Some rules apply[\s\S]*?\.\n/.exec(page.prose) ?? [];
    for (const { code, since } of rules) {
      expect(new RegExp(`\\b${code}\\b(?!-)`).test(sentence), code).toBe(since !== null);
      if (since !== null) expect(sentence).toContain(since);
    }
  });

  it('names each rule that is rounded', () => {
    const [means = ''] = /## Means[\s\S]*?\n## /.exec(page.prose) ?? [];
    const named = rules.filter(({ code }) => new RegExp(`^- .*\\b${code}\\b(?!-)`, 'm').test(means));
    expect(named.map(({ code }) => code)).toEqual(
      rules.filter(({ rounding }) => rounding !== null).map(({ code }) => code),
    );
  });

  it('names the rules that a service of free and attributed figures refuses', () => {
    const [listed = ''] = /refuses these \(1001\):([^.]*)\./.exec(page.prose)?.slice(1) ?? [];
    const classes = classesOf(readLicences());
    const closed = rules.filter(({ provider }) => !/^(free|attribution)$/.test(classes.get(provider) ?? 'unknown'));
    expect(listed.match(/[A-Z]+(?:-[A-Z]+)+/g)).toEqual(closed.map(({ code }) => code));
  });

  it('says that it is no advice', () => expect(page.prose).toContain('are a convenience and no advice'));
});
