/**
 * Documents with rates are written by hand, because a JSON number must show all digits of an exact decimal and
 * JSON.stringify writes only floats. Documents without rates go through JSON.stringify.
 */
import type { FixingHead, PeriodItem, RateRow, SpanDocument, SpanWriter, WholeDocument } from './document.ts';

export function jsonOf(document: WholeDocument): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return JSON.stringify(document.items);
    case 'problem':
      return JSON.stringify({ message: document.message, errorCode: document.errorCode });
    case 'conversion': {
      const pairs = document.conversions.map(({ currency, convertedAmount }) => `"${currency}":${convertedAmount}`);
      return `{${head(document)},"amount":${document.amount},"conversions":{${pairs.join(',')}}}`;
    }
    default:
      return `{${head(document)},"exchangeRates":${figuresOf(document.rates, document.kind === 'extended')}}`;
  }
}

export function jsonOfSpan(document: SpanDocument): SpanWriter {
  const { provider, base, from, to, kind } = document;
  const period = 'fixings' in document ? 'day' : document.period;
  const isExtended = kind === 'extendedSeries' || kind === 'extendedPeriods';
  return {
    start: `{"provider":"${provider}","base":"${base}","from":"${from}","to":"${to}","period":"${period}","series":[`,
    separator: ',',
    end: ']}',
    itemText: (item) => {
      const figures = `"exchangeRates":${figuresOf(item.rates, isExtended)}`;
      return 'period' in item ? periodText(item, figures) : `{"date":"${item.date}",${figures}}`;
    },
  };
}

function figuresOf(rates: readonly RateRow[], isExtended: boolean): string {
  const items = rates.map((row) =>
    'rate' in row
      ? `"${row.currency}":${row.rate}`
      : `{"currency":"${row.currency}","mid":${row.mid},"bid":${row.bid},"ask":${row.ask}}`,
  );
  return isExtended ? `[${items.join(',')}]` : `{${items.join(',')}}`;
}

function periodText({ period, from, to, complete, date, rates }: PeriodItem, figures: string): string {
  const dated = date === null ? '' : `,"date":"${date}"`;
  const facts = `"period":"${period}","from":"${from}","to":"${to}","complete":${complete}${dated}`;
  const days = rates.map((row) => `"${row.currency}":${row.days}`);
  return `{${facts},${figures},"days":{${days.join(',')}}}`;
}

function head({ provider, date, base }: FixingHead): string {
  return `"provider":"${provider}","date":"${date}","base":"${base}"`;
}
