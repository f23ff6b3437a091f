/** Brings one provider's part of the tree up to date: only dates whose inputs changed are computed and rendered. */
import { dirname } from 'node:path/posix';
import { FeedError } from '../feeds/provider.ts';
import { laterOf } from '../wire/calendar.ts';
import { digestOf } from '../wire/hash.ts';
import {
  historicalPath,
  indexPath,
  inputsPath,
  latestPath,
  provenancePath,
  seriesFolder,
  seriesPath,
  type TreePath,
  tablePath,
} from '../wire/paths.ts';
import { indexText, type ProviderIndex, providerIndex, referenceOn } from '../wire/provider-index.ts';
import { type CurrencyCode, currencyCode, EUR, type IsoDate, isoDate, type ProviderCode } from '../wire/schemas.ts';
import { parseTable, type Table, tableText } from '../wire/table.ts';
import { type DateInputs, fixingsOf, type InputsMemory, inputsText, parseInputs, toContent } from './inputs.ts';
import { type Bases, RENDER, renderHistorical, renderLatest, type TreeFile } from './rate-files.ts';
import { renderSeries } from './series.ts';
import type { Built, Source } from './sources.ts';
import type { Staging } from './staging.ts';
import { type Hashes, UnitWriter } from './unit-writer.ts';

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
  /** The newest fixing that states each currency. */
  readonly lastStated: ReadonlyMap<CurrencyCode, IsoDate>;
  /** Fixings computed, files rendered. */
  readonly computed: number;
  readonly rendered: number;
  /** Named failures: dates whose archive rows are no fixing. */
  readonly failures: readonly FeedError[];
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
  readonly #dates = new Map<IsoDate, DateInputs>();
  readonly #parts = new Map<string, string>();
  readonly #tables = new Map<IsoDate, Table>();
  readonly #failures: FeedError[] = [];
  readonly #writer: UnitWriter;
  /** Of the years whose series were rendered. */
  readonly #lastInYear = new Map<string, ReadonlyMap<CurrencyCode, IsoDate>>();
  #computed = 0;

  constructor(
    readonly staging: Staging,
    readonly source: Source,
    readonly options: TreeOptions,
  ) {
    this.#before = parseInputs(staging.readInPlace(inputsPath(source.provider))?.toString('utf8') ?? '');
    this.#writer = new UnitWriter(staging);
  }

  run(onDate: () => void): BuiltProvider {
    const { provider } = this.source;
    for (const date of this.source.dates) {
      this.#bringUpToDate(date);
      onDate();
    }
    const fixings = fixingsOf(this.#dates);
    const gone = fixingsOf(this.#before.dates).filter((date) => this.#dates.get(date)?.gap !== '');
    for (const date of gone) this.#removeDate(date);
    this.#writeSeries(fixings, [...gone, ...this.#tables.keys()]);
    const index = this.#toIndex(fixings);
    this.#writeLatest(index?.latest ?? null);
    const memory = { dates: this.#dates, parts: this.#parts };
    this.#writer.writeOrRemove(indexPath(provider), index === null ? null : indexText(index));
    this.#writer.writeOrRemove(inputsPath(provider), this.#dates.size === 0 ? null : inputsText(memory));
    const counts = { computed: this.#computed, rendered: this.#writer.rendered };
    return { index, memory, lastStated: this.#lastStated(), ...counts, failures: this.#failures };
  }

  #bringUpToDate(date: IsoDate): void {
    const before = this.#before.dates.get(date);
    const inputs = this.source.inputs(date);
    const files = digestOf([RENDER, inputs, this.#filesWanted(date)]);
    if (before?.inputs === inputs && (before.files === files || before.gap !== '')) {
      this.#dates.set(date, { ...before, files });
      return;
    }
    try {
      const built = before?.inputs === inputs ? this.#readBuilt(date) : this.#compute(date);
      if ('gap' in built) this.#dates.set(date, { inputs, files, content: '', gap: built.gap });
      else {
        const content = toContent(this.#writeDate(built, before !== undefined));
        this.#dates.set(date, { inputs, files, content, gap: '' });
      }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.#failures.push(error);
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

  #writeDate({ table, provenance }: Built, existed: boolean): Hashes {
    const { provider, date } = table;
    const { since, historyBases } = this.options;
    this.#tables.set(date, table);
    const files: TreeFile[] = [
      { path: tablePath(provider, date), bytes: Buffer.from(tableText(table)) },
      { path: provenancePath(provider, date), bytes: provenance },
    ];
    const rates = this.#writer.write(since !== null && date < since ? [] : renderHistorical(table, historyBases));
    if (existed) this.#writer.removeOthers(folderOfDate(provider, date), rates);
    return new Map([...this.#writer.write(files), ...rates]);
  }

  #removeDate(date: IsoDate): void {
    const { provider } = this.source;
    this.staging.remove(tablePath(provider, date));
    this.staging.remove(provenancePath(provider, date));
    this.#writer.removeOthers(folderOfDate(provider, date), new Map());
  }

  #writeSeries(fixings: readonly IsoDate[], changed: readonly IsoDate[]): void {
    const years = new Set(changed.map((date) => date.slice(0, 4)));
    for (const [part, content] of this.#before.parts) {
      if (part.startsWith('series/') && !years.has(part.slice(7))) this.#parts.set(part, content);
    }
    for (const year of [...years].sort()) {
      const tables = fixings.filter((date) => date.startsWith(year)).map((date) => this.#table(date));
      this.#lastInYear.set(year, lastStatedIn(tables));
      const written = this.#writer.write(renderSeries(tables));
      if (written.size > 0) this.#parts.set(`series/${year}`, toContent(written));
      if (this.#before.dates.size > 0) this.#removeOtherSeries(year, written);
    }
  }

  /** Of a year that is as it was, the last row of the file in the tree says it. */
  #lastStated(): ReadonlyMap<CurrencyCode, IsoDate> {
    const { provider } = this.source;
    const dates = new Map<CurrencyCode, IsoDate>();
    for (const name of this.staging.list(seriesFolder(provider))) {
      const currency = currencyCode.parse(name);
      const years = this.staging.list(`${seriesFolder(provider)}/${name}`);
      const year = years.findLast((file) => file.endsWith('.csv'))?.slice(0, 4);
      if (year === undefined) continue;
      const path = seriesPath(provider, currency, year, 'csv');
      dates.set(currency, this.#lastInYear.get(year)?.get(currency) ?? lastRowOf(this.#readInPlace(path)));
    }
    return dates;
  }

  #removeOtherSeries(year: string, kept: Hashes): void {
    const { provider } = this.source;
    for (const currency of this.staging.list(dirname(dirname(seriesPath(provider, EUR, year, 'csv'))))) {
      for (const format of ['csv', 'json'] as const) {
        const path = seriesPath(provider, currencyCode.parse(currency), year, format);
        if (!kept.has(path) && this.staging.readInPlace(path) !== null) this.staging.remove(path);
      }
    }
  }

  #toIndex(fixings: readonly IsoDate[]): ProviderIndex | null {
    const [first, last] = [fixings[0], fixings.at(-1)];
    if (first === undefined || last === undefined) return null;
    const references = this.source.references
      .filter(({ from }, place, all) => from <= last && (all[place + 1]?.from ?? last) >= first)
      .map(({ from, currency }) => ({ from: laterOf(from, first), currency }));
    const latest = fixings.findLast((date) => date <= this.options.date) ?? null;
    const periods = fixings.map((date) => this.source.period(date));
    return { provider: this.source.provider, latest, references, fixings: periods };
  }

  #writeLatest(latest: IsoDate | null): void {
    const content = this.#before.parts.get('latest');
    const before = this.#latestBefore();
    if (latest !== null && latest === before && content !== undefined && !this.#tables.has(latest)) {
      this.#parts.set('latest', content);
      return;
    }
    const written = this.#writer.write(latest === null ? [] : renderLatest(this.#table(latest), this.options.bases));
    if (written.size > 0) this.#parts.set('latest', toContent(written));
    if (before === null) return;
    this.#writer.removeOthers(dirname(latestPath(this.source.provider, EUR, 'standard', 'json')), written);
  }

  #latestBefore(): IsoDate | null {
    const bytes = this.staging.readInPlace(indexPath(this.source.provider));
    return bytes === null ? null : providerIndex.parse(JSON.parse(bytes.toString('utf8'))).latest;
  }

  #table(date: IsoDate): Table {
    return this.#tables.get(date) ?? this.#readTable(date);
  }

  #readBuilt(date: IsoDate): Built {
    return { table: this.#readTable(date), provenance: this.#readInPlace(provenancePath(this.source.provider, date)) };
  }

  #readTable(date: IsoDate): Table {
    const { provider, references } = this.source;
    const reference = referenceOn([...references], date);
    const facts = { provider, date, reference, bidAsk: this.options.hasBidAsk(provider) };
    return parseTable(this.#readInPlace(tablePath(provider, date)).toString('utf8'), facts);
  }

  #readInPlace(path: TreePath): Buffer {
    const bytes = this.staging.readInPlace(path);
    if (bytes === null) throw new Error(`${path} is missing from the tree: build it from nothing in an empty --out`);
    return bytes;
  }
}

/** @param tables oldest first */
function lastStatedIn(tables: readonly Table[]): ReadonlyMap<CurrencyCode, IsoDate> {
  const dates = new Map<CurrencyCode, IsoDate>();
  for (const { date, figures } of tables) for (const currency of figures.keys()) dates.set(currency, date);
  return dates;
}

/** The date of the last row of a series in CSV. */
function lastRowOf(series: Buffer): IsoDate {
  return isoDate.parse(series.toString('utf8').trimEnd().split('\r\n').at(-1)?.slice(0, 10));
}

function folderOfDate(provider: ProviderCode, date: IsoDate): string {
  return dirname(historicalPath(provider, date, EUR, 'standard', 'json'));
}
