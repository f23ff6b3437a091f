/** What Ghostfolio takes for one asset, here a pair of currencies: `POST /api/v1/market-data/YAHOO/USDEUR`. */
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { fixingsOf } from './fixings.ts';
import type { Section } from './span.ts';

/** @param say as of pricesOf @throws InputError for more than one currency, because the body does not name it */
export async function* toGhostfolio(sections: readonly Section[], say: (line: string) => void): AsyncGenerator<string> {
  yield '{"marketData":[';
  let [separator, only] = ['', ''];
  for await (const { date, rates } of fixingsOf(sections, say)) {
    for (const { currency, rate } of rates) {
      only ||= currency;
      if (currency !== only) throw new InputError('this format has one pair: name one currency with --currencies');
      yield `${separator}{"date":"${date}","marketPrice":${rate}}`;
      separator = ',';
    }
  }
  yield ']}\n';
}
