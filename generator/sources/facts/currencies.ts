/**
 * data/currencies.csv: the codes that exist. A row of a feed with any other label is skipped, and the label is named.
 */
import { z } from 'zod';
import { codeCell, dayOrNoneCell, parseSorted, textCell } from '../../kit/csv-rows.ts';
import { readDataFile } from '../../kit/package.ts';
import { type Currency, type CurrencyCode, currency, currencyCode, type IsoDate } from '../../wire/words/schemas.ts';

const factsRow = z.object({
  code: codeCell.pipe(currencyCode),
  /** In English. */
  name: textCell,
  /** Three digits. Not a key: 532 is both ANG and XCG. */
  numericCode: z.string().regex(/^\d{3}$/, 'is not three digits: pad it with zeros on the left'),
  /** Decimal places of the smallest unit; null where ISO 4217 gives none. */
  minorUnits: z
    .string()
    .regex(/^[0-4]?$/, 'is not one of 0 to 4: leave it empty where ISO 4217 gives none')
    .transform((digit) => (digit === '' ? null : Number.parseInt(digit, 10))),
  /** The first day on which the code is obsolete; null while it is in use. */
  withdrawn: dayOrNoneCell,
});
export type CurrencyFacts = Readonly<z.infer<typeof factsRow>>;

/** Sorted by code, with each code once. @throws InputError naming line, column and remedy */
export function readCurrencies(list = readDataFile('currencies.csv')): readonly CurrencyFacts[] {
  const faultOf = (code: string, before: string) => `code "${code}" after "${before}": sort by code, each code once`;
  return parseSorted(list, factsRow, ({ code }) => code, faultOf);
}

/** The list as the wire states it on a date: a currency is obsolete from the day of its withdrawal on. */
export function toCurrencies(facts: readonly CurrencyFacts[], date: IsoDate): readonly Currency[] {
  return facts.map(({ code, name, numericCode, withdrawn }) =>
    currency.parse({ code, name, numericCode, obsolete: withdrawn !== null && withdrawn <= date }),
  );
}

/** For each currency that has ended, the first day without it. */
export function toWithdrawals(facts: readonly CurrencyFacts[]): ReadonlyMap<CurrencyCode, IsoDate> {
  return new Map(facts.flatMap(({ code, withdrawn }) => (withdrawn === null ? [] : [[code, withdrawn] as const])));
}

export function codesOf(facts: readonly CurrencyFacts[]): ReadonlySet<CurrencyCode> {
  return new Set(facts.map(({ code }) => code));
}
