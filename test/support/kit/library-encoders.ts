/**
 * Writes the bodies of the contract with libraries alone. This is slow and plain. The hand-written encoders of
 * generator/wire must give the same bytes, for the documents of a table and for every file of the embedded tree.
 */

import { stringify } from 'csv-stringify/sync';
import { XMLBuilder } from 'fast-xml-parser';
import { LosslessNumber, stringify as stringifyLossless } from 'lossless-json';
import type {
  Document,
  FixingHead,
  PeriodItem,
  RateRow,
  Rendition,
  SpanDocument,
} from '../../../generator/wire/encode/document.ts';
import { inWords } from './parsed-back.ts';

export function encodeByLibrary(document: Document, { format, header, asText = false }: Rendition): Buffer {
  if (format === 'json') return Buffer.from(stringifyLossless(jsonValue(document, asText)) ?? '');
  return Buffer.from(format === 'xml' ? xmlText(document) : csvText(document, header));
}

/** In JSON; null for a side that no list states. */
type Figure = LosslessNumber | string | null;

function jsonValue(document: Document, asText: boolean): unknown {
  const number = (text: string): Figure => (text === '' ? null : asText ? text : new LosslessNumber(text));
  const ratesValue = (rates: readonly RateRow[], isList: boolean) => ratesOf(rates, isList, number);
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return document.items;
    case 'rates':
    case 'extended':
    case 'published':
      return { ...headOf(document), exchangeRates: ratesValue(document.rates, document.kind !== 'rates') };
    case 'series':
    case 'extendedSeries':
    case 'publishedSeries': {
      const isList = document.kind !== 'series';
      const fixings = document.fixings.map(({ date, rates }) => ({ date, exchangeRates: ratesValue(rates, isList) }));
      return { ...spanHeadOf(document), period: 'day', series: fixings };
    }
    case 'periods':
    case 'extendedPeriods': {
      const series = document.items.map(({ rates, ...item }) => ({
        ...periodHeadOf(item),
        exchangeRates: ratesValue(rates, document.kind === 'extendedPeriods'),
        days: Object.fromEntries(rates.map(({ currency, days }) => [currency, days])),
      }));
      return { ...spanHeadOf(document), period: document.period, series };
    }
    case 'conversion':
    case 'publishedConversion': {
      const pairs = document.conversions.map((row) => [row.currency, number(row.convertedAmount)]);
      const made = 'published' in document ? { published: ratesValue(document.published, true) } : {};
      return { ...headOf(document), amount: number(document.amount), conversions: Object.fromEntries(pairs), ...made };
    }
    case 'problem':
      return { message: document.message, errorCode: document.errorCode };
    default:
      throw new TypeError(`${document satisfies never}`);
  }
}

function ratesOf(rates: readonly RateRow[], isList: boolean, number: (text: string) => Figure): unknown {
  if (!isList) {
    return Object.fromEntries(rates.map((row) => [row.currency, 'rate' in row ? number(row.rate) : null]));
  }
  return rates.map((row) => {
    if ('rate' in row) return row;
    const sides = { mid: number(row.mid), bid: number(row.bid), ask: number(row.ask) };
    if (!('per' in row)) return { currency: row.currency, ...sides };
    const { currency, figureDate, base, quote, per, unit, table, number: list } = row;
    return { currency, figureDate, base, quote, per: number(per), unit, ...sides, table, number: list };
  });
}

function spanHeadOf({ provider, base, from, to }: SpanDocument) {
  return { provider, base, from, to };
}

function periodHeadOf({ period, from, to, complete, date }: Omit<PeriodItem, 'rates'>) {
  return { period, from, to, complete, ...(date === null ? {} : { date }) };
}

const xmlBuilder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: false });
const DECLARATION = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8' } };

function xmlText(document: Document): string {
  return xmlBuilder.build({ ...DECLARATION, ...xmlValue(document) });
}

function xmlValue(document: Document): object {
  switch (document.kind) {
    case 'currencies':
      return { currencies: wrapped('currency', document.items) };
    case 'providers':
      return { providers: wrapped('provider', document.items) };
    case 'rules':
      return { rules: wrapped('rule', document.items) };
    case 'rates':
    case 'extended':
    case 'published': {
      const exchangeRates = wrapped('exchangeRate', document.rates);
      return { exchangeRateResponse: { ...headOf(document), exchangeRates } };
    }
    case 'series':
    case 'extendedSeries':
    case 'publishedSeries': {
      const fixings = document.fixings.map(({ date, rates }) => ({
        date,
        exchangeRates: wrapped('exchangeRate', rates),
      }));
      return { seriesResponse: { ...spanHeadOf(document), period: 'day', series: wrapped('fixing', fixings) } };
    }
    case 'periods':
    case 'extendedPeriods': {
      const items = document.items.map(({ rates, ...item }) => ({
        ...periodHeadOf(item),
        exchangeRates: wrapped('exchangeRate', rates),
      }));
      const series = wrapped('fixing', items);
      return { seriesResponse: { ...spanHeadOf(document), period: document.period, series } };
    }
    case 'conversion':
    case 'publishedConversion': {
      const conversions = wrapped('conversion', document.conversions);
      const rows = 'published' in document ? wrapped('exchangeRate', document.published) : '';
      const made = 'published' in document ? { published: { exchangeRates: rows } } : {};
      return { conversionResponse: { ...headOf(document), amount: document.amount, conversions, ...made } };
    }
    case 'problem':
      return { error: { message: document.message, errorCode: document.errorCode } };
    default:
      throw new TypeError(`${document satisfies never}`);
  }
}

/** The builder drops an element with an empty list, but keeps one with an empty text. */
function wrapped(name: string, items: readonly object[]): object | '' {
  return items.length === 0 ? '' : { [name]: items };
}

function csvText(document: Document, header: boolean): string {
  const [columns, rows] = csvRows(document);
  return stringify([...rows], {
    header,
    columns: columns.split(','),
    record_delimiter: '\r\n',
    cast: { boolean: String },
  });
}

const CONVERSION = 'provider,date,base,amount,currency,convertedAmount';
const PUBLISHED = 'provider,date,currency,figureDate,base,quote,per,unit,mid,bid,ask,table,number';

function csvRows(document: Document): readonly [columns: string, rows: readonly object[]] {
  switch (document.kind) {
    case 'currencies':
      return ['code,name,numericCode,obsolete', document.items];
    case 'providers':
      return [
        'code,description,country,referenceCurrency,timeSeries,monthly,countryCode,bidAsk,obsolete',
        document.items,
      ];
    case 'rules':
      return ['code,country,purpose,provider,side,dateRule,source', document.items];
    case 'rates':
      return ['provider,date,base,currency,rate', withHead(document, document.rates)];
    case 'extended':
      return ['provider,date,base,currency,mid,bid,ask', withHead(document, document.rates)];
    case 'published':
      return [PUBLISHED, withHead(document, document.rates)];
    case 'publishedSeries':
      return [PUBLISHED, document.fixings.flatMap((fixing) => withHead(fixing, fixing.rates))];
    case 'series':
      return ['provider,date,base,currency,rate', document.fixings.flatMap((fixing) => withHead(fixing, fixing.rates))];
    case 'extendedSeries':
      return [
        'provider,date,base,currency,mid,bid,ask',
        document.fixings.flatMap((fixing) => withHead(fixing, fixing.rates)),
      ];
    case 'periods':
      return [
        'provider,period,from,to,base,currency,rate,days,complete',
        document.items.flatMap((item) => item.rates.map((row) => ({ ...spanHeadOf(document), ...item, ...row }))),
      ];
    case 'extendedPeriods':
      return [
        'provider,period,from,to,base,currency,mid,bid,ask,days,complete',
        document.items.flatMap((item) => item.rates.map((row) => ({ ...spanHeadOf(document), ...item, ...row }))),
      ];
    case 'conversion':
      return [CONVERSION, withHead(document, document.conversions)];
    case 'publishedConversion': {
      const published = document.published.map(inWords).join('; ');
      const rows = withHead(document, document.conversions).map((row) => ({ ...row, published }));
      return [`${CONVERSION},published`, rows];
    }
    case 'problem':
      return ['message,errorCode', [document]];
    default:
      throw new TypeError(`${document satisfies never}`);
  }
}

function withHead(document: FixingHead & { readonly amount?: string }, rows: readonly object[]): readonly object[] {
  return rows.map((row) => ({ ...headOf(document), amount: document.amount, ...row }));
}

function headOf({ provider, date, base }: FixingHead): FixingHead {
  return { provider, date, base };
}
