/** v1/status.json: for each provider its dates, what it should publish next, and its gaps. Pure. */
import type { Asked } from '../../sources/archive/ledger.ts';
import type { ProviderArchive } from '../../sources/archive/rows.ts';
import { licenceOf } from '../../sources/facts/licences.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import type { ProviderIndex } from '../../wire/answers/provider-index.ts';
import type { FrozenStatus, Gap, ProviderStatus } from '../../wire/answers/status.ts';
import { addDays, laterOf, weekday } from '../../wire/words/calendar.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { nextPublication, type Rhythm } from '../../wire/words/schedule.ts';
import { type CurrencyCode, GLOBAL, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import type { FrozenList } from '../blend/frozen-lists.ts';
import { GLOBAL_SCHEDULE } from '../blend/global.ts';
import { foldDays, GAP_DAYS, type HolidayCalendar, toGaps } from './gaps.ts';

/** The dates of the fixings of a provider, or of GLOBAL. */
interface FixingDates {
  /** Null if there is no fixing. */
  readonly index: ProviderIndex | null;
  /** The newest fixing that states each currency. */
  readonly lastStated: ReadonlyMap<CurrencyCode, IsoDate>;
}

export interface StatusInputs extends FixingDates {
  readonly provider: ProviderCode;
  readonly definition: Pick<
    ProviderFacts,
    'schedule' | 'countryCode' | 'obsolete' | 'monthly' | 'quarterly' | 'caveat'
  >;
  readonly archive: ProviderArchive;
  readonly asked: readonly Asked[];
  readonly calendar: Pick<HolidayCalendar, 'daysOf'>;
  /** The provider's lists that are frozen on the tree's date. */
  readonly frozen: readonly Pick<FrozenList, 'table' | 'since' | 'isSilenced'>[];
}

interface GlobalStatusInputs extends FixingDates {
  /** Each date that was blended, with the reason why it has no fixing, or ''. */
  readonly gaps: readonly { readonly date: IsoDate; readonly gap: string }[];
}

/** Holidays are listed for so many days after the tree's date, so that readers of an old tree count no false misses. */
const HOLIDAY_DAYS = 92;

/** One, or none for a provider without a fixing. @param date of the tree */
export function toStatus(subject: StatusInputs, date: IsoDate): ProviderStatus[] {
  const { provider, definition, archive, asked, index, lastStated, calendar, frozen } = subject;
  const { schedule, obsolete = false, monthly = false, quarterly = false, countryCode, caveat } = definition;
  const [first, last] = [index?.fixings[0]?.date, index?.fixings.at(-1)?.date];
  if (index === null || first === undefined || last === undefined) return [];
  const from = addDays(last, -GAP_DAYS);
  const holidays = calendar.daysOf(countryCode, { from, to: addDays(laterOf(last, date), HOLIDAY_DAYS) });
  const rhythm: Rhythm = { schedule, monthly, quarterly, holidays: new Set(holidays) };
  const next = obsolete ? null : nextPublication(rhythm, last, firstSeenMs(archive, last));
  return [
    {
      provider,
      first,
      last,
      fixings: index.fixings.length,
      next,
      schedule: { ...schedule, days: [...schedule.days] },
      monthly,
      ...(quarterly ? { quarterly } : {}),
      obsolete,
      holidays: next === null ? [] : holidays.filter((day) => day >= next && schedule.days.includes(weekday(day))),
      currencies: Object.fromEntries(lastStated),
      ...(index.references.length < 2 ? {} : { references: index.references }),
      gaps: [...toGaps({ index, archive, asked, rhythm, obsolete })],
      ...(frozen.length === 0 ? {} : { frozen: frozen.map(toFrozenStatus) }),
      licence: licenceOf(provider),
      ...(caveat === undefined ? {} : { caveat }),
    },
  ];
}

function toFrozenStatus({ table, since, isSilenced }: StatusInputs['frozen'][number]): FrozenStatus {
  return { table, since, inGlobal: !isSilenced };
}

/** One, or none where GLOBAL has no fixing. */
export function toGlobalStatus({ index, lastStated, gaps }: GlobalStatusInputs): ProviderStatus[] {
  const [first, last] = [index?.fixings[0]?.date, index?.fixings.at(-1)?.date];
  if (index === null || first === undefined || last === undefined) return [];
  const rhythm: Rhythm = { schedule: GLOBAL_SCHEDULE, monthly: false, holidays: new Set() };
  return [
    {
      provider: GLOBAL,
      first,
      last,
      fixings: index.fixings.length,
      next: nextPublication(rhythm, last, 0),
      schedule: { ...GLOBAL_SCHEDULE, days: [...GLOBAL_SCHEDULE.days] },
      monthly: false,
      obsolete: false,
      holidays: [],
      currencies: Object.fromEntries(lastStated),
      gaps: blendGaps(gaps, first),
    },
  ];
}

/** When the last figure of the fixing was first seen. A correction months later does not count. */
function firstSeenMs({ rows }: ProviderArchive, date: IsoDate): number {
  const first = new Map<string, string>();
  for (const row of rows) {
    if (row.date !== date) continue;
    const pair = `${row.base} ${row.quote} ${row.table}`;
    if (!first.has(pair)) first.set(pair, row.seen);
  }
  return Date.parse([...first.values()].sort().at(-1) ?? `${date}T00:00:00Z`);
}

/** Days after the first fixing for which the blend gave a reason for not having one. */
function blendGaps(blended: GlobalStatusInputs['gaps'], first: IsoDate): Gap[] {
  const days = blended.map(({ date, gap }) => ({ date, reason: gap === '' ? null : gap }));
  return foldDays(days.filter(({ date }) => date > first).sort((left, right) => compareTexts(left.date, right.date)));
}
