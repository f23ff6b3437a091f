/** The voices of GLOBAL and the notices on it by date: of this run, and in the tree from earlier runs. */
import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { remembered } from '../../../kit/items.ts';
import { provenancePath, voicesPath } from '../../../wire/answers/paths.ts';
import { InputError } from '../../../wire/words/input-error.ts';
import { NOTICE_COLUMNS, type Notice, notice } from '../../../wire/words/notices.ts';
import { GLOBAL, type IsoDate } from '../../../wire/words/schemas.ts';
import { type DayVoices, parseVoices, voicesText } from '../../../wire/words/voices.ts';
import type { TreeInForce } from './in-force.ts';
import { REMEDY } from './objects.ts';

export class Voices {
  readonly #counted = new Map<IsoDate, DayVoices>();
  readonly #notices = new Map<IsoDate, readonly Notice[]>();

  constructor(readonly inForce: TreeInForce) {}

  add(voices: DayVoices, notices: readonly Notice[]): void {
    this.#counted.set(voices.date, voices);
    this.#notices.set(voices.date, notices);
  }

  /** @throws InputError if the date is from an earlier run and its provenance is missing or damaged */
  noticesOf(date: IsoDate): readonly Notice[] {
    return this.#notices.get(date) ?? this.inForce.parsed(GLOBAL, provenancePath(GLOBAL, date), parseNotices);
  }

  /** @throws InputError if the date is from an earlier run and its row is missing or damaged */
  get(date: IsoDate): DayVoices {
    const counted = this.#counted.get(date) ?? this.#inForce(date.slice(0, 4)).get(date);
    if (counted !== undefined) return counted;
    throw new InputError(`${voicesPath(date.slice(0, 4))} in the tree lacks ${date}: ${REMEDY}`);
  }

  /** @param dates of one year that have a fixing, oldest first */
  textOf(dates: readonly IsoDate[]): string {
    return dates.length === 0 ? '' : voicesText(dates.map((date) => this.get(date)));
  }

  readonly #inForce = remembered((year: string): ReadonlyMap<IsoDate, DayVoices> => {
    const { objects } = this.inForce;
    const reference = this.inForce.provider(GLOBAL)?.years[year];
    const series = reference === undefined ? null : objects.year(reference).series;
    return series === null ? new Map() : objects.parsed(series, voicesPath(year), parseVoices);
  });
}

const provenance = z.object({ notices: z.object({ rows: z.array(z.array(z.string())) }) });

/** @throws SyntaxError or ZodError if the text is not provenance of GLOBAL */
function parseNotices(text: string): readonly Notice[] {
  const { rows } = provenance.parse(parseJson(text)).notices;
  return rows.map((cells) => notice.parse(Object.fromEntries(NOTICE_COLUMNS.map((column, i) => [column, cells[i]]))));
}
