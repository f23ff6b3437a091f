/** One new list of every bank of an archive, for measuring what a night costs that brings them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { listFolder } from '../../generator/kit/files.ts';
import { listArchive, readRows } from '../../generator/sources/archive/archive.ts';
import { readDocuments } from '../../generator/sources/archive/documents.ts';
import type { ArchiveRow } from '../../generator/sources/archive/rows.ts';
import { yearText } from '../../generator/sources/archive/year-file.ts';
import type { FeedSource } from '../../generator/sources/feeds/delivery.ts';
import {
  defineFeed,
  type Feed,
  type Observation,
  type ProviderDefinition,
} from '../../generator/sources/feeds/provider.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';

/**
 * Writes a list for each bank of the archive: its newest one, dated that day, with another last digit in each figure.
 * Made by a process of its own, so that the night's cost does not include it.
 */
export async function writeLists(archive: string, folder: string, date: IsoDate): Promise<number> {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const code of await listArchive(archive)) {
    const documents = await readDocuments(archive, code);
    const year = (await listFolder(join(archive, code)))
      .filter((name) => /^\d{4}\.csv$/.test(name))
      .sort()
      .at(-1);
    const years = { from: (year ?? '').slice(0, 4), to: (year ?? '').slice(0, 4) };
    const rows = await readRows(archive, code, documents, years);
    const newest = new Map(rows.filter((row) => row.date === rows.at(-1)?.date).map((row) => [pairOf(row), row]));
    const list = [...newest.values()].map((row) => toNext(row, date));
    const [first] = list;
    if (first === undefined) continue;
    writeFileSync(join(folder, `${code}.csv`), yearText(list));
    writeFileSync(join(folder, `${code}.table`), documents.get(first.document)?.table ?? '');
    count++;
  }
  return count;
}

/** Each bank answers with its list of the folder, in the form of a year of the archive. */
export function listsIn(folder: string, seen: string): FeedSource {
  return {
    readNotes: async () => [],
    async *deliver({ code, feeds }) {
      const bytes = readFileSync(join(folder, `${code}.csv`));
      const url = `https://rates.example.com/${code}/${seen.slice(0, 10)}`;
      const [feed] = feeds;
      if (feed === undefined) throw new TypeError(`${code} has no feed`);
      const answer = { request: { method: 'GET', url }, bytes, contentType: 'text/csv' } as const;
      yield { kind: 'document', feed, answer, seen };
    },
  };
}

/** The provider, as if it published its list in that form. */
export function asCsvBank(definition: ProviderDefinition, folder: string): ProviderDefinition {
  const table = readFileSync(join(folder, `${definition.code}.table`), 'utf8');
  const feed: Feed<string> = defineFeed({
    name: table,
    table,
    matches: /./,
    latest: () => [],
    read: ({ bytes }) => Buffer.from(bytes).toString('utf8'),
    schema: z.string(),
    observe: observations,
  });
  return { ...definition, feeds: [feed as Feed<unknown>] };
}

function* observations(text: string): Generator<Observation> {
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [date = '', base = '', quote = '', per = '', unit, mid = '', bid = '', ask = ''] = line.split(',');
    yield { date: date as IsoDate, base, quote, per, unit: unit === 'g' ? unit : '', mid, bid, ask };
  }
}

function toNext(row: ArchiveRow, date: IsoDate): ArchiveRow {
  const [mid, bid, ask] = [row.mid, row.bid, row.ask].map(otherEnd);
  return { ...row, date, mid: mid ?? '', bid: bid ?? '', ask: ask ?? '' };
}

/** The same figure with another last digit, which is below 1 bp; one of few digits stays as it is. */
function otherEnd(figure: string): string {
  const digits = figure.replace('.', '').replace(/^0+/, '').length;
  return digits < 6 ? figure : `${figure.slice(0, -1)}${figure.endsWith('5') ? '6' : '5'}`;
}

function pairOf({ base, quote }: ArchiveRow): string {
  return `${base}/${quote}`;
}
