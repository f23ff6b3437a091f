/** Makes v1/status.json from the archive and the state of the tree that is about to be published. */
import type { ProviderArchive } from './archive.ts';
import type { Asked } from './asked.ts';
import type { BuiltProvider } from './build.ts';
import { foldDays, GAP_DAYS, toGaps } from './gaps.ts';
import { holidaysOf } from './holidays.ts';
import { GLOBAL_SCHEDULE } from './lists.ts';
import type { ProviderDefinition } from './provider.ts';
import type { Staging } from './staging.ts';
import { addDays, laterOf, weekday } from './wire/calendar.ts';
import { seriesFolder, seriesPath } from './wire/paths.ts';
import { nextPublication, type Rhythm } from './wire/schedule.ts';
import { type CurrencyCode, currencyCode, GLOBAL, type IsoDate, isoDate, type ProviderCode } from './wire/schemas.ts';
import { type Gap, type ProviderStatus, statusText } from './wire/status.ts';

export interface StatusSubject {
  readonly provider: ProviderCode;
  readonly definition: Pick<ProviderDefinition, 'schedule' | 'countryCode' | 'obsolete' | 'monthly'>;
  readonly archive: ProviderArchive;
  readonly asked: readonly Asked[];
  readonly built: BuiltProvider;
}

/** How far ahead of the tree's date holidays are told, so that a reader of an older release counts no false misses. */
const HOLIDAY_DAYS = 92;

export function renderStatus(
  staging: Staging,
  date: IsoDate,
  global: BuiltProvider,
  subjects: readonly StatusSubject[],
): Buffer {
  const providers = subjects.flatMap((subject) => toStatus(staging, subject, date));
  return Buffer.from(statusText({ date, providers: [...toGlobalStatus(staging, global), ...providers] }));
}

function toStatus(staging: Staging, subject: StatusSubject, date: IsoDate): ProviderStatus[] {
  const { provider, definition, archive, asked, built } = subject;
  const { schedule, obsolete = false, monthly = false, countryCode } = definition;
  const { index } = built;
  const [first, last] = [index?.fixings[0]?.date, index?.fixings.at(-1)?.date];
  if (index === null || first === undefined || last === undefined) return [];
  const from = addDays(last, -GAP_DAYS);
  const holidays = holidaysOf(countryCode, { from, to: addDays(laterOf(last, date), HOLIDAY_DAYS) });
  const rhythm: Rhythm = { schedule, monthly, holidays: new Set(holidays) };
  const next = obsolete ? null : nextPublication(rhythm, last, firstSeenMs(archive, last));
  return [
    {
      ...{ provider, first, last, fixings: index.fixings.length, next },
      ...{ schedule: { ...schedule, days: [...schedule.days] }, monthly, obsolete },
      holidays: next === null ? [] : holidays.filter((day) => day >= next && schedule.days.includes(weekday(day))),
      currencies: lastByCurrency(staging, provider),
      gaps: [...toGaps({ index, archive, asked, rhythm, obsolete })],
    },
  ];
}

function toGlobalStatus(staging: Staging, built: BuiltProvider): ProviderStatus[] {
  const [first, last] = [built.index?.fixings[0]?.date, built.index?.fixings.at(-1)?.date];
  if (built.index === null || first === undefined || last === undefined) return [];
  const rhythm: Rhythm = { schedule: GLOBAL_SCHEDULE, monthly: false, holidays: new Set() };
  return [
    {
      ...{ provider: GLOBAL, first, last, fixings: built.index.fixings.length, next: nextPublication(rhythm, last, 0) },
      ...{ schedule: { ...GLOBAL_SCHEDULE, days: [...GLOBAL_SCHEDULE.days] }, monthly: false, obsolete: false },
      ...{ holidays: [], currencies: lastByCurrency(staging, GLOBAL), gaps: blendGaps(built, first) },
    },
  ];
}

/** When the newest of the fixing's figures was first seen: a correction months later does not make it younger. */
function firstSeenMs({ rows, documents }: ProviderArchive, date: IsoDate): number {
  const first = new Map<string, string>();
  for (const row of rows) {
    if (row.date !== date) continue;
    const pair = `${row.base} ${row.quote} ${documents.get(row.document)?.table}`;
    if (!first.has(pair)) first.set(pair, row.seen);
  }
  return Date.parse([...first.values()].sort().at(-1) ?? `${date}T00:00:00Z`);
}

/** The last row of each currency's newest series file, staged or in place. */
function lastByCurrency(staging: Staging, provider: ProviderCode): Record<CurrencyCode, IsoDate> {
  const dates: Record<CurrencyCode, IsoDate> = {};
  for (const name of staging.list(seriesFolder(provider))) {
    const currency = currencyCode.parse(name);
    const year = staging
      .list(`${seriesFolder(provider)}/${name}`)
      .findLast((file) => file.endsWith('.csv'))
      ?.slice(0, 4);
    if (year === undefined) continue;
    const rows = staging.read(seriesPath(provider, currency, year, 'csv'))?.toString('utf8') ?? '';
    dates[currency] = isoDate.parse(rows.trimEnd().split('\r\n').at(-1)?.slice(0, 10));
  }
  return dates;
}

/** Days on which the blend gave a reason for having no fixing, from its first fixing on. */
function blendGaps({ memory }: BuiltProvider, first: IsoDate): Gap[] {
  const days = [...memory.dates].map(([date, { gap }]) => ({ date, reason: gap === '' ? null : gap }));
  return foldDays(days.filter(({ date }) => date > first).sort((left, right) => (left.date < right.date ? -1 : 1)));
}
