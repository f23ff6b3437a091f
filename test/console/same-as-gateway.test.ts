/** `ratetree rate` and `latest` say what the gateway says: the same figures, and the same refusals in the same words. */

import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { askFor, isRefusal } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { gatewayAsker } from '../../server/clients/ask/over-http.ts';
import { toConversion } from '../../server/clients/console/convert.ts';
import { toRates } from '../../server/clients/console/rates.ts';
import { toSeries } from '../../server/clients/console/series.ts';
import { afterFile } from '../support/kit/after-file.ts';
import { randomOf } from '../support/kit/random.ts';
import { DEMO_KEY, gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { startListener } from '../support/servers/raw-requests.ts';
import { diskStore } from '../support/servers/stores.ts';
import { stranger } from '../support/servers/stranger.ts';
import { ruleStore } from '../support/trees/rule-tree.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const tree = writeSmallTree();
const said: string[] = [];
const asker = await treeAsker({ store: diskStore(tree), nowMs: () => NOON_MS, say: (line) => said.push(line) });
const gateway = await gatewayOver(diskStore(tree));

const VALUES = {
  amount: ['1', '-100.50', '1e+21', '1e-7', '.5', '1,5', '1e99', '0', '9'.repeat(40), '9'.repeat(41)],
  base: ['EUR', 'usd', 'TRY', 'XDR', 'AFN', 'ZZZ'],
  to: ['EUR', 'USD,TRY', 'AFN', 'ZZZ', ' gbp , eur '],
  date: ['2026-03-13', '2026-03-11', '2025-09-08', '2026-02-30', '9999-12-31', '0000-01-01'],
  provider: ['GLOBAL', 'tcmb', 'HMRC', 'NBU', 'HNB', 'NOBODY', '__proto__'],
  decimals: ['0', '2', '10', '11', '-1'],
  currencies: ['EUR', 'USD,GBP', 'XDR,AFN', 'ZZZ'],
  type: ['mid', 'bid', 'ask', 'middle'],
} as const;
type Name = keyof typeof VALUES;

const random = randomOf(20260313);
function questionOf(required: readonly Name[], others: readonly Name[]): Partial<Record<Name, string>> {
  const asked = [...required, ...others.filter(() => random.below(3) === 0)];
  return Object.fromEntries(asked.map((name) => [name, VALUES[name][random.below(VALUES[name].length)] ?? '']));
}

/** The text of an answer as the command line tells it, or the refusal. */
async function told(ask: Promise<{ readonly json: string; readonly lines: readonly string[] }>) {
  return await ask.catch((error: unknown) => {
    if (isRefusal(error)) return error;
    throw error;
  });
}

async function compare(path: string, question: Readonly<Record<string, string>>, answer: ReturnType<typeof told>) {
  const { status, text } = await gateway.ask(`${path}?${new URLSearchParams(question)}`);
  const own = await answer;
  if (own instanceof Error) expect([own.status, own.text], text).toEqual([status, text]);
  else {
    expect([own.json, status]).toEqual([text, 200]);
    // Each figure of the table is in the bytes of the service, digit for digit.
    const rows = own.lines.slice(1).filter((line) => line !== 'The fixing quotes none of these currencies.');
    if (rows.length === 0) expect(text).toContain('"exchangeRates":{}');
    for (const line of rows) {
      const [, code, figure] = /^([A-Z]{3}) +(\S+)$/.exec(line) ?? [];
      expect(text).toMatch(new RegExp(`"${code}":${figure?.replaceAll('.', '\\.')}[,}]`));
    }
  }
  return status;
}

describe('the command line', () => {
  it('converts and refuses in 600 random questions as the gateway does', async () => {
    const met = new Set<number>();
    for (let count = 0; count < 600; count++) {
      const question = questionOf(['amount', 'base'], ['to', 'date', 'provider', 'decimals']);
      const { amount = '', base = '', ...more } = question;
      met.add(await compare('/v1/convert', question, told(toConversion(asker, { amount, base, ...more }, NOON_MS))));
    }
    expect([...met].sort()).toEqual([200, 400]);
  });

  it('tells the newest rates and refuses in 300 random questions as the gateway does', async () => {
    const met = new Set<number>();
    for (let count = 0; count < 300; count++) {
      const question = questionOf([], ['currencies', 'provider', 'base', 'decimals', 'type']);
      met.add(await compare('/v1/latest', question, told(toRates(asker, '/v1/latest', question, NOON_MS))));
    }
    expect([...met].sort()).toEqual([200, 400]);
  });

  it('tells a span and refuses in 300 random questions as the gateway does', async () => {
    const met = new Set<number>();
    const days = ['2026-03-11', '2025-09-08', '2026-03-14', '1998-01-01'].map(parseIsoDate);
    const periods = ['day', 'MONTH', 'quarter', 'year', 'span', 'week'];
    for (let count = 0; count < 300; count++) {
      const { currencies = '', to: _, ...more } = questionOf(['currencies'], ['provider', 'base', 'decimals', 'type']);
      const span = { from: days[random.below(4)] as IsoDate, period: periods[random.below(6)] ?? '' };
      const own = await told(toSeries(asker, { currencies, ...more, ...span }));
      const { status, text } = await gateway.ask(`/v1/series?${new URLSearchParams({ currencies, ...more, ...span })}`);
      if (own instanceof Error) expect([own.status, own.text], text).toEqual([status, text]);
      else {
        expect([own.json, status]).toEqual([text, 200]);
        const figures = own.lines.slice(2).flatMap((line) => line.match(/\d+\.\d+/g) ?? []);
        for (const figure of figures) expect(text).toMatch(new RegExp(`:${figure.replace('.', '\\.')}[,}]`));
      }
      met.add(status);
    }
    expect([...met].sort()).toEqual([200, 400]);
  });

  it('said nothing to the operator meanwhile', () => expect(said).toEqual([]));
});

describe('a rate', () => {
  const told = async (question: Parameters<typeof toConversion>[1]) =>
    (await toConversion(asker, question, NOON_MS)).lines[0];

  it.each([
    ['of the day that was asked for', 'TCMB', '2025-09-08', ''],
    ['older than it', 'TCMB', '2025-09-10', ', 2 days before 2025-09-10'],
    ['one day older', 'GLOBAL', '2026-03-12', ', 1 day before 2026-03-12'],
    ['the newest, of today', 'TCMB', undefined, ''],
    ['the newest, of the month before', 'HMRC', undefined, ', 40 days old'],
  ])('%s says so beside the day of the fixing', async (_, provider, date, age) => {
    const line = await told({ amount: '100', base: 'USD', to: 'EUR', provider, ...(date && { date }) });
    expect(line?.replace(/^100 USD, [A-Z]+ of \d{4}-\d{2}-\d{2}/, '')).toBe(age);
  });
});

describe("a law's rate", async () => {
  const question = { amount: '1000', base: 'EUR', to: 'CZK', rule: 'CZ-VAT', date: '2026-03-08' };
  const ruled = await gatewayOver(ruleStore());
  const { text } = await ruled.ask(`/v1/convert?${new URLSearchParams(question)}`);
  const { port } = await startListener(ruled.handler);
  const address = `http://127.0.0.1:${port}`;
  const inProcess = await treeAsker({ store: ruleStore(), nowMs: () => NOON_MS, say: () => {} });
  const byHttp = gatewayAsker({ address, key: DEMO_KEY, timeoutMs: 10_000, dispatcher: new Agent() });
  afterFile(() => byHttp.close());

  it.each([
    ['in this process', inProcess],
    ['at an address', byHttp],
  ])('is what the gateway converts by the rule: %s', async (_, by) => {
    const { lines, json } = await toConversion(by, question, NOON_MS);
    expect(json).toBe(text);
    expect(lines).toEqual([
      '1000 EUR, CNB of 2026-03-06, by rule CZ-VAT for 2026-03-08',
      'CZK  2260.31',
      '1 EUR = 2.260306 CZK',
    ]);
  });

  it.each([
    ['DE-VAT', '2026-02-06', 'ECB, mean of 2026-02-02 to 2026-02-27'],
    ['CH-VAT-AVG', '2026-03-10', 'BAZG, mean of 2026-01-27 to 2026-02-25'],
    ['AU-AVG-JUNE', '2024-10-01', 'RBA, mean of 2024-07-01 to 2025-06-30'],
    ['GB-AVG', '2025-05-05', 'HMRC, mean of 2025-01-01 to 2025-12-01'],
    ['CZ-PIT', '2025-05-05', 'CNB, mean of 12 month-ends to 2025-12-31'],
    ['US-CUS', '2026-03-07', 'FRED, the first of the quarter or that of 2026-03-06'],
    ['EU-CUS', '2026-03-07', 'ECB of 2026-02-18'],
  ])('of several fixings says of which days it is: %s on %s is of %s', async (rule, date, whose) => {
    const headline = `, ${whose}, by rule ${rule} for ${date}`;
    const of = { rule, date, base: 'EUR', to: 'USD' };
    for (const by of [inProcess, byHttp]) {
      expect((await toConversion(by, { ...of, amount: '5' }, NOON_MS)).lines[0]).toBe(`5 EUR${headline}`);
    }
    const { lines } = await toRates(inProcess, '/v1/historical', { rule, date, currencies: 'USD' }, NOON_MS);
    expect(lines[0]).toMatch(new RegExp(`^1 [A-Z]{3}${headline}$`));
  });

  it('says only the last day of a mean if the key may not ask for series', async () => {
    const without = { ask: (url: string) => inProcess.ask(url.replace('/series', '/none')), close: async () => {} };
    const asked = { amount: '5', base: 'EUR', to: 'USD', rule: 'DE-VAT', date: '2026-02-06' };
    const { lines } = await toConversion(without, asked, NOON_MS);
    expect(lines[0]).toBe('5 EUR, ECB of 2026-02-27, by rule DE-VAT for 2026-02-06');
  });

  it('is refused if the gateway ignores the rule, because the answer would pass for that of the law', async () => {
    const without = { ask: (url: string) => asker.ask(url.replace(/&rule=[^&]*/, '')), close: () => asker.close() };
    await expect(toConversion(without, { ...question, to: 'USD', date: '2026-03-13' }, NOON_MS)).rejects.toThrow(
      'rule CZ-VAT: this origin knows no rules',
    );
  });
});

describe('the newest rates', () => {
  it('show no 0 for a side that the provider does not state', async () => {
    const { lines, json } = await toRates(
      asker,
      '/v1/latest',
      { currencies: 'USD', provider: 'HMRC', extended: true },
      NOON_MS,
    );
    expect(json).toMatch(/"bid":0,"ask":0/);
    expect(lines[2]).toMatch(/^USD {2}[\d.]+ +- +-$/);
  });
});

describe('something that is no gateway', () => {
  it.each([
    ['a page', '<html>', 200],
    ['another JSON', '{"rates":[]}', 200],
    ['an error page', 'Bad Gateway', 502],
  ])('is refused with what to do: %s', async (_, body, status) => {
    await expect(toRates(stranger(body, status), '/v1/latest', {}, NOON_MS)).rejects.toThrow(
      /^the answer to \/v1\/latest is not that of a gateway of this version .*: name another origin with --origin$/,
    );
  });

  it('keeps each digit of a figure', async () => {
    const { figure } = await import('../../server/clients/ask/answers.ts');
    const { z } = await import('zod');
    const digits = '1234567890.12345678901234567890';
    expect((await askFor(stranger(`{"rate":${digits}}`), z.object({ rate: figure }), '/')).value).toEqual({
      rate: digits,
    });
  });
});
