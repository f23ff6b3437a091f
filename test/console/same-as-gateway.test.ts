/** `ratetree rate` and `latest` say what the gateway says: the same figures, and the same refusals in the same words. */
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import type { IsoDate } from '../../generator/wire/schemas.ts';
import { askFor, Refused } from '../../server/console/answers.ts';
import { treeAsker } from '../../server/console/asker.ts';
import { toLatest } from '../../server/console/latest.ts';
import { toRate } from '../../server/console/rate.ts';
import { toSeries } from '../../server/console/series.ts';
import { diskStore } from '../../server/stores/disk.ts';
import { randomOf } from '../support/kit/random.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
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
    if (error instanceof Refused) return error;
    throw error;
  });
}

async function compare(path: string, question: Readonly<Record<string, string>>, answer: ReturnType<typeof told>) {
  const { status, text } = await gateway.ask(`${path}?${new URLSearchParams(question)}`);
  const own = await answer;
  if (own instanceof Refused) expect([own.status, own.body], text).toEqual([status, text]);
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
      met.add(await compare('/v1/convert', question, told(toRate(asker, { amount, base, ...more }))));
    }
    expect([...met].sort()).toEqual([200, 400]);
  });

  it('tells the newest rates and refuses in 300 random questions as the gateway does', async () => {
    const met = new Set<number>();
    for (let count = 0; count < 300; count++) {
      const question = questionOf([], ['currencies', 'provider', 'base', 'decimals', 'type']);
      met.add(await compare('/v1/latest', question, told(toLatest(asker, question))));
    }
    expect([...met].sort()).toEqual([200, 400]);
  });

  it('tells a span and refuses in 300 random questions as the gateway does', async () => {
    const met = new Set<number>();
    const days = ['2026-03-11', '2025-09-08', '2026-03-14', '1998-01-01'].map(parseIsoDate);
    const periods = ['day', 'MONTH', 'quarter', 'year', 'week'];
    for (let count = 0; count < 300; count++) {
      const { currencies = '', to: _, ...more } = questionOf(['currencies'], ['provider', 'base', 'decimals', 'type']);
      const span = { from: days[random.below(4)] as IsoDate, period: periods[random.below(5)] ?? '' };
      const own = await told(toSeries(asker, { currencies, ...more, ...span }));
      const { status, text } = await gateway.ask(`/v1/series?${new URLSearchParams({ currencies, ...more, ...span })}`);
      if (own instanceof Refused) expect([own.status, own.body], text).toEqual([status, text]);
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
  const lines = async (...[question]: [Parameters<typeof toRate>[1]]) => (await toRate(asker, question)).lines;

  it('names the day of the fixing, and the day that was asked for if it is another', async () => {
    const question = { amount: '100', base: 'USD', to: 'EUR', provider: 'TCMB' };
    expect(await lines({ ...question, date: '2025-09-08' })).toEqual([
      '100 USD, TCMB of 2025-09-08',
      expect.stringMatching(/^EUR {2}\d+\.\d+$/),
    ]);
    expect((await lines({ ...question, date: '2025-09-10' }))[0]).toBe(
      '100 USD, TCMB of 2025-09-08, which counts for 2025-09-10',
    );
  });

  it('is refused for a rule if the origin knows no rules, because the answer would pass for that of the law', async () => {
    const asked: string[] = [];
    const without = {
      ask: (url: string) => {
        asked.push(url);
        return asker.ask(url.replace(/&rule=[^&]*/, ''));
      },
      close: () => asker.close(),
    };
    const question = { amount: '1', base: 'EUR', to: 'USD', rule: 'EU-VAT' };
    await expect(toRate(without, question)).rejects.toThrow('rule EU-VAT: this origin knows no rules');
    expect(asked).toEqual(['/v1/convert?amount=1&base=EUR&to=USD&rule=EU-VAT']);
  });

  it('shows what else an answer says, such as the rule and its source', async () => {
    const body =
      '{"provider":"ECB","date":"2026-03-13","base":"EUR","amount":1,"conversions":{"USD":1.10},"rule":{"code":"EU-VAT","source":"art. 91"}}';
    const ruled = { ask: async () => ({ status: 200, body }), close: async () => {} };
    const { lines: shown, json } = await toRate(ruled, { amount: '1', base: 'EUR', rule: 'EU-VAT' });
    expect(shown).toEqual(['1 EUR, ECB of 2026-03-13', 'USD  1.10', 'rule: code EU-VAT; source art. 91']);
    expect(json).toBe(body);
  });
});

describe('the newest rates', () => {
  it('show no 0 for a side that the provider does not state', async () => {
    const { lines, json } = await toLatest(asker, { currencies: 'USD', provider: 'HMRC', extended: true });
    expect(json).toMatch(/"bid":0,"ask":0/);
    expect(lines[2]).toMatch(/^USD {2}[\d.]+ +- +-$/);
  });
});

describe('something that is no gateway', () => {
  it.each([
    ['a page', { status: 200, body: '<html>' }],
    ['another JSON', { status: 200, body: '{"rates":[]}' }],
    ['an error page', { status: 502, body: 'Bad Gateway' }],
  ])('is refused with what to do: %s', async (_, reply) => {
    const stranger = { ask: async () => reply, close: async () => {} };
    await expect(toLatest(stranger, {})).rejects.toThrow(
      /^\/v1\/latest is not answered as a gateway of this version answers it .*: name another origin with --origin$/,
    );
  });

  it('keeps each digit of a figure', async () => {
    const { figure } = await import('../../server/console/answers.ts');
    const { z } = await import('zod');
    const digits = '1234567890.12345678901234567890';
    const reply = { ask: async () => ({ status: 200, body: `{"rate":${digits}}` }), close: async () => {} };
    expect((await askFor(reply, z.object({ rate: figure }), '/')).value).toEqual({ rate: digits });
  });
});
