/**
 * data/accepted.csv: figures that quarantine would hold for ever and that are known to be right, each with a second
 * source. A figure is let in as it is listed, to the digit: another one for the same day is judged like any other.
 */
import { z } from 'zod';
import { codeCell, dayCell, figureCell, parseSorted, textCell } from '../../kit/csv-rows.ts';
import { readDataFile } from '../../kit/package.ts';

/** Names of figures as `figureName` makes them of an archive's rows: `ECB,2014-12-16,EUR,RUB,1,,91.52,,`. */
export type KnownFigures = ReadonlySet<string>;

const isFigure = (text: string) => figureCell.safeParse(text).success;
const digits = z.string().refine(isFigure, 'is not a figure above 0');
const digitsOrNone = z.string().refine((text) => text === '' || isFigure(text), 'is not a figure above 0');
const knownRow = z
  .object({
    provider: z.string().regex(/^[A-Z]{2,12}$/, 'is not a provider: write its code in capitals'),
    date: dayCell,
    base: codeCell,
    quote: codeCell,
    per: digits,
    mid: digitsOrNone,
    bid: digitsOrNone,
    ask: digitsOrNone,
    /** The second source. */
    note: textCell,
  })
  .refine(({ mid, bid, ask }) => `${mid}${bid}${ask}` !== '', {
    path: ['mid'],
    error: 'is empty, and so are bid and ask',
  });

/** Sorted by provider, date and pair, each once. @throws InputError naming line, column and remedy */
export function readKnownFigures(list = readDataFile('accepted.csv')): KnownFigures {
  const keyOf = ({ provider, date, base, quote }: z.infer<typeof knownRow>) => `${provider} ${date} ${base} ${quote}`;
  const faultOf = (key: string, before: string) => `${key} after ${before}: sort by provider, date and pair`;
  const rows = parseSorted(list, knownRow, keyOf, faultOf);
  return new Set(
    rows.map(({ provider, date, base, quote, per, mid, bid, ask }) =>
      [provider, date, base, quote, per, '', mid, bid, ask].join(','),
    ),
  );
}
