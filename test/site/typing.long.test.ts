/** Choosing in a real Chromium by the keyboard, in each list of the page, and what is said of an old fixing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsThere, pictured, type Tab } from '../support/servers/browser.ts';
import { type Explorer, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

const control = (name: string) => `document.querySelector('main label [data-name="${name}"]')`;
const textOf = (tab: Tab, selector: string) => tab.evaluate(`document.querySelector('${selector}')?.textContent`);
const hashOf = (tab: Tab) => tab.evaluate('decodeURIComponent(location.hash)');

/** Letter by letter, as a person types, who does not wait for the page. A second between two letters ends a word. */
async function typeKeys(tab: Tab, text: string, pauseMs: number): Promise<void> {
  const typed: Promise<unknown>[] = [];
  for (const letter of text) {
    const key = { key: letter, windowsVirtualKeyCode: letter.charCodeAt(0) };
    typed.push(tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text: letter }));
    typed.push(tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }));
    await sleep(pauseMs);
  }
  await Promise.all(typed);
}

describe.skipIf(!chromiumIsThere)('typing into a list', () => {
  it.each([
    ['rates', 'Base', 'USD', '#rates?base=USD'],
    ['rates', 'Provider', 'BANGUAT', '#rates?provider=BANGUAT'],
    ['convert', 'From', 'JPY', '#convert?from=JPY&to=USD'],
    ['convert', 'To', 'GBP', '#convert?to=GBP'],
    ['convert', 'Provider', 'BNM', '#convert?provider=BNM'],
    ['chart', 'Currency', 'SEK', '#chart?currency=SEK'],
    ['chart', 'For 1', 'USD', '#chart?base=USD'],
    ['chart', 'Add a provider', 'BNM', '#chart?provider=GLOBAL,BNM'],
    ['why', 'Currency', 'SEK', '#why?currency=SEK'],
    ['why', 'Provider', 'BNM', '#why?provider=BNM'],
    ['rules', 'Country', 'PL', '#rules?country=PL'],
  ])('%s, %s: %s is what is chosen, fast and slowly, and the list keeps the focus', async (view, name, word, hash) => {
    for (const pauseMs of [30, 120]) {
      const tab = await explorer.open(explorer.behindGateway(view));
      await tab.evaluate(`${control(name)}.focus()`);
      await typeKeys(tab, word, pauseMs);
      expect(await tab.evaluate(`${control(name)}.value`)).toBe(word);
      await tab.press('Enter');
      await tab.until(`location.hash !== '#${view}'`);
      await tab.settled();
      expect(await hashOf(tab)).toBe(hash);
      expect(await tab.evaluate('document.activeElement.dataset.name')).toBe(name);
    }
  });

  it('counts after a second without a key, too, and in the next list while the view of the first is drawn', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert'));
    await tab.evaluate(`${control('From')}.focus()`);
    await typeKeys(tab, 'JPY', 30);
    await sleep(1100);
    // The button that swaps stands between the two lists.
    await tab.press('Tab');
    await tab.press('Tab');
    await typeKeys(tab, 'GBP', 30);
    await tab.press('Tab');
    await tab.until(`location.hash === '#convert?from=JPY&to=GBP'`);
    await tab.settled();
    expect(await textOf(tab, 'main .big abbr')).toBe('GBP');
  });
});

describe.skipIf(!chromiumIsThere)('a day without an answer', () => {
  it.each([
    ['convert?date=2019-01-01', 'Date', /2019-01-01 is before the first fixing/],
    ['why?date=2019-01-01', 'Date', /^GLOBAL has no fixing of 2019-01-01 in this tree\.$/],
    ['chart?from=2019-01-01&to=2019-03-01&by=month', 'From', /./],
    ['chart?from=2026-03-10&to=2026-03-01', 'From', /a later last day/],
  ])('%s keeps the form, which says why', async (view, name, words) => {
    const tab = await explorer.open(explorer.behindGateway(view));
    expect(await textOf(tab, 'main .failure')).toMatch(words);
    expect(await tab.evaluate(`${control(name)} !== null`)).toBe(true);
  });
});

describe.skipIf(!chromiumIsThere)('the converter', () => {
  it.each([
    ['2026-03-08', 'For Mar 8, 2026 the newest fixing of BNM is that of Mar 6, 2026: it is 2 days older than'],
    ['2026-03-06', undefined],
  ])('says of %s how old the fixing that answers is', async (date, words) => {
    const tab = await explorer.open(explorer.behindGateway(`convert?provider=BNM&date=${date}`));
    const said = await textOf(tab, 'main .late');
    if (words === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(words);
  });

  it.each(['behindGateway', 'onFiles'] as const)(
    'does not convert by a fixing after which a list was due, %s',
    async (host) => {
      const tab = await explorer.open(explorer[host]('convert?provider=NBP&date=2026-03-16'));
      expect(await textOf(tab, 'main .failure')).toContain('NBP');
      expect(await textOf(tab, 'main .big')).toBeUndefined();
    },
  );

  it('says so of its newest fixing, too, as the table of rates does', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert?provider=NBP'));
    expect(await textOf(tab, 'main .late')).toMatch(/^This fixing is \d+ days old: there should be a newer one\.$/);
  });
});

describe.skipIf(!chromiumIsThere)('on a phone', () => {
  it.each(['rates', 'convert', 'why', 'why?currency=XAU', 'why?provider=BNM', 'status', 'changes?list=quarantine'])(
    '%s has no row that is taller than seven lines',
    async (view) => {
      const tab = await explorer.open(explorer.behindGateway(view), { width: 390, height: 844, mobile: true });
      await pictured(tab, `phone-rows-${view.replaceAll(/\W/g, '-')}`);
      const rows = `[...document.querySelectorAll('main tbody tr')]`;
      const tall = `${rows}.filter((one) => one.getBoundingClientRect().height > 160).map((one) => one.textContent)`;
      expect(await tab.evaluate(tall)).toEqual([]);
    },
  );
});
