/**
 * What a night serves, beside the invented truth: figures that are stated wrong, and true ones that are not stated.
 * What a bank states is true if it is what it would have stated without the fault. Reads only what the night serves.
 */
import { historicalPath, latestPath } from '../../../generator/wire/answers/paths.ts';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import { toProviderCode } from '../../../generator/wire/words/codes.ts';
import { EXIT } from '../../../generator/wire/words/input-error.ts';
import { currencyCode, EUR, GLOBAL, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { type Bank, quotesOf } from './banks.ts';
import type { Statement } from './lists.ts';
import type { Market } from './market.ts';
import { type Night, readServed, type Served } from './nights.ts';
import type { Stated, World } from './world.ts';

/** A figure of GLOBAL or of a bank. */
export interface Finding {
  readonly who: string;
  readonly currency: string;
  /** Stated divided by true; null for a true figure that is not stated. */
  readonly ratio: number | null;
  /** Whether the night says so. */
  readonly isNamed: boolean;
}

export interface Judged {
  readonly night: Night;
  readonly wrong: readonly Finding[];
  readonly held: readonly Finding[];
}

/** GLOBAL's bounds: banks are open at different hours, and a day moves. */
const GLOBAL_BOUND = 1.025;
const BANK_BOUND = 1.01;
/** Weekly figures stand for so many days. */
const WEEKLY_DAYS = 14;

export class Judge {
  /** The newest list that each bank has stated, by code. */
  readonly #newest = new Map<string, Stated>();
  /** What each bank served before the case began. Some figures are never served: one side of two, a doubtful unit. */
  readonly #served: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #truths = new Map<string, ReadonlyMap<string, readonly number[]>>();

  /** @param currencies of the case; GLOBAL's others move by themselves. None: all are looked at */
  constructor(
    readonly world: World,
    readonly currencies: readonly string[],
    readonly before: Market,
  ) {
    const codes = ({ code, reference }: Bank) => Object.keys(readLatest(world, code, reference)?.exchangeRates ?? {});
    this.#served = new Map(world.setting.banks.map((bank) => [bank.code, new Set(codes(bank))]));
  }

  /** To be called with the lists of each day, before the night that publishes them is judged. */
  hear(lists: readonly Stated[]): void {
    for (const list of lists) {
      if ((this.#newest.get(list.bank.code)?.day ?? '') <= list.day) this.#newest.set(list.bank.code, list);
    }
  }

  judge(night: Night): Judged {
    const wrong: Finding[] = [];
    const held: Finding[] = [];
    const faulty = [...this.#newest.values()].flatMap(({ bank, isFaulty }) => (isFaulty ? [bank.code] : []));
    const isCurrency = (word: string) => this.world.setting.market.knowsOrEuro(word);
    const note = (who: string, currency: string, ratio: number | null, list: Finding[]) =>
      list.push({ who, currency, ratio, isNamed: isNamed(night, { who, currency, faulty, isCurrency }) });
    for (const bank of this.world.setting.banks) {
      this.#judgeBank(bank, note, wrong, held);
      if (bank.code === this.world.plot.again?.bank) this.#judgePast(bank, this.world.plot.again.days, note, wrong);
    }
    this.#judgeGlobal(note, wrong, held);
    return { night, wrong, held };
  }

  #judgeBank(bank: Bank, note: Note, wrong: Finding[], held: Finding[]): void {
    const served = readLatest(this.world, bank.code, bank.reference);
    if (served !== null) this.#compare(bank, served, note, wrong);
    const newest = this.#newest.get(bank.code);
    if (newest === undefined) return;
    for (const currency of this.#trueIn(newest)) {
      if (this.before.knowsOrEuro(currency) && !this.#served.get(bank.code)?.has(currency)) continue;
      const isServed = served !== null && served.date >= newest.day && currency in served.exchangeRates;
      if (!isServed) note(bank.code, currency, null, held);
    }
  }

  #judgePast(bank: Bank, days: readonly IsoDate[], note: Note, wrong: Finding[]): void {
    const [code, base] = [toProviderCode(bank.code), currencyCode.parse(bank.reference)];
    for (const day of days) {
      const served = readServed(this.world.folder, historicalPath(code, day, base, 'standard', 'json'));
      if (served !== null) this.#compare(bank, served, note, wrong);
    }
  }

  #compare(bank: Bank, { date, exchangeRates }: Served, note: Note, wrong: Finding[]): void {
    const truths = this.#truth(bank, date);
    for (const [currency, figure] of Object.entries(exchangeRates)) {
      const nearest = nearestOf(figure, truths.get(currency) ?? []);
      if (nearest !== null && isFar(nearest, BANK_BOUND)) note(bank.code, currency, nearest, wrong);
    }
  }

  /** The currencies of the list whose figures are what they would be without a fault. */
  #trueIn({ bank, day, rows, isFaulty }: Stated): readonly string[] {
    const stated = quotesOf(bank, daily(rows));
    if (!isFaulty) return [...stated.keys()];
    const truth = this.#truth(bank, day);
    return [...stated].flatMap(([currency, [figure = 0]]) => {
      const nearest = nearestOf(figure, truth.get(currency) ?? []);
      return nearest === null || isFar(nearest, BANK_BOUND) ? [] : [currency];
    });
  }

  #judgeGlobal(note: Note, wrong: Finding[], held: Finding[]): void {
    const { market, banks } = this.world.setting;
    const served = readLatest(this.world, GLOBAL, EUR);
    const all = this.currencies.length > 0 ? this.currencies : Object.keys(served?.exchangeRates ?? {});
    for (const currency of all) {
      const figure = served?.exchangeRates[currency];
      if (served === null || figure === undefined) {
        if (banks.some((bank) => this.#states(bank, currency))) note(GLOBAL, currency, null, held);
        continue;
      }
      const ratio = figure / market.perEuro(currency, served.date);
      if (!isFar(ratio, GLOBAL_BOUND)) continue;
      const isLag = this.before.knowsOrEuro(currency) && isBetween(ratio, this.#shockOf(currency, served.date));
      note(GLOBAL, currency, isLag ? null : ratio, isLag ? held : wrong);
    }
  }

  /** The former market divided by the market of the case; 1 where nothing has happened. */
  #shockOf(currency: string, day: IsoDate): number {
    return this.before.perEuro(currency, day) / this.world.setting.market.perEuro(currency, day);
  }

  #states(bank: Bank, currency: string): boolean {
    const newest = this.#newest.get(bank.code);
    return newest !== undefined && !bank.facts.monthly && quotesOf(bank, daily(newest.rows)).has(currency);
  }

  /** What the bank's tables have for the date: their lists of that day, and the weekly ones of two weeks. */
  #truth(bank: Bank, date: IsoDate): ReadonlyMap<string, readonly number[]> {
    const key = `${bank.code} ${date}`;
    const known = this.#truths.get(key);
    if (known !== undefined) return known;
    const rows: Statement[] = [];
    for (let back = 0; back < WEEKLY_DAYS; back++) {
      const day = addDays(date, -back);
      const list = this.world.cleanList(bank, day).filter(({ table }) => back === 0 || table.rhythm === 'weekly');
      const found = new Set(rows.map(({ table }) => table.name));
      rows.push(...list.filter(({ table }) => !found.has(table.name)));
    }
    const truth = quotesOf(
      bank,
      rows.map(({ row }) => row),
    );
    this.#truths.set(key, truth);
    return truth;
  }
}

type Note = (who: string, currency: string, ratio: number | null, list: Finding[]) => void;

function readLatest(world: World, who: string, base: string): Served | null {
  return readServed(world.folder, latestPath(toProviderCode(who), currencyCode.parse(base), 'standard', 'json'));
}

function daily(rows: readonly Statement[]) {
  return rows.flatMap(({ table, row }) => (table.rhythm === 'daily' ? [row] : []));
}

/** The figure divided by the nearest of the true ones; null if there are none. */
function nearestOf(figure: number, truth: readonly number[]): number | null {
  const ratios = truth.map((one) => figure / one);
  return ratios.length === 0 ? null : ratios.reduce((best, one) => (sizeOf(one) < sizeOf(best) ? one : best));
}

export function sizeOf(ratio: number): number {
  return Math.abs(Math.log(ratio));
}

function isFar(ratio: number, bound: number): boolean {
  return sizeOf(ratio) > Math.log(bound);
}

/** Whether a figure lies between what was true and what is true. */
function isBetween(ratio: number, shock: number): boolean {
  return (
    isFar(shock, GLOBAL_BOUND) &&
    Math.sign(Math.log(ratio)) === Math.sign(Math.log(shock)) &&
    sizeOf(ratio) <= sizeOf(shock) + Math.log(GLOBAL_BOUND)
  );
}

interface Named {
  readonly who: string;
  readonly currency: string;
  /** Banks whose newest list is faulty: what GLOBAL states is also named by them. */
  readonly faulty: readonly string[];
  readonly isCurrency: (word: string) => boolean;
}

/** A sentence names a figure if it has the currency, or the bank and no currency. A refused night states nothing. */
export function isNamed(
  { code, sentences }: Pick<Night, 'code' | 'sentences'>,
  { who, currency, faulty, isCurrency }: Named,
): boolean {
  const banks = who === GLOBAL ? [GLOBAL, ...faulty] : [who];
  const names = (sentence: string) => {
    const words: readonly string[] = sentence.match(/\b[A-Z]{2,12}\b/g) ?? [];
    return words.includes(currency) || (words.some((one) => banks.includes(one)) && !words.some(isCurrency));
  };
  return code === EXIT.refused || sentences.some(names);
}
