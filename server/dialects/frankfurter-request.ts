/** Parameters of Frankfurter's second interface → what is asked for, or the first fault in that service's order. */

import { z } from 'zod';
import { namedRows } from '../../generator/wire/answers/named-rows.ts';
import { KEY_ALIASES, KEY_PARAMETER } from '../../generator/wire/answers/operations.ts';
import { provenancePath } from '../../generator/wire/answers/paths.ts';
import { roundTo } from '../../generator/wire/answers/views.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import type { Catalogue, KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { parseTreeFile } from '../../generator/wire/release/tree-file.ts';
import { laterOf } from '../../generator/wire/words/calendar.ts';
import { getOrInsert } from '../../generator/wire/words/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../request/query/problem.ts';
import { type Parameters, toAsciiLower, toValue } from '../request/query/target.ts';
import { parseList } from '../request/query/values.ts';
import type { Rates } from './rates.ts';
import { checkOnce, knownCode, readDay } from './reading.ts';

export interface RatesRequest {
  readonly base: CurrencyCode;
  /** Null for all. */
  readonly quotes: ReadonlySet<CurrencyCode> | null;
  /** Null if none of the requested providers exists, because then there are no rows. */
  readonly provider: KnownProvider | null;
  /** Null for the latest. */
  readonly day: IsoDate | null;
  /** Null for one day or the latest. `isOpen` is true if it ends with the newest fixing. */
  readonly span: { readonly from: IsoDate; readonly to: IsoDate; readonly isOpen: boolean } | null;
  /** Only with a span: rates are averages of these periods. */
  readonly group: 'week' | 'month' | null;
  /** Whether each row names the figures that it was made from. */
  readonly expands: boolean;
}

const ON_RATES = ['base', 'quotes', 'providers', 'date', 'from', 'to', 'group', 'expand'];
const ON_RATE = ['providers', 'date', 'expand'];
const KEYS: readonly string[] = [KEY_PARAMETER, ...KEY_ALIASES];

/** @param pair the codes of the path, if they are there @throws Problem */
export function readRequest(
  parameters: Parameters,
  catalogue: Catalogue,
  pair: { readonly base: string; readonly quote: string } | null = null,
): RatesRequest {
  const allowed = pair === null ? ON_RATES : ON_RATE;
  const unknown = [...parameters.keys()].filter((name) => !allowed.includes(name) && !KEYS.includes(name));
  if (unknown.length > 0) throw new Problem(1104, `unknown parameter: ${unknown.map(bare).join(', ')}`);
  checkOnce(parameters, allowed);
  const [date, from, to] = ['date', 'from', 'to'].map((name) => readDay(parameters, name));
  if (date && (from || to)) throw new Problem(1104, 'conflicting params');
  const group = readGroup(parameters);
  const expand = parseList(parameters, 'expand');
  const foreign = [...(expand ?? [])].filter((item) => toAsciiLower(item) !== 'providers');
  if (foreign.length > 0) throw new Problem(1104, `invalid expand: ${foreign.map(toAsciiLower).map(bare).join(',')}`);
  const base = pair?.base ?? toValue(parameters, 'base');
  const quotes = pair === null ? parseList(parameters, 'quotes') : new Set([toWrittenCode(pair.quote)]);
  const provider = readProvider(parameters, catalogue);
  const codes = toCodes(base === null ? [] : [toWrittenCode(base)], [...(quotes ?? [])], catalogue);
  return {
    base: codes.base ?? EUR,
    quotes: quotes === null ? null : codes.quotes,
    provider,
    day: date ?? null,
    span: from ? { from, to: to ?? laterOf(from, provider?.index.latest ?? from), isOpen: !to } : null,
    group: from ? group : null,
    expands: expand !== null,
  };
}

/** Whether the answer changes with the clock or the newest release. */
export function isFollowing({ day, span }: RatesRequest): boolean {
  return span === null ? day === null : span.isOpen;
}

function readGroup(parameters: Parameters): RatesRequest['group'] {
  const value = toValue(parameters, 'group');
  if (value === null) return null;
  const group = toAsciiLower(value);
  if (group === 'week' || group === 'month') return group;
  throw new Problem(1104, 'invalid group');
}

function toCodes(base: readonly string[], quotes: readonly string[], catalogue: Catalogue) {
  const unknown = [...base, ...quotes].filter((code) => knownCode(catalogue, code) === null);
  if (unknown.length > 0)
    throw new Problem(1002, `invalid currency: ${unknown.map((code) => `${bare(code)}${whyUnknown(code)}`).join(',')}`);
  const toKnown = (codes: readonly string[]) => codes.flatMap((code) => knownCode(catalogue, code) ?? []);
  return { base: toKnown(base)[0], quotes: new Set(toKnown(quotes)) };
}

/** A blend of some of the banks is made by nobody here: with another blend the answer would be another figure. */
function readProvider(parameters: Parameters, { byCode }: Catalogue): KnownProvider | null {
  const asked = parseList(parameters, 'providers');
  const mistaken = [...(asked ?? [])].find((code) => whyUnknown(code) !== '');
  if (mistaken !== undefined) {
    throw new Problem(1001, `invalid provider: ${bare(mistaken)}${whyUnknown(mistaken)}`);
  }
  const known = [...(asked ?? [GLOBAL])].flatMap((code) => byCode.get(code) ?? []);
  if (known.length < 2) return known[0] ?? null;
  const names = known.map(({ facts }) => facts.code).join(',');
  throw new Problem(1001, `at most one provider: there is no blend of ${names} alone; leave providers out for all`);
}

/** As it may stand in a message, without quotation marks. */
function bare(text: string): string {
  return quoted(text).slice(1, -1);
}

// The figures from which a row was made, as `expand=providers` asks for them: for GLOBAL they are its provenance.

/** A row of the interface. */
export interface DayRow {
  readonly date: IsoDate;
  readonly quote: CurrencyCode;
  /** Up to 10 decimal places, or 10 significant digits where it is below 0.001. */
  readonly rate: string;
  /** The figures that it was made from, if they were requested and there are any. */
  readonly voices?: readonly Voice[];
}

export type DayRows = readonly DayRow[];

export interface Voice {
  readonly key: string;
  readonly date: string;
  readonly rate: string;
  /** True for a figure that was looked at and left out of the rate. */
  readonly isExcluded: boolean;
}

/** To read so many rows takes as long. */
const FIGURES_PER_ROW = 2;
/** The provenance of one fixing of GLOBAL is 70 KB, and each date of an answer needs one. */
const DATES_MAX = 31;

const text = z.string();
const stated = z.object({ currency: text, provider: text, date: text, perEuro: text, use: text });
const provenance = z.object({ figures: namedRows.pipe(z.array(stated)) });

type FixingVoices = Awaited<ReturnType<typeof readFixing>>;

/** A function that adds its figures to a row. @throws Problem, StoreError */
export function voicesIn(rates: Rates, provider: KnownProvider, base: CurrencyCode) {
  const { code } = provider.facts;
  const fixings = new Map<IsoDate, Promise<FixingVoices>>();
  return async (row: DayRow): Promise<DayRow> => {
    const { date, quote, rate } = row;
    if (quote === base) return row;
    if (code !== GLOBAL) return { ...row, voices: [{ key: code, date, rate, isExcluded: false }] };
    if (fixings.size === DATES_MAX && !fixings.has(date)) {
      throw new Problem(1105, `expand is answered for at most ${DATES_MAX} dates at once; ask for a shorter range`);
    }
    const { figures, table } = await getOrInsert(fixings, date, () => readFixing(rates, provider, date));
    const perEuroOfBase = table.figures.get(base)?.mid ?? null;
    // One euro in another base is made from the figures of the base.
    const own = figures.get(quote === EUR ? base : quote) ?? [];
    if (perEuroOfBase === null || own.length === 0) return row;
    const voices = own.map((one) => {
      const perEuro = Ratio.parse(one.perEuro);
      const inBase = quote === EUR ? perEuro.inverse() : perEuro.over(perEuroOfBase);
      const isExcluded = !one.use.startsWith('used');
      return { key: one.provider, date: one.date, rate: roundTo(inBase, 'fine'), isExcluded };
    });
    return { ...row, voices };
  };
}

async function readFixing(rates: Rates, provider: KnownProvider, date: IsoDate) {
  const path = provenancePath(GLOBAL, date);
  const bytes = await rates.file(path);
  const rows = bytes === null ? [] : parseTreeFile(path, bytes, provenance).figures;
  const figures = new Map<string, typeof rows>();
  await rates.worked(FIGURES_PER_ROW * rows.length);
  for (const row of rows) if (row.perEuro !== '') getOrInsert(figures, row.currency, () => []).push(row);
  return { figures, table: await rates.table(provider, date) };
}
