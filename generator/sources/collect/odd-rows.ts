/**
 * Finds the rows of a document that cannot be right. A few are left out and named, because they are slips of the
 * bank; many refuse the document, or half of a misread list would become rates. Each fault is a sentence for a
 * FeedError that names provider, date and pair. Pure.
 */
import { groupBy } from '../../kit/items.ts';
import { Decimal } from '../../wire/exact/decimal.ts';
import { daysBetween, toIsoDate } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { isAbove } from '../archive/rows.ts';
import { isFew } from '../feeds/faulty-rows.ts';
import type { Feed, Observation, ProviderDefinition } from '../feeds/provider.ts';
import { byYear, isSameStatement } from './merge.ts';

interface OddRow {
  readonly row: Observation;
  /** Names date, pair and fault. */
  readonly fault: string;
}

interface Checked {
  /** One observation for each date and pair: HMRC repeats the dollar for each country that uses it. */
  readonly sound: readonly Observation[];
  readonly odd: readonly OddRow[];
}

export function toChecked(
  definition: ProviderDefinition,
  feed: Feed<unknown>,
  observations: readonly Observation[],
  fetched: IsoDate,
): Checked {
  const years = [...byYear(observations).values()].map((rows) => toCheckedYear(definition, feed, rows, fetched));
  return { sound: years.flatMap(({ sound }) => sound), odd: years.flatMap(({ odd }) => odd) };
}

function toCheckedYear(
  definition: ProviderDefinition,
  { repeats }: Feed<unknown>,
  observations: readonly Observation[],
  fetched: IsoDate,
): Checked {
  const kept = new Map<string, Observation>();
  const odd: OddRow[] = [];
  const contested = new Set<string>();
  for (const row of observations) {
    const key = `${row.date} ${row.base}/${row.quote}`;
    const fault = faultOf(definition, row, fetched);
    const before = kept.get(key);
    if (fault !== null) odd.push({ row, fault: `${key}: ${fault}` });
    else if (before === undefined) kept.set(key, row);
    else if (repeats !== 'first holds' && !isSameStatement(before, row)) {
      odd.push({ row, fault: `${key} is stated twice with different values` });
      contested.add(key);
    }
  }
  // Nobody can say which of two figures is the right one, so neither is taken.
  for (const key of contested) kept.delete(key);
  return { sound: [...kept.values()], odd };
}

/** A slip is one day's; three odd days of one pair, and more than half of them, are a column that has moved. */
const MOVED_MIN = 3;

/**
 * Returns why its odd rows refuse the document, or null. One row may be odd or a tenth of them, but not several that are
 * more than half of the newest day or of a pair's days, because then the columns have moved.
 * @param last the newest day that a row can have; later ones are slips
 */
export function toRefusal(observations: readonly Observation[], { sound, odd }: Checked, last: IsoDate): string | null {
  const [first] = odd;
  if (first === undefined) return null;
  if (sound.length === 0 && odd.length === 1) return first.fault;
  if (sound.length === 0 || !isFew(odd.length, observations.length))
    return `${odd.length} of ${observations.length} rows are odd, the first: ${first.fault}`;
  const newest = observations.reduce((day, { date }) => (date > day && date <= last ? date : day), '');
  const ofNewest = (rows: readonly Observation[]) => rows.filter(({ date }) => date === newest).length;
  const [oddOnes, all] = [ofNewest(odd.map(({ row }) => row)), ofNewest(observations)];
  return oddOnes > 1 && oddOnes * 2 > all
    ? `${oddOnes} of ${all} rows of ${newest} are odd, the first: ${first.fault}`
    : toMovedPair(observations, odd);
}

function toMovedPair(observations: readonly Observation[], odd: readonly OddRow[]): string | null {
  const pairOf = ({ base, quote }: Observation) => `${base}/${quote}`;
  for (const [pair, rows] of groupBy(odd, ({ row }) => pairOf(row))) {
    const all = observations.filter((row) => pairOf(row) === pair).length;
    const [first] = rows;
    if (first !== undefined && rows.length >= MOVED_MIN && rows.length * 2 > all)
      return `${rows.length} of ${all} rows of ${pair} are odd, the first: ${first.fault}`;
  }
  return null;
}

/**
 * Leading zeros are refused: `007` is the number that a bank gives a currency, read from the column beside the rate.
 * Every night computes with every figure again, so a million digits would stop all of them.
 */
const FIGURE = /^(0|[1-9]\d{0,39})(\.\d{1,40})?([eE][+-]?\d{1,3})?$/;
/** The longest figure of a source has 20 digits, the least is 0.0000028, and the most, of gold, 6,323,655,000. */
const [LEAST, MOST] = [Decimal.parse('1e-15'), Decimal.parse('1e15')];
/** Where a bank quotes 0.0004 and 0.0008, the ask is twice the bid. Wider sides are not of one column. */
const SPREAD_MAX = Decimal.parse('2');
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
    const fault = text === '' ? null : faultOfText(text);
    if (fault !== null) return `${name} ${fault}: ${JSON.stringify(text.slice(0, 40))}`;
  }
  if (isAbove(bid, ask)) return `bid ${bid} is above ask ${ask}`;
  if (isAbove(bid, mid) || isAbove(mid, ask)) return `mid ${mid} is outside bid ${bid || '-'} and ask ${ask || '-'}`;
  const [low, high] = [bid || mid, ask || mid];
  if (low === '' || high === '' || low === high) return null;
  const isWide = Decimal.parse(low).times(SPREAD_MAX).compareTo(Decimal.parse(high)) < 0;
  return isWide ? `${high} is more than twice ${low}, the lower side` : null;
}

function faultOfText(text: string): string | null {
  const figure = FIGURE.test(text) ? Decimal.parse(text) : Decimal.zero;
  if (figure.sign <= 0) return 'is not a positive decimal';
  return figure.compareTo(LEAST) < 0 || figure.compareTo(MOST) > 0 ? 'is no rate of money' : null;
}
