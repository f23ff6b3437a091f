/** Brings one provider's part of the tree up to date: only dates whose inputs changed are computed and rendered. */
import { dirname } from 'node:path/posix';
import { type DateInputs, digestOf, type InputsMemory, inputsText, parseInputs } from './inputs.ts';
import { FeedError } from './provider.ts';
import { type Bases, RENDER, renderHistorical, renderLatest, type TreeFile } from './render.ts';
import { renderSeries } from './series.ts';
import type { Built, Source } from './source.ts';
import type { Staging } from './staging.ts';
import { laterOf } from './wire/calendar.ts';
import { indexText, type ProviderIndex, providerIndex, referenceOn } from './wire/dates.ts';
import {
  historicalPath,
  indexPath,
  inputsPath,
  latestPath,
  provenancePath,
  seriesPath,
  type TreePath,
  tablePath,
} from './wire/paths.ts';
import { EUR, type IsoDate, type ProviderCode } from './wire/schemas.ts';
import { parseTable, type Table, tableText } from './wire/table.ts';

export interface TreeOptions {
  /** The release's UTC date. */
  readonly date: IsoDate;
  readonly bases: Bases;
  readonly historyBases: Bases;
  /** Dated rate files of earlier fixings are left to the gateway to compute; null: none are. */
  readonly since: IsoDate | null;
  /** Whether a provider has bid and ask: what a table's text does not say. */
  readonly hasBidAsk: (provider: ProviderCode) => boolean;
}

export interface BuiltProvider {
  readonly index: ProviderIndex | null;
  readonly memory: InputsMemory;
  /** Fixings computed, files rendered. */
  readonly computed: number;
  readonly rendered: number;
  /** Named failures: dates whose archive rows are no fixing. */
  readonly failures: readonly FeedError[];
  readonly broken: ReadonlySet<IsoDate>;
}

export function buildProvider(
  staging: Staging,
  source: Source,
  options: TreeOptions,
  onDate: () => void,
): BuiltProvider {
  return new Build(staging, source, options).run(onDate);
}

class Build {
  readonly #before: InputsMemory;
  readonly #memory = new Map<IsoDate, DateInputs>();
  readonly #tables = new Map<IsoDate, Table>();
  readonly #failures: FeedError[] = [];
  readonly #broken = new Set<IsoDate>();
  #computed = 0;
  #rendered = 0;

  constructor(
    readonly staging: Staging,
    readonly source: Source,
    readonly options: TreeOptions,
  ) {
    this.#before = parseInputs(staging.readInPlace(inputsPath(source.provider))?.toString('utf8') ?? '');
  }

  run(onDate: () => void): BuiltProvider {
    const { provider } = this.source;
    for (const date of this.source.dates) {
      this.#bringUpToDate(date);
      onDate();
    }
    const gone = [...this.#before.keys()].filter(
      (date) => this.#isFixing(this.#before, date) && !this.#isFixing(this.#memory, date),
    );
    for (const date of gone) this.#removeDate(date);
    this.#writeSeries([...gone, ...this.#tables.keys()]);
    const index = this.#toIndex();
    this.#writeLatest(index);
    this.#writeOrRemove(indexPath(provider), index === null ? null : indexText(index));
    this.#writeOrRemove(inputsPath(provider), this.#memory.size === 0 ? null : inputsText(this.#memory));
    const [computed, rendered] = [this.#computed, this.#rendered];
    return { index, memory: this.#memory, computed, rendered, failures: this.#failures, broken: this.#broken };
  }

  #bringUpToDate(date: IsoDate): void {
    const before = this.#before.get(date);
    const inputs = this.source.inputs(date);
    const files = digestOf([RENDER, inputs, this.#filesWanted(date)]);
    if (before?.inputs === inputs && (before.files === files || before.gap !== '')) {
      this.#memory.set(date, { ...before, files });
      return;
    }
    try {
      const built =
        before?.inputs === inputs ? { table: this.#readTable(date), provenance: null } : this.#compute(date);
      if ('gap' in built) this.#memory.set(date, { inputs, files, gap: built.gap });
      else {
        this.#memory.set(date, { inputs, files, gap: '' });
        this.#writeDate(built.table, built.provenance, before !== undefined);
      }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.#failures.push(error);
      this.#broken.add(date);
    }
  }

  #compute(date: IsoDate): Built | { readonly gap: string } {
    const built = this.source.build(date);
    if (!('gap' in built)) this.#computed++;
    return built;
  }

  #filesWanted(date: IsoDate): string {
    const { since, bases, historyBases } = this.options;
    const names = (chosen: Bases) => (chosen === null ? 'all' : [...chosen].sort().join(' '));
    return `${names(bases)};${since !== null && date < since ? 'none' : names(historyBases)}`;
  }

  #writeDate(table: Table, provenance: Buffer | null, existed: boolean): void {
    const { provider, date } = table;
    const { since, historyBases } = this.options;
    this.#tables.set(date, table);
    this.#write(tablePath(provider, date), Buffer.from(tableText(table)));
    if (provenance !== null) this.#write(provenancePath(provider, date), provenance);
    const files = since !== null && date < since ? [] : renderHistorical(table, historyBases);
    const kept = this.#writeAll(files);
    if (existed) this.#removeOthers(folderOfDate(provider, date), kept);
  }

  #removeDate(date: IsoDate): void {
    const { provider } = this.source;
    this.staging.remove(tablePath(provider, date));
    this.staging.remove(provenancePath(provider, date));
    this.#removeOthers(folderOfDate(provider, date), new Set());
  }

  #writeSeries(changed: readonly IsoDate[]): void {
    const { provider } = this.source;
    const dates = [...this.#memory.keys()].filter((date) => this.#isFixing(this.#memory, date)).sort();
    for (const year of [...new Set(changed.map((date) => date.slice(0, 4)))].sort()) {
      const ofYear = dates.filter((date) => date.startsWith(year));
      const kept = this.#writeAll(renderSeries(ofYear.map((date) => this.#tables.get(date) ?? this.#readTable(date))));
      if (this.#before.size === 0) continue;
      for (const currency of this.staging.list(dirname(dirname(seriesPath(provider, EUR, year, 'csv'))))) {
        for (const format of ['csv', 'json'] as const) {
          const path = `v1/series/${provider}/${currency}/${year}.${format}` as TreePath;
          if (!kept.has(path) && this.staging.readInPlace(path) !== null) this.staging.remove(path);
        }
      }
    }
  }

  #toIndex(): ProviderIndex | null {
    const dates = [...this.#memory.keys()].filter((date) => this.#isFixing(this.#memory, date)).sort();
    const [first, last] = [dates[0], dates.at(-1)];
    if (first === undefined || last === undefined) return null;
    const references = this.source.references
      .filter(({ from }, place, all) => from <= last && (all[place + 1]?.from ?? last) >= first)
      .map(({ from, currency }) => ({ from: laterOf(from, first), currency }));
    const latest = dates.findLast((date) => date <= this.options.date) ?? null;
    return {
      provider: this.source.provider,
      latest,
      references,
      fixings: dates.map((date) => this.source.period(date)),
    };
  }

  #writeLatest(index: ProviderIndex | null): void {
    const { provider } = this.source;
    const folder = dirname(latestPath(provider, EUR, 'standard', 'json'));
    const latest = index?.latest ?? null;
    const before = this.#latestBefore();
    if (latest !== null && latest === before && !this.#tables.has(latest)) return;
    const files =
      latest === null ? [] : renderLatest(this.#tables.get(latest) ?? this.#readTable(latest), this.options.bases);
    const kept = this.#writeAll(files);
    if (before !== null) this.#removeOthers(folder, kept);
  }

  #latestBefore(): IsoDate | null {
    const bytes = this.staging.readInPlace(indexPath(this.source.provider));
    return bytes === null ? null : providerIndex.parse(JSON.parse(bytes.toString('utf8'))).latest;
  }

  #readTable(date: IsoDate): Table {
    const { provider, references } = this.source;
    const bytes = this.staging.readInPlace(tablePath(provider, date));
    if (bytes === null)
      throw new Error(`${tablePath(provider, date)} is missing from the tree: build it from nothing in an empty --out`);
    const facts = {
      provider,
      date,
      reference: referenceOn([...references], date),
      bidAsk: this.options.hasBidAsk(provider),
    };
    return parseTable(bytes.toString('utf8'), facts);
  }

  #isFixing(memory: InputsMemory, date: IsoDate): boolean {
    return memory.get(date)?.gap === '';
  }

  #writeAll(files: Iterable<TreeFile>): ReadonlySet<string> {
    const kept = new Set<string>();
    for (const { path, bytes } of files) {
      this.#write(path, bytes);
      kept.add(path);
    }
    return kept;
  }

  #write(path: TreePath, bytes: Buffer): void {
    this.#rendered++;
    this.staging.write(path, bytes);
  }

  #writeOrRemove(path: TreePath, text: string | null): void {
    if (text !== null) this.#write(path, Buffer.from(text));
    else if (this.staging.readInPlace(path) !== null) this.staging.remove(path);
  }

  /** What lies in the folder of the tree and was not rendered again. */
  #removeOthers(folder: string, kept: ReadonlySet<string>): void {
    for (const name of this.staging.list(folder)) {
      const path = `${folder}/${name}` as TreePath;
      if (!kept.has(path)) this.staging.remove(path);
    }
  }
}

function folderOfDate(provider: ProviderCode, date: IsoDate): string {
  return dirname(historicalPath(provider, date, EUR, 'standard', 'json'));
}
