/** The first view as a new visitor sees it: bytes, requests, and the browser's own timings. */
import { gzipSync } from 'node:zlib';
import { readSite } from '../../../generator/site/files.ts';
import type { Browser, Tab } from '../../dev/browser.ts';
import { middleOf } from './address.ts';

/** Notes what the browser says while the page loads. */
const OBSERVER = `window.seen = [];
new PerformanceObserver((list) => window.seen.push(...list.getEntries().map(
  ({ entryType, name, startTime, duration, value }) => ({ entryType, name, startTime, duration, value }))))
  .observe({ entryTypes: ['layout-shift', 'longtask', 'paint', 'largest-contentful-paint'] });
new MutationObserver(() => {
  if (window.drawn === undefined && document.querySelector('main .big, main tbody tr') !== null) window.drawn = performance.now();
}).observe(document, { childList: true, subtree: true });`;

interface Entry {
  readonly entryType: string;
  readonly name: string;
  readonly startTime: number;
  readonly duration: number;
  readonly value?: number;
}

export function printSizes(): void {
  const files = readSite().map(({ path, bytes }) => ({ path, bytes: bytes.length, gzip: gzipSync(bytes).length }));
  const explorer = files.filter(({ path }) => !path.startsWith('docs'));
  for (const { path, bytes, gzip } of explorer) console.log(`${path}: ${bytes} bytes, ${gzip} compressed`);
  const sum = (some: typeof files) => some.reduce((total, { gzip }) => total + gzip, 0);
  console.log(`all files of the explorer: ${sum(explorer)} bytes compressed`);
  console.log(`pages of the documentation: ${sum(files) - sum(explorer)} bytes compressed\n`);
}

export async function printTimings(
  chromium: Browser,
  address: string,
  rounds: number,
  slowdown: number,
): Promise<void> {
  const runs: Readonly<Record<string, number>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const tab = await chromium.tab();
    await tab.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: OBSERVER });
    await tab.open(address);
    await tab.until('window.drawn !== undefined');
    // What the browser says of the last answer comes a moment after it.
    await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
    if (round === 0 && slowdown === 1) printLoaded(tab);
    const entries = await tab.evaluate<Entry[]>('window.seen');
    runs.push({ ...timingsOf(entries), 'first figures, ms': await tab.evaluate<number>('window.drawn') });
  }
  console.log(`\nprocessor slowed ${slowdown} times, median of ${runs.length} (least to most):`);
  for (const name of Object.keys(runs[0] ?? {})) {
    console.log(`  ${name}: ${middleOf(runs.map((run) => run[name] ?? 0))}`);
  }
}

/** What was loaded until the first rates were there. The worker for later visits comes after them. */
function printLoaded({ loaded }: Tab): void {
  const files = [...loaded.values()].filter(({ url }) => !url.endsWith('explorer-worker.js'));
  for (const { url, status, bytes } of files) console.log(`${status} ${bytes} bytes ${new URL(url).pathname}`);
  const page = files.filter(({ url }) => !url.includes('/v1/'));
  const bytesOf = (some: typeof files) => some.reduce((total, { bytes }) => total + bytes, 0);
  console.log(
    `first view: ${files.length} requests, ${bytesOf(files)} bytes on the wire, ${bytesOf(page)} of the page`,
  );
}

function timingsOf(entries: readonly Entry[]): Readonly<Record<string, number>> {
  const at = (name: string) => entries.find((one) => one.name === name)?.startTime ?? 0;
  const of = (type: string) => entries.filter(({ entryType }) => entryType === type);
  const tasks = of('longtask');
  return {
    'first paint, ms': at('first-paint'),
    'first contentful paint, ms': at('first-contentful-paint'),
    'largest contentful paint, ms': of('largest-contentful-paint').at(-1)?.startTime ?? 0,
    'layout shift': of('layout-shift').reduce((sum, { value = 0 }) => sum + value, 0),
    'long tasks': tasks.length,
    'longest task, ms': Math.max(0, ...tasks.map(({ duration }) => duration)),
  };
}
