/** Tables of a year → the files with the averages of its months, its quarters and the year, in every view and format. */
import { averagedDates } from '../wire/averaged-dates.ts';
import { encode, FORMATS } from '../wire/encode.ts';
import { isComplete } from '../wire/missing.ts';
import { averagesPath } from '../wire/paths.ts';
import { PERIOD_KINDS, type PeriodKind, periodsOver } from '../wire/periods.ts';
import type { ProviderIndex } from '../wire/provider-index.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { SpanBuilder } from '../wire/spans.ts';
import type { ProviderStatus } from '../wire/status.ts';
import type { Table } from '../wire/table.ts';
import { PLACES_MAX, type View } from '../wire/views.ts';
import type { TreeFile } from './change.ts';

/** What says which periods are over and complete. */
export interface AveragesFacts {
  readonly index: ProviderIndex;
  readonly status: ProviderStatus;
  /** The date of the tree. */
  readonly released: IsoDate;
}

/** The periods of one kind in a year that are over. */
interface AveragedPeriods {
  readonly kind: PeriodKind;
  /** Of the fixings in them that are averaged, oldest first; at least one. */
  readonly dates: readonly IsoDate[];
  /** The names of the periods in which no publication is missing. */
  readonly complete: ReadonlySet<string>;
}

/** Bid and ask are among the figures of the extended files, and have no files of their own. */
const STANDARD: readonly View[] = ['standard'];
const BOTH: readonly View[] = ['standard', 'extended'];

/** A kind without a fixing in a period that is over is left out. */
export function averagedPeriods(year: string, facts: AveragesFacts): readonly AveragedPeriods[] {
  const { index, status, released } = facts;
  return PERIOD_KINDS.flatMap((kind) => {
    const dates = averagedDates(index, year, kind, released);
    const [from, to] = [dates[0], dates.at(-1)];
    if (from === undefined || to === undefined) return [];
    const whole = periodsOver(year, kind, released).filter((period) =>
      isComplete(period, { from, to }, index, status, released),
    );
    return [{ kind, dates, complete: new Set(whole.map(({ name }) => name)) }];
  });
}

/** @param tables at least those of all dates of the periods, oldest first */
export function* averageFiles(
  year: string,
  periods: readonly AveragedPeriods[],
  tables: readonly Table[],
): Generator<TreeFile> {
  for (const { kind, dates, complete } of periods) {
    const averaged = new Set(dates);
    const own = tables.filter(({ date }) => averaged.has(date));
    const [first] = own;
    if (first === undefined) throw new TypeError(`no table for the averages of ${year}`);
    const { provider, reference: base, bidAsk } = first;
    for (const view of bidAsk ? BOTH : STANDARD) {
      const stated = { provider, base, view, currencies: null, places: PLACES_MAX, statistic: 'average' } as const;
      const builder = new SpanBuilder({ ...stated, period: kind }, ({ name }) => complete.has(name));
      for (const table of own) builder.add(table);
      const document = builder.document();
      for (const format of FORMATS) {
        const path = averagesPath(provider, year, kind, view, format);
        yield { path, bytes: encode(document, { format, header: true }) };
      }
    }
  }
}
