/** False alarms: the gate over 27 years of real nights of one bank. */
import { beforeAll, describe, expect, it } from 'vitest';
import { groupBy } from '../../generator/kit/items.ts';
import { checkTree } from '../../generator/release/gate/gate.ts';
import type { Finding } from '../../generator/release/gate/report.ts';
import type { TreeReader } from '../../generator/release/gate/stated.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { ecb } from '../../generator/sources/providers/ecb.ts';
import { indexPath, tablePath } from '../../generator/wire/answers/paths.ts';
import { indexText } from '../../generator/wire/answers/provider-index.ts';
import type { ProviderNode, Reference, YearNode } from '../../generator/wire/release/manifest.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { EUR, type IsoDate, providerCode } from '../../generator/wire/words/schemas.ts';
import { readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const ECB = providerCode.parse('ECB');

/** So many fixings before a night are in its tree. */
const BEFORE = 20;

/** Lists that a currency left although it had not ended. */
const THINNER = ['2008-12-10 lacks 1: ISK', '2022-03-02 lacks 1: RUB'];

describe.skipIf(!recordingsAreThere('the gate over 27 years of nights'))('over 27 years of ECB lists, the gate', () => {
  const findings: Finding[] = [];
  let nights = 0;

  beforeAll(async () => {
    const tables = toTables(await readRecordedLines(ecb, 'eurofxref-hist.csv'));
    const dates = [...tables.keys()].sort();
    const currencies = readCurrencies();
    for (const [place, date] of dates.entries()) {
      if (place === 0) continue;
      nights++;
      const held = dates.slice(Math.max(0, place - BEFORE), place + 1);
      const report = await checkTree({
        tree: treeOf(held, tables),
        last: treeOf(held.slice(0, -1), tables),
        definitions: [ecb],
        currencies,
        now: date,
        accepted: [],
      });
      findings.push(...[...report.refusals, ...report.warnings].filter(({ provider }) => provider === ECB));
    }
  });

  it('refuses none of 6982 nights, and warns of missing currencies on two and of lateness on none', () => {
    expect([nights, findings.length]).toEqual([6982, THINNER.length]);
    expect(findings.map(({ words }) => words.replace(/^ECB reference: (.*);.*$/, '$1'))).toEqual(THINNER);
  });
});

/** @param lines such as `2026-03-02 1 EUR/USD mid 1.1`. Returns the text of a table by date. */
function toTables(lines: readonly string[]): ReadonlyMap<IsoDate, string> {
  const byDate = groupBy(lines, (line) => parseIsoDate(line.slice(0, 10)));
  const rowOf = (line: string) => line.replace(/^\S+ 1 EUR\/(\w+) mid (\S+)$/, '$1,$2,,');
  return new Map(
    [...byDate].map(([date, own]) => {
      const rows = [...own.map(rowOf), `${EUR},1,,`].sort();
      return [date, `currency,mid,bid,ask\n${rows.join('\n')}\n`] as const;
    }),
  );
}

/** The part of one bank's tree that the gate reads, in memory. */
function treeOf(dates: readonly IsoDate[], tables: ReadonlyMap<IsoDate, string>): TreeReader {
  const index = { provider: ECB, latest: null, references: [{ from: parseIsoDate('1999-01-01'), currency: EUR }] };
  const files = new Map<string, string>([
    [indexPath(ECB), indexText({ ...index, fixings: dates.map((date) => ({ date, until: date })) })],
    ...dates.map((date) => [tablePath(ECB, date), tables.get(date) ?? ''] as const),
  ]);
  const years = [...groupBy(dates, (date) => date.slice(0, 4))].map(([year, own]) => {
    const days = Object.fromEntries(own.map((date) => [date, toReference(date)]));
    return [year, toReference(own.join()), { days, gaps: {}, series: null }] as const;
  });
  const nodes = new Map<string, YearNode>(years.map(([, [, sha256], node]) => [sha256, node]));
  const named = Object.fromEntries(years.map(([year, reference]) => [year, reference]));
  const node: ProviderNode = { files: toReference(dates.join()), latest: null, years: named };
  return {
    provider: async (code) => (code === ECB ? node : null),
    year: async ([, sha256]) => nodes.get(sha256) ?? { days: {}, gaps: {}, series: null },
    async read(path) {
      const text = files.get(path);
      return text === undefined ? null : Buffer.from(text);
    },
  };
}

/** Of a text that is the same for the same content. */
function toReference(content: string): Reference {
  const sha256 = hashOf(content);
  return [sha256.slice(0, 32), sha256, 1];
}
