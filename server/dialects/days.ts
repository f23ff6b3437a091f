/** The rates of GLOBAL in a span as a JSON object with a date for each fixing, which two dialects have. */
import { type CurrencyCode, GLOBAL, type IsoDate } from '../../generator/wire/schemas.ts';
import { Problem, quoted } from '../problem.ts';
import { crossesOf } from './crosses.ts';
import { toFigures } from './dialect.ts';
import type { Rates } from './rates.ts';
import { knownCode, spanDates } from './reading.ts';

interface DaysWanted {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly base: string;
  readonly symbols: ReadonlySet<string> | null;
}

/** @throws Problem, StoreDown */
export async function readDays(rates: Rates, { from, to, ...asked }: DaysWanted) {
  const provider = rates.catalogue.byCode.get(GLOBAL);
  if (provider === undefined) throw new Problem(1001, 'there is no provider GLOBAL in this release');
  const base = knownCode(rates, asked.base);
  if (base === null) throw new Problem(1003, `base ${quoted(asked.base)} is not a currency that we know`);
  const dates = spanDates(provider, from, to);
  const days: string[] = [];
  const quotes = asked.symbols === null ? null : new Set([...asked.symbols].map((code) => knownSymbol(rates, code)));
  for await (const { date, crosses } of crossesOf(rates, { provider, dates, base, quotes })) {
    days.push(`"${date}":${toFigures(crosses)}`);
  }
  if (days.length > 0) return { base, days: `{${days.join(',')}}` };
  throw new Problem(1007, `none of these currencies is quoted in ${base} from ${from} to ${to}`);
}

function knownSymbol(rates: Rates, code: string): CurrencyCode {
  const known = knownCode(rates, code);
  if (known !== null) return known;
  throw new Problem(1002, `symbols names ${quoted(code)}, which is not a currency that we know`);
}
