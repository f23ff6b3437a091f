/** A real Prometheus asks a real gateway by the configuration of the example, and answers the dashboard's questions. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import {
  MONITORING,
  prometheusIsThere,
  promtool,
  questionsOf,
  readDashboard,
  readRules,
  troubledGateway,
} from '../support/deploy/monitoring.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { freePort } from '../support/servers/free-port.ts';

interface Answer {
  readonly status: string;
  readonly data: {
    readonly result: readonly unknown[];
    readonly groups: readonly { readonly rules: readonly { readonly name: string; readonly health: string }[] }[];
    readonly alerts: readonly { readonly labels: Readonly<Record<string, string>> }[];
  };
}

const rules = readRules();
const questions = questionsOf(readDashboard());

describe.skipIf(!prometheusIsThere)('promtool', () => {
  it('reads the rules and the configuration that names them', () => {
    expect(promtool('check', 'rules', 'alerts.yml').stdout).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(promtool('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0, stderr: '' });
  });

  it('understands every question of the dashboard, which is given to it as a rule', () => {
    const file = join(freshFolder(), 'dashboard.yml');
    const asRules = questions.map(([, expr], index) => ({ record: `panel:${index}`, expr }));
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
    expect(promtool('check', 'rules', file).stdout).toContain(`SUCCESS: ${questions.length} rules found`);
  });
});

describe.skipIf(!prometheusIsThere)('Prometheus', () => {
  let address: string;

  async function ask(path: string): Promise<Answer['data']> {
    const { body } = await request(`${address}/api/v1/${path}`);
    return ((await body.json()) as Answer).data;
  }
  const resultOf = async (expr: string) => (await ask(`query?query=${encodeURIComponent(expr)}`)).result;

  beforeAll(async () => {
    const folder = freshFolder();
    cpSync(MONITORING, folder, { recursive: true });
    const config = join(folder, 'prometheus.yml');
    const target = await troubledGateway();
    const text = readFileSync(config, 'utf8')
      .replace('127.0.0.1:9090', target)
      .replaceAll(/(_interval: )\w+/g, '$11s');
    expect(text).toContain(target);
    writeFileSync(config, text);
    address = `http://127.0.0.1:${await freePort()}`;
    const where = [`--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${address.slice(7)}`];
    const server = spawn('prometheus', [`--config.file=${config}`, ...where], { stdio: 'ignore' });
    afterFile(() => server.kill('SIGKILL'));
    // A rate needs two answers of the gateway, and a rule that has looked at them.
    for (let tries = 0; tries < 200; tries++) {
      const seen = await resultOf('count_over_time(up[1m]) > 5').catch(() => []);
      if (seen.length > 0 && (await ask('alerts')).alerts.length > 0) return;
      await sleep(100);
    }
    throw new Error('Prometheus has seen nothing');
  });

  it.each(questionsOf(readDashboard()).filter(([panel]) => panel !== 'annotation'))(
    'answers for %s: %s',
    async (_, expr) => {
      expect((await resultOf(expr)).length).toBeGreaterThan(0);
    },
  );

  it('evaluates every rule, and finds the providers late that are', async () => {
    const { groups } = await ask('rules');
    const all = groups.flatMap(({ rules }) => rules);
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ health }) => health !== 'ok')).toEqual([]);
    const late = (await ask('alerts')).alerts.filter(({ labels }) => labels.alertname === 'RatetreeProviderLate');
    expect(late.map(({ labels }) => labels.provider)).toContain('ECB');
  });

  it('sets off each alert in the cases that are written for it, and only there', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yml');
    expect([status, stdout], stderr).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
