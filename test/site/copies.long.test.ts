/** In a real Chromium: the request that each view copies is sent by curl, and its answer has what the view shows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { readExamples } from '../support/kit/examples.ts';
import { chromiumIsThere, type Tab } from '../support/servers/browser.ts';
import { EXPLORER_KEY, type Explorer, startExplorer } from '../support/servers/explorer.ts';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere) explorer = await startExplorer();
});

async function copied(tab: Tab, label: string): Promise<string> {
  const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite'];
  await tab.send('Browser.grantPermissions', { permissions, browserContextId: tab.context });
  await tab.send('Page.bringToFront');
  await tab.evaluate(`(document.getElementById('said').textContent = '',
    [...document.querySelectorAll('.copy button')].find((one) => one.textContent === '${label}').click())`);
  await tab.until(`/copied/.test(document.getElementById('said').textContent)`);
  return tab.evaluate<string>('navigator.clipboard.readText()');
}

/** The command and the rows that a view copies, and what a shell gets by the command. */
async function copiesOf(address: string) {
  const tab = await explorer.open(address);
  const command = await copied(tab, 'Copy as curl');
  const [head = '', ...lines] = (await copied(tab, 'Copy as CSV')).trimEnd().split('\r\n');
  const names = head.split(',');
  const rows = lines.map((line) => new Map(line.split(',').map((cell, place) => [names[place] ?? '', cell])));
  const shell = ['-c', command.replace('curl ', 'curl -sS --fail ')];
  // The plain host is a server of this process, which must not wait.
  const child = spawn('sh', shell, { env: { ...process.env, RATETREE_KEY: EXPLORER_KEY } });
  const [answer, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect([command, status]).toEqual([command, 0]);
  return { command, rows, answer };
}

/** Each row has the cells named in one line of the answer, or all of them somewhere in an answer without lines. */
function expectRows(rows: readonly Map<string, string>[], names: readonly string[], answer: string, address: string) {
  expect([address, rows.length > 0]).toEqual([address, true]);
  const places = answer.startsWith('{') ? [answer] : answer.split('\n');
  for (const row of rows) {
    const cells = names.map((name) => row.get(name) ?? '');
    const isThere = places.some((place) => cells.every((cell) => cell !== '' && place.includes(cell)));
    expect([address, cells, isThere]).toEqual([address, cells, true]);
  }
}

describe.skipIf(!chromiumIsThere)('what a view copies as curl answers what it shows, behind a gateway', () => {
  it.each(readExamples('site/copies.txt', 'views'))('%s', async (view, names) => {
    const { rows, answer } = await copiesOf(explorer.behindGateway(view));
    expectRows(rows, names.split(', '), answer, view);
  });

  it('for each provider of a chart, in one command', async () => {
    const view = 'chart?provider=ECB,GLOBAL&currency=USD&base=EUR&from=2026-03-02&to=2026-03-18';
    const { command, rows, answer } = await copiesOf(explorer.behindGateway(view));
    expect(command.match(/v1\/series\?provider=\w+/g)).toEqual(['v1/series?provider=ECB', 'v1/series?provider=GLOBAL']);
    for (const provider of ['ECB', 'GLOBAL']) expectRows(rows, ['date', `${provider} USD for 1 EUR`], answer, view);
  });

  it('for a bank as it prints its rates', async () => {
    const { command, rows, answer } = await copiesOf(explorer.behindGateway('rates?provider=CNB'));
    expect(command).toContain('/v1/latest?provider=CNB&published=true&');
    expectRows(rows, ['date', 'currency', 'base', 'quote', 'mid'], answer, 'rates?provider=CNB');
  });
});

describe.skipIf(!chromiumIsThere)('and on a plain host', () => {
  it.each([
    ['rates?provider=ECB', ['currency', 'mid']],
    ['rates?provider=CNB', ['currency', 'quote', 'mid']],
    ['chart?provider=ECB&currency=USD&base=EUR&from=2016-01-04&to=2026-03-20', ['date', 'ECB USD for 1 EUR']],
    ['chart?provider=ECB,BNM&currency=USD&base=EUR&from=2026-03-02&to=2026-03-20', ['date']],
    ['why?provider=ECB&date=2026-03-10&currency=USD', ['mid']],
    ['status', ['provider']],
  ])('%s', async (view, names) => {
    const { rows, answer } = await copiesOf(explorer.onFiles(view));
    expectRows(rows, names, answer, view);
  });
});
