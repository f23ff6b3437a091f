/** In a real Chromium: names that every object has, a key that would replace another, and what needs a figure. */
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsThere, type Tab } from '../support/servers/browser.ts';
import { EXPLORER_KEY, type Explorer, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

const textOf = (tab: Tab, selector: string) =>
  tab.evaluate<string>(`document.querySelector('${selector}')?.textContent ?? ''`);
const KEPT = `localStorage.getItem('ratetree-key')`;

describe.skipIf(!chromiumIsThere)('a name that every object has', () => {
  it.each(
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'].flatMap((name) => [
      [name, name, `This page has no view ${name}.`],
      [name, `rates?provider=${name}`, 'This tree has no provider '],
      [name, `convert?from=${name}`, `quotes no `],
      [name, `convert?to=${name}`, `quotes no `],
      [name, `chart?provider=ECB&currency=${name}`, 'No figures in this span of ECB.'],
      [name, `why?provider=ECB&currency=${name}&date=2026-03-10`, ''],
      [name, `why?provider=${name}`, 'This tree has no provider '],
      [name, `rules?rule=${name}`, ''],
      [name, `changes?list=${name}`, ''],
      [name, `changes?provider=${name}`, 'There are none of this choice.'],
      [name, `status?state=${name}`, 'No provider is in this state.'],
    ]),
  )('%s in #%s gets the words of the page', async (_, view = '', words = '') => {
    const tab = await explorer.open(explorer.behindGateway(view));
    const said = await textOf(tab, 'main');
    expect(said).not.toMatch(/This page has a fault|TypeError|undefined|\[object|function/);
    expect(said).toContain(words);
    expect(await tab.evaluate(`document.querySelector('h1').textContent.length > 0`)).toBe(true);
  });

  it('leads back to a view that is there', async () => {
    const tab = await explorer.open(explorer.behindGateway('constructor'));
    expect(await tab.evaluate(`document.querySelector('main .copy a').hash`)).toBe('#convert');
  });
});

describe.skipIf(!chromiumIsThere)('a key in an address', () => {
  it.each([
    [false, EXPLORER_KEY],
    [true, 'another'],
  ])('replaces another only if the reader says so: %s', async (isAccepted, kept) => {
    const tab = await explorer.open(explorer.behindGateway('rates'));
    expect(await tab.evaluate(KEPT)).toBe(EXPLORER_KEY);
    await tab.evaluate(`window.confirm = (words) => ((window.asked ??= []).push(words), ${isAccepted})`);
    await tab.evaluate(`location.hash = '#key=another&status'`);
    await tab.until('window.asked !== undefined');
    expect(await tab.evaluate('window.asked')).toEqual([expect.stringContaining('this browser has another one')]);
    expect(await tab.evaluate(KEPT)).toBe(kept);
    expect(await tab.evaluate('location.href')).not.toContain('another');
  });

  it('is taken without a question if it is the same', async () => {
    const tab = await explorer.open(explorer.behindGateway('rates'));
    await tab.evaluate(`window.confirm = () => { throw new Error('asked') }`);
    await tab.evaluate(`location.hash = '#key=${EXPLORER_KEY}&status'`);
    await tab.until(`document.querySelector('h1')?.textContent === 'State of the providers'`);
    expect(await tab.evaluate(KEPT)).toBe(EXPLORER_KEY);
  });
});

describe.skipIf(!chromiumIsThere)('the sources', () => {
  it('are the view of their tab, by its word', async () => {
    const tab = await explorer.open(explorer.behindGateway('sources'));
    expect(await textOf(tab, 'h1')).toBe('Where the numbers of GLOBAL come from');
    expect(await textOf(tab, 'header nav a[aria-current]')).toBe('Sources');
  });

  it.each([
    ['why?provider=NBP&date=2026-03-05&currency=USD', '1 USD in PLN, 044/A/NBP/2026'],
    ['why?provider=CNB&date=2026-03-10&currency=HUF', '100 HUF in CZK'],
  ])('name the number of the list where the bank has one: %s', async (view, words) => {
    const tab = await explorer.open(explorer.behindGateway(view));
    expect(await textOf(tab, 'main tbody td:nth-child(2)')).toBe(words);
  });

  it('offer no proof where there is no figure', async () => {
    const offers = async (view: string) =>
      (await explorer.open(explorer.behindGateway(view))).evaluate(
        `document.querySelector('main').textContent.includes('ratetree prove')`,
      );
    expect(await offers('why?currency=SEK&date=2026-03-10')).toBe(true);
    expect(await offers('why?currency=CUP&date=2026-03-10')).toBe(false);
  });
});
