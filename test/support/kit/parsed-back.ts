/** Parses a body of any format back into the facts that it states, with public libraries instead of our own code. */
import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { type LosslessNumber, parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import type { Document } from '../../../generator/wire/encode/document.ts';
import { CSV_COLUMNS } from '../../../generator/wire/encode/encode.ts';

export type Format = 'json' | 'xml' | 'csv';
export type Row = Readonly<Record<string, string>>;

const xml = new XMLParser({ parseTagValue: false, trimValues: false });
const texts = z.record(z.string(), z.string());
const rows = z.array(texts);
const fields = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof fields>;

/** One row for each item, with the columns of the CSV and every value as a text. */
export function rowsOf(kind: Document['kind'], format: Format, body: string, hasHeader = true): readonly Row[] {
  if (format === 'json')
    return rowsOfJson(
      kind,
      parseJson(body, null, (text) => text as unknown as LosslessNumber),
    );
  if (format === 'xml') return rowsOfXml(kind, xml.parse(body, true));
  const columns = [...CSV_COLUMNS[kind]];
  return rows.parse(parseCsv(body, { columns: hasHeader ? true : columns, record_delimiter: '\r\n' }));
}

const ITEM_NAMES = { currencies: 'currency', providers: 'provider', rules: 'rule' } as const;

function isList(kind: Document['kind']): kind is keyof typeof ITEM_NAMES {
  return kind in ITEM_NAMES;
}

function rowsOfJson(kind: Document['kind'], parsed: unknown): readonly Row[] {
  if (kind === 'problem') return [asTexts(parsed)];
  if (isList(kind)) return z.array(z.unknown()).parse(parsed).map(asTexts);
  const { exchangeRates, conversions, series, published, ...head } = z.record(z.string(), z.unknown()).parse(parsed);
  if (isSpan(kind))
    return z
      .array(fields)
      .parse(series)
      .flatMap((item) => rowsOfItem(head, item));
  const facts = asTexts(head);
  if (kind === 'extended' || kind === 'published') return listed(exchangeRates).map((item) => ({ ...facts, ...item }));
  const column = kind === 'rates' ? 'rate' : 'convertedAmount';
  const pairs = Object.entries(texts.parse(kind === 'rates' ? exchangeRates : conversions));
  const made = kind === 'publishedConversion' ? { published: listed(published).map(inWords).join('; ') } : {};
  return pairs.map(([currency, value]) => ({ ...facts, currency, [column]: value, ...made }));
}

function rowsOfXml(kind: Document['kind'], parsed: unknown): readonly Row[] {
  const { '?xml': _prolog, ...wrapped } = z.record(z.string(), z.unknown()).parse(parsed);
  const [wrapper, content] = Object.entries(wrapped)[0] ?? [];
  if (kind === 'problem') return [texts.parse(content)];
  if (isList(kind)) return itemsOf(content, ITEM_NAMES[kind]);
  const { exchangeRates, conversions, series, published, ...head } = z.record(z.string(), z.unknown()).parse(content);
  if (isSpan(kind)) {
    return childrenOf(series, 'fixing').flatMap(({ exchangeRates: rates, ...item }) =>
      itemsOf(rates, 'exchangeRate').map((row) => ({ ...factsOfSpan(head, item), ...row })),
    );
  }
  const facts = texts.parse(head);
  const isConversion = wrapper === 'conversionResponse';
  const items = itemsOf(isConversion ? conversions : exchangeRates, isConversion ? 'conversion' : 'exchangeRate');
  const figures = published === undefined ? [] : itemsOf(fields.parse(published).exchangeRates, 'exchangeRate');
  const made = published === undefined ? {} : { published: figures.map(inWords).join('; ') };
  return items.map((item) => ({ ...facts, ...item, ...made }));
}

/** A published figure as the CSV of a conversion has it. */
export function inWords({ base, quote, per, unit = '', mid, bid, ask }: Readonly<Record<string, string>>): string {
  const amount = [per, unit, base].filter((word) => word !== '').join(' ');
  return `${amount} = ${mid === '' ? `${bid}/${ask}` : mid} ${quote}`;
}

/** The rows of a list; a side that is not stated is an empty text. */
function listed(list: unknown): readonly Row[] {
  const all = z.array(z.record(z.string(), z.string().nullable())).parse(list);
  return all.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])));
}

function isSpan(kind: Document['kind']): boolean {
  return ['series', 'extendedSeries', 'publishedSeries', 'periods', 'extendedPeriods'].includes(kind);
}

/** As the CSV has them: of a fixing its date, of a period its own first and last fixing. */
function factsOfSpan({ provider, base }: Fields, { date, period, from, to, complete }: Fields): Row {
  return asTexts(period === undefined ? { provider, date, base } : { provider, period, from, to, base, complete });
}

function rowsOfItem(head: Fields, { exchangeRates, days, ...item }: Fields): readonly Row[] {
  const facts = factsOfSpan(head, item);
  const counts = days === undefined ? {} : texts.parse(days);
  const items = Array.isArray(exchangeRates)
    ? listed(exchangeRates)
    : Object.entries(texts.parse(exchangeRates)).map(([currency, rate]) => ({ currency, rate }));
  return items.map((row) => ({
    ...{ ...facts, ...row },
    ...(days === undefined ? {} : { days: counts[row.currency ?? ''] ?? 'missing' }),
  }));
}

/** The parser gives an empty text for an empty element, an object for one child, and a list for several. */
function itemsOf(wrapper: unknown, name: string): readonly Row[] {
  return rows.parse(childrenOf(wrapper, name));
}

function childrenOf(wrapper: unknown, name: string): readonly Fields[] {
  if (wrapper === '') return [];
  const children = fields.parse(wrapper)[name];
  return z.array(fields).parse(Array.isArray(children) ? children : [children]);
}

function asTexts(parsed: unknown): Row {
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(parsed));
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}
