/** The figures of an answer with `published=true`: `100 HUF = 6.244 CZK`, with the bank's list and its number. */
import { z } from 'zod';
import { alignPoints, columns, widest } from '../../../generator/kit/terminal.ts';
import { figure } from '../ask/answers.ts';

const side = figure.nullable();
const text = z.string();

export const publishedFigure = z.object({
  ...{ figureDate: text, per: figure, unit: text, base: text, quote: text },
  ...{ mid: side, bid: side, ask: side },
  ...{ table: text, number: text },
});

/** A figure, and the date of its fixing. */
type Dated = readonly [date: string, figure: z.infer<typeof publishedFigure>];

/** @param isSeries whether the lines are of many fixings, so that each begins with its date */
export function asPublished(figures: readonly Dated[], isSeries = false): readonly string[] {
  const mids = alignPoints(figures.map(([, { mid }]) => mid ?? '-'));
  const units = figures.map(([, { per, unit, base }]) => [per, unit, base].filter((word) => word !== '').join(' '));
  const width = widest(units);
  const rows = figures.map(([date, one], place) => [
    isSeries ? date : '',
    `${(units[place] ?? '').padStart(width)} = ${mids[place]} ${one.quote}`,
    one.bid === null && one.ask === null ? '' : `bid ${one.bid ?? '-'}, ask ${one.ask ?? '-'}`,
    one.table,
    one.number,
    one.figureDate === date ? '' : `of ${one.figureDate}`,
  ]);
  const filled = (rows[0] ?? []).map((_, place) => rows.some((cells) => cells[place] !== ''));
  return columns(rows.map((cells) => cells.filter((_, place) => filled[place])));
}
