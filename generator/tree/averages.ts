/**
 * The averages of past months, quarters and years as files. They say whether a period is complete, which follows from
 * the status, so they come when everything else of the tree is known. Those of a year are made again only where one of
 * its figures, or the answer to that question, has changed.
 */
import { figuresOfRow } from '../wire/exact-series.ts';
import { digestOf } from '../wire/hash.ts';
import { circumstancesOf } from '../wire/missing.ts';
import { averagesFolder, averagesNotePath } from '../wire/paths.ts';
import { periodOf, periodsOver } from '../wire/periods.ts';
import { datesWithin, referenceOn } from '../wire/provider-index.ts';
import type { CurrencyCode, IsoDate } from '../wire/schemas.ts';
import type { ProviderStatus } from '../wire/status.ts';
import { type Figures, type Table, toTable } from '../wire/table.ts';
import { type AveragesFacts, averagedPeriods, averageFiles } from './average-files.ts';
import { type AveragesOfYear, averagesNoteInPlace, averagesNoteText } from './averages-note.ts';
import { type Change, removeIfThere, removeOthers, type TreeInPlace, unit } from './change.ts';
import { memoryOfYear } from './in-place.ts';
import { toContent } from './inputs.ts';
import type { BuiltProvider } from './provider-tree.ts';
import { rowsInPlace } from './series.ts';
import type { PartFacts } from './sources.ts';

/** Part of every digest, so that a change of this text makes all averages again. */
const AVERAGES = 'ratetree-averages-1';

export class Averages {
  /** By provider a digest of all that its averages depend on. */
  readonly made = new Map<string, string>();

  constructor(
    readonly inPlace: TreeInPlace,
    /** The tree as this run leaves it, as far as it has been made. */
    readonly after: TreeInPlace,
    /** The date of the tree. */
    readonly released: IsoDate,
    /** What the run before had in `made`; empty if nothing of it counts. */
    readonly before: Readonly<Record<string, string>>,
  ) {}

  /** @param status of the provider; null if it has no fixing */
  *changes(built: BuiltProvider, status: ProviderStatus | null): Generator<Change> {
    const { provider } = built.facts;
    const key = digestOf([AVERAGES, built.digest, JSON.stringify(status), periodOf(this.released, 'month').name]);
    this.made.set(provider, key);
    if (this.before[provider] === key) return;
    const index = built.index();
    const note = new Map<string, AveragesOfYear>();
    if (index !== null && status !== null) {
      const held = averagesNoteInPlace(this.inPlace, provider);
      const facts = { index, status, released: this.released };
      for (const [year, inputs] of built.years) {
        note.set(year, yield* this.#year(built.facts, year, inputs, facts, held.get(year) ?? null));
      }
    }
    const gone = this.inPlace.list(averagesFolder(provider)).filter((year) => !note.has(year));
    for (const year of gone) yield* removeOthers(this.inPlace, `${averagesFolder(provider)}/${year}`, new Map());
    const path = averagesNotePath(provider);
    if (note.size === 0) yield* removeIfThere(this.inPlace, path);
    else yield { path, bytes: Buffer.from(averagesNoteText(note)) };
  }

  /** @param inputs digest of the year's note of inputs; @param before of the run before */
  *#year(
    { provider, references, bidAsk }: PartFacts,
    year: string,
    inputs: string,
    facts: AveragesFacts,
    before: AveragesOfYear | null,
  ): Generator<Change, AveragesOfYear> {
    const days = periodOf(`${year}-01-01` as IsoDate, 'year');
    // Up to the last month that is over: what is due or missing after it is part of no average, and changes every day.
    const over = periodsOver(year, 'month', this.released).at(-1)?.last ?? null;
    const around = over === null ? '' : circumstancesOf({ from: days.first, to: over }, facts.index, facts.status);
    const all = digestOf([AVERAGES, inputs, `${over}`, around]);
    if (before?.inputs === all) return before;
    const periods = averagedPeriods(year, facts);
    const last = periods
      .flatMap(({ dates }) => dates.at(-1) ?? [])
      .sort()
      .at(-1);
    const dates = last === undefined ? [] : datesWithin(facts.index, days.first, last);
    const memory = memoryOfYear(this.after, provider, year, true);
    const figures = digestOf([
      ...[AVERAGES, JSON.stringify(references), `${bidAsk}`],
      ...periods.map(({ kind, dates: own, complete }) => [kind, own[0], ...complete].join(' ')),
      ...dates.map((date) => `${date} ${memory.dates.get(date)?.inputs}`),
    ]);
    if (before?.figures === figures) return { ...before, inputs: all };
    const hashes = yield* unit(
      averageFiles(year, periods, this.#tables({ provider, references, bidAsk }, year, dates)),
    );
    yield* removeOthers(this.inPlace, `${averagesFolder(provider)}/${year}`, hashes);
    return { inputs: all, figures, content: hashes.size === 0 ? '' : toContent(hashes) };
  }

  #tables({ provider, references, bidAsk }: PartFacts, year: string, dates: readonly IsoDate[]): readonly Table[] {
    const rows = new Map(dates.map((date) => [date, [] as (readonly [CurrencyCode, Figures])[]]));
    for (const { currency, date, row } of rowsInPlace(this.after, provider, year)) {
      rows.get(date)?.push([currency, figuresOfRow(row)]);
    }
    return [...rows].map(([date, figures]) =>
      toTable({ provider, date, reference: referenceOn([...references], date), bidAsk }, figures),
    );
  }
}
