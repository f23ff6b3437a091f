/** Converts between moments and the days and hours of a time zone, whatever the zone of this process. */
import type { IsoDate } from './schemas.ts';

const MINUTE_MS = 60_000;
/** No zone has ever moved its clock by more than this at once, or twice within this time. */
const AROUND_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Most names are known by this list; a format takes 0.3 ms and 200 kB, and a gateway at rest needs none. */
const LISTED: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Whether this runtime knows the IANA zone; Europe/Frankfurt, for example, does not exist. */
export function isTimeZone(name: string): boolean {
  if (LISTED.has(name)) return true;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The calendar day in the zone at the moment. */
export function localDay(momentMs: number, timeZone: string): IsoDate {
  return wallText(momentMs, timeZone).slice(0, 10) as IsoDate;
}

/** The moment as clocks of the zone show it: `2026-03-13 16:00`. */
export function localText(momentMs: number, timeZone: string): string {
  return wallText(momentMs, timeZone).slice(0, 16).replace('T', ' ');
}

/**
 * The moment at which clocks of the zone show `time` (HH:MM) on the day, in milliseconds since 1970. If they show it
 * twice, because they are put back, it is the first time. If they never show it, because they are put forward, the
 * moment is later by as much as they jump: 02:30 becomes 03:30.
 */
export function momentOf(date: IsoDate, time: string, timeZone: string): number {
  const wallMs = Date.parse(`${date}T${time}:00Z`);
  const before = wallMs - offsetMs(wallMs - AROUND_MS, timeZone);
  const after = wallMs - offsetMs(wallMs + AROUND_MS, timeZone);
  const [shown = before] = [before, after].filter((momentMs) => momentMs + offsetMs(momentMs, timeZone) === wallMs);
  return shown;
}

/** How far clocks of the zone are ahead of UTC, in milliseconds, at the start of the moment's minute. */
function offsetMs(momentMs: number, timeZone: string): number {
  const minuteMs = momentMs - (momentMs % MINUTE_MS);
  return Date.parse(`${wallText(minuteMs, timeZone)}Z`) - minuteMs;
}

function wallText(momentMs: number, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(momentMs)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}

/** Locale, calendar and digits are fixed, so that those of the process have no influence. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(timeZone, format);
  return format;
}
