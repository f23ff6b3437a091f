/** v1/status.json: dates only, never ages, so that the same archive gives the same file; the reader knows what time it is. */
import type { BuiltProvider } from './build.ts';
import type { Schedule } from './provider.ts';
import type { Staging } from './staging.ts';
import { addDays, parseIsoDate, weekday } from './wire/calendar.ts';
import { seriesPath } from './wire/paths.ts';
import { currencyCode, type IsoDate, type ProviderCode } from './wire/schemas.ts';

export interface StatusSubject {
  readonly provider: ProviderCode;
  readonly schedule: Schedule;
  readonly obsolete: boolean;
  readonly monthly: boolean;
  readonly built: BuiltProvider;
}

interface Gap {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly reason: string;
}

/** Days before the newest fixing in which a provider's missing days are listed. */
const GAP_DAYS = 31;

export function statusText(staging: Staging, date: IsoDate, subjects: readonly StatusSubject[]): string {
  const providers = subjects.flatMap((subject) => toStatus(staging, subject));
  const lines = providers.map((provider) => `\n${JSON.stringify(provider)}`);
  return `{"date":"${date}","providers":[${lines.join(',')}]}\n`;
}

function toStatus(staging: Staging, subject: StatusSubject): object[] {
  const { provider, schedule, obsolete, monthly, built } = subject;
  const last = built.index?.fixings.at(-1)?.date;
  if (built.index === null || last === undefined) return [];
  const next = obsolete ? null : nextExpected(last, schedule, monthly);
  const gaps = [...blendGaps(built), ...missedDays(subject, last)];
  return [{ provider, last, next, schedule, currencies: lastByCurrency(staging, provider), gaps }];
}

function nextExpected(last: IsoDate, { days }: Schedule, monthly: boolean): IsoDate {
  if (monthly) return parseIsoDate(`${addDays(parseIsoDate(`${last.slice(0, 7)}-01`), 31).slice(0, 7)}-01`);
  let date = addDays(last, 1);
  while (!days.includes(weekday(date))) date = addDays(date, 1);
  return date;
}

/** The last row of each currency's newest series file: the state that is about to be published, staged or in place. */
function lastByCurrency(staging: Staging, provider: ProviderCode): Record<string, string> {
  const folder = `v1/series/${provider}`;
  const dates = staging.list(folder).flatMap((name) => {
    const year = staging
      .list(`${folder}/${name}`)
      .findLast((file) => file.endsWith('.csv'))
      ?.slice(0, 4);
    if (year === undefined) return [];
    const rows = staging.read(seriesPath(provider, currencyCode.parse(name), year, 'csv'))?.toString('utf8') ?? '';
    return [[name, rows.trimEnd().split('\r\n').at(-1)?.slice(0, 10) ?? ''] as const];
  });
  return Object.fromEntries(dates);
}

/** Days on which the blend gave a reason for having no fixing, from its first fixing on, neighbours of one reason in one. */
function blendGaps({ index, memory }: BuiltProvider): Gap[] {
  const first = index?.fixings[0]?.date ?? '';
  const gaps: Gap[] = [];
  let open = null as Gap | null;
  for (const [date, { gap }] of [...memory.dates].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (gap !== '' && date > first) {
      if (open?.reason === gap) gaps.pop();
      open = { from: open?.reason === gap ? open.from : date, to: date, reason: gap };
      gaps.push(open);
    } else open = null;
  }
  return gaps;
}

/** Days of publication before the newest fixing for which none is held. Monthly providers have no such days. */
function missedDays({ schedule, monthly, provider, built }: StatusSubject, last: IsoDate): Gap[] {
  if (monthly || provider === 'GLOBAL') return [];
  const held = new Set(built.index?.fixings.map(({ date }) => date));
  const first = built.index?.fixings[0]?.date ?? last;
  const gaps: Gap[] = [];
  for (let date = addDays(last, -GAP_DAYS); date < last; date = addDays(date, 1)) {
    if (date > first && schedule.days.includes(weekday(date)) && !held.has(date)) {
      gaps.push({ from: date, to: date, reason: 'no fixing held' });
    }
  }
  return gaps;
}
