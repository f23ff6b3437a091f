/**
 * Measures the explorer in Chromium over a gateway: the longest task of a view on a machine four times slower than this
 * one, until all of its rows are there, and on this one when its first words are painted. Of all rounds the best counts.
 * With --write the table goes into docs/benchmarks.md.
 *
 * node build/scripts/bench/page.js [--tree dist] [--rounds 5] [--write]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../generator/kit/package.ts';
import { startBrowser, type Tab } from '../dev/browser.ts';
import { replaceBlock } from '../docs/page-block.ts';
import { Contest, checkTree } from './contest.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: join(packageRoot(), 'dist') },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const VIEWS = ['convert', 'rates', 'chart', 'rules', 'sources', 'status', 'api'];
/** The page asks for documents of the tree, which the key of the other measurements is not for. */
const KEY = 'a-key-for-the-page';
const SLOWER = 4;
/** What comes after the first screen has come by then. */
const REST_MS = 2500;
const NOTE_TASKS = `
  window.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
`;
const PAINTED = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;

checkTree(values.tree);
const contest = new Contest();
const profile = mkdtempSync(join(tmpdir(), 'ratetree-page-'));
const browser = await startBrowser(profile);
try {
  const address = await contest.gateway(values.tree, { RATETREE_DEMO_KEY: KEY });
  const tab = await browser.tab({ width: 1440, height: 900 });
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: NOTE_TASKS });
  await tab.open(`${address}/#key=${KEY}`);
  const rows: string[] = [];
  for (const view of VIEWS) rows.push(await measured(tab, `${address}/#${view}`, view));
  const head = ['| view | rows | longest task, ms | first paint, ms |', '|---|---|---|---|'];
  const table = [...head, ...rows].join('\n');
  const page = join(packageRoot(), 'docs', 'benchmarks.md');
  if (values.write) writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'page', table));
  else console.log(table);
} finally {
  browser.stop();
  contest.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function measured(tab: Tab, url: string, view: string): Promise<string> {
  const [longest, paints]: [number[], number[]] = [[], []];
  for (let round = 0; round < Number.parseInt(values.rounds, 10); round++) {
    await opened(tab, url, SLOWER);
    longest.push(await tab.evaluate<number>('Math.max(0, ...tasks.map(({ duration }) => duration))'));
    await opened(tab, url, 1);
    paints.push(await tab.evaluate<number>(PAINTED));
  }
  const rows = await tab.evaluate<number>(`document.querySelectorAll('tbody tr').length`);
  return `| ${view} | ${rows} | ${best(longest)} | ${best(paints)} |`;
}

/** As for a reader who comes back: the worker has the files. */
async function opened(tab: Tab, url: string, slower: number): Promise<void> {
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await tab.send('Page.navigate', { url: 'about:blank' });
  await tab.open(url);
  await sleep(REST_MS);
}

function best(found: readonly number[]): string {
  return Math.min(...found).toFixed(0);
}
