/** What answers depend on beside their questions: the release in force, and the clock. */
import { comingPublication } from '../generator/wire/answers/punctuality.ts';
import type { Catalogue } from '../generator/wire/release/catalogue.ts';
import { utcDay } from '../generator/wire/words/calendar.ts';
import { GLOBAL } from '../generator/wire/words/schemas.ts';
import type { AnswerTimes } from './dialects/rates.ts';

/** One object for as long as the answers to all questions stay the same: what is due is judged by its beginning. */
export interface Moment extends AnswerTimes {
  /** Null until a release has been read. */
  readonly catalogue: Catalogue | null;
}

const DAY_MS = 86_400_000;
/** Providers publish on quarters of an hour, which midnight is as well. */
const QUARTER_MS = 900_000;

/** @param catalogue in force, or null @param nowMs milliseconds since 1970 */
export function momentOf(catalogue: () => Catalogue | null, nowMs: () => number): () => Moment {
  let [fromMs, untilMs] = [0, 0];
  let moment: Moment | null = null;
  return () => {
    const [inForce, timeMs] = [catalogue(), nowMs()];
    const releasedMs = inForce === null ? 0 : releasedAt(inForce);
    const isSame = timeMs >= fromMs && timeMs < untilMs && moment?.catalogue === inForce;
    if (isSame && moment?.releasedMs === releasedMs) return moment;
    const midnightMs = timeMs - (timeMs % DAY_MS) + DAY_MS;
    const nextMs = (inForce === null ? null : dueAfter(inForce, timeMs)) ?? midnightMs;
    const quarterMs = timeMs - (timeMs % QUARTER_MS) + QUARTER_MS;
    [fromMs, untilMs] = [timeMs, nextMs];
    if (quarterMs < untilMs) untilMs = quarterMs;
    moment = { catalogue: inForce, today: utcDay(timeMs), ms: timeMs, releasedMs, nextMs };
    return moment;
  };
}

/** A tree that no pointer names says only its day. */
function releasedAt({ tree, release }: Catalogue): number {
  return tree.signedMs?.() ?? Date.parse(`${release.date}T00:00:00Z`);
}

/** Null where it cannot be told. */
function dueAfter({ status }: Catalogue, timeMs: number): number | null {
  const global = status?.providers.find(({ provider }) => provider === GLOBAL);
  const coming = global === undefined ? null : comingPublication(global, timeMs);
  return coming === null ? null : Date.parse(coming);
}
