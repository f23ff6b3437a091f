/**
 * One currency of one provider through one year, as the tree has it. Whoever has spans of their own from the service
 * replaces this function.
 */

import { InputError } from '../../generator/wire/input-error.ts';
import type { Side } from '../../generator/wire/table.ts';
import { askText, Refused } from './answers.ts';
import type { Asker } from './asker.ts';

/** Figures as published in the file; empty for a side that is not stated. */
export type SeriesRow = Readonly<Record<Side | 'date', string>>;

const COLUMNS = 'date,mid,bid,ask';
/** What the service answers for a document that the release does not have. */
const NO_SUCH_DOCUMENT = '1404';

/** Oldest first; empty for a year in which the provider does not state the currency. */
export async function readYear(asker: Asker, provider: string, currency: string, year: string): Promise<SeriesRow[]> {
  const path = `/v1/series/${provider}/${currency}/${year}.csv`;
  const text = await askText(asker, path).catch(absent);
  if (text === null) return [];
  const [header, ...lines] = text.split('\r\n');
  if (header !== COLUMNS || lines.pop() !== '')
    throw new InputError(`${path} is cut off, or is of another version: name another origin with --origin`);
  return lines.map((line) => {
    const [date = '', mid = '', bid = '', ask = ''] = line.split(',');
    return { date, mid, bid, ask };
  });
}

function absent(error: unknown): null {
  if (error instanceof Refused && error.code === NO_SUCH_DOCUMENT) return null;
  throw error;
}
