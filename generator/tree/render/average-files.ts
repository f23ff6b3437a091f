/** Series of a year → the files with the averages of its months, its quarters and the year, in every view and format. */

import { figuresOfRow } from '../../wire/answers/exact-series.ts';
import { averagedDates, isComplete } from '../../wire/answers/missing.ts';
import { averagesPath } from '../../wire/answers/paths.ts';
import { type ProviderIndex, referenceOn } from '../../wire/answers/provider-index.ts';
import { SpanBuilder } from '../../wire/answers/spans.ts';
import type { ProviderStatus } from '../../wire/answers/status.ts';
import { type Figures, type Table, toTable, type View } from '../../wire/answers/table.ts';
import { encode } from '../../wire/encode/encode.ts';
import { FORMATS } from '../../wire/encode/rendition.ts';
import type { Reference } from '../../wire/release/manifest.ts';
import { PERIOD_KINDS, type PeriodKind, periodsOver } from '../../wire/words/periods.ts';
import { PLACES_MAX } from '../../wire/words/places.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import type { TreeObjects } from '../read/objects.ts';
import type { PartFacts } from '../read/span-source.ts';
import type { TreeFile } from '../read/tree-options.ts';
import { rowsOfYear } from './series-files.ts';

/** What says which periods are over and complete. */
export interface AveragesFacts {
  readonly index: ProviderIndex;
  readonly status: ProviderStatus;
  /** The date of the tree. */
  readonly released: IsoDate;
}

/** The averages of one year are to be made. */
export interface AveragesWork {
  readonly digest: string;
  readonly facts: PartFacts;
  readonly year: string;
  readonly periods: readonly AveragedPeriods[];
  /** The fixings of all of these periods, oldest first. */
  readonly dates: readonly IsoDate[];
  /** The series of the year, as this run leaves them. */
  readonly series: Reference;
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

function toTables({ facts, dates, series }: AveragesWork, objects: TreeObjects): readonly Table[] {
  const { provider, references, bidAsk } = facts;
  const rows = new Map(dates.map((date) => [date, [] as (readonly [CurrencyCode, Figures])[]]));
  for (const { currency, date, row } of rowsOfYear(objects, series)) {
    rows.get(date)?.push([currency, figuresOfRow(row)]);
  }
  return [...rows].map(([date, figures]) =>
    toTable({ provider, date, reference: referenceOn([...references], date), bidAsk }, figures),
  );
}

/** @throws DamagedObject where a series is missing or damaged */
export function* averageFiles(work: AveragesWork, objects: TreeObjects): Generator<TreeFile> {
  const { year, periods } = work;
  const tables = toTables(work, objects);
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
