/** Currencies and providers of Frankfurter's second interface. What the tree does not say is null. */

import { z } from 'zod';
import { remembered } from '../../generator/kit/items.ts';
import { namedRows } from '../../generator/wire/answers/named-rows.ts';
import { provenancePath, seriesPath } from '../../generator/wire/answers/paths.ts';
import { punctualityAt } from '../../generator/wire/answers/punctuality.ts';
import type { ProviderStatus } from '../../generator/wire/answers/status.ts';
import { roundTo } from '../../generator/wire/answers/views.ts';
import { Decimal } from '../../generator/wire/exact/decimal.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { parseTreeFile } from '../../generator/wire/release/tree-file.ts';
import { earlierOf, laterOf } from '../../generator/wire/words/calendar.ts';
import { compareTexts } from '../../generator/wire/words/order.ts';
import { type CurrencyCode, currencyCode, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { toWrittenCode } from '../../generator/wire/words/written-codes.ts';
import { Problem } from '../request/query/problem.ts';
import { type Parameters, toAsciiLower, toValue } from '../request/query/target.ts';
import { parseList } from '../request/query/values.ts';
import type { Said } from './dialect.ts';
import type { Rates } from './rates.ts';
import { checkOnce } from './reading.ts';

/** @param newest what `/v2/rates` has a rate of, so that each currency of the list has one */
export async function sayCurrencies(
  rates: Rates,
  parameters: Parameters,
  newest: () => Promise<ReadonlySet<CurrencyCode>>,
): Promise<Said> {
  checkOnce(parameters, ['scope', 'providers']);
  const scope = toValue(parameters, 'scope');
  if (scope !== null && toAsciiLower(scope) !== 'all') throw new Problem(1104, 'invalid scope');
  const providers = parseList(parameters, 'providers');
  const spans = await spansOf(rates, providers ?? new Set([GLOBAL]));
  const quoted = scope === null && providers === null ? await newest() : null;
  const listed = [...spans].filter(([code]) => quoted === null || quoted.has(code));
  const texts = listed.map(([code, span]) => `{${toFields(rates, code, span)}}`);
  return { text: `[${texts.join(',')}]`, freshness: 'current' };
}

export async function sayCurrency(rates: Rates, name: string): Promise<Said> {
  const code = currencyCode.safeParse(toWrittenCode(name));
  const span = code.success ? (await spansOf(rates, new Set([GLOBAL]))).get(code.data) : undefined;
  if (!code.success || span === undefined) throw new Problem(1404, 'not found');
  const providers = statusesOf(rates)
    .filter((one) => one.provider !== GLOBAL && lastDates(rates, one).has(code.data))
    .map(({ provider }) => provider);
  const peg = await pegOf(rates, code.data);
  const fields = `${toFields(rates, code.data, span)},"providers":${JSON.stringify(providers)}`;
  return { text: `{${fields}${peg === null ? '' : `,"peg":${peg}`}}`, freshness: 'current' };
}

/** By release. To count missed publications takes a fifth of a second, and the count changes once a day. */
const PROVIDERS = new WeakMap<object, { readonly today: IsoDate; readonly text: string }>();

export async function sayProviders(rates: Rates): Promise<Said> {
  const { catalogue, today } = rates;
  const cached = PROVIDERS.get(catalogue);
  const text = cached?.today === today ? cached.text : providersText(rates);
  PROVIDERS.set(catalogue, { today, text });
  return { text, freshness: 'current' };
}

function providersText(rates: Rates): string {
  const midnightMs = Date.parse(`${rates.today}T00:00:00Z`);
  const listed = statusesOf(rates).flatMap((one) => {
    const known = rates.catalogue.byCode.get(one.provider);
    if (known === undefined || one.provider === GLOBAL) return [];
    const { description, countryCode, referenceCurrency } = known.facts;
    return {
      key: one.provider,
      name: description,
      country_code: countryCode === '' ? null : countryCode,
      rate_type: null,
      pivot_currency: referenceCurrency,
      data_url: null,
      terms_url: null,
      start_date: one.first,
      end_date: one.last,
      publish_cadence: cadenceOf(one),
      publishes_missed: punctualityAt(one, midnightMs).missed.length,
      currencies: [...lastDates(rates, one).keys()],
    };
  });
  return JSON.stringify(listed);
}

interface DateSpan {
  readonly start: IsoDate;
  readonly end: IsoDate;
}

/** First and last date of each currency of these providers, by code. */
async function spansOf(rates: Rates, providers: ReadonlySet<string>): Promise<ReadonlyMap<CurrencyCode, DateSpan>> {
  const spans = new Map<CurrencyCode, DateSpan>();
  for (const one of statusesOf(rates)) {
    const known = rates.catalogue.byCode.get(one.provider);
    if (known === undefined || !providers.has(one.provider)) continue;
    const ends = lastDates(rates, one);
    const starts = await firstDates(rates, known, ends);
    for (const [code, end] of ends) {
      const start = starts.get(code) ?? end;
      const known = spans.get(code) ?? { start, end };
      spans.set(code, { start: earlierOf(start, known.start), end: laterOf(end, known.end) });
    }
  }
  return new Map([...spans].sort(([left], [right]) => compareTexts(left, right)));
}

function toFields({ catalogue }: Rates, code: CurrencyCode, { start, end }: DateSpan): string {
  const known = catalogue.currencies.find((currency) => currency.code === code);
  const fields = { iso_code: code, iso_numeric: known?.numericCode ?? null, name: known?.name ?? code };
  return JSON.stringify({ ...fields, symbol: symbolOf(code), start_date: start, end_date: end }).slice(1, -1);
}

/**
 * As CLDR has it, in the version of this Node; null where CLDR writes the code. Remembered for each of some 180 codes,
 * because to make the format of one takes half a millisecond.
 */
const symbolOf = remembered((code: CurrencyCode): string | null => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0n).find(({ type }) => type === 'currency')?.value ?? code;
  return symbol === code ? null : symbol;
});

/** That service knows no word for a quarter. */
function cadenceOf({ monthly, quarterly, schedule }: ProviderStatus): 'daily' | 'weekly' | 'monthly' | null {
  if (monthly) return 'monthly';
  if (quarterly === true) return null;
  return schedule.days.length === 1 ? 'weekly' : 'daily';
}

/** @throws Problem while the status of the release cannot be read */
function statusesOf({ catalogue }: Rates): readonly ProviderStatus[] {
  if (catalogue.status !== null) return catalogue.status.providers;
  throw new Problem(1503, 'the status of the release is not available; ask again in a moment', 5);
}

/** The last date of every currency, the reference currency included. */
function lastDates({ catalogue }: Rates, one: ProviderStatus): ReadonlyMap<CurrencyCode, IsoDate> {
  const reference = catalogue.byCode.get(one.provider)?.facts.referenceCurrency;
  const all = Object.entries(one.currencies).map(([code, date]) => [currencyCode.parse(code), date] as const);
  const own = reference === undefined ? [] : [[reference, one.last] as const];
  return new Map([...all, ...own].sort(([left], [right]) => compareTexts(left, right)));
}

const text = z.string();
const pegRow = z.object({ currency: text, anchor: text, per: text, units: text, source: text });
const provenance = z.object({ pegs: namedRows.pipe(z.array(pegRow)) });

/** The peg by which GLOBAL states the currency in its newest fixing, if it does. */
async function pegOf(rates: Rates, code: CurrencyCode): Promise<string | null> {
  const newest = rates.catalogue.byCode.get(GLOBAL)?.index.latest ?? null;
  const path = newest === null ? null : provenancePath(GLOBAL, newest);
  const bytes = path === null ? null : await rates.file(path);
  if (path === null || bytes === null) return null;
  const found = parseTreeFile(path, bytes, provenance).pegs.find(({ currency }) => currency === code);
  if (found === undefined) return null;
  const { anchor, per, units, source } = found;
  const rate = roundTo(Decimal.parse(units).over(Decimal.parse(per)), 'fine');
  return `{"base":"${anchor}","rate":${rate},"authority":${JSON.stringify(source)}}`;
}

// The date on which a provider first quoted each currency. No file of the tree lists this. The first table of each
// year tells which currencies were there by then, and the series of the year before tells the date.

/**
 * @param lastDates of the currencies that the provider has ever quoted, each with its last date
 * @throws Problem, StoreError
 */
async function firstDates(
  rates: Rates,
  provider: KnownProvider,
  lastDates: ReadonlyMap<CurrencyCode, IsoDate>,
): Promise<ReadonlyMap<string, IsoDate>> {
  const seenOn = new Map<CurrencyCode, IsoDate>();
  const yearsFirst = provider.index.fixings.filter(
    ({ date }, place, all) => all[place - 1]?.date.slice(0, 4) !== date.slice(0, 4),
  );
  for (const { date } of yearsFirst) {
    const { figures } = await rates.table(provider, date);
    await rates.worked(figures.size);
    for (const code of figures.keys()) if (!seenOn.has(code)) seenOn.set(code, date);
  }
  const oldest = yearsFirst[0]?.date;
  const firsts = [...lastDates].map(async ([code, last]) => {
    const seen = seenOn.get(code);
    if (seen !== undefined && seen === oldest) return [code, seen] as const;
    // The first table of a year has the first date of that year.
    const year = BigInt((seen ?? last).slice(0, 4)) - (seen === undefined ? 0n : 1n);
    return [code, await firstOf(rates, provider, code, { date: seen ?? last, year })] as const;
  });
  return new Map(await Promise.all(firsts));
}

/** More than the header and the first date take. */
const HEAD_BYTES = 200;

interface KnownFrom {
  /** On which it is quoted. */
  readonly date: IsoDate;
  /** The newest in which it may have been quoted before. */
  readonly year: bigint;
}

async function firstOf(rates: Rates, provider: KnownProvider, code: CurrencyCode, known: KnownFrom): Promise<IsoDate> {
  let first = known.date;
  for (let { year } = known; ; year--) {
    const bytes = await rates.file(seriesPath(provider.facts.code, code, `${year}`, 'csv'));
    const [, row] = bytes?.toString('utf8', 0, HEAD_BYTES).split('\r\n') ?? [];
    if (row === undefined || row === '') return first;
    first = row.slice(0, 10) as IsoDate;
  }
}
