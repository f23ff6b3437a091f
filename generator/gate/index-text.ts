/**
 * The dates of a provider's index. 27 years of a hundred banks have 700,000, which take 0.13 seconds to read, and where
 * nothing is new a night asks for the newest of each only.
 */

import type { TreePath } from '../wire/answers/paths.ts';
import { providerIndex } from '../wire/answers/provider-index.ts';
import { InputError } from '../wire/words/input-error.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

/** The end of an index: its newest fixing, which is a day or a period. */
const NEWEST = /"(\d{4}-\d\d-\d\d)(?:\/\d{4}-\d\d-\d\d)?"\]\}\s*$/;
/** A list without periods, which is cut in a tenth of the time that it takes as JSON. */
const DAYS = /^"\d{4}-\d\d-\d\d"(?:,"\d{4}-\d\d-\d\d")*$/;
const END_LENGTH = 64;
const COMMA = 44;
const [BEFORE_DATES, AFTER_DATES] = ['"fixings":[', ']}\n'];

export class IndexText {
  #dates: readonly IsoDate[] | null = null;

  /** @param bytes null where the tree has no index */
  constructor(
    readonly path: TreePath,
    readonly bytes: Buffer | null,
    /** The index of a tree that most often has the same dates, and more after them. */
    readonly later: IndexText | null = null,
  ) {}

  /** Oldest first. @throws InputError if the text is not an index */
  get dates(): readonly IsoDate[] {
    this.#dates ??= this.#datesOfLater() ?? (this.bytes === null ? [] : this.#parse(this.bytes));
    return this.#dates;
  }

  /** Null if there is no fixing. @throws InputError like `dates` */
  get newest(): IsoDate | null {
    const end = this.#dates === null ? NEWEST.exec(this.bytes?.subarray(-END_LENGTH).toString('latin1') ?? '') : null;
    return end === null ? (this.dates.at(-1) ?? null) : (end[1] as IsoDate);
  }

  /** Null unless the later index goes on where this one ends. */
  #datesOfLater(): readonly IsoDate[] | null {
    const [own, later] = [listIn(this.bytes), listIn(this.later?.bytes ?? null)];
    if (own === null || later === null || this.later === null) return null;
    const isDateNext = later.length === own.length || later[own.length] === COMMA;
    const goesOn = isDateNext && later.subarray(0, own.length).equals(own);
    const { newest } = this;
    return goesOn && newest !== null ? this.later.dates.filter((date) => date <= newest) : null;
  }

  #parse(bytes: Buffer): readonly IsoDate[] {
    const list = listIn(bytes)?.toString('latin1') ?? '';
    if (DAYS.test(list)) return list.slice(1, -1).split('","') as IsoDate[];
    try {
      return providerIndex.parse(JSON.parse(bytes.toString('utf8'))).fixings.map(({ date }) => date);
    } catch (cause) {
      throw new InputError(`${this.path} is not what generate writes: run generate again`, { cause });
    }
  }
}

/** The text of the dates; null where there are none, or the index is of another form. */
function listIn(bytes: Buffer | null): Buffer | null {
  if (bytes === null || !bytes.includes(BEFORE_DATES)) return null;
  const [start, end] = [bytes.indexOf(BEFORE_DATES) + BEFORE_DATES.length, bytes.length - AFTER_DATES.length];
  return start < end && bytes.toString('latin1', end) === AFTER_DATES ? bytes.subarray(start, end) : null;
}
