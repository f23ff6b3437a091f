/** Questions about GLOBAL that several services have, each with parameters of its own: one fixing, and a span of days. */
import { endedWords } from '../../generator/wire/answers/ended.ts';
import type { Table } from '../../generator/wire/answers/table.ts';
import { quotes as isQuoted } from '../../generator/wire/answers/views.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { addDays } from '../../generator/wire/words/calendar.ts';
import { GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { toFixingDate } from '../plan/fixing-date.ts';
import { Problem } from '../query/problem.ts';
import type { Parameters } from '../query/target.ts';
import { type Question, toFigures } from './dialect.ts';
import { crossesIn, type Rates } from './rates.ts';
import { type Choice, checkOnce, type Names, readChoice, readDay, spanDates } from './reading.ts';

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

/** @param toMembers of the JSON object that is answered; `days` is an object with a date for each fixing */
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
 * @param date null for the newest @throws Problem, StoreDown
 */
export async function readFixing(rates: Rates, choice: Choice, date: IsoDate | null) {
  const { base, baseName } = choice;
  const table = await readGlobalTable(rates, date);
  if (!isQuoted(table, base)) {
    const words = `${baseName} ${base} is not quoted by ${GLOBAL} on ${table.date}`;
    throw new Problem(1021, `${words}${endedWords(base)}`);
  }
  return { date: table.date, table, crosses: crossesIn(table, choice) };
}

/** @param date null for the newest @throws Problem, StoreDown */
export async function readGlobalTable(rates: Rates, date: IsoDate | null): Promise<Table> {
  const provider = readGlobal(rates);
  const { now, catalogue } = rates;
  const fixing = toFixingDate({ date, earlier: 'recent', provider, catalogue, now });
  if (fixing instanceof Problem) throw fixing;
  return rates.table(provider, fixing);
}

interface DaysWanted {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly toName: (code: string) => string;
}

/** @throws Problem, StoreDown */
async function readDays(rates: Rates, choice: Choice, { from, to, toName }: DaysWanted): Promise<string> {
  const provider = readGlobal(rates);
  const days: string[] = [];
  for await (const { date, crosses } of rates.crosses(provider, spanDates(provider, from, to), choice)) {
    days.push(`"${date}":${toFigures(crosses.map(([code, rate]) => [toName(code), rate]))}`);
  }
  if (days.length > 0) return `{${days.join(',')}}`;
  throw new Problem(1007, `none of these currencies is quoted in ${choice.base} from ${from} to ${to}`);
}

export function readGlobal({ catalogue }: Rates): KnownProvider {
  const provider = catalogue.byCode.get(GLOBAL);
  if (provider === undefined) throw new Problem(1001, 'there is no provider GLOBAL in this release');
  return provider;
}
