/**
 * Documents with rates are written by hand, because a JSON number must show all digits of an exact decimal and
 * JSON.stringify writes only floats. Documents without rates go through JSON.stringify.
 */
import type { Document, FixingHead } from './document.ts';

export function toJson(document: Document): string {
  switch (document.kind) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return JSON.stringify(document.items);
    case 'problem':
      return JSON.stringify({ message: document.message, errorCode: document.errorCode });
    case 'rates': {
      let pairs = '';
      for (const { currency, rate } of document.rates) pairs += `${pairs === '' ? '' : ','}"${currency}":${rate}`;
      return `{${head(document)},"exchangeRates":{${pairs}}}`;
    }
    case 'extended': {
      const items = document.rates.map(
        ({ currency, mid, bid, ask }) => `{"currency":"${currency}","mid":${mid},"bid":${bid},"ask":${ask}}`,
      );
      return `{${head(document)},"exchangeRates":[${items.join(',')}]}`;
    }
    case 'conversion': {
      const pairs = document.conversions.map(({ currency, convertedAmount }) => `"${currency}":${convertedAmount}`);
      return `{${head(document)},"amount":${document.amount},"conversions":{${pairs.join(',')}}}`;
    }
    default:
      throw new TypeError(`no JSON for ${JSON.stringify(document satisfies never)}`);
  }
}

function head({ provider, date, base }: FixingHead): string {
  return `"provider":"${provider}","date":"${date}","base":"${base}"`;
}
