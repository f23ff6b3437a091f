/**
 * Brings one provider's part of the tree up to date, span by span. A date whose inputs have not changed is neither
 * computed nor rendered again. The stream goes from what is made to what names it: dates, series, latest rates, index.
 */
import type { Span } from '../../archive/spans.ts';
import type { Memory } from '../../kit/memory.ts';
import { indexPath } from '../../wire/answers/paths.ts';
import { indexText, type ProviderIndex } from '../../wire/answers/provider-index.ts';
import type { ProviderNode, Reference } from '../../wire/release/manifest.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { Notice } from '../../wire/words/notices.ts';
import { type CurrencyCode, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import type { DayVoices } from '../../wire/words/voices.ts';
import type { TreeInForce } from '../read/in-force.ts';
import { LastStated } from '../read/last-stated.ts';
import { RENDER, renderLatest } from '../read/rate-files.ts';
import { owns } from '../read/shard.ts';
import type { PartFacts, SpanSource } from '../read/sources.ts';
import { tableInForce } from '../read/tables.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import { Voices } from '../read/voices.ts';
import { toIndex } from '../render/to-index.ts';
import type { Step } from '../write/step.ts';
import type { TreeWriter } from '../write/tree-writer.ts';
import { namesOf, ProviderDates } from './provider-dates.ts';
import { YearPart } from './year-part.ts';

/** What of a provider's part of the tree is needed each night. */
export interface PartNotes {
  readonly latest: IsoDate | null;
  readonly last: IsoDate | null;
  /** Digest of its index and of its years. */
  readonly digest: string;
}

export interface BuiltProvider extends PartNotes {
  readonly facts: PartFacts;
  /** Its part of the manifest; the averages are those of the tree in force. */
  readonly node: ProviderNode;
  /** Null if there is no fixing. */
  index(): ProviderIndex | null;
  /** The newest fixing that states each currency. */
  lastStated(): ReadonlyMap<CurrencyCode, IsoDate>;
  /** Of the newest fixing of GLOBAL; null for every other provider, and where GLOBAL has no fixing. */
  readonly voices: DayVoices | null;
  readonly notices: readonly Notice[];
  /** How many fixings were computed. */
  readonly computed: number;
}

/** What all providers share. */
export interface ProviderSetting {
  readonly inForce: TreeInForce;
  readonly writer: TreeWriter;
  readonly options: TreeOptions;
  readonly memory: Memory;
}

const NOTHING: ProviderNode = { files: null, latest: null, years: {}, averages: {} };

export class ProviderTree {
  readonly #voices: Voices | null;
  /** The years that the walk is in. */
  readonly #open = new Map<string, YearPart>();
  readonly #before: ProviderNode;
  readonly #years: Map<string, Reference>;
  readonly #dates: ProviderDates;
  readonly #lastStated: LastStated;
  #isTouched = false;

  constructor(
    readonly facts: PartFacts,
    readonly setting: ProviderSetting,
    /** What the run before has left; null if nothing of it counts. */
    readonly remembered: PartNotes | null,
  ) {
    const { inForce, options } = setting;
    this.#voices = facts.provider === GLOBAL ? new Voices(inForce) : null;
    this.#dates = new ProviderDates(options, this.#voices);
    this.#before = inForce.provider(facts.provider) ?? NOTHING;
    this.#years = new Map(Object.entries(this.#before.years));
    this.#lastStated = new LastStated(facts.provider, inForce, setting.memory);
  }

  /** Hands over what the years before have as a whole, so that it is made while the other providers close theirs. */
  *closeBefore(year: string): Generator<Step> {
    for (const [one, part] of this.#open) if (one < year) yield* part.close();
  }

  /** Must be called after `closeBefore`. @param source null where the provider has no figure near the span */
  *bringUpToDate(source: SpanSource | null, span: Span): Generator<Step> {
    const year = span.from.slice(0, 4);
    for (const [done, part] of [...this.#open]) if (done < year) yield* this.#finishYear(part);
    if (this.setting.options.shard !== null && !owns(this.setting.options.shard, this.facts.provider, year)) return;
    const dates = source?.dates.filter((date) => span.from <= date && date <= span.to) ?? [];
    if (dates.length === 0 && !this.#years.has(year)) return;
    const part = this.#yearOf(year);
    const stated = new Set(dates);
    for (const date of part.dates) {
      if (span.from <= date && date <= span.to && !stated.has(date)) this.#dates.remove(part, date, null);
    }
    for (const date of dates) if (source !== null) yield* this.#dates.bringUpToDate(part, source, date);
  }

  /** @param walked the first and the last date of the walk: what the tree has outside is no longer in the archive */
  *close(walked: Span): Generator<Step> {
    if (this.#settled() !== null) return;
    for (const year of this.#years.keys()) {
      if (year < walked.from.slice(0, 4) || year > walked.to.slice(0, 4)) this.#yearOf(year);
    }
    for (const part of [...this.#open.values()]) {
      for (const date of part.dates) {
        if (date < walked.from || date > walked.to) this.#dates.remove(part, date, null);
      }
      yield* part.close();
    }
  }

  /** Must be called after `close`. */
  *finish(): Generator<Step, BuiltProvider> {
    const { provider } = this.facts;
    const { inForce, writer, options } = this.setting;
    const settled = this.#settled();
    if (settled !== null) return this.#built(settled, this.#before, () => inForce.index(provider));
    for (const part of [...this.#open.values()]) yield* this.#finishYear(part);
    const index = toIndex(this.facts, inForce.index(provider), this.#dates.periods.take(), options.date);
    const text = index === null ? null : indexText(index);
    const files = text === null ? null : writer.putAll([{ path: indexPath(provider), bytes: Buffer.from(text) }]);
    const node: ProviderNode = {
      files: files === null ? null : [files[0].slice(0, 32), ...files],
      latest: options.shard === null ? this.#latest(index?.latest ?? null) : null,
      years: Object.fromEntries([...this.#years].sort()),
      averages: this.#before.averages,
    };
    const last = index?.fixings.at(-1)?.date ?? null;
    const digest = digestOf([text ?? '', ...Object.values(node.years).map(([own]) => own)]);
    // Its periods are those of all providers, so that to keep it takes less than to read it again for each who asks.
    return this.#built({ latest: index?.latest ?? null, last, digest }, node, () => index);
  }

  #built({ latest, last, digest }: PartNotes, node: ProviderNode, index: () => ProviderIndex | null): BuiltProvider {
    const stated = this.setting.options.shard === null ? latest : null;
    this.#lastStated.keep(node.years);
    return {
      ...{ facts: this.facts, latest, last, digest, node, index },
      lastStated: () => this.#lastStated.dates(node.years),
      computed: this.#dates.computed,
      voices: stated === null ? null : (this.#voices?.get(stated) ?? null),
      notices: stated === null ? [] : (this.#voices?.noticesOf(stated) ?? []),
    };
  }

  /** What the run before has left, if nothing changed and no fixing has come into force since; else null. */
  #settled(): PartNotes | null {
    if (this.remembered === null || this.#isTouched) return null;
    const { latest, last } = this.remembered;
    return latest === last && (latest === null || latest <= this.setting.options.date) ? this.remembered : null;
  }

  /** One line for each date whose rows do not make a fixing, since the last call. */
  takeFailures(): readonly string[] {
    return this.#dates.takeFailures();
  }

  #yearOf(year: string): YearPart {
    this.#isTouched = true;
    const { inForce, options } = this.setting;
    const part = this.#open.get(year) ?? new YearPart(this.facts, year, inForce, this.#voices, options);
    this.#open.set(year, part);
    return part;
  }

  *#finishYear(part: YearPart): Generator<Step> {
    const { year } = part;
    const reference = yield* part.finish(this.setting.writer);
    if (part.lastStated !== null) this.#lastStated.note(year, part.lastStated);
    if (reference === null) this.#years.delete(year);
    else this.#years.set(year, reference);
    this.#open.delete(year);
    this.#dates.periods.pack();
  }

  /** They are made again where the newest fixing in force is another one. */
  #latest(date: IsoDate | null): Reference | null {
    if (date === null) return null;
    const { inForce, writer, options } = this.setting;
    const { newest } = this.#dates;
    const year = this.#years.get(date.slice(0, 4));
    const read = () => (year === undefined ? undefined : inForce.objects.year(year).days[date]);
    const day = inForce.of(this.facts.provider, read);
    const digest = digestOf([RENDER, namesOf(options.bases), `${day?.[0]}`]);
    if (this.#before.latest?.[0] === digest) return this.#before.latest;
    const table = newest?.date === date ? newest : tableInForce(inForce, this.facts, date);
    const leaf = writer.putAll(renderLatest(table, options.bases));
    return leaf === null ? null : [digest, ...leaf];
  }
}
