/**
 * Brings one provider's part of the tree up to date, span by span. A date whose inputs have not changed is neither
 * computed nor rendered again. The stream goes from what is made to what names it: dates, series, latest, index, and
 * last the note of inputs.
 */
import { dirname } from 'node:path/posix';
import type { Span } from '../archive/spans.ts';
import { FeedError } from '../feeds/provider.ts';
import { digestOf } from '../wire/hash.ts';
import { indexPath, inputsPath, latestPath, provenancePath, tablePath } from '../wire/paths.ts';
import { indexText, intervalText, type ProviderIndex } from '../wire/provider-index.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import type { Table } from '../wire/table.ts';
import type { DayVoices } from '../wire/voices.ts';
import { type Change, removeIfThere, removeOthers, type TreeInPlace, unit } from './change.ts';
import { type DateWork, folderOfDate } from './date-files.ts';
import { indexInPlace, memoryOfYear, memoryOfYears, yearsInPlace } from './in-place.ts';
import { type DateInputs, inputsText, toContent } from './inputs.ts';
import { LastStated } from './last-stated.ts';
import type { PartNotes } from './memory-files.ts';
import { type Bases, RENDER, renderLatest } from './rate-files.ts';
import { owns, type Shard } from './shard.ts';
import type { PartFacts, SpanSource, TracedTable } from './sources.ts';
import type { Step } from './step.ts';
import { Tables } from './tables.ts';
import { toIndex } from './to-index.ts';
import { Voices } from './voices.ts';
import { YearPart } from './year-part.ts';

export interface TreeOptions {
  /** The release's UTC date. */
  readonly date: IsoDate;
  readonly bases: Bases;
  readonly historyBases: Bases;
  /** Earlier fixings have no dated rate files: the gateway computes those answers. Null renders all of them. */
  readonly since: IsoDate | null;
  /** Only the years that fall to this part of the tree are made; null for the whole tree. */
  readonly shard: Shard | null;
  /** Providers whose part in the tree in place is damaged: all of it is made again. */
  readonly damaged: ReadonlySet<string>;
  /** Called after each span of the archive. */
  readonly onSpan: (done: number, total: number) => void;
}

export interface BuiltProvider extends PartNotes {
  /** Null if there is no fixing. */
  index(): ProviderIndex | null;
  /** The newest fixing that states each currency. */
  lastStated(): ReadonlyMap<CurrencyCode, IsoDate>;
  /** Of the newest fixing of GLOBAL; null for every other provider, and where GLOBAL has no fixing. */
  readonly voices: DayVoices | null;
  /** How many fixings were computed. */
  readonly computed: number;
}

export class ProviderTree {
  readonly #tables: Tables;
  readonly #voices: Voices | null;
  /** The years that the walk is in. */
  readonly #years = new Map<string, YearPart>();
  /** The digests of years and of the latest rates. */
  readonly #parts: Map<string, string>;
  /** For each date that changed, its period as the index writes it, or null where there is no fixing any more. */
  readonly #periods = new Map<IsoDate, string | null>();
  readonly #lastStated: LastStated;
  /** Of the run before; null where it left no index that can be read. */
  readonly #before: Pick<PartNotes, 'latest'> | null;
  #failures: string[] = [];
  #isTouched = false;
  /** The newest table made by this run that may be the latest. */
  #newest: Table | null = null;
  #computed = 0;
  readonly #gaps = new Map<string, readonly Gap[]>();

  constructor(
    readonly facts: PartFacts,
    readonly inPlace: TreeInPlace,
    readonly options: TreeOptions,
    /** What the run before has left; null if nothing of it counts. */
    readonly remembered: PartNotes | null,
  ) {
    this.#tables = new Tables(facts, inPlace);
    this.#voices = facts.provider === GLOBAL ? new Voices(inPlace) : null;
    this.#parts = new Map(memoryOfYears(inPlace, facts.provider).parts);
    this.#lastStated = new LastStated(facts.provider, inPlace);
    this.#before = remembered ?? (options.damaged.has(facts.provider) ? null : indexInPlace(inPlace, facts.provider));
  }

  /** @param source null where the provider has no figure near the span */
  *bringUpToDate(source: SpanSource | null, span: Span): Generator<Step> {
    const year = span.from.slice(0, 4);
    for (const done of [...this.#years.keys()].filter((one) => one < year)) yield* this.#finishYear(done);
    if (this.options.shard !== null && !owns(this.options.shard, this.facts.provider, year)) return;
    const dates = source?.dates.filter((date) => span.from <= date && date <= span.to) ?? [];
    if (dates.length === 0 && !this.#parts.has(year)) return;
    const part = this.#yearOf(year);
    const stated = new Set(dates);
    for (const date of part.before.dates.keys()) {
      if (span.from <= date && date <= span.to && !stated.has(date)) yield* this.#remove(part, date, null);
    }
    for (const date of dates) if (source !== null) yield* this.#bringDateUpToDate(part, source, date);
  }

  /** @param walked the first and the last date of the walk: what the tree has outside is no longer in the archive */
  *finish(walked: Span): Generator<Step, BuiltProvider> {
    const { remembered } = this;
    const { provider } = this.facts;
    if (remembered !== null && !this.#isTouched && isSettled(remembered, this.options.date)) {
      return this.#built(remembered, () => indexInPlace(this.inPlace, provider));
    }
    for (const year of yearsInPlace(this.#parts)) {
      if (year < walked.from.slice(0, 4) || year > walked.to.slice(0, 4)) this.#yearOf(year);
    }
    for (const part of [...this.#years.values()]) {
      for (const date of [...part.dates.keys()]) {
        if (date < walked.from || date > walked.to) yield* this.#remove(part, date, null);
      }
      yield* this.#finishYear(part.year);
    }
    const index = toIndex(
      this.facts,
      this.#before === null ? null : indexInPlace(this.inPlace, provider),
      this.#periods,
      this.options.date,
    );
    const newest = index?.latest ?? null;
    const latest = this.options.shard === null ? yield* this.#latest(newest) : null;
    if (latest === null) this.#parts.delete('latest');
    else this.#parts.set('latest', latest);
    const memory = { dates: new Map(), parts: this.#parts };
    const [own, years] = [index === null ? null : indexText(index), this.#parts.size === 0 ? null : inputsText(memory)];
    yield* this.#fileOrNone(indexPath(provider), own);
    yield* this.#fileOrNone(inputsPath(provider), years);
    const last = index?.fixings.at(-1)?.date ?? null;
    return this.#built({ latest: newest, last, digest: digestOf([own ?? '', years ?? '']) }, () => index);
  }

  #built({ latest, last, digest }: PartNotes, index: () => ProviderIndex | null): BuiltProvider {
    return {
      ...{ latest, last, digest, index },
      lastStated: () => this.#lastStated.dates(),
      computed: this.#computed,
      voices: latest === null || this.options.shard !== null ? null : (this.#voices?.get(latest) ?? null),
    };
  }

  /** One line for each date whose rows do not make a fixing, since the last call. */
  takeFailures(): readonly string[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  /** The years that have a date, sorted. */
  get years(): readonly string[] {
    return yearsInPlace(this.#parts);
  }

  /** Each date, with the reason why it has no fixing, or ''. To be asked for after `finish`. */
  gaps(): readonly Gap[] {
    return this.years.flatMap((year) => {
      const held = this.#gaps.get(year);
      return held ?? gapsOf(memoryOfYear(this.inPlace, this.facts.provider, year, this.#before !== null).dates);
    });
  }

  #yearOf(year: string): YearPart {
    this.#isTouched = true;
    const part =
      this.#years.get(year) ?? new YearPart(this.facts, year, this.inPlace, this.#before !== null, this.#voices);
    this.#years.set(year, part);
    return part;
  }

  *#finishYear(year: string): Generator<Step> {
    const part = this.#yearOf(year);
    const digest = yield* part.finish();
    if (part.lastStated !== null) this.#lastStated.note(year, part.lastStated);
    if (digest === null) this.#parts.delete(year);
    else this.#parts.set(year, digest);
    this.#years.delete(year);
    this.#gaps.set(year, gapsOf(part.dates));
  }

  *#bringDateUpToDate(part: YearPart, source: SpanSource, date: IsoDate): Generator<Step> {
    const before = part.before.dates.get(date);
    const inputs = source.inputs(date);
    const files = digestOf([RENDER, inputs, this.#filesWanted(date)]);
    if (before?.inputs === inputs && (before.files === files || before.gap !== '')) {
      if (before.files !== files) part.dates.set(date, { ...before, files });
      return;
    }
    const built = before?.inputs === inputs ? this.#tables.traced(date) : this.#compute(source, date);
    if (built === null) yield* this.#remove(part, date, null);
    else if ('gap' in built) yield* this.#remove(part, date, { inputs, files, content: '', gap: built.gap });
    else {
      if (built.voices !== undefined) this.#voices?.add(built.voices);
      yield part.add(this.#work(built, before !== undefined), { inputs, files, gap: '' });
      const { until } = source.period(date);
      this.#periods.set(date, intervalText({ date, until }));
      if (date <= this.options.date && date >= (this.#newest?.date ?? '')) this.#newest = built.table;
    }
  }

  /** Where the rows of the archive do not make a fixing, keeps the failure and returns null. */
  #compute(source: SpanSource, date: IsoDate): TracedTable | { readonly gap: string } | null {
    try {
      const built = source.build(date);
      if (!('gap' in built)) this.#computed++;
      return built;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.#failures.push(error.message);
      return null;
    }
  }

  #filesWanted(date: IsoDate): string {
    const { since, bases, historyBases } = this.options;
    const names = (chosen: Bases) => (chosen === null ? 'all' : [...chosen].sort().join(' '));
    return `${names(bases)};${since !== null && date < since ? 'none' : names(historyBases)}`;
  }

  #work({ table, provenance }: TracedTable, existed: boolean): DateWork {
    const { since, historyBases: bases } = this.options;
    return { table, provenance, existed, bases, hasRates: since === null || table.date >= since };
  }

  *#remove(part: YearPart, date: IsoDate, inputs: DateInputs | null): Generator<Change> {
    const had = part.before.dates.get(date)?.gap === '';
    part.remove(date, inputs);
    if (!had) return;
    const { provider } = this.facts;
    this.#periods.set(date, null);
    yield { path: tablePath(provider, date), bytes: null };
    yield { path: provenancePath(provider, date), bytes: null };
    yield* removeOthers(this.inPlace, folderOfDate(provider, date), new Map());
  }

  /** Returns the digest of the latest files; null where there are none. */
  *#latest(latest: IsoDate | null): Generator<Change, string | null> {
    const content = this.#parts.get('latest');
    const isMade = latest !== null && latest === this.#newest?.date;
    const isAsBefore = latest !== null && !isMade && latest === this.#before?.latest;
    if (isAsBefore && content !== undefined) return content;
    const table = latest === null ? null : isMade ? this.#newest : this.#tables.get(latest);
    const hashes = yield* unit(table === null ? [] : renderLatest(table, this.options.bases));
    yield* removeOthers(this.inPlace, folderOfLatest(this.facts.provider), hashes);
    return hashes.size === 0 ? null : toContent(hashes);
  }

  *#fileOrNone(path: Change['path'], text: string | null): Generator<Change> {
    if (text === null) yield* removeIfThere(this.inPlace, path);
    else yield { path, bytes: Buffer.from(text) };
  }
}

/** Whether no fixing has come into force since: the newest one had been then, or lies ahead still. */
function isSettled({ latest, last }: PartNotes, today: IsoDate): boolean {
  return latest === last && (latest === null || latest <= today);
}

interface Gap {
  readonly date: IsoDate;
  readonly gap: string;
}

function gapsOf(dates: ReadonlyMap<IsoDate, DateInputs>): readonly Gap[] {
  return [...dates].map(([date, { gap }]) => ({ date, gap }));
}

function folderOfLatest(provider: ProviderCode): string {
  return dirname(latestPath(provider, EUR, 'standard', 'json'));
}
