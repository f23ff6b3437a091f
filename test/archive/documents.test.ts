/** The lists of documents: written in order, by year, and read line by line or as a whole. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addDocuments, Documents, newestDocument, readDocuments } from '../../generator/sources/archive/documents.ts';
import type { DocumentRow } from '../../generator/sources/archive/rows.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { inputError } from '../support/kit/errors.ts';

const HEADER = 'document,table,url,sha256,fetched';
const NAME = '4fa507941a6d';
const rest = `${'ab'.repeat(32)},2026-03-02T15:00:00Z`;

describe('a line of documents-<YEAR>.csv', () => {
  it.each([
    ['with a query', 'https://bank.example/x?from=2026-01-01&to=2026-03-02'],
    ['with a host of digits', 'https://192.0.2.30/rates'],
    ['with a port', 'https://bank.example:8443/rates'],
    ['with a comma in quotes', 'https://bank.example/a,b'],
    ['with another alphabet', 'https://bank.example/курс'],
  ])('says the same alone and in the whole list, %s', async (_, url) => {
    const folder = freshFolder();
    await addDocuments(folder, 'NBP', [first, { ...second, url }]);
    const whole = (await readDocuments(folder, 'NBP')).get(second.document);
    expect(whole?.url).toBe(url);
    expect(new Documents(join(folder, 'NBP')).get(second.document)).toEqual(whole);
  });

  it.each([
    ['whose table is no name', 'daily', '=cmd', 'table'],
    ['whose address is none', 'https://bank.example/c', 'bank', 'url'],
    ['whose instant lacks its seconds', ':00Z', 'Z', 'fetched'],
  ])('%s is refused by its column', (_, part, by, column) => {
    const folder = freshFolder();
    writeList(folder, 'documents-2026.csv', [HEADER, lineOf(first).replace(part, by), ''].join('\n'));
    const documents = new Documents(join(folder, 'NBP'));
    expect(() => documents.get(first.document)).toThrow(inputError(`documents-2026.csv:2: ${column} `));
  });

  it('is written as it was read, with quotes or without', async () => {
    const folder = freshFolder();
    const quoted = `4fa507941a6e,daily,"https://bank.example/a,b",${rest}`;
    const text = [HEADER, `${NAME},daily,https://bank.example/a,${rest}`, quoted, ''].join('\n');
    writeList(folder, 'documents-2026.csv', text);
    const other = freshFolder();
    await addDocuments(other, 'NBP', (await readDocuments(folder, 'NBP')).values());
    expect(listsIn(other)).toEqual({ 'documents-2026.csv': text });
  });
});

const [last, first, second, third] = [
  named('d', '2025-12-31T23:59:59Z'),
  named('c', '2026-03-02T15:00:00Z'),
  named('b', '2026-03-03T15:00:00Z'),
  named('a', '2026-03-04T15:00:00Z'),
];

describe('documents that are added', () => {
  it.each<[string, readonly DocumentRow[], readonly DocumentRow[]]>([
    ['to none', [], [first, second]],
    ['after all others', [first], [second, third]],
    ['before another', [third], [first, second]],
    ['between others', [first, third], [second]],
    ['of two years', [], [first, last]],
    ['of the year before', [first], [last]],
    ['of the next year', [last], [first]],
    ['within the same second, by name', [second], [{ ...first, fetched: second.fetched }]],
    ['within the same second, before another by name', [second], [{ ...third, fetched: second.fetched }]],
    ['that are none', [first], []],
  ])('%s make the lists that are written from nothing', async (_, before, added) => {
    const [folder, whole] = [freshFolder(), freshFolder()];
    await addDocuments(folder, 'NBP', before);
    await addDocuments(folder, 'NBP', added);
    await addDocuments(whole, 'NBP', [...before, ...added]);
    expect(listsIn(folder)).toEqual(listsIn(whole));
  });

  it('are listed by the year in which they were fetched', async () => {
    const folder = freshFolder();
    await addDocuments(folder, 'NBP', [second, last, first]);
    expect(listsIn(folder)).toEqual({
      'documents-2025.csv': `${HEADER}\n${lineOf(last)}\n`,
      'documents-2026.csv': `${HEADER}\n${lineOf(first)}\n${lineOf(second)}\n`,
    });
  });

  it('leave the list of another year as it is', async () => {
    const folder = freshFolder();
    await addDocuments(folder, 'NBP', [last]);
    const inode = () => statSync(join(folder, 'NBP', 'documents-2025.csv')).ino;
    const before = inode();
    await addDocuments(folder, 'NBP', [first]);
    expect(inode()).toBe(before);
  });

  it('leave a list alone whose end is damaged, and name it', async () => {
    const folder = freshFolder();
    await addDocuments(folder, 'NBP', [first]);
    const path = join(folder, 'NBP', 'documents-2026.csv');
    const damaged = readFileSync(path, 'utf8').slice(0, -5);
    writeFileSync(path, damaged);
    await expect(addDocuments(folder, 'NBP', [second])).rejects.toThrow(inputError('documents-2026.csv: truncated'));
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  });
});

describe('of the documents of a provider', () => {
  const years = ['2023', '2024', '2025', '2026'];
  const listed = [...years.map((year, place) => named(`${place}`, `${year}-06-30T15:00:00Z`)), last, first];

  it.each<[string, readonly DocumentRow[], readonly DocumentRow[]]>([
    ['a file for each year', [], listed],
    ['one list of all years, as it was written before', listed, []],
    ['one list, and the years since', listed.slice(0, 3), listed.slice(3)],
  ])('each is found, with %s', async (_, before, since) => {
    const folder = freshFolder();
    writeWhole(folder, before);
    await addDocuments(folder, 'NBP', since);
    const documents = new Documents(join(folder, 'NBP'));
    const instants = (fetched: string) => [fetched, '', '1999-01-01T00:00:00Z'];
    for (const row of [...listed, ...listed.toReversed()]) {
      expect(instants(row.fetched).map((seen) => documents.get(row.document, seen))).toEqual([row, row, row]);
    }
    expect(documents.get(second.document, second.fetched)).toBeUndefined();
    expect([...(await readDocuments(folder, 'NBP')).values()].map(({ document }) => document).sort()).toEqual(
      listed.map(({ document }) => document).sort(),
    );
  });

  it.each([
    ['without a table', ',daily,', ',,'],
    ['with a cell too many', ',daily,', ',daily,daily,'],
  ])('one whose line is damaged, %s, is refused by its line', async (_, part, by) => {
    const folder = freshFolder();
    const lines = [last, first, second].map(lineOf);
    const damaged = lines.map((line, place) => (place === 1 ? line.replace(part, by) : line));
    writeList(folder, 'documents.csv', [HEADER, ...damaged, ''].join('\n'));
    const documents = new Documents(join(folder, 'NBP'));
    expect(documents.get(second.document)).toEqual(second);
    expect(() => documents.get(first.document)).toThrow(inputError('documents.csv:3: '));
  });

  it('one is found that was listed after the others were read', async () => {
    const folder = freshFolder();
    await addDocuments(folder, 'NBP', [last]);
    const documents = new Documents(join(folder, 'NBP'));
    expect(documents.get(first.document)).toBeUndefined();
    await addDocuments(folder, 'NBP', [first]);
    expect(documents.get(first.document)).toEqual(first);
  });

  it.each<[string, string | null, DocumentRow | null]>([
    ['now', null, listed[3] ?? null],
    ['at the end of a year', last.fetched, last],
    ['a second before', '2025-12-31T23:59:58Z', listed[2] ?? null],
    ['in a year without any', '2022-01-01T00:00:00Z', null],
  ])('the newest %s is the same in one list and in many', async (_, asOf, newest) => {
    for (const held of [0, 2, 3, listed.length]) {
      const folder = freshFolder();
      writeWhole(folder, listed.slice(0, held));
      await addDocuments(folder, 'NBP', listed.slice(held));
      expect(newestDocument(join(folder, 'NBP'), asOf)).toEqual(newest);
    }
  });

  it('the newest may be in the list of all years', async () => {
    const folder = freshFolder();
    writeWhole(folder, [second]);
    await addDocuments(folder, 'NBP', [first]);
    expect(newestDocument(join(folder, 'NBP'), null)).toEqual(second);
  });
});

function named(digit: string, fetched: string): DocumentRow {
  const url = `https://bank.example/${digit}`;
  return { document: digit.repeat(12), table: 'daily', url, sha256: digit.repeat(64), fetched };
}

function lineOf({ document, table, url, sha256, fetched }: DocumentRow): string {
  return [document, table, url, sha256, fetched].join();
}

function writeWhole(folder: string, rows: readonly DocumentRow[]): void {
  const sorted = rows.toSorted((left, right) => (left.fetched < right.fetched ? -1 : 1));
  if (rows.length > 0) writeList(folder, 'documents.csv', [HEADER, ...sorted.map(lineOf), ''].join('\n'));
}

function writeList(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, 'NBP'), { recursive: true });
  writeFileSync(join(folder, 'NBP', name), text);
}

function listsIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(folder, 'NBP')).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'NBP', name), 'utf8')]));
}
