/** The rates that laws name: which provider, which side, which fixing for which day, and how a law rounds it. */
import { z } from 'zod';
import { Ratio } from '../exact/decimal.ts';
import { inTable, meanOf } from '../exact/mean.ts';
import { startOfQuarter } from '../words/calendar.ts';
import { type CurrencyCode, currencyCode, isoDate, type Rule, rule } from '../words/schemas.ts';
import { DATE_RULE_NAMES, type DateRuleName } from './rule-dates.ts';
import { type Figures, type Side, type Table, toTable } from './table.ts';

/**
 * To how many places a mean is rounded, in the direction in which the figures are published; null where the law names
 * no rounding. `4 GBP:5 JPY:2` is 4, but 5 for GBP and 2 for JPY, as the ECB prints them: its files leave out zeros at
 * the end, so that the figures themselves do not tell. `printed-1` is one less than the longest figure of the mean has:
 * two of the three of CNB, which states some currencies per hundred units.
 */
const rounding = z
  .string()
  .regex(/^(printed-1|\d( [A-Z]{3}:\d)*)$/, 'is not a rounding: write 4, 4 GBP:5, or printed-1')
  .nullable();
export type Rounding = z.infer<typeof rounding>;

/** A rule with what a gateway needs beyond what `/v1/rules` lists. */
export const ruleFacts = z.object({
  ...rule.shape,
  dateRule: z.enum(DATE_RULE_NAMES),
  /** The first day that the rule is about; null if it is older than every figure that it could name. */
  since: isoDate.nullable(),
  rounding,
  /** The only currencies that the law takes from this provider; null for all. */
  currencies: z.array(currencyCode).nullable(),
});
export type RuleFacts = z.infer<typeof ruleFacts>;

export function toListed({ since: _since, rounding: _rounding, currencies: _currencies, ...listed }: RuleFacts): Rule {
  return listed;
}

export function fullRulesText(rules: readonly RuleFacts[]): string {
  return `[${rules.map((one) => `\n${JSON.stringify(one)}`).join(',')}]\n`;
}

/**
 * The side of a table that has the law's rate. A table states units of the foreign currency per one unit of the
 * reference currency: where a bank buys a dollar for 41.1816 lira, the figure is 1/41.1816 and its ask.
 */
export function toTableSide(side: Rule['side']): Side {
  if (side === 'mid') return 'mid';
  return side === 'bid' ? 'ask' : 'bid';
}

/** Decimal places of the mean, or null. @param printed the most that one of its figures has; null if not known */
function toPlaces(wanted: Rounding, currency: CurrencyCode, printed: number | null): number | null {
  if (wanted === null) return null;
  if (wanted === 'printed-1') return printed === null || printed === 0 ? null : printed - 1;
  const own = wanted.split(' ').find((item) => item.startsWith(`${currency}:`));
  return PLACES.indexOf(own?.slice(-1) ?? wanted.slice(0, 1));
}

const PLACES = '0123456789';

export interface RuleReading {
  readonly side: Side;
  readonly rounding: Rounding;
  /** The only currencies that the law takes from the provider; null for all. */
  readonly currencies: readonly CurrencyCode[] | null;
  /** Null for the rate of a day whose side alone is asked for. */
  readonly dateRule: DateRuleName | null;
}

/**
 * Its mids are the rates that the law names, and it has no other sides; it is dated by the last of the tables.
 *
 * A currency that fewer than nine tenths of the tables state has no mean: the German ministry gave none for ISK in
 * December 2008, which the ECB printed until the 9th, and the Australian office none for the 5 days of CAD in 2023, but
 * one for the 245 of 250 days of CHF. Days without a figure are not counted.
 * @param tables oldest first, at least one
 */
export function toRuleTable(tables: readonly Table[], { side, rounding, currencies, dateRule }: RuleReading): Table {
  const last = tables.at(-1);
  if (last === undefined) throw new TypeError('no table for a rule');
  const facts = { provider: last.provider, date: last.date, reference: last.reference, bidAsk: false };
  const ofSide = tables.map((table) =>
    table.reference === last.reference ? table.figures : new Map<CurrencyCode, Figures>(),
  );
  const ofQuarter = tables.findIndex(({ date }) => date >= startOfQuarter(last.date));
  const rows = [...(currencies ?? new Set(ofSide.flatMap((figures) => [...figures.keys()])))].flatMap((currency) => {
    const stated = ofSide.map((figures) => figures.get(currency)?.[side] ?? null);
    const figures = stated.filter((figure) => figure !== null);
    if (dateRule === 'quarter-first-unless-5%') {
      const mid = unlessMoved(stated[ofQuarter] ?? null, stated.find((_, place) => place !== ofQuarter) ?? null);
      return mid === null ? [] : [[currency, { mid, bid: null, ask: null }] as const];
    }
    if (10 * figures.length < 9 * tables.length) return [];
    const mean = meanOf(figures);
    const mid = inTable(mean, toPlaces(rounding, currency, mean.places));
    return [[currency, { mid, bid: null, ask: null }] as const];
  });
  return toTable(facts, rows);
}

/**
 * The rate of the quarter, unless that of the day varies from it by 5 % or more, in dollars for one unit of the foreign
 * currency: 19 CFR 159.34. Both are stated the other way round here, so that the part is one of the day's.
 */
function unlessMoved(quarter: Ratio | null, own: Ratio | null): Ratio | null {
  if (quarter === null || own === null) return quarter ?? own;
  const moved = quarter.plus(own.negated());
  const twentyfold = (moved.sign < 0 ? moved.negated() : moved).times(TWENTY);
  return twentyfold.compareTo(own) < 0 ? quarter : own;
}

const TWENTY = Ratio.of(20n, 1n);
