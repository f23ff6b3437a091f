/** The recipes and the page on dialects: their requests are sent to a real gateway, and their commands are run. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { diskStore } from '../../server/trees/disk.ts';
import { libreOfficeIsThere, typedIntoSheet } from '../support/kit/libreoffice.ts';
import { blocksOf, readMarkdown, spansOf, tableOf } from '../support/kit/markdown.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { startListener } from '../support/servers/raw-requests.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

const RECIPES = readMarkdown('docs/integrations.md');
const DIALECTS = readMarkdown('docs/dialects.md');
const HOST = 'https://rates.example';

let host = '';
beforeAll(async () => {
  const { handler } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
  host = `http://127.0.0.1:${(await startListener(handler)).port}`;
});

/** What a program writes in place of its placeholders. */
const FILLED: Readonly<Record<string, string>> = {
  '${__from:date:YYYY-MM-DD}': '2026-03-09',
  '${__to:date:YYYY-MM-DD}': '2026-03-13',
  '{from_currency}': 'USD',
  '{to_currency}': 'INR',
  '{transaction_date}': '2026-03-13',
};
const filled = (text: string) =>
  Object.entries(FILLED)
    .reduce((left, [name, value]) => left.replaceAll(name, value), text)
    .replaceAll('KEY', DEMO_KEY);

/** Sends the key in a header unless the address has one. */
async function read(address: string): Promise<{ status: number; text: string }> {
  const userInfo = /^https:\/\/([^/@]+)@/.exec(address)?.[1];
  const target = filled(address.replace(/^https:\/\/[^/]+/, ''));
  const headers: Record<string, string> = { 'subscription-key': DEMO_KEY };
  if (address.includes('KEY')) delete headers['subscription-key'];
  if (userInfo !== undefined) headers.authorization = `Basic ${Buffer.from(filled(userInfo)).toString('base64')}`;
  const { statusCode, body } = await request(`${host}${target}`, { headers });
  return { status: statusCode, text: await body.text() };
}

const programs = tableOf(RECIPES, 'program', 'setting', 'value', 'it then asks').map((cells) =>
  cells.map((cell) => cell.replaceAll('`', '')),
);
const erpnext = tableOf(RECIPES, 'setting', 'our own interface', "or Frankfurter's");
/** Addresses that are settings and not requests. */
const settings = new Set([HOST, ...programs.map(([, , value = '']) => value), ...erpnext.flat().flatMap(spansOf)]);
const addresses = [...RECIPES.text.matchAll(/https:\/\/(?:x:KEY@)?rates\.example[^\s"'`)<>]*/g)].map(
  ([found]) => found,
);
const requests = [...new Set(addresses)].filter((address) => !settings.has(address));

describe('the recipes', () => {
  it('hold requests and settings', () => {
    expect(requests.length).toBeGreaterThanOrEqual(20);
    expect(programs.length).toBeGreaterThan(5);
  });

  it.each(requests)('%s is answered', async (address) => {
    const { status, text } = await read(address);
    expect([status, text.length > 20]).toEqual([200, true]);
  });

  it.each(programs)('%s with %s at %s asks %s', async (_program, _setting, value = '', asked = '') => {
    const beginning = value.replace('__MULTICURRENCY_APP_SOURCE__', 'EUR');
    expect(asked.startsWith(beginning)).toBe(true);
    expect((await read(asked)).status).toBe(200);
  });

  it.each([1, 2])('ERPNext finds its rate by the keys of column %i', async (column) => {
    const spans = Object.fromEntries(erpnext.map((cells) => [cells[0], spansOf(cells[column] ?? '')]));
    const [endpoint = ''] = spans['API endpoint'] ?? [];
    const query = new URLSearchParams();
    const names = spans.Parameters ?? [];
    for (let place = 0; place < names.length; place += 2) query.set(names[place] ?? '', filled(names[place + 1] ?? ''));
    const { text } = await read(`${filled(endpoint)}?${query}`.replace(DEMO_KEY, 'KEY'));
    const keys = (spans['Result keys'] ?? []).map(filled);
    let rate: unknown = JSON.parse(text);
    for (const key of keys) rate = (rate as Record<string, unknown>)[key];
    expect(rate).toBe(92.4108222145);
  });

  it('Power Query gets a table with the columns that it types', async () => {
    const [block = ''] = blocksOf(RECIPES, 'powerquery');
    const path = /RelativePath = "([^"]+)"/.exec(block)?.[1];
    const query = /Query = \[([^\]]+)\]/.exec(block)?.[1]?.replaceAll(/[" ]/g, '').replaceAll(',', '&');
    const [columns = '', first = ''] = (await read(`${HOST}/${path}?${query}`)).text.split('\r\n');
    expect(columns).toBe('provider,date,base,currency,rate');
    expect(first).toMatch(/^ECB,2026-03-20,EUR,AUD,1\.6351$/);
  });
});

describe('the page on dialects', () => {
  const rows = tableOf(DIALECTS, 'request', 'answer').flatMap(([cell = '']) => spansOf(cell));

  it('has a request for each address', () => {
    const prefixes = tableOf(DIALECTS, 'dialect', 'address', 'name in a plan').flatMap(([, cell = '']) =>
      spansOf(cell),
    );
    expect(prefixes.filter((prefix) => !rows.some((path) => path.startsWith(prefix)))).toEqual([]);
    expect(rows.filter((path) => !prefixes.some((prefix) => path.startsWith(prefix)))).toEqual([]);
  });

  it.each(rows)('%s is answered', async (path) => {
    const { status, text } = await read(`${HOST}${path}`);
    expect([status, text.length > 20]).toEqual([200, true]);
  });
});

const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const PYTHONS = ['python3', '/usr/bin/python3'];
const python = PYTHONS.find((program) => isThere(program, '-c', 'import pandas'));
const shell = ['curl', 'jq'].every((program) => isThere(program, '--version')) ? 'sh' : undefined;
const r = isThere('Rscript', '--version') ? 'Rscript' : undefined;
for (const [name, found] of Object.entries({ 'curl or jq': shell, pandas: python, R: r })) {
  if (found === undefined) console.log(`skipped: ${name} is not installed, so its recipes are not run`);
}

/** The same program as on the page, but for the address and the key. */
async function run(program: string, option: string, text: string): Promise<string> {
  const script = text.replaceAll(HOST, host).replaceAll('KEY', DEMO_KEY);
  // Only PATH: a proxy of the environment would not find a server of this machine.
  const child = spawn(program, [option, script], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  return out;
}

describe('the commands', () => {
  const [curl = '', firefly = '', gnucash = ''] = blocksOf(RECIPES, 'sh');

  it.skipIf(shell === undefined)('of curl and jq print rates', async () => {
    const out = await run('sh', '-c', curl);
    expect(out).toContain(
      '{"provider":"ECB","date":"2026-03-20","base":"EUR","exchangeRates":{"GBP":0.86438,"USD":1.1555}}',
    );
    expect(out).toContain('86.762910966\n');
    expect(out).toContain('2026-03-18 USD 1.1525662162\n');
    expect(out).toContain('2026-03-09,EUR,USD,1.1555\n');
  });

  it.skipIf(shell === undefined)(
    'make the body that Firefly III takes, and the rows that GnuCash imports',
    async () => {
      expect(await run('sh', '-c', firefly)).toBe('{"from":"EUR","rates":{"GBP":0.86503,"USD":1.1476}}\n');
      expect(await run('sh', '-c', gnucash)).toContain('"2026-03-13",1.1476,"CURRENCY","EUR","USD"\n');
    },
  );

  it.skipIf(python === undefined)('of pandas keep every digit', async () => {
    const [recipe = ''] = blocksOf(RECIPES, 'python').filter((block) => block.includes('import pandas'));
    expect(await run(python ?? '', '-c', recipe)).toContain('date,GBP,USD\n2026-03-09,0.8653,1.1555\n');
  });

  it.skipIf(r === undefined)('of R print a table', async () => {
    const [recipe = ''] = blocksOf(RECIPES, 'r');
    expect(await run(r ?? '', '-e', recipe)).toMatch(/currency +rate\n1 +GBP +0\.86438\n2 +USD +1\.1555/);
  });
});

describe.skipIf(!libreOfficeIsThere)('the formula of LibreOffice', () => {
  const recipe = RECIPES.text.split('\n').find((line) => line.startsWith('=NUMBERVALUE(')) ?? '';
  const formula = () => recipe.replace(HOST, host).replace('KEY', DEMO_KEY);

  it.each(['en-US', 'de-DE'])('gives the rate as a number in %s', async (locale) => {
    const { text } = await read(`${HOST}/v1/latest?currencies=INR`);
    const rate = (JSON.parse(text) as { exchangeRates: { INR: number } }).exchangeRates.INR;
    expect(await typedIntoSheet([{ text: formula(), rows: 1 }], locale)).toEqual([[rate]]);
  });

  it('gives every rate of an answer in cells below each other', async () => {
    const own = formula().replace('INR', 'INR,USD');
    const { text } = await read(`${HOST}/v1/latest?currencies=INR,USD`);
    const { INR, USD } = (JSON.parse(text) as { exchangeRates: Record<string, number> }).exchangeRates;
    expect(await typedIntoSheet([{ text: own, rows: 2 }], 'de-DE')).toEqual([[INR, USD]]);
  });

  it('without its NUMBERVALUE gives a text, which a sum leaves out', async () => {
    const own = formula().replace(/^=NUMBERVALUE\((.*);"\."\)$/, '=$1');
    const [[cell], [sum]] = (await typedIntoSheet(
      [own, '=SUM(A1:A1)'].map((text) => ({ text, rows: 1 })),
      'de-DE',
    )) as [readonly unknown[], readonly unknown[]];
    expect([typeof cell, sum]).toEqual(['string', 0]);
  });
});
