/** A month of three banks: the lines of an archive, and options for a tree of few files. */
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { dailyLines, type Lines } from './trees.ts';

export const POLISH_LINES = [
  '2026-03-10 EUR/PLN 22.12',
  '2026-03-10 USD/PLN 0.88',
  '2026-03-10 USD/PLN 0.87~0.89 in C',
  '2026-03-11 EUR/PLN 22.12',
  '2026-03-11 XDR/PLN 5~ in C',
];
export const LINES: Lines = {
  ECB: dailyLines('2026-02-16', '2026-03-13'),
  NBP: POLISH_LINES,
  HMRC: ['2026-03-01 GBP/USD 1.3', '2026-04-01 GBP/USD 1.31', '2026-03-01 GBP/EUR 1.15'].map(
    (line) => `${line} seen 2026-02-25`,
  ),
};

/** For trees of which a few files are read: the rates of two bases out of twenty-six are enough to tell two apart. */
export const OPTIONS = { bases: new Set(['EUR', 'USD'].map((code) => currencyCode.parse(code))) };
