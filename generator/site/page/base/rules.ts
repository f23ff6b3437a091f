/** The rates that laws name, as v1/rules.json lists them, in words. */
import type { Rule } from '../../../wire/words/schemas.ts';
import { regionName } from '../language/currency-words.ts';
import type { Choice } from '../language/searched.ts';
import { Missing, type PageSource } from './source.ts';

const ADDRESS = 'v1/rules.json';

export async function readRules(source: PageSource): Promise<readonly Rule[]> {
  const rules = await source.document<readonly Rule[]>(ADDRESS);
  if (Array.isArray(rules) && rules.every(({ code, source: law }) => code && law)) return rules;
  throw new Missing(`${ADDRESS} is not a list of rules.`);
}

/** The country of the reader's language, if it has a rule. */
export function readersCountry(rules: readonly Rule[]): string {
  const { region } = new Intl.Locale(navigator.language).maximize();
  const isVat = ({ code }: Rule) => code.endsWith('-VAT');
  return (rules.find(({ country }) => country === region) ?? rules.find(isVat))?.country ?? '';
}

/** Of each country that has a rule, the reader's first. */
export function countriesOf(rules: readonly Rule[]): readonly Choice[] {
  const codes = [...new Set([readersCountry(rules), ...rules.map(({ country }) => country)])];
  return codes.map((value) => ({ value, text: `${value}: ${regionName(value, 'en')}` }));
}

/** Which fixing a date rule takes, as docs/rules.md says it. */
export const FIXINGS: Readonly<Record<string, string>> = {
  on: 'the fixing of the day itself',
  'on-or-before': 'the newest fixing of the day or before it',
  before: 'the newest fixing before the day',
  'second-before': 'the second-newest fixing before the day',
  'working-day-before': 'the fixing of the last working day before the day',
  'on-or-after': 'the first fixing of the day or after it',
  'period-end': 'the first fixing on or after the last day of the quarter',
  'period-end-month': 'the first fixing on or after the last day of the month',
  'second-last-wednesday': 'the newest fixing up to the second-last Wednesday of the month before',
  'third-wednesday-before': 'the fixing of the third Wednesday of the month before, after a holiday of the fourth',
  'first-of-month-before': 'the newest fixing up to the first day of the month before',
  'last-of-month': 'the newest fixing up to the last day of the month',
  'last-of-quarter': 'the newest fixing up to the last day of the quarter',
  'last-of-year': 'the newest fixing up to the last day of the year',
  'quarter-first-unless-5%': 'the first fixing of the quarter, or that of the day if they are 5 % or more apart',
  'first-of-october': 'the first fixing of October of the year before',
  'month-figure': 'the authority’s own figure for the month',
  'period-figure': 'the authority’s own figure for the period',
  'average-month': 'the mean of the month',
  'average-year': 'the mean of the calendar year',
  'average-year-to-june': 'the mean of the year to 30 June',
  'average-25-24': 'the mean of what was published from the 25th to the 24th before the month',
  'average-second-week-before': 'the mean of the week two before that of the day',
  'average-12-months': 'the mean of the authority’s twelve months of the year',
  'average-12-months-to-march': 'the mean of the twelve months to March',
  'average-12-month-ends': 'the mean of the last fixings of the year’s twelve months',
};

export function fixingWords({ provider, side, dateRule }: Rule): string {
  const which = side === 'mid' ? '' : side === 'bid' ? ' at which it buys' : ' at which it sells';
  return `${provider}${which}: ${FIXINGS[dateRule] ?? dateRule}`;
}
