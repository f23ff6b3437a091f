/**
 * XML. Names and messages go through fast-xml-parser's builder, which escapes them. Documents with only codes, dates
 * and digits, of which a tree has hundreds of thousands, are written by hand (docs/decisions/02-encoders.md has the measurement, and
 * encoders.test.ts compares both ways over the whole tree).
 */
import { XMLBuilder } from 'fast-xml-parser';
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

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>';
const builder = new XMLBuilder({ suppressEmptyNode: false });

export function toXml(document: Document): string {
  switch (document.kind) {
    case 'currencies':
      return PROLOG + builder.build({ currencies: { currency: document.items } });
    case 'providers':
      return PROLOG + builder.build({ providers: { provider: document.items } });
    case 'rules':
      return PROLOG + builder.build({ rules: { rule: document.items } });
    case 'problem':
      return PROLOG + builder.build({ error: { message: document.message, errorCode: document.errorCode } });
    case 'rates':
    case 'extended':
      return response('exchangeRateResponse', document, figuresOf(document));
    case 'conversion': {
      const items = document.conversions.map(({ currency, convertedAmount }) =>
        element({ currency, convertedAmount }, 'conversion'),
      );
      const amount = `<amount>${document.amount}</amount>`;
      return response('conversionResponse', document, `${amount}<conversions>${items.join('')}</conversions>`);
    }
    default:
      return [...toXmlPieces(document)].join('');
  }
}

/** The text of a span, item by item. */
export function* toXmlPieces(document: SpanDocument): Generator<string> {
  const { provider, base, from, to } = document;
  const period = 'fixings' in document ? 'day' : document.period;
  yield `${PROLOG}<seriesResponse>${fields({ provider, base, from, to, period })}<series>`;
  yield* itemsOf(document);
  yield '</series></seriesResponse>';
}

function* itemsOf(document: SpanDocument): Generator<string> {
  if ('fixings' in document) for (const one of document.fixings) yield fixing({ date: one.date }, figuresOf(one));
  else for (const item of document.items) yield periodOf(item);
}

function figuresOf(rates: RatesDocument | ExtendedRatesDocument): string {
  return rates.kind === 'rates' ? ratesOf(rates.rates) : sidesOf(rates.rates);
}

function ratesOf(rates: readonly RateRow[]): string {
  let items = '';
  for (const { currency, rate } of rates) {
    items += `<exchangeRate><currency>${currency}</currency><rate>${rate}</rate></exchangeRate>`;
  }
  return `<exchangeRates>${items}</exchangeRates>`;
}

function sidesOf(rates: readonly SidesRow[]): string {
  let items = '';
  for (const { currency, mid, bid, ask } of rates) {
    items += `<exchangeRate><currency>${currency}</currency><mid>${mid}</mid><bid>${bid}</bid><ask>${ask}</ask></exchangeRate>`;
  }
  return `<exchangeRates>${items}</exchangeRates>`;
}

function periodOf({ period, from, to, complete, date, rates }: PeriodItem<RateRow | SidesRow>): string {
  const items = rates.map(({ days, ...row }) => element({ ...row, days: `${days}` }, 'exchangeRate'));
  const facts = { period, from, to, complete: `${complete}`, ...(date === null ? {} : { date }) };
  return fixing(facts, `<exchangeRates>${items.join('')}</exchangeRates>`);
}

function fixing(facts: Readonly<Record<string, string>>, rates: string): string {
  return `<fixing>${fields(facts)}${rates}</fixing>`;
}

function element(content: Readonly<Record<string, string>>, name: string): string {
  return `<${name}>${fields(content)}</${name}>`;
}

function fields(content: Readonly<Record<string, string>>): string {
  let text = '';
  for (const field in content) text += `<${field}>${content[field]}</${field}>`;
  return text;
}

function response(name: string, { provider, date, base }: FixingHead, rest: string): string {
  const facts = `<provider>${provider}</provider><date>${date}</date><base>${base}</base>`;
  return `${PROLOG}<${name}>${facts}${rest}</${name}>`;
}
