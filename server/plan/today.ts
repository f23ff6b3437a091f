/** The UTC day of a clock, computed once a day because every request asks for it. */
import { utcDay } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';

const DAY_MS = 86_400_000;

export function toToday(nowMs: () => number): () => IsoDate {
  let date: IsoDate | null = null;
  let startMs = 0;
  return () => {
    const sinceMs = nowMs() - startMs;
    if (date === null || sinceMs < 0 || sinceMs >= DAY_MS) {
      date = utcDay(nowMs());
      startMs = Date.parse(date);
    }
    return date;
  };
}
