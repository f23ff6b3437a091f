/**
 * How long a chart of all years takes from the click on its range to the frame that shows it, on this processor: first
 * with the figures still to be asked for, then with figures that the page has.
 */
import type { Browser, Tab } from '../../dev/browser.ts';
import { atOf, middleOf } from './address.ts';

const CHARTS = ['provider=ECB&base=EUR&currency=USD', 'base=EUR&currency=USD', 'base=CHF&currency=USD'];

/** Presses a range, and answers with milliseconds once the frame with the new lines was handed to the screen. */
const press = (range: string) => `new Promise((resolve) => {
  const old = document.querySelector('.canvas svg');
  const began = performance.now();
  const observer = new MutationObserver(() => {
    const now = document.querySelector('.canvas svg');
    if (now === old || now?.querySelector('.line') == null) return;
    observer.disconnect();
    setTimeout(() => resolve(performance.now() - began));
  });
  observer.observe(document.querySelector('main'), { childList: true, subtree: true });
  document.querySelector('.ranges [data-name="${range}"]').click();
})`;

export async function printCharts(chromium: Browser, address: string, rounds: number): Promise<void> {
  console.log(`\nall years in a chart, from the click to the painted frame, median of ${rounds} (least to most):`);
  for (const chart of CHARTS) {
    const times = { asked: [] as Time[], loaded: [] as Time[] };
    let points = '';
    for (let round = 0; round < rounds; round++) {
      const tab = await chromium.tab();
      await tab.open(atOf(address, `chart?${chart}&range=1Y`));
      await tab.until(`document.querySelector('.canvas .line') !== null`);
      await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
      times.asked.push(await timeOf(tab, 'max'));
      points = await pointsOf(tab);
      await timeOf(tab, '1Y');
      times.loaded.push(await timeOf(tab, 'max'));
      await tab.wire.send('Target.disposeBrowserContext', { browserContextId: tab.context });
    }
    const [asked, loaded] = [textOf(times.asked), textOf(times.loaded)];
    console.log(`  ${chart}, ${points} days: ${asked}; with figures that are there ${loaded}`);
  }
}

interface Time {
  readonly clockMs: number;
  /** Of the page's main thread. */
  readonly processorMs: number;
}

async function timeOf(tab: Tab, range: string): Promise<Time> {
  const before = await busyMs(tab);
  const clockMs = await tab.evaluate<number>(press(range));
  return { clockMs, processorMs: (await busyMs(tab)) - before };
}

async function busyMs(tab: Tab): Promise<number> {
  const { metrics } = await tab.send('Performance.getMetrics');
  const found = (metrics as { name: string; value: number }[]).find(({ name }) => name === 'TaskDuration');
  return (found?.value ?? 0) * 1000;
}

function textOf(times: readonly Time[]): string {
  const clock = middleOf(times.map(({ clockMs }) => clockMs));
  return `${clock} ms, of the processor ${middleOf(times.map(({ processorMs }) => processorMs))} ms`;
}

function pointsOf(tab: Tab): Promise<string> {
  return tab.evaluate<string>(`\`\${BigInt(document.querySelector('figcaption input').max) + 1n}\``);
}
