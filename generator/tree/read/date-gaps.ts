/** The dates of a provider, each with the reason why it has no fixing, or ''. The status of GLOBAL tells them. */
import type { IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import type { TreeInPlace } from './change.ts';
import { memoryOfYear } from './in-place.ts';
import type { DateInputs } from './inputs.ts';

export interface DateGap {
  readonly date: IsoDate;
  readonly gap: string;
}

/** The years that this run made are noted; those of any other year lie in the tree in place. */
export class DateGaps {
  readonly #noted = new Map<string, readonly DateGap[]>();

  constructor(
    readonly provider: ProviderCode,
    readonly inPlace: TreeInPlace,
    /** Whether the run before can be trusted. */
    readonly isWhole: boolean,
  ) {}

  note(year: string, dates: ReadonlyMap<IsoDate, DateInputs>): void {
    this.#noted.set(year, gapsOf(dates));
  }

  ofYears(years: readonly string[]): readonly DateGap[] {
    return years.flatMap(
      (year) => this.#noted.get(year) ?? gapsOf(memoryOfYear(this.inPlace, this.provider, year, this.isWhole).dates),
    );
  }
}

function gapsOf(dates: ReadonlyMap<IsoDate, DateInputs>): readonly DateGap[] {
  return [...dates].map(([date, { gap }]) => ({ date, gap }));
}
