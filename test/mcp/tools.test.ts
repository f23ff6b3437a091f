/** The tools of an assistant, asked by the client of the protocol's own SDK: they say and refuse what the service does. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_NAMES, parametersOf } from '../../generator/wire/answers/operations.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { toServer } from '../../server/clients/mcp/tools.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, EMBEDDED_UNTIL, embeddedTree } from '../support/trees/embedded.ts';

const client = new Client({ name: 'test', version: '1' });
let gateway: GatewayUnderTest;

beforeAll(async () => {
  const tree = await embeddedTree();
  const asker = await treeAsker({ store: diskStore(tree), nowMs: () => EMBEDDED_NOON_MS, say: () => {} });
  const server = toServer({ asker, version: '1', nowMs: () => EMBEDDED_NOON_MS });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  gateway = await gatewayOver(diskStore(tree), { nowMs: () => EMBEDDED_NOON_MS });
});
afterAll(() => client.close());

async function call(name: string, sent: Readonly<Record<string, unknown>> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: { ...sent } });
  const [text = '', ...notes] = (content as { type: string; text: string }[]).map((part) => part.text);
  return { text, isError: isError === true, notes };
}

describe('the tools', () => {
  it('are the operations and what is behind their figures, with arguments from the table of parameters', async () => {
    const { tools } = await client.listTools();
    const own = ['rules', 'provenance', 'status'];
    expect(tools.map(({ name }) => name)).toEqual([...new Set([...OPERATION_NAMES, ...own])]);
    for (const name of OPERATION_NAMES) {
      const schema = tools.find((tool) => tool.name === name)?.inputSchema;
      const names = parametersOf(name).map((parameter) => parameter.name);
      expect(Object.keys(schema?.properties ?? {})).toEqual(
        names.filter((one) => !['format', 'header', 'template'].includes(one)),
      );
    }
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(client.getInstructions()).toContain('GLOBAL is derived from the banks, is no benchmark');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['currencies', { code: 'EUR,SEK' }, '/v1/currencies?code=EUR,SEK'],
    ['currencies', { code: ['EUR', 'SEK'] }, '/v1/currencies?code=EUR,SEK'],
    ['providers', { countryCode: 'TR' }, '/v1/providers?countryCode=TR'],
    ['latest', { provider: 'BNM', extended: true }, '/v1/latest?provider=BNM&extended=true'],
    ['latest', { base: 'USD', currencies: 'EUR', decimals: 4 }, '/v1/latest?base=USD&currencies=EUR&decimals=4'],
    ['historical', { date: '2026-03-08', latest: true }, '/v1/historical?date=2026-03-08&latest=true'],
    [
      'series',
      { from: '2026-03-02', provider: 'ECB', currencies: 'SEK', period: 'month' },
      '/v1/series?from=2026-03-02&provider=ECB&currencies=SEK&period=month',
    ],
    ['convert', { amount: '100.50', base: 'USD', to: 'EUR,GBP' }, '/v1/convert?amount=100.50&base=USD&to=EUR,GBP'],
    ['convert', { amount: '1', date: '2026-03-10', decimals: null }, '/v1/convert?amount=1&date=2026-03-10'],
    [
      'convert',
      { amount: '1000', base: 'EUR', to: 'CZK', rule: 'CZ-VAT', date: '2026-03-08' },
      '/v1/convert?amount=1000&base=EUR&to=CZK&rule=CZ-VAT&date=2026-03-08',
    ],
    ['historical', { rule: 'CZ-VAT', date: '2026-03-08' }, '/v1/historical?rule=CZ-VAT&date=2026-03-08'],
  ])('%s %j answers byte for byte what the service answers', async (name, sent, url) => {
    expect(await call(name, sent)).toMatchObject({ text: (await gateway.ask(url)).text, isError: false });
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['latest', { provider: 'ECB' }, []],
    ['latest', { provider: 'NBP' }, ['The fixing is dated 2026-03-05, 15 days old. Say so with the figure.']],
    ['convert', { amount: '1', provider: 'NBP', date: '2026-03-05' }, []],
    [
      'convert',
      { amount: '1', provider: 'ECB', date: '2026-03-08' },
      ['The fixing is dated 2026-03-06, 2 days before 2026-03-08. Say so with the figure.'],
    ],
    [
      'historical',
      { provider: 'ECB', date: '2026-03-08', latest: true },
      ['The fixing is dated 2026-03-06, 2 days before 2026-03-08. Say so with the figure.'],
    ],
    [
      'historical',
      { rule: 'CZ-VAT', date: '2026-03-08' },
      ['Rule CZ-VAT names the fixing of 2026-03-06 for 2026-03-08.'],
    ],
    ['currencies', { code: 'EUR' }, []],
  ])('%s %j says of what day the fixing is if it is another: %j', async (name, sent, words) => {
    expect((await call(name, sent)).notes).toEqual(words);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['latest', { provider: 'NOBODY' }, '/v1/latest?provider=NOBODY'],
    ['latest', { provider: 'ECB', base: 'USD' }, '/v1/latest?provider=ECB&base=USD'],
    ['historical', {}, '/v1/historical'],
    ['historical', { date: '2026-03-08' }, '/v1/historical?date=2026-03-08'],
    ['convert', { amount: '1e99', base: 'USD' }, '/v1/convert?amount=1e99&base=USD'],
    ['convert', { amount: '1', decimals: 11 }, '/v1/convert?amount=1&decimals=11'],
    ['series', { from: '2026-03-09', currencies: 'QQQ' }, '/v1/series?from=2026-03-09&currencies=QQQ'],
    ['series', { currencies: 'USD', from: 'May' }, '/v1/series?currencies=USD&from=May'],
    ['provenance', { currency: 'SEK', date: '2020-01-01' }, '/v1/historical?currencies=SEK&date=2020-01-01'],
  ])('%s %j refuses in the words of the service', async (name, sent, url) => {
    const { message, errorCode } = JSON.parse((await gateway.ask(url)).text) as Record<string, unknown>;
    expect(await call(name, sent)).toMatchObject({ text: `${message} (${errorCode})`, isError: true });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['convert', { amount: 100.5, base: 'USD' }, 'amount must be a text, such as "100.50"'],
    ['latest', { symbols: 'USD' }, '"symbols" is not an argument of latest; it takes provider, currencies, base, '],
    ['currencies', { code: { is: 'EUR' } }, 'code must be a text'],
    ['status', { provider: 'NOBODY' }, 'provider "NOBODY" has no status; see providers'],
    ['status', { provider: 'SNB' }, 'provider "SNB" is known, but this release has no figures for it'],
    ['latest', { provider: 'SNB' }, 'provider "SNB" is known, but this release has no figures for it (1001)'],
    ['latest', { provider: 'NOBODY' }, 'provider "NOBODY" is not one of /v1/providers (1001)'],
    ['sell', {}, 'there is no tool "sell"; the tools are currencies, providers, '],
  ])('%s %j is refused with what to send instead', async (name, sent, words) => {
    const { text, isError } = await call(name, sent);
    expect([text.startsWith(words), isError], text).toEqual([true, true]);
  });
});

describe('what is behind a figure', () => {
  it('is the banks, their dates and documents, and who was left out', async () => {
    const { text } = await call('provenance', { currency: 'SEK', date: '2026-03-10' });
    const why = JSON.parse(text) as { rate: string; contributors: { provider: string; use: string; url: string }[] };
    const { exchangeRates } = JSON.parse((await gateway.ask('/v1/historical?date=2026-03-10&currencies=SEK')).text);
    expect(why.rate).toBe(`${exchangeRates.SEK}`);
    expect(why.contributors.filter(({ use }) => use === 'used').length).toBeGreaterThan(5);
    expect(why.contributors.every(({ url }) => url.startsWith('https://'))).toBe(true);
    expect((await call('provenance', { currency: 'XOF', date: '2026-03-10' })).text).toContain(
      'left out: official peg',
    );
  });

  it('is whether a bank is on time, with its gaps if it is named', async () => {
    const all = JSON.parse((await call('status')).text) as { providers: Record<string, unknown>[] };
    expect(all.providers.length).toBeGreaterThan(20);
    expect(Object.keys(all.providers[0] ?? {})).toEqual(['provider', 'state', 'last', 'ageDays', 'next', 'missed']);
    const { providers } = JSON.parse((await call('status', { provider: 'ecb' })).text) as typeof all;
    expect(providers).toMatchObject([{ provider: 'ECB', last: EMBEDDED_UNTIL, state: 'on time' }]);
    expect(providers[0]).toHaveProperty('gaps');
  });
});
