/**
 * The averages of past months, quarters and years as files. They say whether a period is complete, which follows from
 * the status, so they come when everything else of the tree is known. Those of a year are made again only where one of
 * its figures, or the answer to that question, has changed.
 */
import type { Memory } from '../../kit/memory.ts';
import { circumstancesOf } from '../../wire/answers/missing.ts';
import { averagesFolder, averagesNotePath } from '../../wire/answers/paths.ts';
import { datesWithin } from '../../wire/answers/provider-index.ts';
import type { ProviderStatus } from '../../wire/answers/status.ts';
import { digestOf } from '../../wire/words/hash.ts';
import { periodOf, periodsOver } from '../../wire/words/periods.ts';
import type { IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import { type AveragesOfYear, averagesNoteInPlace, averagesNoteText } from '../read/averages-note.ts';
import { removeIfThere, removeOthers, type TreeInPlace } from '../read/change.ts';
import { memoryOfYear } from '../read/in-place.ts';
import { currenciesOfYear } from '../read/series.ts';
import type { PartFacts } from '../read/sources.ts';
import { type AveragesFacts, averagedPeriods } from '../render/average-files.ts';
import type { Later, Step } from '../write/step.ts';
import type { BuiltProvider } from './provider-tree.ts';

/** Part of every digest, so that a change of this text makes all averages again. */
const AVERAGES = 'ratetree-averages-1';

/** The averages of a year, which are known when its work is made; those of the run before, if nothing has changed. */
interface Noted extends Omit<AveragesOfYear, 'content'> {
  readonly content: string | Later;
}

export class Averages {
  /** By provider and year. */
  readonly #notes = new Map<ProviderCode, ReadonlyMap<string, Noted>>();

  constructor(
    readonly inPlace: TreeInPlace,
    /** The tree as this run leaves it, as far as it has been made. */
    readonly after: TreeInPlace,
    /** The date of the tree. */
    readonly released: IsoDate,
    readonly memory: Memory,
  ) {}

  /** @param status of the provider; null if it has no fixing */
  *works(built: BuiltProvider, status: ProviderStatus | null): Generator<Step> {
    const { provider } = built.facts;
    const key = digestOf([AVERAGES, built.digest, JSON.stringify(status), periodOf(this.released, 'month').name]);
    if (this.memory.keeps(`averages/${provider}`, key)) return;
    this.memory.note(`averages/${provider}`, key, '');
    const index = built.index();
    const note = new Map<string, Noted>();
    if (index !== null && status !== null) {
      const held = averagesNoteInPlace(this.inPlace, provider);
      const facts = { index, status, released: this.released };
      for (const [year, inputs] of built.years) {
        note.set(year, yield* this.#year(built.facts, year, inputs, facts, held.get(year) ?? null));
      }
    }
    this.#notes.set(provider, note);
    const gone = this.inPlace.list(averagesFolder(provider)).filter((year) => !note.has(year));
    for (const year of gone) yield* removeOthers(this.inPlace, `${averagesFolder(provider)}/${year}`, new Map());
  }

  /** The notes of all providers, when their works are made. */
  *finish(): Generator<Step> {
    const noted = [...this.#notes.values()].flatMap((note) => [...note.values()]);
    yield { until: noted.flatMap(({ content }) => (typeof content === 'string' ? [] : [content])) };
    for (const [provider, note] of this.#notes) {
      const path = averagesNotePath(provider);
      const years = [...note].map(([year, own]) => [year, { ...own, content: contentOf(own) }] as const);
      if (years.length === 0) yield* removeIfThere(this.inPlace, path);
      else yield { path, bytes: Buffer.from(averagesNoteText(new Map(years))) };
    }
  }

  /** @param inputs digest of the year's note of inputs; @param before of the run before */
  *#year(
    { provider, references, bidAsk }: PartFacts,
    year: string,
    inputs: string,
    facts: AveragesFacts,
    before: AveragesOfYear | null,
  ): Generator<Step, Noted> {
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
    const currencies = currenciesOfYear(this.after, provider, year);
    const to: Later = { made: null };
    yield { work: { facts: { provider, references, bidAsk }, year, periods, dates, currencies }, to };
    return { inputs: all, figures, content: to };
  }
}

function contentOf({ content }: Noted): string {
  return typeof content === 'string' ? content : (content.made?.content ?? '');
}
