/**
 * Brings one provider's part of the tree up to date, span by span. A date whose inputs have not changed is neither
 * computed nor rendered again. The stream goes from what is made to what names it: dates, series, latest, index, and
 * last the note of inputs.
 */
import type { Span } from '../../archive/spans.ts';
import { indexPath, inputsPath } from '../../wire/answers/paths.ts';
import { indexText, type ProviderIndex } from '../../wire/answers/provider-index.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { Notice } from '../../wire/words/notices.ts';
import { type CurrencyCode, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import type { DayVoices } from '../../wire/words/voices.ts';
import { type Change, removeIfThere, type TreeInPlace } from '../read/change.ts';
import { type DateGap, DateGaps } from '../read/date-gaps.ts';
import { indexInPlace, memoryOfYears, yearsInPlace } from '../read/in-place.ts';
import { inputsText } from '../read/inputs.ts';
import { LastStated } from '../read/last-stated.ts';
import { owns } from '../read/shard.ts';
import type { PartFacts, SpanSource } from '../read/sources.ts';
import { Tables } from '../read/tables.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import { Voices } from '../read/voices.ts';
import { latestChanges } from '../render/latest-files.ts';
import { toIndex } from '../render/to-index.ts';
import type { Step } from '../write/step.ts';
import { ProviderDates } from './provider-dates.ts';
import { YearPart } from './year-part.ts';

/** What of a provider's part of the tree is needed each night. */
export interface PartNotes {
  readonly latest: IsoDate | null;
  readonly last: IsoDate | null;
  /** Digest of its index and of its digests of years. */
  readonly digest: string;
}

export interface BuiltProvider extends PartNotes {
  readonly facts: PartFacts;
  /** By year the digest of its note of inputs, oldest first. */
  readonly years: ReadonlyMap<string, string>;
  /** Null if there is no fixing. */
  index(): ProviderIndex | null;
  /** The newest fixing that states each currency. */
  lastStated(): ReadonlyMap<CurrencyCode, IsoDate>;
  /** Each date, with the reason why it has no fixing, or ''. */
  gaps(): readonly DateGap[];
  /** Of the newest fixing of GLOBAL; null for every other provider, and where GLOBAL has no fixing. */
  readonly voices: DayVoices | null;
  readonly notices: readonly Notice[];
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
  readonly #dates: ProviderDates;
  readonly #lastStated: LastStated;
  /** Of the run before; null where it left no index that can be read. */
  readonly #before: Pick<PartNotes, 'latest'> | null;
  #isTouched = false;
  readonly #gaps: DateGaps;

  constructor(
    readonly facts: PartFacts,
    readonly inPlace: TreeInPlace,
    readonly options: TreeOptions,
    /** What the run before has left; null if nothing of it counts. */
    readonly remembered: PartNotes | null,
  ) {
    this.#tables = new Tables(facts, inPlace);
    this.#voices = facts.provider === GLOBAL ? new Voices(inPlace) : null;
    this.#dates = new ProviderDates(facts, inPlace, options, this.#tables, this.#voices);
    this.#parts = new Map(memoryOfYears(inPlace, facts.provider).parts);
    this.#lastStated = new LastStated(facts.provider, inPlace);
    this.#before = remembered ?? (options.damaged.has(facts.provider) ? null : indexInPlace(inPlace, facts.provider));
    this.#gaps = new DateGaps(facts.provider, inPlace, this.#before !== null);
  }

  /** Hands over what the years before have as a whole, so that it is made while the other providers close theirs. */
  *closeBefore(year: string): Generator<Step> {
    for (const [one, part] of this.#years) if (one < year) yield* part.close();
  }

  /** Must be called after `closeBefore`. @param source null where the provider has no figure near the span */
  *bringUpToDate(source: SpanSource | null, span: Span): Generator<Step> {
    const year = span.from.slice(0, 4);
    for (const [done, part] of [...this.#years]) if (done < year) yield* this.#finishYear(part);
    if (this.options.shard !== null && !owns(this.options.shard, this.facts.provider, year)) return;
    const dates = source?.dates.filter((date) => span.from <= date && date <= span.to) ?? [];
    if (dates.length === 0 && !this.#parts.has(year)) return;
    const part = this.#yearOf(year);
    const stated = new Set(dates);
    for (const date of part.before.dates.keys()) {
      if (span.from <= date && date <= span.to && !stated.has(date)) yield* this.#dates.remove(part, date, null);
    }
    for (const date of dates) if (source !== null) yield* this.#dates.bringUpToDate(part, source, date);
  }

  /** @param walked the first and the last date of the walk: what the tree has outside is no longer in the archive */
  *close(walked: Span): Generator<Step> {
    if (this.#settled() !== null) return;
    for (const year of yearsInPlace(this.#parts)) {
      if (year < walked.from.slice(0, 4) || year > walked.to.slice(0, 4)) this.#yearOf(year);
    }
    for (const part of [...this.#years.values()]) {
      for (const date of [...part.dates.keys()]) {
        if (date < walked.from || date > walked.to) yield* this.#dates.remove(part, date, null);
      }
      yield* part.close();
    }
  }

  /** Must be called after `close`. */
  *finish(): Generator<Step, BuiltProvider> {
    const { provider } = this.facts;
    const settled = this.#settled();
    if (settled !== null) return this.#built(settled, () => indexInPlace(this.inPlace, provider));
    for (const part of [...this.#years.values()]) yield* this.#finishYear(part);
    const index = toIndex(
      this.facts,
      this.#before === null ? null : indexInPlace(this.inPlace, provider),
      this.#dates.periods.take(),
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
    // Its periods are those of all providers, so that to hold it takes less than to read it again for each who asks.
    return this.#built({ latest: newest, last, digest: digestOf([own ?? '', years ?? '']) }, () => index);
  }

  #built({ latest, last, digest }: PartNotes, index: () => ProviderIndex | null): BuiltProvider {
    const stated = this.options.shard === null ? latest : null;
    return {
      ...{ facts: this.facts, latest, last, digest, index },
      years: new Map(this.years.map((year) => [year, this.#parts.get(year) ?? ''])),
      lastStated: () => this.#lastStated.dates(this.years.at(-1) ?? ''),
      gaps: () => this.#gaps.ofYears(this.years),
      computed: this.#dates.computed,
      voices: stated === null ? null : (this.#voices?.get(stated) ?? null),
      notices: stated === null ? [] : (this.#voices?.noticesOf(stated) ?? []),
    };
  }

  /** What the run before has left, if nothing changed and no fixing has come into force since; else null. */
  #settled(): PartNotes | null {
    if (this.remembered === null || this.#isTouched) return null;
    const { latest, last } = this.remembered;
    return latest === last && (latest === null || latest <= this.options.date) ? this.remembered : null;
  }

  /** One line for each date whose rows do not make a fixing, since the last call. */
  takeFailures(): readonly string[] {
    return this.#dates.takeFailures();
  }

  /** The years that have a date, sorted. */
  get years(): readonly string[] {
    return yearsInPlace(this.#parts);
  }

  #yearOf(year: string): YearPart {
    this.#isTouched = true;
    const { facts, inPlace, options } = this;
    const part =
      this.#years.get(year) ?? new YearPart(facts, year, inPlace, this.#before !== null, this.#voices, options);
    this.#years.set(year, part);
    return part;
  }

  *#finishYear(part: YearPart): Generator<Step> {
    const { year } = part;
    const digest = yield* part.finish();
    if (part.lastStated !== null) this.#lastStated.note(year, part.lastStated);
    if (digest === null) this.#parts.delete(year);
    else this.#parts.set(year, digest);
    this.#years.delete(year);
    this.#dates.periods.pack();
    if (this.facts.provider === GLOBAL) this.#gaps.note(year, part.dates);
  }

  *#latest(latest: IsoDate | null): Generator<Change, string | null> {
    const { newest } = this.#dates;
    const before = this.#before === null ? null : { ...this.#before, content: this.#parts.get('latest') };
    return yield* latestChanges(this.#tables, this.options.bases, latest, newest, before);
  }

  *#fileOrNone(path: Change['path'], text: string | null): Generator<Change> {
    if (text === null) yield* removeIfThere(this.inPlace, path);
    else yield { path, bytes: Buffer.from(text) };
  }
}
