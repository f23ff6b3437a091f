/** How the currency-api of fawazahmed0 writes its files, with codes in lower case: for people, and in little space. */
import type { ConversionDocument } from '../encode/document.ts';
import type { Currency } from '../words/schemas.ts';

type Rates = Pick<ConversionDocument, 'date' | 'base' | 'conversions'>;
type Members = readonly (readonly [name: string, text: string])[];
export type Write = (members: Members, depth: number) => string;

export const toCompact: Write = (members) => `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`;

export const toLines: Write = (members, depth) => {
  const indent = '\t'.repeat(depth);
  return `{\n${members.map(([name, text]) => `${indent}\t"${name}": ${text}`).join(',\n')}\n${indent}}`;
};

/** @param rates of one unit of the base, itself included */
export function toCurrencyFile({ date, base, conversions }: Rates, write: Write): string {
  const figures = conversions.map(
    ({ currency, convertedAmount }) => [currency.toLowerCase(), convertedAmount] as const,
  );
  const day = ['date', `"${date}"`] as const;
  return write([day, [base.toLowerCase(), write(figures, 1)]], 0);
}

/** @param currencies those that have not ended */
export function toNamesFile(currencies: readonly Currency[], write: Write): string {
  const named = currencies.map(({ code, name }) => [code.toLowerCase(), JSON.stringify(name)] as const);
  return write(named, 0);
}
