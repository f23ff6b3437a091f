/**
 * How many banks speak in each fixing of GLOBAL, how many of them have published lately, and how old the figures are.
 * The files of the tree with one row a day are made and read here.
 */
import { z } from 'zod';
import { type IsoDate, isoDate } from './schemas.ts';

const count = z.int().nonnegative();

export const dayVoices = z.strictObject({
  /** The date of the fixing. */
  date: isoDate,
  /** Providers with a figure that is used. */
  contributors: count,
  /** Those of them whose newest figure is not much older than the fixing; docs/global.md gives the bound. */
  fresh: count,
  /** Currencies for which one provider, two providers, and three or more speak. Pegged ones and EUR are in none. */
  byOne: count,
  byTwo: count,
  byMore: count,
  /** Days from a figure's own date to the fixing, over all figures used. Of two in the middle, the higher counts. */
  ageDaysMedian: count,
  ageDaysMax: count,
});
export type DayVoices = z.infer<typeof dayVoices>;

export const VOICES_COLUMNS = dayVoices.keyof().options;

export function voicesCells(voices: DayVoices): readonly string[] {
  return VOICES_COLUMNS.map((column) => `${voices[column]}`);
}

const END = '\r\n';

/** @param days of one year, oldest first */
export function voicesText(days: readonly DayVoices[]): string {
  return [VOICES_COLUMNS, ...days.map(voicesCells)].map((cells) => cells.join() + END).join('');
}

/** @throws SyntaxError or ZodError if the text is not what `voicesText` writes */
export function parseVoices(text: string): ReadonlyMap<IsoDate, DayVoices> {
  const [header, ...lines] = text.split(END);
  if (header !== VOICES_COLUMNS.join() || lines.pop() !== '') throw new SyntaxError('cut off, or of another form');
  const days = lines.map((line) => {
    const [date, ...counts] = line.split(',');
    const cells = [date, ...counts.map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell))];
    return dayVoices.parse(Object.fromEntries(cells.map((cell, place) => [VOICES_COLUMNS[place] ?? 'more', cell])));
  });
  return new Map(days.map((day) => [day.date, day]));
}
