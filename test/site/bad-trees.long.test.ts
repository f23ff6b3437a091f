/** Over a tree that is damaged, of another version or hostile, or a host that fails, the page shows words and no number. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { chromiumIsThere, pictured, type Tab } from '../support/servers/browser.ts';
import { type Change, type Explorer, plainHost, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

/** Of a newer page, the parts know each other by other names. */
const FIRST_PART = './explorer.js';
const LATEST = 'v1/latest/GLOBAL/EUR.csv';
const only =
  (wanted: string | RegExp, answer: ReturnType<Change>): Change =>
  (path) =>
    (typeof wanted === 'string' ? path === wanted : wanted.test(path)) ? answer : null;
const edited =
  (wanted: string, edit: (text: string) => string): Change =>
  (path) =>
    path === wanted ? edit(explorer.readTree(path)) : null;

/** What is wrong, the view, what the host answers, and the words that the page shows. */
const CASES: readonly (readonly [what: string, view: string, change: Change, words: RegExp])[] = [
  // Both lists are asked for at once, and either answer may be the first.
  ['an empty host', 'rates', only(/^v1\//, ''), /(providers|currencies)\.json is not what a tree has there/],
  ['a list that is cut off', 'rates', edited('v1/providers.json', (text) => text.slice(0, 2000)), /is cut off/],
  ['an empty tree', 'rates', only('v1/providers.json', '[]'), /This tree is empty/],
  [
    'rates that are cut off',
    'rates',
    edited(LATEST, (text) => text.slice(0, 1001)),
    /EUR\.csv is not a table of rates/,
  ],
  ['a web page in place of rates', 'rates', only(/^v1\/latest/, '<html>502</html>'), /not a table of rates/],
  [
    'rates of another version',
    'rates',
    edited(LATEST, (text) => text.replace('rate', 'value')),
    /not a table of rates/,
  ],
  [
    'a rate that is no number',
    'rates',
    edited(LATEST, (text) => text.replace(/[\d.]+\r/, 'NaN\r')),
    /not a table of rates/,
  ],
  ['a provider without rates', 'rates', edited(LATEST, (text) => `${text.split('\r\n')[0]}\r\n`), /names no currency/],
  [
    'a provenance of another date',
    'convert',
    only(/^v1\/provenance/, '{"provider":"GLOBAL","date":"2000-01-03"}'),
    /does not say where the figures of GLOBAL/,
  ],
  ['a provenance that is half there', 'why', only(/^v1\/provenance/, '{"provider":"GLO'), /is cut off/],
  [
    'a status of another version',
    'status',
    only('v1/status.json', '{"date":"2026-03-20","banks":[]}'),
    /another version/,
  ],
  [
    'a series that is cut off',
    'chart?provider=ECB',
    edited('v1/series/ECB/USD/2026.csv', (text) => text.slice(0, 99)),
    /cut off/,
  ],
  ['a list that is a web page', 'changes', only('v1/corrections.csv', '<html>'), /is cut off, or/],
  ['a description of nothing', 'api', only('v1/openapi.json', '{}'), /describes no service/],
  [
    'a host that breaks off',
    'rates',
    only(LATEST, (response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('provider,', () => response.destroy());
    }),
    /broke off/,
  ],
  [
    'a host that fails',
    'rates',
    only(LATEST, (response) => response.writeHead(500).end('oh')),
    /The host answered 500 to v1\/latest/,
  ],
  [
    'a part of the page that does not come',
    'chart',
    only('explorer-chart.js', (response) => response.writeHead(500).end('oh')),
    /Load it again/,
  ],
  [
    'a part of another page',
    'chart',
    only('explorer-chart.js', `import { nothing } from '${FIRST_PART}'; export const chartView = nothing;`),
    /Load it again/,
  ],
  ['an unknown provider', 'rates?provider=NOBODY', () => null, /This tree has no provider NOBODY/],
  ['an unknown view', 'elsewhere', () => null, /This page has no view elsewhere/],
  ['a day that is none', 'convert?date=2026-02-30', () => null, /not a day of the calendar/],
  ['an amount that is none', 'convert?amount=ten', () => null, /An amount is a number/],
];

describe.skipIf(!chromiumIsThere)('over', () => {
  it.each(CASES)('%s the page says what is missing, and shows no number (%s)', async (what, view, change, words) => {
    const host = await plainHost(explorer.tree, change);
    const tab = await explorer.open(`${host.url}/#${view}`);
    expect(await tab.evaluate<string>('document.querySelector("main .failure").textContent')).toMatch(words);
    expect(await tab.evaluate('document.querySelector("main table")')).toBeNull();
    expect(tab.complaints.filter((one) => !/Failed to load resource/.test(one))).toEqual([]);
    await pictured(tab, `error-${what.replaceAll(' ', '-')}`);
  });

  it('a host that does not answer the page waits for 20 seconds, and says so', async () => {
    const host = await plainHost(
      explorer.tree,
      only(LATEST, () => {}),
    );
    const tab = await explorer.browser.tab();
    await tab.send('Page.navigate', { url: `${host.url}/#rates` });
    while (!host.asked.includes(`GET /${LATEST}`)) await sleep(10);
    await passSeconds(tab, 19);
    expect(await tab.evaluate('document.querySelector("main .failure")')).toBeNull();
    await passSeconds(tab, 2);
    await tab.send('Emulation.setVirtualTimePolicy', { policy: 'advance' });
    await tab.settled();
    expect(await tab.evaluate<string>('document.querySelector("main .failure").textContent')).toMatch(
      /did not answer within 20 seconds/,
    );
    expect(await tab.evaluate('document.querySelector("main table")')).toBeNull();
    expect(tab.complaints).toEqual([]);
    await pictured(tab, 'error-a-host-that-does-not-answer');
  });

  it('a tree that is not there at all the page says so', async () => {
    const bare = freshFolder();
    for (const { path } of readSite()) cpSync(join(explorer.tree, path), join(bare, path));
    rmSync(join(bare, 'v1'), { recursive: true, force: true });
    expect(existsSync(join(bare, 'index.html'))).toBe(true);
    const tab = await explorer.open(`${(await plainHost(bare)).url}/`);
    expect(await tab.evaluate('document.querySelector("main .failure").textContent')).toBe(
      'There is no v1/status.json here.',
    );
  });

  it('a tree with one series less the page draws the others, and names what it has not', async () => {
    const host = await plainHost(explorer.tree, (path) =>
      path.startsWith('v1/series/ECB/') ? (response) => response.writeHead(404).end() : null,
    );
    const tab = await explorer.open(`${host.url}/#chart?provider=ECB,BNM&currency=USD`);
    expect(await tab.evaluate<string>('document.querySelector("main .failure").textContent')).toContain('ECB');
    // The chart is drawn when its width is known, a frame after the rest of the view.
    await tab.until(`document.querySelector('svg .line') !== null`);
    expect(await tab.evaluate(`document.querySelectorAll('svg .line').length`)).toBe(2);
  });

  it('hostile text the page shows text', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const quoted = evil.replaceAll('"', '""');
    const host = await plainHost(explorer.tree, (path) => {
      if (path === 'v1/quarantine.csv') return `provider,reason\r\n${evil.replaceAll('"', "'")},"=cmd, ${quoted}"\r\n`;
      if (path === 'v1/currencies.json')
        return explorer.readTree(path).replace('US Dollar', evil.replaceAll('"', '\\"'));
      if (path !== 'v1/providers.json') return null;
      return explorer.readTree(path).replace('Global blend of central bank rates', evil.replaceAll('"', '\\"'));
    });
    for (const view of ['changes?list=quarantine', 'rates', 'status', 'convert', 'chart']) {
      const tab = await explorer.open(`${host.url}/#${view}`);
      // What a list holds is there when it is opened.
      const lists = `document.querySelectorAll('[role=combobox]')`;
      await tab.evaluate(`for (const one of ${lists}) one.dispatchEvent(new PointerEvent('pointerup'))`);
      expect(await tab.evaluate<string>('document.body.textContent')).toContain('onerror=');
      expect(await tab.evaluate<number>(`document.querySelectorAll('main img, main script').length`)).toBe(0);
      expect(tab.complaints).toEqual([]);
    }
  });
});

/** Sets the clock of the page forward, and stops it there. */
async function passSeconds(tab: Tab, seconds: number): Promise<void> {
  const passed = new Promise<void>((resolve) => {
    tab.wire.listen((event, _, session) => {
      if (event === 'Emulation.virtualTimeBudgetExpired' && session === tab.session) resolve();
    });
  });
  await tab.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: seconds * 1000 });
  await passed;
}
