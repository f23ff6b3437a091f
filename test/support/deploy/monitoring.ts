/** What operators watch: the rules, the dashboard, and the figures of a real gateway that has seen trouble. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { parse } from 'yaml';
import { packageRoot } from '../../../generator/kit/package.ts';
import { freePort } from '../servers/free-port.ts';
import { startGateway } from '../servers/gateway-process.ts';
import { copyOf, generateRelease, publishAll, releaseToChange } from '../trees/releases.ts';
import { changeFile } from '../trees/tree-files.ts';

export const MONITORING = join(packageRoot(), 'scripts', 'deploy', 'monitoring');

export const promtool = (...words: readonly string[]) =>
  spawnSync('promtool', words, { encoding: 'utf8', cwd: MONITORING, timeout: 60_000 });

export const prometheusIsThere = promtool('--version').status === 0;
if (!prometheusIsThere) {
  console.log('skipped: Prometheus is not installed, so alert rules and dashboard are not checked by it');
  console.log('  apt-get install -y --no-install-recommends prometheus');
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}
export const readRules = () =>
  (parse(readFileSync(join(MONITORING, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}

export interface Dashboard {
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
}

export const readDashboard = () => JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')) as Dashboard;

/** The questions of the dashboard with the variables that Grafana fills in, each with its panel. */
export function questionsOf({ panels, annotations }: Dashboard): readonly (readonly [panel: string, expr: string])[] {
  const all = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
  return [...all, ...annotations.list.map(({ expr }) => ['annotation', expr] as const)].map(
    ([panel, expr]) => [panel, expr.replaceAll('$job', 'ratetree').replaceAll('$__rate_interval', '1m')] as const,
  );
}

/**
 * Starts a gateway over releases, asks it something, and publishes a release that it cannot read, so that all its
 * metrics are there.
 * @returns the address of its operators' port, as host and port
 */
export async function troubledGateway(): Promise<string> {
  const first = await generateRelease(1);
  const bad = changeFile(await releaseToChange(2), 'index/GLOBAL.json', () => '{}');
  const folder = copyOf(await publishAll([first]));
  const ports = { PORT: '0', RATETREE_ADMIN_PORT: `${await freePort()}` };
  const settings = { RATETREE_ORIGIN: folder.dir, RATETREE_DEMO_KEY: 'k', RATETREE_POLL_MS: '50' };
  const { says } = startGateway({ ...ports, ...settings });
  const [, address = ''] = await says(/gateway at (\S+)/);
  const [, admin = ''] = await says(/healthz and metrics at http:\/\/(\S+)/);
  for (const path of ['latest', 'currencies', 'nothing'])
    await (await request(`${address}/v1/${path}?subscription-key=k`)).body.dump();
  await folder.publish(bad);
  for (let tries = 0; !(await scrape(admin)).includes('ratetree_unreadable_release_info{') && tries < 200; tries++)
    await sleep(50);
  return admin;
}

export async function scrape(address: string): Promise<string> {
  const { body } = await request(`http://${address}/metrics`);
  return await body.text();
}
