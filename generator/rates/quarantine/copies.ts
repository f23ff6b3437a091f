/**
 * Banks that take their figures from another one: the Bank of Italy has the ECB's list, digit by digit. What they repeat
 * is one voice. Pure.
 */
import type { Holding } from '../../sources/archive/archive.ts';
import { digitsOf, onDays, pairText, toStanding } from '../../sources/archive/rows.ts';
import { DAYS_BEFORE } from '../../sources/archive/spans.ts';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

/** So many different figures are equal by no accident; a peg repeats one. */
const EQUAL_MIN = 20;
/** Of twenty figures that both state for a day, one may differ: one bank may have been late with a correction. */
const EQUAL_OF = 20;

type Stated = Pick<Holding, 'definition' | 'archive'>;

export class Copies {
  readonly #holdings: ReadonlyMap<string, Stated>;
  readonly #known = new Map<string, boolean>();

  constructor(holdings: readonly Stated[]) {
    this.#holdings = new Map(holdings.map((holding) => [holding.definition.code, holding]));
  }

  /** How many of the providers speak for themselves: none that repeats an earlier one of the list, or the first. */
  count(first: string | null, providers: Iterable<string>, date: IsoDate): number {
    const own = first === null ? [] : [first];
    for (const provider of providers) if (!own.some((other) => this.#isCopy(other, provider, date))) own.push(provider);
    return first === null ? own.length : own.length - 1;
  }

  /** Whether both have stated the same figures in the 45 days before the date. */
  #isCopy(left: string, right: string, date: IsoDate): boolean {
    const name = `${left} ${right} ${date}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const [ofLeft, ofRight] = [this.#figures(left, date), this.#figures(right, date)];
    const common = [...ofLeft].filter(([key]) => ofRight.has(key));
    const equal = common.filter(([key, figure]) => ofRight.get(key) === figure);
    const different = new Set(equal.map(([, figure]) => figure));
    const isCopy = different.size >= EQUAL_MIN && (common.length - equal.length) * EQUAL_OF <= common.length;
    this.#known.set(name, isCopy);
    return isCopy;
  }

  /** The pair with its digits, by day and pair. */
  #figures(provider: string, date: IsoDate): ReadonlyMap<string, string> {
    const holding = this.#holdings.get(provider);
    if (holding === undefined) return new Map();
    const rows = toStanding(onDays(holding.archive, { from: addDays(date, -DAYS_BEFORE), to: addDays(date, -1) }));
    return new Map(rows.map((row) => [`${row.date} ${pairText(row)}`, `${pairText(row)} ${digitsOf(row)}`]));
  }
}
