/** Checks a figure before it is kept. Each fault is a sentence for a FeedError that names provider, date and pair. */

import { Decimal } from '../../wire/exact/decimal.ts';
import { daysBetween, toIsoDate } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Observation, ProviderDefinition } from '../feeds/provider.ts';

/**
 * Leading zeros are refused: `007` is the number that a bank gives a currency, read from the column beside the rate.
 */
const FIGURE = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/;
/**
 * No source quotes per 100.25 units: that is a rate, read from the column beside the unit. West Africa quotes a note of
 * 5000 francs.
 */
const UNITS = /^(10{0,6}|5000)$/;

/**
 * Figures hold over Easter or the turn of the year and the days around them. A longer period is a mistake of the
 * source.
 */
const PERIOD_DAYS_MAX = 14;

/**
 * Returns what is wrong with the observation, or null.
 * @param fetched the UTC day on which the document was fetched
 */
export function faultOf(definition: ProviderDefinition, observation: Observation, fetched: IsoDate): string | null {
  return dateFault(definition, observation, fetched) ?? pairFault(definition, observation) ?? figureFault(observation);
}

function dateFault({ schedule }: ProviderDefinition, { date, until }: Observation, fetched: IsoDate): string | null {
  if (toIsoDate(date) === null) return 'there is no such day';
  if (until !== undefined && until < date) return `it is valid until ${until}, before its first day`;
  if (until !== undefined && daysBetween(date, until) > PERIOD_DAYS_MAX) return `it is valid until ${until}: too long`;
  const leadDaysMax = schedule.leadDaysMax ?? 0;
  const leadDays = daysBetween(fetched, date);
  if (leadDays <= leadDaysMax) return null;
  return `the date is ${leadDays} days after the day of the fetch (${fetched}); at most ${leadDaysMax} are expected`;
}

function pairFault({ references, bridge }: ProviderDefinition, { date, base, quote }: Observation): string | null {
  const reference = references.findLast(({ from }) => from <= date)?.currency;
  if (reference === undefined)
    return `no reference currency is declared for a date before ${references[0]?.from ?? 'its first'}`;
  if ((base === reference) !== (quote === reference)) return null;
  const isBridged = base !== reference && (base === bridge) !== (quote === bridge);
  if (isBridged) return null;
  return `exactly one side must be ${reference}, the reference currency of that date`;
}

function figureFault({ per, mid, bid, ask }: Observation): string | null {
  if (mid === '' && bid === '' && ask === '') return 'there is no figure';
  if (!UNITS.test(per)) return `per is not a number of units such as 1, 10 or 100: ${JSON.stringify(per.slice(0, 40))}`;
  for (const [name, text] of Object.entries({ mid, bid, ask })) {
    if (text !== '' && !isPositive(text))
      return `${name} is not a positive decimal: ${JSON.stringify(text.slice(0, 40))}`;
  }
  if (isAbove(bid, ask)) return `bid ${bid} is above ask ${ask}`;
  if (isAbove(bid, mid) || isAbove(mid, ask)) return `mid ${mid} is outside bid ${bid || '-'} and ask ${ask || '-'}`;
  return null;
}

function isPositive(text: string): boolean {
  return FIGURE.test(text) && Decimal.parse(text).sign > 0;
}

/** Returns false if one of the two is not stated. */
function isAbove(left: string, right: string): boolean {
  return left !== '' && right !== '' && Decimal.parse(left).compareTo(Decimal.parse(right)) > 0;
}
