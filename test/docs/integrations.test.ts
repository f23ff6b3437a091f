/**
 * The recipes and the dialects of docs/integrations.md: their requests are sent to a real gateway, and their commands
 * are run.
 */
import { spawnSync } from 'node:child_process';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, spansOf, tableOf } from '../support/kit/markdown.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { HOST, RECIPES, runRecipe, startHost } from './recipes.ts';

let host = '';
beforeAll(async () => {
  host = await startHost();
});

/** What a program writes in place of its placeholders. */
const FILLED: Readonly<Record<string, string>> = {
  '${__from:date:YYYY-MM-DD}': '2026-03-09',
  '${__to:date:YYYY-MM-DD}': '2026-03-13',
  'base=%1': 'base=USD',
  'quotes=%2': 'quotes=INR',
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
    // Some settings have no scheme.
    expect(asked.replace('https://', '')).toSatisfy((text: string) =>
      text.startsWith(beginning.replace('https://', '')),
    );
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
    expect(rate).toBe(92.4191795255);
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

describe('the dialects', () => {
  const rows = tableOf(RECIPES, 'request', 'answer').flatMap(([cell = '']) => spansOf(cell));

  it('has a request for each address', () => {
    const prefixes = tableOf(RECIPES, 'dialect', 'address', 'name in a plan').flatMap(([, cell = '']) => spansOf(cell));
    expect(prefixes.filter((prefix) => !rows.some((path) => path.startsWith(prefix)))).toEqual([]);
    expect(rows.filter((path) => !prefixes.some((prefix) => path.startsWith(prefix)))).toEqual([]);
  });

  it.each(rows)('%s is answered', async (path) => {
    const { status, text } = await read(`${HOST}${path}`);
    expect([status, text.length > 20]).toEqual([200, true]);
  });
});

const isThere = ['curl', 'jq'].every((program) => spawnSync(program, ['--version']).status === 0);
if (!isThere) console.log('skipped: curl or jq is not installed, so their recipes are not run');
const run = (text: string) => runRecipe(host, ['sh', '-c', text]);

describe('the commands', () => {
  const [curl = '', firefly = '', gnucash = ''] = blocksOf(RECIPES, 'sh');

  it.skipIf(!isThere)('of curl and jq print rates', async () => {
    const out = await run(curl);
    expect(out).toContain(
      '{"provider":"ECB","date":"2026-03-20","base":"EUR","exchangeRates":{"GBP":0.86438,"USD":1.1555}}',
    );
    expect(out).toContain('86.7422866099\n');
    expect(out).toContain('2026-03-18 USD 1.1528402571\n');
    expect(out).toContain('2026-03-09,EUR,USD,1.1555\n');
  });

  it.skipIf(!isThere)('make the body that Firefly III takes, and the rows that GnuCash imports', async () => {
    expect(await run(firefly)).toBe('{"from":"EUR","rates":{"GBP":0.86503,"USD":1.1476}}\n');
    expect(await run(gnucash)).toContain('"2026-03-13",1.1476,"CURRENCY","EUR","USD"\n');
  });
});
