/**
 * Brings one provider's part of the tree up to date. A date whose inputs have not changed is neither computed nor
 * rendered again. The stream goes from what is made to what names it: dates, series, latest, index, and last the note
 * of inputs.
 */
import { dirname } from 'node:path/posix';
import { FeedError } from '../feeds/provider.ts';
import { digestOf } from '../wire/hash.ts';
import { historicalPath, indexPath, inputsPath, latestPath, provenancePath, tablePath } from '../wire/paths.ts';
import { indexText, type ProviderIndex, providerIndex } from '../wire/provider-index.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import { tableText } from '../wire/table.ts';
import type { DayVoices } from '../wire/voices.ts';
import { type Change, type Hashes, removeIfThere, removeOthers, type TreeInPlace, unit } from './change.ts';
import { DamagedInPlace, forgotten, memoryOf, parseInPlace } from './in-place.ts';
import { type DateInputs, fixingsOf, type InputsMemory, inputsText, toContent } from './inputs.ts';
import { type Bases, RENDER, renderHistorical, renderLatest } from './rate-files.ts';
import { bringSeriesUpToDate } from './series-part.ts';
import type { PartSource, TracedTable } from './sources.ts';
import { Tables } from './tables.ts';
import { toIndex } from './to-index.ts';
import { Voices } from './voices.ts';

export interface TreeOptions {
  /** The release's UTC date. */
  readonly date: IsoDate;
  readonly bases: Bases;
  readonly historyBases: Bases;
  /** Earlier fixings have no dated rate files: the gateway computes those answers. Null renders all of them. */
  readonly since: IsoDate | null;
  /** Called after each date of the provider. */
  readonly onDate: (provider: ProviderCode, done: number, total: number) => void;
}

export interface BuiltProvider {
  readonly index: ProviderIndex | null;
  readonly memory: InputsMemory;
  /** The newest fixing that states each currency. */
  readonly lastStated: ReadonlyMap<CurrencyCode, IsoDate>;
  /** Of the newest fixing of GLOBAL; null for every other provider, and where GLOBAL has no fixing. */
  readonly voices: DayVoices | null;
  /** How many fixings were computed. */
  readonly computed: number;
  /** One for each date whose rows do not make a fixing. */
  readonly failures: readonly FeedError[];
}

/**
 * If the run meets a file of the provider that is missing or damaged, it makes the whole part again from the archive:
 * the paths that it has yielded by then come a second time, and the later one counts.
 * @param inPlace the tree of the run before
 */
export function* providerPart(
  source: PartSource,
  inPlace: TreeInPlace,
  options: TreeOptions,
): Generator<Change, BuiltProvider> {
  const before = memoryOf(inPlace, source.provider);
  try {
    return yield* new ProviderPart(source, inPlace, options, before).changes();
  } catch (error) {
    if (!(error instanceof DamagedInPlace)) throw error;
    return yield* new ProviderPart(source, inPlace, options, forgotten(before, inPlace, source.provider)).changes();
  }
}

class ProviderPart {
  readonly #tables: Tables;
  readonly #voices: Voices | null;
  readonly #dates = new Map<IsoDate, DateInputs>();
  readonly #failures: FeedError[] = [];
  #computed = 0;

  constructor(
    readonly source: PartSource,
    readonly inPlace: TreeInPlace,
    readonly options: TreeOptions,
    readonly before: InputsMemory,
  ) {
    this.#tables = new Tables(source, inPlace);
    this.#voices = source.provider === GLOBAL ? new Voices(inPlace) : null;
  }

  *changes(): Generator<Change, BuiltProvider> {
    const { provider, dates } = this.source;
    for (const [place, date] of dates.entries()) {
      yield* this.#bringUpToDate(date);
      this.options.onDate(provider, place + 1, dates.length);
    }
    const fixings = fixingsOf(this.#dates);
    const gone = fixingsOf(this.before.dates).filter((date) => this.#dates.get(date)?.gap !== '');
    for (const date of gone) yield* this.#removeDate(date);
    const { parts, lastStated } = yield* bringSeriesUpToDate({
      ...{ provider, tables: this.#tables, voices: this.#voices, fixings, inPlace: this.inPlace },
      changed: [...gone, ...this.#tables.dates],
      before: this.before,
    });
    const index = toIndex(this.source, fixings, this.options.date);
    const newest = index?.latest ?? null;
    const latest = yield* this.#latest(newest);
    const memory = { dates: this.#dates, parts: new Map(latest === null ? parts : [...parts, ['latest', latest]]) };
    yield* this.#fileOrNone(indexPath(provider), index === null ? null : indexText(index));
    yield* this.#fileOrNone(inputsPath(provider), this.#dates.size === 0 ? null : inputsText(memory));
    const voices = newest === null ? null : (this.#voices?.get(newest) ?? null);
    return { index, memory, lastStated, voices, computed: this.#computed, failures: this.#failures };
  }

  *#bringUpToDate(date: IsoDate): Generator<Change> {
    const before = this.before.dates.get(date);
    const inputs = this.source.inputs(date);
    const files = digestOf([RENDER, inputs, this.#filesWanted(date)]);
    if (before?.inputs === inputs && (before.files === files || before.gap !== '')) {
      this.#dates.set(date, { ...before, files });
      return;
    }
    const built = before?.inputs === inputs ? this.#tables.traced(date) : this.#compute(date);
    if (built === null) return;
    if ('gap' in built) this.#dates.set(date, { inputs, files, content: '', gap: built.gap });
    else {
      const content = toContent(yield* this.#date(built, before !== undefined));
      this.#dates.set(date, { inputs, files, content, gap: '' });
    }
  }

  /** Where the rows of the archive do not make a fixing, keeps the failure and returns null. */
  #compute(date: IsoDate): TracedTable | { readonly gap: string } | null {
    try {
      const built = this.source.build(date);
      if (!('gap' in built)) this.#computed++;
      return built;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.#failures.push(error);
      return null;
    }
  }

  #filesWanted(date: IsoDate): string {
    const { since, bases, historyBases } = this.options;
    const names = (chosen: Bases) => (chosen === null ? 'all' : [...chosen].sort().join(' '));
    return `${names(bases)};${since !== null && date < since ? 'none' : names(historyBases)}`;
  }

  *#date({ table, provenance, voices }: TracedTable, existed: boolean): Generator<Change, Hashes> {
    const { provider, date } = table;
    const { since, historyBases } = this.options;
    this.#tables.add(table);
    if (voices !== undefined) this.#voices?.add(voices);
    const rates = yield* unit(since !== null && date < since ? [] : renderHistorical(table, historyBases));
    if (existed) yield* removeOthers(this.inPlace, folderOfDate(provider, date), rates);
    const exact = yield* unit([
      { path: tablePath(provider, date), bytes: Buffer.from(tableText(table)) },
      { path: provenancePath(provider, date), bytes: provenance },
    ]);
    return new Map([...exact, ...rates]);
  }

  *#removeDate(date: IsoDate): Generator<Change> {
    const { provider } = this.source;
    yield { path: tablePath(provider, date), bytes: null };
    yield { path: provenancePath(provider, date), bytes: null };
    yield* removeOthers(this.inPlace, folderOfDate(provider, date), new Map());
  }

  /** Returns the digest of the latest files; null where there are none. */
  *#latest(latest: IsoDate | null): Generator<Change, string | null> {
    const content = this.before.parts.get('latest');
    const isHeld = content !== undefined && latest !== null && !this.#tables.has(latest);
    if (isHeld && latest === this.#latestBefore()) return content;
    const files = latest === null ? [] : renderLatest(this.#tables.get(latest), this.options.bases);
    const hashes = yield* unit(files);
    yield* removeOthers(this.inPlace, folderOfLatest(this.source.provider), hashes);
    return hashes.size === 0 ? null : toContent(hashes);
  }

  #latestBefore(): IsoDate | null {
    const path = indexPath(this.source.provider);
    if (this.inPlace.read(path) === null) return null;
    return parseInPlace(this.inPlace, path, (text) => providerIndex.parse(JSON.parse(text)).latest);
  }

  *#fileOrNone(path: Change['path'], text: string | null): Generator<Change> {
    if (text === null) yield* removeIfThere(this.inPlace, path);
    else yield { path, bytes: Buffer.from(text) };
  }
}

function folderOfDate(provider: ProviderCode, date: IsoDate): string {
  return dirname(historicalPath(provider, date, EUR, 'standard', 'json'));
}

function folderOfLatest(provider: ProviderCode): string {
  return dirname(latestPath(provider, EUR, 'standard', 'json'));
}
