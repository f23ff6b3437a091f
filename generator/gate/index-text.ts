/**
 * The dates of a provider's index. 27 years of a hundred banks have 700,000, which take 0.13 seconds to read, and where
 * nothing is new a night asks for the newest of each only.
 */
import { InputError } from '../wire/input-error.ts';
import type { TreePath } from '../wire/paths.ts';
import { providerIndex } from '../wire/provider-index.ts';
import type { IsoDate } from '../wire/schemas.ts';

/** The end of an index: its newest fixing, which is a day or a period. */
const NEWEST = /"(\d{4}-\d\d-\d\d)(?:\/\d{4}-\d\d-\d\d)?"\]\}\s*$/;
const END_LENGTH = 64;

export class IndexText {
  #dates: readonly IsoDate[] | null = null;

  /** @param bytes null where the tree has no index */
  constructor(
    readonly path: TreePath,
    readonly bytes: Buffer | null,
  ) {}

  /** Oldest first. @throws InputError if the text is not an index */
  get dates(): readonly IsoDate[] {
    this.#dates ??= this.bytes === null ? [] : this.#parse(this.bytes);
    return this.#dates;
  }

  /** Null if there is no fixing. @throws InputError like `dates` */
  get newest(): IsoDate | null {
    const end = this.#dates === null ? NEWEST.exec(this.bytes?.subarray(-END_LENGTH).toString('latin1') ?? '') : null;
    return end === null ? (this.dates.at(-1) ?? null) : (end[1] as IsoDate);
  }

  #parse(bytes: Buffer): readonly IsoDate[] {
    try {
      return providerIndex.parse(JSON.parse(bytes.toString('utf8'))).fixings.map(({ date }) => date);
    } catch (cause) {
      throw new InputError(`${this.path} is not what generate writes: run generate again`, { cause });
    }
  }
}
