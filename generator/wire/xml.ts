/**
 * XML. Names and messages go through fast-xml-parser's builder, which escapes them. Documents with only codes, dates
 * and digits, of which a tree has hundreds of thousands, are written by hand (docs/decisions/02-encoders.md has the measurement, and
 * encoders.test.ts compares both ways over the whole tree).
 */
import { XMLBuilder } from 'fast-xml-parser';
import type { Document, FixingHead } from './document.ts';

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
    case 'rates': {
      let items = '';
      for (const { currency, rate } of document.rates) {
        items += `<exchangeRate><currency>${currency}</currency><rate>${rate}</rate></exchangeRate>`;
      }
      return response('exchangeRateResponse', document, `<exchangeRates>${items}</exchangeRates>`);
    }
    case 'extended': {
      const items = document.rates.map(({ currency, mid, bid, ask }) =>
        element({ currency, mid, bid, ask }, 'exchangeRate'),
      );
      return response('exchangeRateResponse', document, `<exchangeRates>${items.join('')}</exchangeRates>`);
    }
    case 'conversion': {
      const items = document.conversions.map(({ currency, convertedAmount }) =>
        element({ currency, convertedAmount }, 'conversion'),
      );
      const amount = `<amount>${document.amount}</amount>`;
      return response('conversionResponse', document, `${amount}<conversions>${items.join('')}</conversions>`);
    }
    default:
      throw new TypeError(`no XML for ${JSON.stringify(document satisfies never)}`);
  }
}

function element(fields: Readonly<Record<string, string>>, name: string): string {
  let text = `<${name}>`;
  for (const field in fields) text += `<${field}>${fields[field]}</${field}>`;
  return `${text}</${name}>`;
}

function response(name: string, { provider, date, base }: FixingHead, rest: string): string {
  const facts = `<provider>${provider}</provider><date>${date}</date><base>${base}</base>`;
  return `${PROLOG}<${name}>${facts}${rest}</${name}>`;
}
