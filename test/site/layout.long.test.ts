/** In a real Chromium: what a screen of each size shows first, what a chart can be saved as, and another key. */
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsThere, type Tab } from '../support/servers/browser.ts';
import { type Explorer, plainHost, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

const DESK = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844, mobile: true } as const;
const CHART = 'chart?provider=ECB,GLOBAL&base=EUR&currency=USD';

describe.skipIf(!chromiumIsThere)('a screen', () => {
  it.each(['changes', 'changes?list=release', 'nowhere', 'convert?amount=ten', 'rules?rule=CZ-VAT&date=2026-11-20'])(
    'of a desk has no scroll bar over nothing: %s',
    async (view) => {
      const tab = await explorer.open(explorer.behindGateway(view), DESK);
      expect(await tab.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
      expect(await tab.evaluate(`document.querySelector('footer').checkVisibility({ visibilityProperty: true })`)).toBe(
        true,
      );
    },
  );

  it.each(['rates', 'rates?provider=BNM', 'status', 'why?currency=USD'])(
    'of a tablet has the tables of a desk, whole: %s',
    async (view) => {
      const tab = await explorer.open(explorer.behindGateway(view), TABLET);
      const hidden = `[...document.querySelectorAll('main th, main td')].filter((one) => !one.checkVisibility())`;
      expect(await tab.evaluate(`${hidden}.length`)).toBe(0);
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(TABLET.width);
    },
  );

  it('of a phone has the chart before its fields, and lists as wide as the screen, majors first', async () => {
    const tab = await explorer.open(explorer.behindGateway(CHART), PHONE);
    await tab.until(`document.querySelector('.canvas svg') !== null`);
    expect(await tab.evaluate(`document.querySelector('.canvas').getBoundingClientRect().bottom < innerHeight`)).toBe(
      true,
    );
    await tab.evaluate(`document.querySelector('main details').open = true`);
    await tab.evaluate(`document.querySelector('[data-name="For 1"]').dispatchEvent(new PointerEvent('pointerup'))`);
    const list = `document.querySelector('[role=listbox]:not([hidden])')`;
    expect(await tab.evaluate(`[...${list}.children].slice(0, 3).map((one) => one.id && one.textContent)`)).toEqual([
      ...['USD: US Dollar', 'EUR: Euro', 'GBP: British Pound'],
    ]);
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  });

  it.each(['de-DE', 'ar-EG'])('of a reader of %s has English days in English sentences', async (locale) => {
    const tab = await explorer.browser.tab();
    await tab.send('Emulation.setLocaleOverride', { locale });
    await tab.open(explorer.behindGateway('convert?date=2026-03-10'));
    expect(await tab.evaluate(`document.querySelector('.whose time').textContent`)).toBe('10 Mar 2026');
  });
});

/** What the buttons save, as texts; of a picture its type and whether it is large. */
async function saved(tab: Tab, label: string): Promise<string> {
  await tab.evaluate(`(window.kept = null, URL.createObjectURL = (blob) => (window.kept = blob, 'about:blank'),
    HTMLAnchorElement.prototype.click = () => {},
    [...document.querySelectorAll('.copy button')].find((one) => one.textContent === '${label}').click())`);
  await tab.until('window.kept');
  return tab.evaluate(`window.kept.type === 'image/png' ? 'PNG ' + (window.kept.size > 5000) : window.kept.text()`);
}

describe.skipIf(!chromiumIsThere)('a chart', () => {
  it('has its thumb below its cursor, on every day', async () => {
    const tab = await explorer.open(explorer.behindGateway(CHART), DESK);
    await tab.until(`document.querySelector('.canvas svg .cursor[x1]') !== null`);
    for (const days of [0, 4, 9]) {
      await tab.evaluate(`(document.querySelector('[type=range]').value = ${days},
        document.querySelector('[type=range]').dispatchEvent(new Event('input')))`);
      const apart = await tab.evaluate<number>(`(() => {
        const box = document.querySelector('[type=range]').getBoundingClientRect();
        const { value, max } = document.querySelector('[type=range]');
        const cursor = document.querySelector('.cursor').getBoundingClientRect().x;
        return Math.abs(box.x + 8 + (value / max) * (box.width - 16) - cursor);
      })()`);
      expect(apart).toBeLessThan(2);
    }
  });

  it('is saved as a picture that stands alone, and as tables whose heads say what they hold', async () => {
    const tab = await explorer.open(explorer.behindGateway(CHART), DESK);
    await tab.until(`document.querySelector('.canvas svg .line') !== null`);
    const svg = await saved(tab, 'Download SVG');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg).toMatch(/>USD for 1 EUR, .*>ECB<.*>GLOBAL</);
    expect(svg).toMatch(/stroke-dasharray="7px, 4px"/);
    expect(svg).not.toMatch(/class=|style=|script/);
    expect(await saved(tab, 'Download PNG')).toBe('PNG true');
    expect(await saved(tab, 'Download CSV')).toMatch(
      /^date,ECB USD for 1 EUR,GLOBAL USD for 1 EUR\r\n2026-03-20,1\.\d+,/,
    );
    const months = await explorer.open(explorer.behindGateway(`${CHART}&from=2026-03-02&to=2026-03-18&by=month`), DESK);
    await months.until(`document.querySelector('.canvas svg') !== null`);
    expect(await saved(months, 'Download CSV')).toMatch(
      /^month,"ECB USD for 1 EUR, mean of the month up to 2026-03-18",.*\r\n2026-03,1\.\d+,/,
    );
    const several = await explorer.open(explorer.behindGateway('chart?provider=ECB&currency=USD,JPY&range=1M'), DESK);
    await several.until(`document.querySelector('.canvas svg') !== null`);
    expect(await saved(several, 'Download CSV')).toMatch(
      /^date,USD for 1 EUR,"USD, 100 on 2026-\d\d-\d\d",JPY for 1 EUR,"JPY, 100 on .*\r\n2026-03-20,1\.\d+,\d+\.\d+,\d+/,
    );
    expect(await saved(several, 'Download SVG')).toMatch(/>USD, JPY for 1 EUR, .*>(USD<.*>JPY|JPY<.*>USD)</);
    expect(await saved(several, 'Download PNG')).toBe('PNG true');
    expect(await saved(tab, 'CSV with ;')).toMatch(/^date;ECB USD for 1 EUR;GLOBAL USD for 1 EUR\r\n2026-03-20;1,\d+;/);
    expect(tab.complaints).toEqual([]);
  });
});

describe.skipIf(!chromiumIsThere)('a key that is not for this', () => {
  it('can be replaced where it is refused', async () => {
    const host = await plainHost(explorer.tree, (path) => {
      if (path !== 'v1/status.json') return null;
      return (response) => response.writeHead(400).end('{"message":"your plan lacks documents","errorCode":1019}');
    });
    const tab = await explorer.open(`${host.url}/#key=old&convert`);
    expect(await tab.evaluate(`document.querySelector('h1').textContent`)).toBe('This needs another key');
    expect(await tab.evaluate(`document.querySelector('main').textContent`)).toContain('your plan lacks documents');
    expect(await tab.evaluate(`document.querySelector('main input[type=password]') !== null`)).toBe(true);
  });
});
