/** The age of a fixing, printed beside its figures so that nobody takes them for those of the day asked for. */
import { daysBetween, utcDay } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';

/** Empty for a fixing that is not older. @param asked the day that was asked for, or null for the newest fixing */
export function ageText(fixing: IsoDate, asked: string | null | undefined, nowMs: number): string {
  const day = (asked?.trim() || utcDay(nowMs)) as IsoDate;
  const days = daysBetween(fixing, day);
  if (days <= 0) return '';
  const count = days === 1 ? '1 day' : `${days} days`;
  return asked?.trim() ? `${count} before ${day}` : `${count} old`;
}
