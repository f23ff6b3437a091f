/** The periods of a provider's dates that changed, of which those of finished years are held as bytes. */
import type { IsoDate } from '../../wire/words/schemas.ts';

/** What is held of a date that has no fixing any more. */
const GONE = '-';

/**
 * A walk through 27 years of a hundred banks comes by 690,000 dates, and every one is kept until the indexes are written:
 * 60 MB as entries of maps, and 8 MB as bytes, which do not count in the size of V8's heap.
 */
export class Periods {
  readonly #years: Buffer[] = [];
  readonly #changed = new Map<IsoDate, string | null>();

  /** @param period as the index writes it, or null where there is no fixing any more */
  set(date: IsoDate, period: string | null): void {
    this.#changed.set(date, period);
  }

  /** What is set later counts. */
  pack(): void {
    const cells = [...this.#changed].map(([date, period]) => (date === period ? date : `${date}=${period ?? GONE}`));
    if (cells.length > 0) this.#years.push(Buffer.from(cells.join(), 'latin1'));
    this.#changed.clear();
  }

  /** Every date that changed. Nothing is left of them. */
  take(): ReadonlyMap<IsoDate, string | null> {
    this.pack();
    const periods = new Map<IsoDate, string | null>();
    for (const cell of this.#years.splice(0).flatMap((year) => year.toString('latin1').split(','))) {
      const [date = '', period = date] = cell.split('=');
      periods.set(date as IsoDate, period === GONE ? null : period);
    }
    return periods;
  }
}
