/**
 * The half months by which generate walks through the archive, and the pieces that make them up. A span depends on its
 * own days, on the earlier days that a figure can reach from, and on a few days after it. Pure.
 */

import { addDays, addMonths, endOfMonth, parseIsoDate, startOfMonth } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Span } from '../feeds/request.ts';

export type { Span } from '../feeds/request.ts';

/**
 * GLOBAL looks back 31 days, and a weekly list that was in force then may be 14 days older; it also remembers what
 * banks stated in those 45 days.
 */
export const DAYS_BEFORE = 45;
/** An amendment of a quarter names only what it changes in the lists since the quarter began. */
export const DAYS_BEFORE_QUARTERLY = 93;
/**
 * GLOBAL takes figures that are dated up to three days after the day on which they were made, and a figure is compared
 * with what others state up to three days later. A piece begins after each span and has six days.
 */
export const DAYS_AFTER = 6;

/** The half month of the day: the 1st to the 15th, or the 16th to the end. */
export function spanOf(date: IsoDate): Span {
  const month = date.slice(0, 8);
  if (date.slice(8) <= '15') return { from: parseIsoDate(`${month}01`), to: parseIsoDate(`${month}15`) };
  return { from: parseIsoDate(`${month}16`), to: endOfMonth(date) };
}

/** Every half month from that of the first day to that of the last, oldest first. */
export function* spansBetween(first: IsoDate, last: IsoDate): Generator<Span> {
  for (let span = spanOf(first); span.from <= last; span = spanOf(addDays(span.to, 1))) yield span;
}

const STARTS = ['01', '07', '16', '22'];

/** Each year has 48 pieces, named by their first days. A digest of each tells where a year's file has changed. */
export function piecesOf(year: string): readonly Span[] {
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${`${index + 1}`.padStart(2, '0')}-`);
  const starts = months.flatMap((month) => STARTS.map((day) => parseIsoDate(`${month}${day}`)));
  return starts.map((from, place) => {
    const next = starts[place + 1];
    return { from, to: next === undefined ? parseIsoDate(`${year}-12-31`) : addDays(next, -1) };
  });
}

/** The first days of the pieces from which the figures of the span are made, those before and after it included. */
export function piecesFor({ from, to }: Span): readonly IsoDate[] {
  const [first, last] = [addDays(from, -DAYS_BEFORE_QUARTERLY), addDays(to, DAYS_AFTER)];
  const pieces: IsoDate[] = [];
  for (let piece = pieceOf(first); piece <= last; piece = nextPiece(piece)) pieces.push(piece);
  return pieces;
}

function nextPiece(piece: IsoDate): IsoDate {
  const start = STARTS[STARTS.indexOf(piece.slice(8)) + 1];
  return start === undefined ? addMonths(startOfMonth(piece), 1) : (`${piece.slice(0, 8)}${start}` as IsoDate);
}

/** The first day of the piece that has the day. */
export function pieceOf(date: IsoDate): IsoDate {
  const day = STARTS.findLast((start) => start <= date.slice(8)) ?? '01';
  return `${date.slice(0, 8)}${day}` as IsoDate;
}
