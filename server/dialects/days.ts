/** The rates of GLOBAL in one fixing, and in a span as a JSON object with a date for each fixing. */
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { midsOf } from '../perform/span.ts';
import { toFixingDate } from '../plan/fixing-date.ts';
import { Problem } from '../query/problem.ts';
import { crossesIn, crossesOf } from './crosses.ts';
import { toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { type Choice, spanDates } from './reading.ts';

/**
 * The fixing from which `/v1/convert` would answer. What it does not quote is not among its crosses, as at `/v1/latest`.
 * @param date null for the newest @throws Problem, StoreDown
 */
export async function readFixing(rates: Rates, { base, baseName, quotes }: Choice, date: IsoDate | null) {
  const provider = readGlobal(rates);
  const { today, catalogue } = rates;
  const query = { operation: 'convert', date } as const;
  const fixing = toFixingDate({ query, provider, release: catalogue.release, today });
  if (fixing instanceof Problem) throw fixing;
  const mids = midsOf(await rates.table(provider, fixing), null);
  if (!mids.has(base)) throw new Problem(1021, `${baseName} ${base} is not quoted by ${GLOBAL} on ${fixing}`);
  return { date: fixing, mids, crosses: crossesIn(mids, { base, quotes }) };
}

/** @throws Problem, StoreDown */
export async function readDays(rates: Rates, { base, quotes }: Choice, from: IsoDate, to: IsoDate): Promise<string> {
  const provider = readGlobal(rates);
  const dates = spanDates(provider, from, to);
  const days: string[] = [];
  for await (const { date, crosses } of crossesOf(rates, { provider, dates, base, quotes })) {
    days.push(`"${date}":${toFigures(crosses)}`);
  }
  if (days.length > 0) return `{${days.join(',')}}`;
  throw new Problem(1007, `none of these currencies is quoted in ${base} from ${from} to ${to}`);
}

function readGlobal({ catalogue }: Rates): KnownProvider {
  const provider = catalogue.byCode.get(GLOBAL);
  if (provider === undefined) throw new Problem(1001, 'there is no provider GLOBAL in this release');
  return provider;
}
