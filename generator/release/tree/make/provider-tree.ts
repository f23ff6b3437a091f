/**
 * Brings one provider's part of the tree up to date, span by span. A date whose inputs have not changed is neither
 * computed nor rendered again. The stream goes from what is made to what names it: dates, series, latest rates, index.
 */

import type { Memory } from '../../../kit/memory.ts';
import type { Span } from '../../../sources/archive/spans.ts';
import { indexPath } from '../../../wire/answers/paths.ts';
import { indexText, type ProviderIndex } from '../../../wire/answers/provider-index.ts';
import type { Table } from '../../../wire/answers/table.ts';
import type { ProviderNode, Reference } from '../../../wire/release/manifest.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import type { Notice } from '../../../wire/words/notices.ts';
import { type CurrencyCode, GLOBAL, type IsoDate } from '../../../wire/words/schemas.ts';
import type { DayVoices } from '../../../wire/words/voices.ts';
import { Voices } from '../read/in-force.ts';
import { LastStated } from '../read/last-stated.ts';
import type { PartFacts, SpanSource } from '../read/sources.ts';
import { namesOf, owns, RENDER, renderLatest } from '../read/tree-options.ts';
import { toIndex } from '../render/lists.ts';
import { type ProviderSetting, YearPart } from './year-part.ts';

/** What of a provider's part of the tree is needed each night. */
export interface PartNotes {
  readonly latest: IsoDate | null;
  readonly last: IsoDate | null;
  /** Digest of its index and of its years. */
  readonly digest: string;
}

export interface BuiltProvider extends PartNotes {
  readonly facts: PartFacts;
  /** Its part of the manifest. */
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

const partName = (code: string) => `parts/${code}`;

/** What the run before has left of a provider's part; null if there is none. */
export function notesBefore(memory: Memory, code: string): PartNotes | null {
  return JSON.parse(memory.before(partName(code)) ?? 'null');
}

/** Leaves it for the next run. */
export function noteProvider(memory: Memory, { facts, latest, last, digest }: BuiltProvider): void {
  memory.note(partName(facts.provider), '', JSON.stringify({ latest, last, digest } satisfies PartNotes));
}

const NOTHING: ProviderNode = { files: null, latest: null, years: {} };

export class ProviderTree {
  readonly #voices: Voices | null;
  /** The years that the walk is in. */
  readonly #open = new Map<string, YearPart>();
  readonly #before: ProviderNode;
  readonly #years: Map<string, Reference>;
  readonly #lastStated: LastStated;
  /** Of all dates that changed, as the years have them. */
  readonly #periods = new Map<IsoDate, string | null>();
  #newest: Table | null = null;
  #computed = 0;
  #isTouched = false;

  constructor(
    readonly facts: PartFacts,
    readonly setting: ProviderSetting,
    /** What the run before has left; null if nothing of it counts. */
    readonly remembered: PartNotes | null,
  ) {
    const { inForce, memory } = setting;
    this.#voices = facts.provider === GLOBAL ? new Voices(inForce) : null;
    this.#before = inForce.provider(facts.provider) ?? NOTHING;
    this.#years = new Map(Object.entries(this.#before.years));
    this.#lastStated = new LastStated(facts.provider, inForce, memory);
  }

  /** @param source null where the provider has no figure near the span */
  async bringUpToDate(source: SpanSource | null, span: Span): Promise<void> {
    const { shard } = this.setting.options;
    const year = span.from.slice(0, 4);
    for (const [done, part] of [...this.#open]) if (done < year) await this.#finishYear(part);
    if (shard !== null && !owns(shard, this.facts.provider, year)) return;
    const dates = source?.dates.filter((date) => span.from <= date && date <= span.to) ?? [];
    if (dates.length === 0 && !this.#years.has(year)) return;
    const part = this.#yearOf(year);
    const stated = new Set(dates);
    for (const date of part.dates) {
      if (span.from <= date && date <= span.to && !stated.has(date)) part.remove(date, null);
    }
    for (const date of dates) if (source !== null) await part.bringUpToDate(source, date);
  }

  /** @param walked the first and the last date of the walk */
  async finish(walked: Span): Promise<BuiltProvider> {
    const { provider } = this.facts;
    const { inForce, writer, options } = this.setting;
    const settled = this.#settled();
    if (settled !== null) return this.#built(settled, this.#before, () => inForce.index(provider));
    this.#removeOutside(walked);
    for (const part of [...this.#open.values()]) await this.#finishYear(part);
    const index = toIndex(this.facts, inForce.index(provider), this.#periods, options.date);
    const text = index === null ? null : indexText(index);
    const node: ProviderNode = {
      files: text === null ? null : writer.putAll([{ path: indexPath(provider), bytes: Buffer.from(text) }]),
      latest: options.shard === null ? this.#latest(index?.latest ?? null) : null,
      years: Object.fromEntries([...this.#years].sort()),
    };
    const last = index?.fixings.at(-1)?.date ?? null;
    const digest = digestOf([text ?? '', ...Object.values(node.years).map(([own]) => own)]);
    // Its periods are those of all providers, so that to keep it takes less than to read it again for each who asks.
    return this.#built({ latest: index?.latest ?? null, last, digest }, node, () => index);
  }

  /** What the tree has outside of the walk is no longer in the archive. */
  #removeOutside(walked: Span): void {
    for (const year of this.#years.keys()) {
      if (year < walked.from.slice(0, 4) || year > walked.to.slice(0, 4)) this.#yearOf(year);
    }
    for (const part of this.#open.values()) {
      for (const date of part.dates) if (date < walked.from || date > walked.to) part.remove(date, null);
    }
  }

  #built({ latest, last, digest }: PartNotes, node: ProviderNode, index: () => ProviderIndex | null): BuiltProvider {
    const stated = this.setting.options.shard === null ? latest : null;
    this.#lastStated.keep(node.years);
    return {
      facts: this.facts,
      latest,
      last,
      digest,
      node,
      index,
      lastStated: () => this.#lastStated.dates(node.years),
      computed: this.#computed,
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
    return [...this.#open.values()].flatMap(({ failures }) => failures.splice(0));
  }

  #yearOf(year: string): YearPart {
    this.#isTouched = true;
    const part = this.#open.get(year) ?? new YearPart(this.facts, year, this.setting, this.#voices);
    this.#open.set(year, part);
    return part;
  }

  async #finishYear(part: YearPart): Promise<void> {
    const { year } = part;
    const reference = await part.finish();
    if (reference === null) this.#years.delete(year);
    else this.#years.set(year, reference);
    this.#open.delete(year);
    for (const [date, period] of part.periods) this.#periods.set(date, period);
    this.#newest = part.newest ?? this.#newest;
    this.#computed += part.computed;
  }

  /** They are made again where the newest fixing in force is another one. */
  #latest(date: IsoDate | null): Reference | null {
    if (date === null) return null;
    const { inForce, writer, options } = this.setting;
    const year = this.#years.get(date.slice(0, 4));
    const day = year === undefined ? undefined : inForce.objects.year(year).days[date];
    const digest = digestOf([RENDER, namesOf(options.bases), `${day?.[0]}`]);
    if (this.#before.latest?.[0] === digest) return this.#before.latest;
    const table = this.#newest?.date === date ? this.#newest : inForce.table(this.facts, date);
    return writer.putAll(renderLatest(table, options.bases), digest);
  }
}
