/** The rates of an export by their days, for programs that keep a list for each day. */
import { groupBy } from '../../../generator/kit/items.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { type ExportedRate, pricesOf } from './rows.ts';
import type { Section } from './span.ts';

export interface Fixing {
  readonly date: IsoDate;
  readonly base: string;
  readonly provider: string;
  /** One at least, in the order of their codes. */
  readonly rates: readonly ExportedRate[];
}

/** Oldest first; an answer has all of a day. @param say as of pricesOf @throws InputError for periods, which are no days */
export async function* fixingsOf(sections: readonly Section[], say: (line: string) => void): AsyncGenerator<Fixing> {
  for await (const rows of pricesOf(sections, say)) {
    if (rows.some(({ time, date }) => time !== date)) {
      throw new InputError('this format has days, and no periods: leave out --period');
    }
    for (const [date, rates] of groupBy(rows, (row) => row.date)) {
      const [first] = rates;
      if (first !== undefined) yield { date: date as IsoDate, base: first.base, provider: first.provider, rates };
    }
  }
}

/** The last fixing of each part of the span. @param partOf names the part of a day */
export async function* lastFixings(
  fixings: AsyncIterable<Fixing>,
  partOf: (date: IsoDate) => string,
): AsyncGenerator<Fixing> {
  let last: Fixing | null = null;
  for await (const fixing of fixings) {
    if (last !== null && partOf(last.date) !== partOf(fixing.date)) yield last;
    last = fixing;
  }
  if (last !== null) yield last;
}

// What Ghostfolio takes for one asset, here a pair of currencies: `POST /api/v1/market-data/YAHOO/USDEUR`.

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

// PrestaShop's `currencies.xml`: the newest fixing of the span, as what one of the source is worth.

/** @param say as of pricesOf @throws InputError if there is no fixing */
export async function* toPrestaShop(sections: readonly Section[], say: (line: string) => void): AsyncGenerator<string> {
  for await (const { base, provider, date, rates } of lastFixings(fixingsOf(sections, say), () => 'all')) {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${provider}, ${date} -->\n<currencies>\n`;
    yield `  <source iso_code="${base}"/>\n  <list>\n`;
    for (const { currency, rate } of rates) yield `    <currency iso_code="${currency}" rate="${rate}"/>\n`;
    yield '  </list>\n</currencies>\n';
    return;
  }
  throw new InputError('there is no fixing in this span: name an earlier --from, or other --currencies');
}
