/** The figures from which a row was made, as `expand=providers` asks for them: for GLOBAL they are its provenance. */
import { z } from 'zod';
import { namedRows } from '../../generator/wire/answers/named-rows.ts';
import { provenancePath } from '../../generator/wire/answers/paths.ts';
import { roundTo } from '../../generator/wire/answers/views.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { parseTreeFile } from '../../generator/wire/release/tree-file.ts';
import { getOrInsert } from '../../generator/wire/words/maps.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import type { Rates } from './rates.ts';

/** A row of the interface. */
export interface DayRow {
  readonly date: IsoDate;
  readonly quote: CurrencyCode;
  /** Up to 10 decimal places, or 10 significant digits where it is below 0.001. */
  readonly rate: string;
  /** The figures that it was made from, if they were requested and there are any. */
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

/** To read so many rows takes as long. */
const FIGURES_PER_ROW = 2;
/** The provenance of one fixing of GLOBAL is 70 KB, and each date of an answer needs one. */
const DATES_MAX = 31;

const text = z.string();
const stated = z.object({ currency: text, provider: text, date: text, perEuro: text, use: text });
const provenance = z.object({ figures: namedRows.pipe(z.array(stated)) });

type FixingVoices = Awaited<ReturnType<typeof readFixing>>;

/** A function that adds its figures to a row. @throws Problem, StoreDown */
export function voicesIn(rates: Rates, provider: KnownProvider, base: CurrencyCode) {
  const { code } = provider.facts;
  const fixings = new Map<IsoDate, Promise<FixingVoices>>();
  return async (row: DayRow): Promise<DayRow> => {
    const { date, quote, rate } = row;
    if (quote === base) return row;
    if (code !== GLOBAL) return { ...row, voices: [{ key: code, date, rate, isExcluded: false }] };
    if (fixings.size === DATES_MAX && !fixings.has(date)) {
      throw new Problem(1105, `expand is answered for at most ${DATES_MAX} dates at once; ask for a shorter range`);
    }
    const { figures, table } = await getOrInsert(fixings, date, () => readFixing(rates, provider, date));
    const perEuroOfBase = table.figures.get(base)?.mid ?? null;
    // One euro in another base is made from the figures of the base.
    const own = figures.get(quote === EUR ? base : quote) ?? [];
    if (perEuroOfBase === null || own.length === 0) return row;
    const voices = own.map((one) => {
      const perEuro = Ratio.parse(one.perEuro);
      const inBase = quote === EUR ? perEuro.inverse() : perEuro.over(perEuroOfBase);
      const isExcluded = !one.use.startsWith('used');
      return { key: one.provider, date: one.date, rate: roundTo(inBase, 'fine'), isExcluded };
    });
    return { ...row, voices };
  };
}

async function readFixing(rates: Rates, provider: KnownProvider, date: IsoDate) {
  const path = provenancePath(GLOBAL, date);
  const bytes = await rates.file(path);
  const rows = bytes === null ? [] : parseTreeFile(path, bytes, provenance).figures;
  const figures = new Map<string, typeof rows>();
  await rates.worked(FIGURES_PER_ROW * rows.length);
  for (const row of rows) if (row.perEuro !== '') getOrInsert(figures, row.currency, () => []).push(row);
  return { figures, table: await rates.table(provider, date) };
}
