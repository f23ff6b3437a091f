/** What the page does in a real Chromium for a reader: keys, the keyboard, copying, and a visit without a network. */
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsThere, pictured, type Tab } from '../support/servers/browser.ts';
import { cellsOf, EXPLORER_KEY, type Explorer, plainHost, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

const heading = (tab: Tab) => tab.evaluate<string>('document.querySelector("h1").textContent');

describe.skipIf(!chromiumIsThere)('the page', () => {
  it('takes few requests and bytes until the first rates are there', async () => {
    const tab = await explorer.open(explorer.behindGateway('convert'));
    // The chart of the year and the worker come after the answer; the picture in a field for dates is the browser's own.
    const isLater = (url: string) => /^data:|explorer-(worker|year-chart|chart-lines|sparks)|\/v1\/series/.test(url);
    const ours = [...tab.loaded.values()].filter(({ url }) => !isLater(url));
    expect(await tab.evaluate(`document.querySelector('main .big data').value`)).toMatch(/^\d+\.\d+$/);
    expect(ours.filter(({ url }) => !url.startsWith(`${explorer.gateway}/`))).toEqual([]);
    expect(ours.length).toBeLessThanOrEqual(12);
    const page = ours.filter(({ url }) => !url.includes('/v1/'));
    expect(page.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(50_000);
  });

  it('asks for a key, takes one that is typed, keeps it out of the address, and forgets it', async () => {
    const tab = await explorer.open(`${explorer.gateway}/`);
    expect(await heading(tab)).toBe('This service needs a key');
    await tab.evaluate(`document.querySelector('main input').focus()`);
    await tab.type(EXPLORER_KEY);
    await tab.press('Enter');
    await tab.until(`document.querySelector('main .big') !== null`);
    expect(await tab.evaluate<string>('location.href')).not.toContain(EXPLORER_KEY);
    await tab.evaluate(`document.getElementById('forget').click()`);
    await tab.until(`document.querySelector('main form') !== null`);
  });

  it('takes the key of the address that start prints, and shares an address without it', async () => {
    const tab = await explorer.open(`${explorer.gateway}/#key=${EXPLORER_KEY}`);
    expect(await tab.evaluate<string>(`document.querySelector('main .big').textContent`)).toMatch(/^\d+\.\d\d USD$/);
    expect(await tab.evaluate<string>('location.href')).toBe(`${explorer.gateway}/`);
  });

  it('sorts by the keyboard, and the address says how', async () => {
    const tab = await explorer.open(explorer.behindGateway('rates?provider=ECB'));
    await tab.evaluate(`[...document.querySelectorAll('.sort')].find((one) => one.textContent === 'Rate').focus()`);
    await tab.press('Enter');
    await tab.until(`document.querySelector('th[aria-sort=ascending]')`);
    expect(await tab.evaluate('location.hash')).toContain('sort=rate');
    const rates = (await cellsOf(tab)).map(([, , rate = '']) => rate);
    expect(rates.length).toBeGreaterThan(20);
    expect(rates).toEqual([...rates].sort((left, right) => Number(left) - Number(right)));
    expect(await tab.evaluate('document.activeElement.textContent')).toBe('Rate');
  });

  it('filters while one types, and the address says by what', async () => {
    const tab = await explorer.open(explorer.behindGateway('rates?provider=ECB'));
    await tab.evaluate(`document.querySelector('input[type=search]').focus()`);
    await tab.type('krone');
    await tab.until(`document.querySelectorAll('tbody tr').length === 2`);
    expect(await tab.evaluate('location.hash')).toContain('filter=krone');
    expect((await cellsOf(tab)).map(([code]) => code)).toEqual(['DKK', 'NOK']);
  });

  it('copies the request as a command without the key, and the rows as CSV', async () => {
    const tab = await explorer.open(explorer.behindGateway('rates?provider=ECB&filter=dollar'));
    const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite'];
    await tab.send('Browser.grantPermissions', { permissions, browserContextId: tab.context });
    await tab.send('Page.bringToFront');
    const copied = async (label: string) => {
      await tab.evaluate(
        `[...document.querySelectorAll('.copy button')].find((one) => one.textContent === '${label}').click()`,
      );
      await tab.until(`/copied/.test(document.getElementById('said').textContent)`);
      return tab.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copied('Copy as curl')).toBe(
      `curl -H "Subscription-Key: $RATETREE_KEY" '${explorer.gateway}/v1/latest?provider=ECB&format=csv&header=true'`,
    );
    await tab.evaluate(`document.getElementById('said').textContent = ''`);
    const lines = (await copied('Copy as CSV')).trimEnd().split('\r\n');
    expect(lines.length).toBe((await cellsOf(tab)).length + 1);
    expect(lines[0]).toBe('date,base,currency,mid,bid,ask,before,mid before,change in percent');
  });

  it('shows stored figures when it is offline, and says so; what it never had it does not show', async () => {
    const host = await plainHost(explorer.tree);
    const tab = await explorer.open(`${host.url}/#rates?provider=ECB`);
    await tab.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await tab.until('navigator.serviceWorker.controller !== null');
    await tab.open(`${host.url}/?again#rates?provider=ECB`);
    const online = await cellsOf(tab);
    host.server.close();
    host.server.closeAllConnections();
    await tab.open(`${host.url}/#rates?provider=ECB`);
    expect(await cellsOf(tab)).toEqual(online);
    expect(await tab.evaluate<string>(`document.getElementById('offline').textContent`)).toMatch(
      /^You are offline\. These are the figures of your last visit, stored 20/,
    );
    await pictured(tab, 'offline');
    await tab.evaluate(`location.hash = '#rates?provider=NBP'`);
    await tab.until(`document.querySelector('main .failure') !== null`);
    expect(await tab.evaluate('document.querySelector("main table")')).toBeNull();
  });

  it('shows what was chosen last, although an earlier answer comes later', async () => {
    let answerAtLast = () => {};
    const host = await plainHost(explorer.tree, (path) =>
      path.startsWith('v1/latest/NBP/')
        ? (response) => {
            answerAtLast = () => response.end(explorer.readTree(path));
          }
        : null,
    );
    const tab = await explorer.open(`${host.url}/#rates?provider=ECB`);
    await tab.evaluate(`location.hash = '#rates?provider=NBP'`);
    await tab.until(`document.querySelector('[aria-busy]') !== null`);
    await tab.evaluate(`location.hash = '#rates?provider=BNM'`);
    await tab.until(`document.querySelector('h1').textContent === 'Rates of BNM'`);
    answerAtLast();
    await tab.until(`performance.getEntries().some(({ name }) => name.includes('/latest/NBP/'))`);
    expect(await heading(tab)).toBe('Rates of BNM');
  });
});
