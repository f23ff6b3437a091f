/**
 * The averages of past months, quarters and years as files. They say whether a period is complete, which follows from
 * the status, so they come when everything else of the tree is known. Those of a year are made again only where one of
 * its figures, or the answer to that question, has changed.
 */
import type { Memory } from '../../kit/memory.ts';
import { circumstancesOf } from '../../wire/answers/missing.ts';
import { datesWithin, type ProviderIndex } from '../../wire/answers/provider-index.ts';
import type { ProviderStatus } from '../../wire/answers/status.ts';
import type { Reference } from '../../wire/release/manifest.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { periodOf, periodsOver } from '../../wire/words/periods.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { TreeInForce } from '../read/in-force.ts';
import { type AveragesFacts, averagedPeriods } from '../render/average-files.ts';
import type { Maker } from '../write/maker.ts';
import type { BuiltProvider } from './provider-tree.ts';

/** Part of every digest, so that a change of this text makes all averages again. */
const AVERAGES = 'ratetree-averages-1';

export class Averages {
  /** By provider and year: the averages of the tree in force, or those that this run makes. */
  readonly #years = new Map<string, Readonly<Record<string, Reference>>>();

  constructor(
    readonly inForce: TreeInForce,
    readonly maker: Maker,
    /** The date of the tree. */
    readonly released: IsoDate,
    readonly memory: Memory,
  ) {}

  /** @param status of the provider; null if it has no fixing */
  async make(built: BuiltProvider, status: ProviderStatus | null): Promise<void> {
    const { provider } = built.facts;
    const { averages } = built.node;
    const key = digestOf([AVERAGES, built.digest, JSON.stringify(status), periodOf(this.released, 'month').name]);
    const keys: Record<string, string> = JSON.parse(this.memory.before(`averages/${provider}`) ?? '{}');
    if (this.memory.keeps(`averages/${provider}`, key)) return;
    const [index, made] = [built.index(), new Map<string, Reference>()];
    const seen: Record<string, string> = {};
    for (const [year, own] of Object.entries(index === null || status === null ? {} : built.node.years)) {
      if (index === null || status === null) break;
      const facts = { index, status, released: this.released };
      const circumstances = this.#circumstances(year, facts);
      seen[year] = digestOf([AVERAGES, own[1], circumstances]);
      const before = averages[year] ?? null;
      const found = keys[year] === seen[year] ? before : await this.#year(built, year, own, facts, before);
      if (found !== null) made.set(year, found);
    }
    this.memory.note(`averages/${provider}`, key, JSON.stringify(seen));
    this.#years.set(provider, Object.fromEntries([...made].sort()));
  }

  of({ facts, node }: BuiltProvider): Readonly<Record<string, Reference>> {
    return this.#years.get(facts.provider) ?? node.averages;
  }

  /** Up to the last month that is over: what is due or missing after it is part of no average, and changes every day. */
  #circumstances(year: string, { index, status }: AveragesFacts): string {
    const { first } = periodOf(`${year}-01-01` as IsoDate, 'year');
    const over = periodsOver(year, 'month', this.released).at(-1)?.last ?? null;
    return `${over} ${over === null ? '' : circumstancesOf({ from: first, to: over }, index, status)}`;
  }

  async #year(
    { facts }: BuiltProvider,
    year: string,
    reference: Reference,
    known: AveragesFacts,
    before: Reference | null,
  ): Promise<Reference | null> {
    const periods = averagedPeriods(year, known);
    const dates = datesOf(periods, known.index, year);
    if (dates.length === 0) return null;
    const { provider, references, bidAsk } = facts;
    const { days, series } = this.inForce.objects.year(reference);
    const digest = digestOf([
      ...[AVERAGES, JSON.stringify(references), `${bidAsk}`],
      ...periods.map(({ kind, dates: own, complete }) => [kind, own[0], ...complete].join(' ')),
      ...dates.map((date) => `${date} ${days[date]?.[0]}`),
    ]);
    if (before?.[0] === digest) return before;
    if (series === null) return null;
    this.inForce.objects.fetchSeries(series);
    return await this.maker.make({ digest, facts: { provider, references, bidAsk }, year, periods, dates, series });
  }
}

/** All fixings up to the last one that is averaged, oldest first. */
function datesOf(periods: ReturnType<typeof averagedPeriods>, index: ProviderIndex, year: string): readonly IsoDate[] {
  const last = periods
    .flatMap(({ dates }) => dates.at(-1) ?? [])
    .sort()
    .at(-1);
  return last === undefined ? [] : datesWithin(index, periodOf(`${year}-01-01` as IsoDate, 'year').first, last);
}
