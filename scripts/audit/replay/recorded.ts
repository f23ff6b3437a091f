/**
 * Walks an archive of recorded lists night by night, and counts the figures that quarantine holds on the first night
 * and when it sets them free. A night knows every row that is dated up to its day: when the lists were seen is not
 * recorded. It judges the last days again, as every night does, from the levels that the days before them left.
 */
import { stringify } from 'csv-stringify/sync';
import { groupBy } from '../../../generator/kit/items.ts';
import { ALL_DAYS, type Levels } from '../../../generator/rates/quarantine/judge.ts';
import type { Quarantined } from '../../../generator/rates/quarantine/list.ts';
import { judgeDays } from '../../../generator/rates/quarantine/quarantine.ts';
import { DAYS_AFTER, DAYS_BEFORE } from '../../../generator/rates/quarantine/steps.ts';
import { type Holding, listArchive, readArchive } from '../../../generator/sources/archive/archive.ts';
import { figureName, onDays, rowKey } from '../../../generator/sources/archive/rows.ts';
import type { Span } from '../../../generator/sources/archive/spans.ts';
import { readKnownFigures } from '../../../generator/sources/facts/known-figures.ts';
import type { ProviderFacts } from '../../../generator/sources/feeds/provider.ts';
import { PROVIDERS } from '../../../generator/sources/providers/index.ts';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { daysFrom } from './habits.ts';

/** A figure that was held on the first night that knew it. */
export interface HeldFigure extends Quarantined {
  /** How many nights it was held: 0 for those that were set free later than the window, or never. */
  readonly nights: number;
  readonly isHeldForEver: boolean;
  /** data/accepted.csv has it, so it is true. */
  readonly isAccepted: boolean;
}

/** So many days are judged again each night: until then, a bank's next figure has come. */
const WINDOW_DAYS = { daily: 10, monthly: 130 };

export async function readHoldings(dir: string): Promise<readonly Holding[]> {
  const codes = await listArchive(dir);
  const definitions = PROVIDERS.filter(({ code }) => codes.includes(code));
  return Promise.all(
    definitions.map(async (definition) => {
      return { definition, archive: await readArchive(dir, definition.code), accepted: new Set<string>(), holds: [] };
    }),
  );
}

/** @returns in the order of the groups and of their nights */
export function walkNights(holdings: readonly Holding[], span: Span): readonly HeldFigure[] {
  const days = nightsOf(holdings, span);
  const groups = [new Group(holdings, 'daily', span.from), new Group(holdings, 'monthly', span.from)];
  for (const group of groups) for (const [night, day] of days.entries()) group.judge(night, day);
  const final = new Set(judgeDays(holdings, ALL_DAYS).held.map(nameOf));
  const accepted = readKnownFigures();
  return groups.flatMap(({ first }) => {
    return [...first].map(([name, { one, freed }]) => {
      const isAccepted = accepted.has(figureName(one.provider, one.row));
      return { ...one, nights: freed ?? 0, isHeldForEver: final.has(name), isAccepted };
    });
  });
}

interface Held {
  readonly one: Quarantined;
  readonly night: number;
  /** The number of nights that it was held; null while it is. */
  freed: number | null;
}

/** Banks whose next figure comes about as soon. */
class Group {
  /** Every figure that was held on its first night. */
  readonly first = new Map<string, Held>();
  readonly #days: ReadonlySet<IsoDate>;
  #settled: Levels = new Map();
  /** The first day that is judged again. */
  #start: IsoDate;
  #last: IsoDate;

  constructor(
    readonly holdings: readonly Holding[],
    readonly rhythm: keyof typeof WINDOW_DAYS,
    from: IsoDate,
  ) {
    this.#start = from;
    this.#last = addDays(from, -1);
    const own = holdings.filter(({ definition }) => this.#isOurs(definition));
    // A figure may be confirmed by what others state up to three days later.
    const news = own.flatMap(({ archive }) => archive.rows.map(({ date }) => date));
    this.#days = new Set([...new Set(news)].flatMap((date) => daysFrom(date, addDays(date, DAYS_AFTER))));
  }

  judge(night: number, day: IsoDate): void {
    if (!this.#days.has(day)) return;
    const known = this.holdings.map((one) => upTo(one, addDays(this.#start, -DAYS_BEFORE), day));
    const isOurs = (definition: ProviderFacts) => this.#isOurs(definition);
    const next = addDays(day, 1 - WINDOW_DAYS[this.rhythm]);
    if (next > this.#start) {
      const span = { from: this.#start, to: addDays(next, -1) };
      this.#settled = judgeDays(known, { ...ALL_DAYS, span, before: this.#settled }, isOurs).after;
      this.#start = next;
    }
    const days = { ...ALL_DAYS, span: { from: this.#start, to: day }, before: this.#settled };
    this.#note(night, judgeDays(known, days, isOurs).held);
    this.#last = day;
  }

  #note(night: number, held: readonly Quarantined[]): void {
    const now = new Map(held.map((one) => [nameOf(one), one]));
    for (const [name, one] of now) if (one.row.date > this.#last) this.first.set(name, { one, night, freed: null });
    for (const [name, figure] of this.first) {
      const isJudged = figure.one.row.date >= this.#start;
      if (isJudged && figure.freed === null && !now.has(name)) figure.freed = night - figure.night;
    }
  }

  #isOurs({ monthly = false, quarterly = false }: ProviderFacts): boolean {
    return (monthly || quarterly) === (this.rhythm === 'monthly');
  }
}

/** The days for which any bank has a figure. */
function nightsOf(holdings: readonly Holding[], { from, to }: Span): readonly IsoDate[] {
  const days = new Set(holdings.flatMap(({ archive }) => archive.rows.map(({ date }) => date)));
  return [...days].filter((day) => from <= day && day <= to).sort();
}

function upTo(holding: Holding, from: IsoDate, to: IsoDate): Holding {
  return { ...holding, archive: onDays(holding.archive, { from, to }) };
}

function nameOf({ provider, row }: Quarantined): string {
  return `${provider} ${rowKey(row)}`;
}

export interface Counts {
  readonly held: number;
  /** Set free after one night, two, three to seven, or more. */
  readonly freed: readonly [number, number, number, number];
  readonly heldForEver: number;
  /** Of those that are held for ever. */
  readonly accepted: number;
}

export function countHeld(figures: readonly HeldFigure[]): Counts {
  const free = figures.filter(({ isHeldForEver }) => !isHeldForEver);
  const lasting = figures.filter(({ isHeldForEver }) => isHeldForEver);
  const count = (least: number, most: number) => free.filter(({ nights }) => least <= nights && nights <= most).length;
  return {
    held: figures.length,
    freed: [count(1, 1), count(2, 2), count(3, 7), count(0, 0) + count(8, Number.MAX_SAFE_INTEGER)],
    heldForEver: lasting.length,
    accepted: lasting.filter(({ isAccepted }) => isAccepted).length,
  };
}

/** By year of the figure, in the order of the years. */
export function byYear(figures: readonly HeldFigure[]): ReadonlyMap<string, readonly HeldFigure[]> {
  const years = groupBy(figures, ({ row }) => row.date.slice(0, 4));
  return new Map([...years].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** As CSV, the figures that were held on their first nights only: true ones. */
export function toHeldList(figures: readonly HeldFigure[]): string {
  const columns = ['provider', 'date', 'base', 'quote', 'per', 'mid', 'bid', 'ask', 'nights', 'reason'];
  const free = figures.filter(({ isHeldForEver }) => !isHeldForEver);
  const lines = free.map(({ provider, row, nights, reason }) => ({
    ...row,
    provider,
    nights: nights || 'later',
    reason,
  }));
  return stringify(lines, { columns, header: true });
}
