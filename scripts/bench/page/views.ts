/** The longest task of each view that is opened by its address, on a processor that is slowed down four times. */
import type { Browser } from '../../dev/browser.ts';
import { atOf, middleOf } from './address.ts';
import { type Task, tasksDuring } from './tasks.ts';

const SLOWDOWN = 4;
/** A page with one word in the browser's own style: what no view can be below. */
const ONE_WORD = 'data:text/html,<p>Rates';
const VIEWS = [
  ...['convert', 'convert?provider=ECB&from=EUR&to=USD', 'convert?to=all', 'rates', 'rates?provider=ECB', 'chart'],
  ...['chart?provider=ECB&range=max', 'rules', 'why', 'why?provider=ECB', 'status', 'changes'],
  ...['changes?list=quarantine', 'changes?list=release', 'api', 'docs.html', 'docs-catalogue.html', ONE_WORD],
];

/** @param wanted the beginnings of the views to look at; all without one */
export async function printViews(chromium: Browser, address: string, rounds: number, wanted: readonly string[]) {
  console.log(`\nlongest task of a view, processor slowed ${SLOWDOWN} times, median of ${rounds} (least to most):`);
  const views = VIEWS.filter((view) => wanted.length === 0 || wanted.some((one) => view.startsWith(one)));
  for (const view of views) {
    const longest: Task[] = [];
    for (let round = 0; round < rounds; round++) longest.push(await longestOf(chromium, atOf(address, view)));
    const clock = middleOf(longest.map(({ clockMs }) => clockMs));
    const processor = middleOf(longest.map(({ processorMs }) => processorMs));
    const [least] = [...longest].sort((one, other) => one.processorMs - other.processorMs);
    console.log(`  ${view}: ${clock} ms, of the processor ${processor} ms; at least ${least?.parts}`);
  }
}

async function longestOf(chromium: Browser, address: string): Promise<Task> {
  const tab = await chromium.tab();
  await tab.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const [longest] = await tasksDuring(tab, async () => {
    if (address === ONE_WORD) await tab.send('Page.navigate', { url: address });
    else await tab.open(address);
  });
  await tab.wire.send('Target.disposeBrowserContext', { browserContextId: tab.context });
  if (longest === undefined) throw new Error(`nothing was traced at ${address}`);
  return longest;
}
