/** An amount of one currency in one other, which several services convert: each writes the result in its own members. */
import { endedWords } from '../../generator/wire/answers/ended.ts';
import { GLOBAL, type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../request/query/problem.ts';
import { toValue } from '../request/query/target.ts';
import { parseAmount } from '../request/query/values.ts';
import { readFixing } from './days.ts';
import type { Question } from './dialect.ts';
import { crossesIn } from './rates.ts';
import { checkOnce, type Names, readChoice, readDay } from './reading.ts';

export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** Of the fixing. */
  readonly date: IsoDate;
  /** See `readFixing`. */
  readonly atMs: number;
  readonly nextMs: number;
  readonly rate: string;
  readonly result: string;
  /** Whether a date was asked for. */
  readonly isHistorical: boolean;
}

/**
 * A question with `from`, `to`, `amount` and perhaps `date`.
 * @param toMembers of the JSON object that is answered
 */
export function ofConversion(foreign: Names['foreign'], toMembers: (converted: Conversion) => string): Question {
  const names = { base: 'from', baseByDefault: USD, quotes: ['to'], foreign } as const;
  return {
    async answer({ parameters }, rates) {
      checkOnce(parameters, ['amount', 'date']);
      const choice = readChoice(parameters, rates.catalogue, names);
      const [to, ...others] = choice.quotes ?? [];
      if (toValue(parameters, 'from') === null || to === undefined || others.length > 0) {
        throw new Problem(1002, 'from and to are needed, one currency each, such as from=USD&to=EUR');
      }
      const day = readDay(parameters, 'date');
      const amount = parseAmount(parameters);
      const { date, table, crosses, atMs, nextMs } = await readFixing(rates, choice, day);
      const [one] = crosses;
      const [result] = crossesIn(table, { ...choice, amount });
      if (one === undefined || result === undefined) {
        throw new Problem(1002, `to names ${to}, which is not quoted by ${GLOBAL} on ${date}${endedWords(to)}`);
      }
      const times = { date, atMs, nextMs };
      const found = { from: choice.base, to, amount: amount.toString(), ...times, rate: one[1], result: result[1] };
      const text = `{${toMembers({ ...found, isHistorical: day !== null })}}`;
      return { text, freshness: day === null ? 'current' : 'dated' };
    },
  };
}
