/**
 * Documents with rates are written by hand, because a JSON number must show all digits of an exact decimal and
 * JSON.stringify writes only floats. Documents without rates go through JSON.stringify.
 */
import type {
  Document,
  ExtendedRatesDocument,
  FixingHead,
  PeriodItem,
  RateRow,
  RatesDocument,
  SidesRow,
  SpanDocument,
} from './document.ts';

export function toJson(document: Document): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return JSON.stringify(document.items);
    case 'problem':
      return JSON.stringify({ message: document.message, errorCode: document.errorCode });
    case 'rates':
    case 'extended':
      return `{${head(document)},"exchangeRates":${figuresOf(document)}}`;
    case 'conversion': {
      const pairs = document.conversions.map(({ currency, convertedAmount }) => `"${currency}":${convertedAmount}`);
      return `{${head(document)},"amount":${document.amount},"conversions":{${pairs.join(',')}}}`;
    }
    default:
      return [...toJsonPieces(document)].join('');
  }
}

/** The text of a span, item by item. */
export function* toJsonPieces(document: SpanDocument): Generator<string> {
  const { provider, base, from, to } = document;
  const period = 'fixings' in document ? 'day' : document.period;
  yield `{"provider":"${provider}","base":"${base}","from":"${from}","to":"${to}","period":"${period}","series":[`;
  let separator = '';
  for (const item of itemsOf(document)) {
    yield separator + item;
    separator = ',';
  }
  yield ']}';
}

function* itemsOf(document: SpanDocument): Generator<string> {
  if ('fixings' in document) {
    for (const fixing of document.fixings) yield `{"date":"${fixing.date}","exchangeRates":${figuresOf(fixing)}}`;
  } else if (document.kind === 'periods') {
    for (const item of document.items) yield periodOf(item, ratesOf(item.rates));
  } else {
    for (const item of document.items) yield periodOf(item, sidesOf(item.rates));
  }
}

function figuresOf(fixing: RatesDocument | ExtendedRatesDocument): string {
  return fixing.kind === 'rates' ? ratesOf(fixing.rates) : sidesOf(fixing.rates);
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
