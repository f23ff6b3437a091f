/**
 * The Parquet files, for whoever asks for a column of years: all whole years of a provider in one, each year from the
 * tree's own on in another, and the newest fixing of every provider in a third. They are made of the series that the tree
 * has by now, one currency after the other, and only where what a provider's years state has changed.
 */
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { exactLinesOf, exactRowsIn, exactRowsOf } from '../../../wire/answers/exact-series.ts';
import { type ParquetColumn, ParquetFile, type Precision, TooManyDigits } from '../../../wire/answers/parquet.ts';
import { newestPath, tablePath, tablePathOf } from '../../../wire/answers/paths.ts';
import { referenceOn } from '../../../wire/answers/provider-index.ts';
import type { FileEntry, Reference } from '../../../wire/release/manifest.ts';
import { exactCurrencyOf } from '../../../wire/release/manifest-nodes.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import { compareTexts, getOrInsert } from '../../../wire/words/order.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../../wire/words/schemas.ts';
import type { TreeObjects } from '../read/objects.ts';
import type { PartFacts } from '../read/sources.ts';
import { toRounded } from '../render/series-files.ts';
import type { BuiltProvider } from './provider-tree.ts';
import type { ProviderSetting } from './year-part.ts';

/** Part of every digest, so that a change of this text makes all of them again. */
const TABLES = 'ratetree-tables-1';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'provider', kind: 'text' },
  { name: 'date', kind: 'day' },
  { name: 'base', kind: 'text' },
  { name: 'currency', kind: 'text' },
  { name: 'mid', kind: 'figure', isOptional: true },
  { name: 'bid', kind: 'figure', isOptional: true },
  { name: 'ask', kind: 'figure', isOptional: true },
];

type Setting = Pick<ProviderSetting, 'inForce' | 'memory' | 'writer'>;
type Rows = readonly (readonly string[])[];

export interface YearsTable {
  readonly provider: ProviderCode;
  /** Null for the file of all whole years. */
  readonly year: string | null;
  readonly file: FileEntry;
  /** The first and the last date. */
  readonly coverage: readonly [IsoDate, IsoDate];
}

export interface Tables {
  readonly ofYears: readonly YearsTable[];
  readonly newest: FileEntry;
}

/** @param date of the tree, whose year is not whole yet */
export async function makeTables(all: readonly BuiltProvider[], date: IsoDate, setting: Setting): Promise<Tables> {
  const running = date.slice(0, 4);
  const ofYears: YearsTable[] = [];
  for (const built of all) {
    const years = Object.keys(built.node.years).sort();
    for (const year of [null, ...years.filter((own) => own >= running)]) {
      const own = years.filter((one) => (year === null ? one < running : one === year));
      const made = await yearsTable(built, year, own, setting);
      if (made !== null) ofYears.push(made);
    }
  }
  const newest = all.flatMap((one) => newestRows(one, setting)).sort(byText);
  return { ofYears, newest: setting.writer.put({ path: newestPath, bytes: await toTable(() => [newest]) }) };
}

/** Null where the years have no figure. @param year null for the file of all whole years */
async function yearsTable(
  { facts, node, index }: BuiltProvider,
  year: string | null,
  years: readonly string[],
  { inForce: { objects }, memory, writer }: Setting,
): Promise<YearsTable | null> {
  const path = tablePathOf(facts.provider, year);
  const references = years.flatMap((own) => (node.years[own] === undefined ? [] : [node.years[own]]));
  const key = digestOf([TABLES, JSON.stringify(facts.references), ...references.map(([, sha256]) => sha256)]);
  if (memory.keeps(path, key)) return JSON.parse(memory.before(path) ?? 'null');
  const exact = exactFilesOf(references, objects);
  const dates = (index()?.fixings ?? []).map(({ date }) => date).filter((date) => years.includes(date.slice(0, 4)));
  const [first, last] = [dates[0], dates.at(-1)];
  let made: YearsTable | null = null;
  if (exact.length > 0 && first !== undefined && last !== undefined) {
    const file = writer.put({ path, bytes: await toTable(() => groupsOf(facts, exact, objects)) });
    made = { provider: facts.provider, year, file, coverage: [first, last] };
  }
  memory.note(path, key, JSON.stringify(made));
  return made;
}

type CurrencyFiles = readonly [currency: CurrencyCode, files: readonly FileEntry[]];

/** The exact series of each currency, oldest first. */
function exactFilesOf(years: readonly Reference[], objects: TreeObjects): readonly CurrencyFiles[] {
  const found = new Map<CurrencyCode, FileEntry[]>();
  for (const year of years) {
    const { series } = objects.year(year);
    if (series === null) continue;
    objects.fetchSeries(series);
    for (const entry of objects.leaf(series).values()) {
      const currency = entry.path.startsWith('tables/') ? exactCurrencyOf(basename(entry.path)) : null;
      if (currency !== null) getOrInsert(found, currency, () => []).push(entry);
    }
  }
  return [...found].sort(byText);
}

/** A group for each currency, which a reader of one currency finds by the footer and fetches alone. */
function* groupsOf(facts: PartFacts, exact: readonly CurrencyFiles[], objects: TreeObjects): Generator<Rows> {
  for (const [currency, files] of exact) {
    const rows = files.flatMap((file) => objects.parsedFile(file, (text) => exactRowsIn(file.path, text)));
    yield rows.map((row) => toCells(facts, currency, row));
  }
}

function newestRows({ facts, node, latest }: BuiltProvider, { inForce: { objects }, memory }: Setting): Rows {
  const year = latest === null ? undefined : node.years[latest.slice(0, 4)];
  if (latest === null || year === undefined) return [];
  const key = digestOf([TABLES, latest, node.latest?.[1] ?? '']);
  const text = memory.remember(`newest/${facts.provider}`, key, () => {
    const day = objects.year(year).days[latest];
    const own = { ...facts, date: latest, reference: referenceOn([...facts.references], latest) };
    const parse = (exact: string) => exactRowsOf(exactLinesOf(own, exact));
    const rows = day === undefined ? [] : objects.parsed(day, tablePath(facts.provider, latest), parse);
    return JSON.stringify(rows.map(([currency, row]) => toCells(facts, currency, row)));
  });
  return JSON.parse(text);
}

function toCells({ provider, references }: PartFacts, currency: CurrencyCode, row: string): readonly string[] {
  const [date = '', ...sides] = toRounded(row);
  return [provider, date, referenceOn([...references], date as IsoDate), currency, ...sides];
}

/**
 * The bytes of a table. Figures that are too long for 64 bits are met on the way, so that it is begun once more, with
 * wider ones. @param groups rows with a cell for each of COLUMNS
 */
export async function toTable(groups: () => Iterable<Rows>): Promise<Buffer> {
  try {
    return await write(groups(), 18);
  } catch (error) {
    if (!(error instanceof TooManyDigits)) throw error;
    return write(groups(), 38);
  }
}

async function write(groups: Iterable<Rows>, precision: Precision): Promise<Buffer> {
  const file = new ParquetFile(COLUMNS, {}, precision);
  const pieces: Buffer[] = [];
  for (const rows of groups) {
    if (rows.length > 0) pieces.push(file.group(rows));
    // So that a signal that stops the night is heard within a moment.
    await setImmediate();
  }
  return Buffer.concat([...pieces, file.end()]);
}

function byText([left = '']: readonly unknown[], [right = '']: readonly unknown[]): number {
  return compareTexts(`${left}`, `${right}`);
}
