/**
 * The invented market that every bank of the world looks at: what a euro is worth in each currency at the end of each
 * day. It begins at given levels and walks from Monday to Friday with fat tails; pegs hold until a case ends them.
 * Rates are floating-point here, because nothing is published of them: they are rounded to a bank's digits. Pure.
 */
import { type Peg, pegInForce } from '../../../generator/sources/facts/pegs.ts';
import { addDays, parseIsoDate, weekday } from '../../../generator/wire/words/calendar.ts';
import { currencyCode, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { bellOf, chanceOf } from './random.ts';

/** From that day on a currency is worth so many times as much. */
export interface Shock {
  readonly currency: string;
  readonly day: IsoDate;
  readonly factor: number;
}

/** A code that is stated beside or after another one, of which one unit is so many of its own. */
export interface Alias {
  readonly code: string;
  readonly of: string;
  readonly units: number;
}

export interface MarketFacts {
  readonly seed: string;
  /** Units per euro at the beginning. */
  readonly levels: ReadonlyMap<string, number>;
  readonly pegs: readonly Peg[];
  readonly shocks?: readonly Shock[];
  readonly aliases?: readonly Alias[];
}

/** The last day on which the market stands at its first levels. */
export const BEGINNING = parseIsoDate('2026-08-28');
/** Moves of a day: of the currencies that trade most, and of the others. */
const DEVIATION = { major: 0.0042, other: 0.0055 };
const MAJORS: ReadonlySet<string> = new Set('USD JPY GBP CHF AUD CAD NZD SEK NOK CNY SGD PLN CZK HUF'.split(' '));
/** One day in eighty is so many times as wild. */
const WILD = { chance: 0.012, times: 3.5 };

export class Market {
  readonly #walks = new Map<string, number>();

  constructor(readonly facts: MarketFacts) {}

  /** The same market in which something happens. */
  with(news: Pick<MarketFacts, 'shocks' | 'aliases'>): Market {
    return new Market({ ...this.facts, ...news });
  }

  knows(currency: string): boolean {
    const { levels, aliases = [] } = this.facts;
    return levels.has(currency) || aliases.some(({ code }) => code === currency);
  }

  /** Units of the currency per euro at the end of the day. @throws TypeError for a currency that it does not know */
  perEuro(currency: string, day: IsoDate): number {
    if (currency === 'EUR') return 1;
    const alias = this.facts.aliases?.find(({ code }) => code === currency);
    if (alias !== undefined) return this.perEuro(alias.of, day) * alias.units;
    const level = this.facts.levels.get(currency);
    if (level === undefined) throw new TypeError(`no market for ${currency}`);
    const shocks = this.facts.shocks?.filter((one) => one.currency === currency && one.day <= day) ?? [];
    const worth = shocks.reduce((product, { factor }) => product * factor, 1);
    const peg = pegInForce(this.facts.pegs, currencyCode.parse(currency), BEGINNING);
    if (peg === null || !this.knowsOrEuro(peg.anchor)) return (level * this.#walk(currency, day)) / worth;
    return (this.perEuro(peg.anchor, day) * Number(peg.units)) / Number(peg.per) / worth;
  }

  /** Whether the currency is worth something else from that day on. */
  isShaken(currency: string, day: IsoDate): boolean {
    return this.facts.shocks?.some((one) => one.currency === currency && one.day === day) ?? false;
  }

  knowsOrEuro(currency: string): boolean {
    return currency === 'EUR' || this.knows(currency);
  }

  #walk(currency: string, day: IsoDate): number {
    if (day <= BEGINNING) return 1;
    const key = `${currency} ${day}`;
    const known = this.#walks.get(key);
    if (known !== undefined) return known;
    const before = this.#walk(currency, addDays(day, -1));
    const walked = weekday(day) > 5 ? before : before * Math.exp(this.#moveOf(currency, key));
    this.#walks.set(key, walked);
    return walked;
  }

  #moveOf(currency: string, key: string): number {
    const name = `${this.facts.seed} move ${key}`;
    const isWild = chanceOf(`${name} wild`) < WILD.chance;
    return bellOf(name) * DEVIATION[MAJORS.has(currency) ? 'major' : 'other'] * (isWild ? WILD.times : 1);
  }
}
