/** `ratetree export`: a span as one document with the bytes of the service, whether it fits into one answer or not. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Wait } from '../../generator/wire/answers/asking.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { type Asker, isRefusal } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { toFile } from '../../server/clients/export/output.ts';
import { EXPORT_FORMATS } from '../../server/clients/export/run.ts';
import type { ExportQuestion } from '../../server/clients/export/series-asker.ts';
import { readForms } from '../../server/request/forms/files.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { exported as exportedBytes, inMemory } from '../support/kit/exported.ts';
import { gatewayOver, keyRecord, NOON_MS, type Reply } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { stranger } from '../support/servers/stranger.ts';
import { generateLongTree, LONG_NOON_MS, LONG_TO, someCurrencies } from '../support/trees/long-tree.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const day = parseIsoDate;
const said: string[] = [];
const say = (line: string) => void said.push(line);

/** The file as latin1 text. */
const exported = async (...[from, format, question, more]: Parameters<typeof exportedBytes>) =>
  (await exportedBytes(from, format, question, { say, ...more })).toString('latin1');

let tree = '';
let asker: Asker;
let asked: string[];
let answerOf: (question: string) => Promise<Reply>;
beforeAll(async () => {
  tree = await generateLongTree();
  const inner = await treeAsker({ store: diskStore(tree), nowMs: () => LONG_NOON_MS, say });
  const ask: Asker['ask'] = (url) => {
    asked.push(url);
    return inner.ask(url);
  };
  asker = { ...inner, ask };
  const gateway = await gatewayOver(diskStore(tree), { nowMs: () => LONG_NOON_MS });
  answerOf = async (question) => {
    const reply = await gateway.ask(`/v1/series?provider=ECB&${question}`);
    expect(reply.status, reply.text).toBe(200);
    return reply;
  };
});

const FORMATS = ['csv', 'json'] as const;
const LIMITS = [
  ['years', someCurrencies(150)],
  ['quarters', someCurrencies()],
] as const;
const CHOICES = [
  ['', {}],
  ['&period=month', { period: 'month' }],
  ['&period=quarter', { period: 'quarter' }],
  ['&period=year', { period: 'YEAR' }],
  ['&period=month&statistic=end', { period: 'month', statistic: 'end' }],
] as const;

describe.each(FORMATS)('%s', (format) => {
  const header = format === 'csv' ? '&format=csv&header=true' : '';

  it.each(CHOICES)('is the answer of the service itself where it gives one: %s', async (more, choice) => {
    const question = {
      provider: 'ECB',
      currencies: 'EUR,JPY,USD',
      from: day('2024-02-10'),
      to: day('2025-11-11'),
      ...choice,
    };
    asked = [];
    const text = await exported(asker, format, question);
    expect(text).toBe((await answerOf(`currencies=EUR,JPY,USD&from=2024-02-10&to=2025-11-11${more}${header}`)).text);
    // Beside the figures, the class of their licence is asked for.
    expect(asked.map((url) => url.split('?', 1).join())).toEqual(['/v1/series', '/v1/status.json']);
  });

  it.each(
    LIMITS.flatMap(([limit, currencies]) =>
      CHOICES.map(([more, choice]) => [limit, more, currencies, choice] as const),
    ).filter(([limit, more]) => limit === 'years' || !more.includes('year')),
  )('is put together from answers about %s with the same bytes: %s', async (limit, more, currencies, choice) => {
    asked = [];
    const text = await exported(asker, format, { provider: 'ECB', currencies, from: day('2024-02-10'), ...choice });
    // The bank states none of the other currencies, so that the service gives all in one answer if they are not named.
    expect(text).toBe((await answerOf(`currencies=EUR,JPY,USD&from=2024-02-10${more}${header}`)).text);
    const spans = asked.filter((url) => url.startsWith('/v1/series')).length;
    expect(spans, asked.join('\n')).toBeGreaterThan(limit === 'years' ? 3 : 8);
  });

  it('is refused in the words of the service where a year or a span that is one item is too large for an answer', async () => {
    const question = { provider: 'ECB', currencies: someCurrencies(), from: day('2024-02-10') };
    for (const period of ['year', 'span']) {
      await expect(exported(asker, format, { ...question, period })).rejects.toMatchObject({ errorCode: 1105 });
    }
  });

  it('skips years without a fixing at both ends, and is empty where there is none at all', async () => {
    const currencies = someCurrencies();
    const span = { from: day('2023-12-30'), to: day('2026-01-04') };
    const text = await exported(asker, format, { provider: 'ECB', currencies, ...span });
    expect(text).toBe((await answerOf(`currencies=EUR,JPY,USD&from=2023-12-30&to=2026-01-04${header}`)).text);
    expect(text).toContain('2025-12-31');
    expect(text).not.toContain('2026-01');
    const none = { provider: 'ECB', currencies: 'USD', from: day('2024-02-10'), to: day('2024-02-11') };
    const empty =
      format === 'csv'
        ? 'provider,date,base,currency,rate\r\n'
        : (await answerOf('from=2024-02-10&to=2024-02-11')).text;
    expect(await exported(asker, format, none)).toBe(empty);
  });

  it('begins with the first fixing and ends with the newest one unless it is told otherwise', async () => {
    expect(await exported(asker, format, { provider: 'ECB', currencies: someCurrencies() })).toBe(
      (await answerOf(`currencies=EUR,JPY,USD&from=2023-12-27&to=${LONG_TO}${header}`)).text,
    );
  });
});

/** Of --format and --template. */
const ALL = [...EXPORT_FORMATS.keys(), ...readForms().keys()];

describe('every format', () => {
  /** PrestaShop's has one day, and Ghostfolio's one currency. */
  const BYTES: Readonly<Record<string, number>> = { prestashop: 200 };
  const CODES: Readonly<Record<string, string>> = { ghostfolio: 'USD' };

  it.each(ALL)('%s has the same bytes from answers about quarters as from one', async (format) => {
    const from = day('2024-02-10');
    const currencies = CODES[format] ?? 'EUR,JPY,USD';
    const left = (code: string) => currencies.includes(code) || !['EUR', 'JPY', 'USD'].includes(code);
    const one = await exported(asker, format, { provider: 'ECB', currencies, from });
    const many = someCurrencies().split(',').filter(left).join();
    expect(await exported(asker, format, { provider: 'ECB', currencies: many, from })).toBe(one);
    expect(one.length).toBeGreaterThan(BYTES[format] ?? 5000);
  });
});

const small = writeSmallTree();
const smallAsker = await treeAsker({ store: diskStore(small), nowMs: () => NOON_MS, say });
const smallGateway = await gatewayOver(diskStore(small));

describe('a refusal', () => {
  it.each<[string, ExportQuestion]>([
    ['provider=NOBODY&from=2026-03-11', { provider: 'NOBODY', from: day('2026-03-11') }],
    ['currencies=ZZZ&from=2026-03-11', { currencies: 'ZZZ', from: day('2026-03-11') }],
    ['base=ZZZ&from=2026-03-11', { base: 'ZZZ', from: day('2026-03-11') }],
    ['provider=TCMB&base=USD&from=2026-03-11', { provider: 'TCMB', base: 'USD', from: day('2026-03-11') }],
    ['from=2026-03-13&to=2026-03-11', { from: day('2026-03-13'), to: day('2026-03-11') }],
    ['from=1998-01-01&to=1998-02-01', { from: day('1998-01-01'), to: day('1998-02-01') }],
    ['from=2026-03-11&to=2030-01-01', { from: day('2026-03-11'), to: day('2030-01-01') }],
    ['from=2026-03-11&period=week', { from: day('2026-03-11'), period: 'week' }],
    ['from=2026-03-11&statistic=end', { from: day('2026-03-11'), statistic: 'end' }],
    [
      'from=2026-03-11&period=month&statistic=median',
      { from: day('2026-03-11'), period: 'month', statistic: 'median' },
    ],
    ['provider=HNB&from=2022-12-30', { provider: 'HNB', from: day('2022-12-30') }],
  ])('is that of the service, in its words, whatever the format: %s', async (parameters, question) => {
    const { status, text } = await smallGateway.ask(`/v1/series?${parameters}`);
    const { message, errorCode } = JSON.parse(text) as { message: string; errorCode: number };
    expect(status).toBe(400);
    for (const format of ALL) {
      const opened: string[] = [];
      const open = async () => {
        opened.push(format);
        return inMemory();
      };
      const refused = await exported(smallAsker, format, question, { open }).catch((error: unknown) => error);
      expect(isRefusal(refused)).toBe(true);
      expect(refused).toMatchObject({ message, errorCode });
      expect(opened).toEqual([]);
    }
  });
});

describe('what a gateway does meanwhile', () => {
  const question = { provider: 'ECB', currencies: someCurrencies(), from: day('2024-02-10') };

  it('may be that the limit of the key is reached: the export waits as long as it is told to', async () => {
    let nowMs = LONG_NOON_MS;
    const plan = { operations: ['series', 'latest'] as const, requestsPerMinute: 4 };
    const limited = toSubscribers(
      [keyRecord('limited', 'limited', { plan: { ...plan, operations: [...plan.operations] } })],
      null,
    );
    const store = diskStore(tree);
    const waited: string[] = [];
    const wait: Wait = async (milliseconds, { message }) => {
      nowMs += milliseconds;
      waited.push(message);
    };
    const patience = { retries: 1, waitMs: 60_000, wait };
    const keyed = await treeAsker({ store, nowMs: () => nowMs, say, subscribers: () => limited, patience });
    const text = await exported({ ...keyed, ask: (url) => keyed.ask(url, 'limited') }, 'csv', question);
    expect(text).toBe(await exported(asker, 'csv', question));
    expect(waited.length).toBeGreaterThan(1);
    expect(waited[0]).toMatch(/^rate limit of 4 requests a minute is reached/);
  });

  it('may be that it publishes a release: no file is made of two of them', async () => {
    let count = 0;
    const flipping: Asker = {
      ask: async (url) => Object.assign(await asker.ask(url), { header: () => (count++ < 5 ? 'older' : 'newer') }),
      close: async () => {},
    };
    const path = join(freshFolder(), 'rates.csv');
    const open = () => toFile(path);
    await expect(exported(flipping, 'csv', question, { open })).rejects.toThrow(
      'release older was replaced by newer during the export',
    );
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it.each(FORMATS)('may be that something else answers, which no %s is made of', async (format) => {
    await expect(exported(stranger('<html>'), format, question)).rejects.toThrow(
      /^the answer to \/v1\/series is not that of a gateway in (CSV|JSON): name another origin with --origin$/,
    );
  });
});

describe('a file', () => {
  it('has another name until it is whole, and then replaces an older one, also behind a link', async () => {
    const folder = freshFolder();
    const [path, link] = [join(folder, 'rates.csv'), join(folder, 'link.csv')];
    writeFileSync(path, 'older');
    symlinkSync(path, link);
    const output = await toFile(link);
    await output.write('new');
    await output.write(Buffer.from('er'));
    expect(readFileSync(path, 'utf8')).toBe('older');
    await output.finish();
    expect([readFileSync(path, 'utf8'), readFileSync(link, 'utf8')]).toEqual(['newer', 'newer']);
    expect(readdirSync(folder).sort()).toEqual(['link.csv', 'rates.csv']);
  });

  it('leaves the older one alone if it is given up', async () => {
    const folder = freshFolder();
    const path = join(folder, 'rates.csv');
    writeFileSync(path, 'older');
    const output = await toFile(path);
    await output.write('new');
    output.abandon();
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['rates.csv'], 'older']);
  });

  it.each([
    ['a folder', mkdtempSync(join(freshFolder(), 'x')), /is not a regular file: name another one, or omit --out/],
    ['a device', '/dev/null', /is not a regular file/],
    ['a file in a folder that there is not', join(freshFolder(), 'no', 'rates.csv'), /there is no folder .*; make it/],
  ])('cannot be %s', async (_, path, words) => {
    await expect(toFile(path)).rejects.toThrow(words);
    expect(existsSync('/dev/null')).toBe(true);
  });
});
