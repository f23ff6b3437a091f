/** Questions about GLOBAL that several services have, each with parameters of its own: one fixing, and a span of days. */
import { endedWords } from '../../generator/wire/answers/ended.ts';
import type { Table } from '../../generator/wire/answers/table.ts';
import { quotes as isQuoted } from '../../generator/wire/answers/views.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { addDays, earlierOf, laterOf } from '../../generator/wire/words/calendar.ts';
import { getOrInsert } from '../../generator/wire/words/order.ts';
import { GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { toFixingDate } from '../request/plan/due.ts';
import { Problem } from '../request/query/problem.ts';
import type { Parameters } from '../request/query/target.ts';
import { type Question, toFigures } from './dialect.ts';
import { crossesIn, type Rates } from './rates.ts';
import { type Choice, checkOnce, type Names, readChoice, readDay, toMidnight } from './reading.ts';

export type StatedFixing = Awaited<ReturnType<typeof readFixing>>;

/**
 * @param dayOf the requested day, or null for the newest fixing
 * @param toMembers of the JSON object that is answered
 */
export function ofFixing(
  names: Names,
  dayOf: (parameters: Parameters) => IsoDate | null,
  toMembers: (found: StatedFixing, base: string, isHistorical: boolean) => string,
): Question {
  return {
    async answer({ parameters }, rates) {
      const day = dayOf(parameters);
      const choice = readChoice(parameters, rates.catalogue, names);
      const found = await readFixing(rates, choice, day);
      const text = `{${toMembers(found, choice.base, day !== null)}}`;
      return { text, freshness: day === null ? 'current' : 'dated' };
    },
  };
}

interface SpanNames {
  readonly first: string;
  readonly last: string;
  /** What is said where one of them is missing. */
  readonly missing: string;
  /** The most days from the first to the last one; absent if there is no bound. */
  readonly daysMax?: number;
  /** What a rate is called, where that is not the code of its currency. */
  readonly toName?: (base: string, code: string) => string;
}

/** @param toMembers of the JSON object that is answered; `days` is an object with a member for each day */
export function ofSpan(
  names: Names,
  { first, last, missing, daysMax, toName = (_base, code) => code }: SpanNames,
  toMembers: (span: { from: IsoDate; to: IsoDate; base: string; days: string }) => string,
): Question {
  return {
    async answer({ parameters }, rates) {
      checkOnce(parameters, [first, last]);
      const [from, to] = [readDay(parameters, first), readDay(parameters, last)];
      if (from === null || to === null) throw new Problem(1006, missing);
      if (daysMax !== undefined && to > addDays(from, daysMax)) {
        throw new Problem(1105, `the time frame from ${from} to ${to} is longer than ${daysMax} days`);
      }
      const choice = readChoice(parameters, rates.catalogue, names);
      const days = await readDays(rates, choice, { from, to, toName: (code) => toName(choice.base, code) });
      return { text: `{${toMembers({ from, to, base: choice.base, days })}}`, freshness: 'dated' };
    },
  };
}

/**
 * The fixing from which `/v1/convert` would answer. What it does not quote is not among its crosses, as at `/v1/latest`.
 * @param date null for the newest @throws Problem, StoreError
 */
export async function readFixing(rates: Rates, choice: Choice, date: IsoDate | null) {
  const { base, baseName } = choice;
  const table = await readGlobalTable(rates, date);
  if (!isQuoted(table, base)) {
    const words = `${baseName} ${base} is not quoted by ${GLOBAL} on ${table.date}`;
    throw new Problem(1021, `${words}${endedWords(base)}`);
  }
  const { nextMs } = rates;
  return { date: table.date, table, crosses: crossesIn(table, choice), atMs: statedAt(rates, table, date), nextMs };
}

const DAY_MS = 86_400_000;

/**
 * By which caches judge how old an answer is, in milliseconds since 1970: the newest rates are as of the release, and
 * those of a day as of its last second.
 */
function statedAt({ releasedMs }: Rates, { date }: Table, asked: IsoDate | null): number {
  const endMs = toMidnight(date) + DAY_MS - 1;
  return asked !== null && endMs < releasedMs ? endMs : releasedMs;
}

/** @param date null for the newest @throws Problem, StoreError */
export async function readGlobalTable(rates: Rates, date: IsoDate | null): Promise<Table> {
  const provider = readGlobal(rates);
  const fixing = fixingAt(rates, provider, date);
  if (fixing instanceof Problem) throw fixing;
  return rates.table(provider, fixing);
}

function fixingAt({ catalogue, now }: Rates, provider: KnownProvider, date: IsoDate | null): IsoDate | Problem {
  return toFixingDate({ date, earlier: 'recent', provider, catalogue, now });
}

/**
 * The days of a span by the fixing from which each of them alone is answered, oldest first: a Saturday has Friday's.
 * Days that alone would be refused are left out.
 * @throws Problem when the span is reversed, or that of its last day when no day is left
 */
export function daysByFixing(rates: Rates, from: IsoDate, to: IsoDate): ReadonlyMap<IsoDate, readonly IsoDate[]> {
  if (from > to) throw new Problem(1006, `the span begins on ${from}, which is after its end on ${to}`);
  const provider = readGlobal(rates);
  const { fixings } = provider.index;
  // Outside of these no day is answered, and a span may be of ten thousand years.
  const first = laterOf(from, fixings[0]?.date ?? to);
  const last = earlierOf(to, laterOf(addDays(rates.today, 1), fixings.at(-1)?.date ?? from));
  const days = new Map<IsoDate, IsoDate[]>();
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const fixing = fixingAt(rates, provider, day);
    if (!(fixing instanceof Problem)) getOrInsert(days, fixing, () => []).push(day);
  }
  const refused = days.size === 0 ? fixingAt(rates, provider, to) : null;
  if (refused instanceof Problem) throw refused;
  return days;
}

interface DaysWanted {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly toName: (code: string) => string;
}

/** @throws Problem, StoreError */
async function readDays(rates: Rates, choice: Choice, { from, to, toName }: DaysWanted): Promise<string> {
  const byFixing = daysByFixing(rates, from, to);
  const stated: (readonly [IsoDate, string])[] = [];
  for await (const { date, crosses } of rates.crosses(readGlobal(rates), [...byFixing.keys()], choice)) {
    const figures = toFigures(crosses.map(([code, rate]) => [toName(code), rate]));
    for (const day of byFixing.get(date) ?? []) stated.push([day, figures]);
  }
  if (stated.length > 0) return toFigures(stated);
  throw new Problem(1007, `none of these currencies is quoted in ${choice.base} from ${from} to ${to}`);
}

export function readGlobal({ catalogue }: Rates): KnownProvider {
  const provider = catalogue.byCode.get(GLOBAL);
  if (provider === undefined) throw new Problem(1001, 'there is no provider GLOBAL in this release');
  return provider;
}
