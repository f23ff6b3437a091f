/**
 * Documents with rates are written by hand, because a JSON number must show all digits of an exact decimal and
 * JSON.stringify writes only floats. Documents without rates go through JSON.stringify.
 */
import type { Document, FixingHead, PeriodItem, RateRow, SidesRow, SpanHead } from './document.ts';

export function toJson(document: Document): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return JSON.stringify(document.items);
    case 'problem':
      return JSON.stringify({ message: document.message, errorCode: document.errorCode });
    case 'rates':
      return `{${head(document)},"exchangeRates":${ratesOf(document.rates)}}`;
    case 'extended':
      return `{${head(document)},"exchangeRates":${sidesOf(document.rates)}}`;
    case 'series': {
      const items = document.fixings.map(({ date, rates }) => `{"date":"${date}","exchangeRates":${ratesOf(rates)}}`);
      return `{${spanHead(document, 'day')},"series":[${items.join(',')}]}`;
    }
    case 'extendedSeries': {
      const items = document.fixings.map(({ date, rates }) => `{"date":"${date}","exchangeRates":${sidesOf(rates)}}`);
      return `{${spanHead(document, 'day')},"series":[${items.join(',')}]}`;
    }
    case 'periods': {
      const items = document.items.map((item) => periodOf(item, ratesOf(item.rates)));
      return `{${spanHead(document, document.period)},"series":[${items.join(',')}]}`;
    }
    case 'extendedPeriods': {
      const items = document.items.map((item) => periodOf(item, sidesOf(item.rates)));
      return `{${spanHead(document, document.period)},"series":[${items.join(',')}]}`;
    }
    case 'conversion': {
      const pairs = document.conversions.map(({ currency, convertedAmount }) => `"${currency}":${convertedAmount}`);
      return `{${head(document)},"amount":${document.amount},"conversions":{${pairs.join(',')}}}`;
    }
    default:
      throw new TypeError(`no JSON for ${JSON.stringify(document satisfies never)}`);
  }
}

function ratesOf(rates: readonly RateRow[]): string {
  let pairs = '';
  for (const { currency, rate } of rates) pairs += `${pairs === '' ? '' : ','}"${currency}":${rate}`;
  return `{${pairs}}`;
}

function sidesOf(rates: readonly SidesRow[]): string {
  const items = rates.map(
    ({ currency, mid, bid, ask }) => `{"currency":"${currency}","mid":${mid},"bid":${bid},"ask":${ask}}`,
  );
  return `[${items.join(',')}]`;
}

function periodOf(
  { period, from, to, complete, date, rates }: PeriodItem<RateRow | SidesRow>,
  figures: string,
): string {
  const dated = date === null ? '' : `,"date":"${date}"`;
  const facts = `"period":"${period}","from":"${from}","to":"${to}","complete":${complete}${dated}`;
  const days = rates.map((row) => `"${row.currency}":${row.days}`);
  return `{${facts},"exchangeRates":${figures},"days":{${days.join(',')}}}`;
}

function head({ provider, date, base }: FixingHead): string {
  return `"provider":"${provider}","date":"${date}","base":"${base}"`;
}

function spanHead({ provider, base, from, to }: SpanHead, period: string): string {
  return `"provider":"${provider}","base":"${base}","from":"${from}","to":"${to}","period":"${period}"`;
}
