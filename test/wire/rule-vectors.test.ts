/**
 * Official figures of tax offices against the rates from which they were made: each is found again by date rule, mean
 * and rounding. The figures lie beside a checkout, as the recordings do.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../generator/kit/package.ts';
import { readRules } from '../../generator/sources/facts/rules.ts';
import type { Fixings } from '../../generator/wire/answers/provider-index.ts';
import { DATE_RULES, type DateRuleName } from '../../generator/wire/answers/rule-dates.ts';
import { type Rounding, toRuleTable } from '../../generator/wire/answers/rules.ts';
import { toPeriodItem } from '../../generator/wire/answers/spans.ts';
import { type Figures, type Table, toTable } from '../../generator/wire/answers/table.ts';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate, periodOf } from '../../generator/wire/words/calendar.ts';
import {
  type CurrencyCode,
  currencyCode,
  EUR,
  type IsoDate,
  providerCode,
} from '../../generator/wire/words/schemas.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { readExamples } from '../support/kit/examples.ts';

const FILE = join(packageRoot(), '..', 'shared', 'RULES-vectors.csv');
const areThere = recordingsAreThere('official figures of tax offices') && existsSync(FILE);

const vector = z.object({
  ...{ rule: z.string(), provider: z.string(), kind: z.string(), period: z.string() },
  ...{ base: z.string(), currency: z.string(), value: z.string(), n: z.string(), source: z.string() },
});
type Vector = z.infer<typeof vector>;
const vectors = areThere ? z.array(vector).parse(parse(readFileSync(FILE, 'utf8'), { columns: true })) : [];
const of = (rule: string) => vectors.filter((one) => one.rule === rule);

interface Recorded extends Fixings {
  readonly tables: ReadonlyMap<IsoDate, Table>;
}

/** Rows of a recorded CSV with the date first and a column for each currency; any cell but a figure is no quotation. */
function toRecorded(
  provider: string,
  reference: string,
  codes: readonly string[],
  rows: readonly (readonly [date: IsoDate, cells: readonly string[]])[],
): Recorded {
  const facts = { provider: providerCode.parse(provider), reference: currencyCode.parse(reference), bidAsk: false };
  const tables = rows.map(([date, cells]) => {
    const figures = codes.flatMap((code, place): (readonly [CurrencyCode, Figures])[] => {
      const text = cells[place] ?? '';
      if (!/^\d+(\.\d+)?$/.test(text) || !currencyCode.safeParse(code).success) return [];
      return [[currencyCode.parse(code), { mid: Ratio.parse(text), bid: null, ask: null }]];
    });
    return [date, toTable({ ...facts, date }, figures)] as const;
  });
  tables.sort(([left], [right]) => (left < right ? -1 : 1));
  return { fixings: tables.map(([date]) => ({ date, until: date })), tables: new Map(tables) };
}

const lines = z.array(z.array(z.string()));

function ofEcb(): Recorded {
  const [header = [], ...rows] = lines.parse(
    parse(readRecording('ECB/eurofxref-hist.csv'), { relax_column_count: true }),
  );
  const wanted = new Set(vectors.filter(({ provider }) => provider === 'ECB').map(({ period }) => period.slice(0, 4)));
  const near = rows.filter(
    ([date = '']) => wanted.has(date.slice(0, 4)) || wanted.has(`${Number(date.slice(0, 4)) + 1}`),
  );
  return toRecorded(
    'ECB',
    'EUR',
    header.slice(1),
    near.map(([date = '', ...cells]) => [parseIsoDate(date), cells]),
  );
}

function ofRba(): Recorded {
  const rows = lines.parse(parse(readRecording('RBA/f11.1-daily.csv'), { relax_column_count: true, bom: true }));
  const codes = rows.find(([name]) => name === 'Units')?.slice(1) ?? [];
  const days = rows.filter(([date = '']) => /^\d\d-[A-Z][a-z]{2}-2023$/.test(date));
  const month = (name: string) =>
    `${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].indexOf(name) + 1}`;
  return toRecorded(
    'RBA',
    'AUD',
    codes,
    days.map(([date = '', ...cells]) => {
      const [dayOfMonth, name = ''] = date.split('-');
      return [parseIsoDate(`2023-${month(name).padStart(2, '0')}-${dayOfMonth}`), cells];
    }),
  );
}

const roundingOf = (code: string) => readRules().find((rule) => rule.code === code)?.rounding ?? null;
const tables = new Map<string, Table>();

/** The table that a rule makes on a day, and how many fixings it is made of. */
function ruled(recorded: Recorded, dateRule: DateRuleName, date: string, rounding: Rounding) {
  const { fixings } = DATE_RULES[dateRule](parseIsoDate(date), recorded);
  const key = `${dateRule} ${date} ${rounding} ${fixings.at(-1)}`;
  const made =
    tables.get(key) ??
    toRuleTable(
      fixings.map((one) => recorded.tables.get(one) as Table),
      { side: 'mid', rounding, currencies: null, dateRule },
    );
  tables.set(key, made);
  return { table: made, days: fixings.length };
}

const named = ({ period, base, currency, value }: Vector) => `${period} 1 ${base} = ${value} ${currency}`;
const plain = (text: string) => Decimal.parse(text).toString();
/** A vector, its official figure, and the figure of the table. */
const beside = (one: Vector, table: Table) =>
  [named(one), plain(one.value), table.figures.get(currencyCode.parse(one.currency))?.mid?.toString()] as const;

describe.skipIf(!areThere)('official figures', () => {
  let ecb: Recorded;
  beforeAll(() => {
    ecb = ofEcb();
  });

  const OFFICES = [
    { office: 'German ministry', of: 'DE-BMF', by: () => ecb, base: EUR, unit: 'month', rule: 'DE-VAT', count: 968 },
    {
      office: 'Australian Taxation Office',
      of: 'AU-ATO',
      by: ofRba,
      base: 'AUD',
      unit: 'year',
      rule: 'AU-AVG',
      count: 17,
    },
  ] as const;

  it.each(OFFICES)('of the $office are the means of the $unit, $count of $count', (one) => {
    const recorded = one.by();
    const found = of(one.of).map((official) => {
      const date = one.unit === 'month' ? `${official.period}-15` : `${official.period}-07-01`;
      return beside(official, ruled(recorded, `average-${one.unit}`, date, roundingOf(one.rule)).table);
    });
    expect(found.filter(([, official, figure]) => official !== figure)).toEqual([]);
    expect(found.length).toBe(one.count);
  });

  it.each(OFFICES)(
    'of the $office are the averages that /v1/series states to as many places, $count of $count',
    (one) => {
      const { fixings, tables } = one.by();
      const found = of(one.of).map((official) => {
        const { period, currency, value, n } = official;
        const span = periodOf(parseIsoDate(one.unit === 'month' ? `${period}-01` : `${period}-01-01`), one.unit);
        const days = fixings.filter(({ date }) => span.first <= date && date <= span.last);
        const wanted = { view: 'standard', base: currencyCode.parse(one.base), statistic: 'average' } as const;
        const item = toPeriodItem(
          span,
          days.map(({ date }) => tables.get(date) as Table),
          true,
          { ...wanted, places: value.split('.')[1]?.length ?? 0, currencies: new Set([currencyCode.parse(currency)]) },
        );
        return [named(official), plain(value), n, item.rates] as const;
      });
      const differing = found.filter(([, official, days, [row]]) => {
        return row === undefined || !('rate' in row) || row.rate !== official || `${row.days}` !== days;
      });
      expect(differing).toEqual([]);
      expect(found.length).toBe(one.count);
    },
  );

  it('of the Finnish customs are the rates of the ECB of the second-last Wednesday, 87 of 87', () => {
    const found = of('FI-CUSTOMS').map((one) => {
      const { table, days } = ruled(ecb, 'second-last-wednesday', `${one.period}-01`, null);
      expect([days, table.date]).toEqual([1, /fixing (\S+)$/.exec(one.source)?.[1]]);
      return beside(one, table);
    });
    expect(found.filter(([, official, figure]) => official !== figure)).toEqual([]);
    expect(found.length).toBe(87);
  });

  it.each(readExamples('wire/rule-figures.txt', 'of the ECB'))(
    'of %s from %s are the rates of the ECB of %s',
    (code, date = '', fixing, ...figures) => {
      const { dateRule = 'on', rounding = null } = readRules().find((rule) => rule.code === code) ?? {};
      const { table } = ruled(ecb, dateRule, date, rounding);
      const stated = figures.map((figure) => figure.split(' ')[0] ?? '');
      const found = stated.map((currency) => `${currency} ${table.figures.get(currencyCode.parse(currency))?.mid}`);
      expect([table.date, ...found]).toEqual([fixing, ...figures]);
    },
  );

  it('of VAT returns in pounds are the crosses of the first rates of the ECB at or after the end of the quarter', () => {
    const found = of('EU-OSS (GBP return)').map((one) => {
      const [year, quarter] = one.period.split('-Q');
      const { table } = ruled(ecb, 'period-end', `${year}-${`${Number(quarter) * 3 - 1}`.padStart(2, '0')}-10`, null);
      expect(table.date).toBe(/fixing (\S+)$/.exec(one.source)?.[1]);
      const mid = (code: string) => table.figures.get(currencyCode.parse(code))?.mid as Ratio;
      return [named(one), plain(one.value), mid(one.currency).over(mid('GBP')).round(4)] as const;
    });
    expect(found.filter(([, official, figure]) => official !== figure)).toEqual([]);
    expect(found.length).toBe(11);
  });

  it('are all compared but the nine of HMRC, most of whose lists of 2018 and 2022 nobody recorded', () => {
    const compared = ['DE-BMF', 'AU-ATO', 'FI-CUSTOMS', 'EU-OSS (GBP return)'].flatMap(of);
    const others = vectors.filter((one) => !compared.includes(one));
    expect([compared.length, others.length, vectors.length]).toEqual([1_083, 9, 1_092]);
    expect(new Set(others.map(({ rule }) => rule))).toEqual(new Set(['GB-HMRC']));
  });
});
