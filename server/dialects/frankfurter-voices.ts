/** The figures from which a row was made, as `expand=providers` asks for them: for GLOBAL they are its provenance. */
import { z } from 'zod';
import { namedRows } from '../../generator/wire/answers/named-rows.ts';
import { provenancePath } from '../../generator/wire/answers/paths.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { parseTreeFile } from '../../generator/wire/release/tree-file.ts';
import { getOrInsert } from '../../generator/wire/words/maps.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, PLACES_MAX } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import type { Rates } from './rates.ts';

/** A row of the interface. */
export interface DayRow {
  readonly date: IsoDate;
  readonly quote: CurrencyCode;
  /** Up to 10 decimal places. */
  readonly rate: string;
  /** The figures from which it was made, where they are asked for and there are any. */
  readonly voices?: readonly Voice[];
}

export type DayRows = readonly DayRow[];

export interface Voice {
  readonly key: string;
  readonly date: string;
  readonly rate: string;
  /** True for a figure that was looked at and left out of the rate. */
  readonly isExcluded: boolean;
}

/** The provenance of one fixing of GLOBAL is 70 KB, and each date of an answer needs one. */
const DATES_MAX = 31;

const text = z.string();
const stated = z.object({ currency: text, provider: text, date: text, perEuro: text, use: text });
const provenance = z.object({ figures: namedRows.pipe(z.array(stated)) });

interface StatedVoice extends Omit<Voice, 'rate'> {
  readonly perEuro: Ratio;
}

interface FixingVoices {
  readonly date: IsoDate;
  readonly figures: ReadonlyMap<string, readonly StatedVoice[]>;
  /** Null if the fixing does not quote it. */
  readonly perEuroOfBase: Ratio | null;
}

export class VoiceReader {
  readonly #rates: Rates;
  readonly #provider: KnownProvider;
  readonly #base: CurrencyCode;
  #read: FixingVoices | null = null;
  #dates = 0;

  constructor(rates: Rates, provider: KnownProvider, base: CurrencyCode) {
    this.#rates = rates;
    this.#provider = provider;
    this.#base = base;
  }

  /** The rows with their figures. Rows of one date should come together. @throws Problem, StoreDown */
  async addedTo(rows: DayRows): Promise<DayRows> {
    const voiced: DayRow[] = [];
    for (const row of rows) voiced.push(await this.#added(row));
    return voiced;
  }

  async #added(row: DayRow): Promise<DayRow> {
    if (row.quote === this.#base) return row;
    const { code } = this.#provider.facts;
    if (code !== GLOBAL) return { ...row, voices: [{ key: code, date: row.date, rate: row.rate, isExcluded: false }] };
    const { figures, perEuroOfBase } = await this.#of(row.date);
    if (perEuroOfBase === null) return row;
    // One euro in another base is made from the figures of the base.
    const stated = figures.get(row.quote === EUR ? this.#base : row.quote) ?? [];
    if (stated.length === 0) return row;
    const voices = stated.map(({ perEuro, ...voice }) => {
      const rate = row.quote === EUR ? perEuro.inverse() : perEuro.over(perEuroOfBase);
      return { ...voice, rate: rate.round(PLACES_MAX) };
    });
    return { ...row, voices };
  }

  async #of(date: IsoDate): Promise<FixingVoices> {
    if (this.#read?.date === date) return this.#read;
    if (++this.#dates > DATES_MAX) {
      throw new Problem(1105, `expand is answered for at most ${DATES_MAX} dates at once; ask for a shorter range`);
    }
    const path = provenancePath(GLOBAL, date);
    const bytes = await this.#rates.file(path);
    const rows = bytes === null ? [] : parseTreeFile(path, bytes, provenance).figures;
    const figures = new Map<string, StatedVoice[]>();
    for (const { currency, provider: key, date: day, perEuro, use } of rows) {
      if (perEuro === '') continue;
      const figure = { key, date: day, perEuro: Ratio.parse(perEuro), isExcluded: !use.startsWith('used') };
      getOrInsert(figures, currency, () => []).push(figure);
    }
    const table = await this.#rates.table(this.#provider, date);
    this.#read = { date, figures, perEuroOfBase: table.figures.get(this.#base)?.mid ?? null };
    return this.#read;
  }
}
