/**
 * XML. Names and messages go through fast-xml-builder, which escapes them. Documents of codes, dates and
 * digits are written by hand, because a tree has hundreds of thousands (docs/decisions/02-encoders.md has the
 * measurement, and encoders.test.ts compares both ways over the whole tree).
 */
import XMLBuilder from 'fast-xml-builder';
import type { FixingHead, SpanDocument, SpanWriter, WholeDocument } from './document.ts';

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>';
const builder = new XMLBuilder({ suppressEmptyNode: false });

export function xmlOf(document: WholeDocument): string {
  switch (document.kind) {
    case 'currencies':
      return PROLOG + builder.build({ currencies: { currency: document.items } });
    case 'providers':
      return PROLOG + builder.build({ providers: { provider: document.items } });
    case 'rules':
      return PROLOG + builder.build({ rules: { rule: document.items } });
    case 'problem':
      return PROLOG + builder.build({ error: { message: document.message, errorCode: document.errorCode } });
    case 'conversion':
    case 'publishedConversion': {
      const { amount, conversions } = document;
      const figures = 'published' in document ? listText('exchangeRate', document.published) : '';
      const made = figures === '' ? '' : `<published>${figures}</published>`;
      const amounts = listText('conversion', conversions);
      return response('conversionResponse', document, `<amount>${amount}</amount>${amounts}${made}`);
    }
    default:
      return response('exchangeRateResponse', document, listText('exchangeRate', document.rates));
  }
}

export function xmlOfSpan(document: SpanDocument): SpanWriter {
  const { provider, base, from, to } = document;
  const period = 'fixings' in document ? 'day' : document.period;
  return {
    start: `${PROLOG}<seriesResponse>${fields({ provider, base, from, to, period })}<series>`,
    separator: '',
    end: '</series></seriesResponse>',
    itemText: (item) => {
      const { date, rates } = item;
      const dated = date === null ? {} : { date };
      const facts =
        'period' in item ? { period: item.period, from: item.from, to: item.to, complete: item.complete } : {};
      return `<fixing>${fields({ ...facts, ...dated })}${listText('exchangeRate', rates)}</fixing>`;
    },
  };
}

function response(name: string, { provider, date, base }: FixingHead, rest: string): string {
  return `${PROLOG}<${name}>${fields({ provider, date, base })}${rest}</${name}>`;
}

function listText(name: string, rows: readonly Fields[]): string {
  let items = '';
  for (const row of rows) items += `<${name}>${fields(row)}</${name}>`;
  return `<${name}s>${items}</${name}s>`;
}

/** For text between tags. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

type Fields = Readonly<Record<string, string | number | boolean>>;

function fields(content: Fields): string {
  let text = '';
  for (const field in content) text += `<${field}>${content[field]}</${field}>`;
  return text;
}
