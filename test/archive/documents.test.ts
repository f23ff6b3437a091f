/** Most lines of documents.csv are read by a pattern and the rest by a schema, and both must say the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { addDocuments, readDocuments, writeDocuments } from '../../generator/archive/archive.ts';
import { DOCUMENTS } from '../../generator/archive/documents.ts';
import { plainRow } from '../../generator/archive/ledger.ts';
import type { DocumentRow } from '../../generator/archive/rows.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { inputError } from '../support/kit/errors.ts';

const HEADER = 'document,table,url,sha256,fetched';
const NAME = '4fa507941a6d';
const rest = `${'ab'.repeat(32)},2026-03-02T15:00:00Z`;

describe('a line of documents.csv', () => {
  it.each<[string, string, 'pattern' | 'schema']>([
    ['with a plain address', `${NAME},reference,https://www.ecb.europa.eu/stats/hist.zip,${rest}`, 'pattern'],
    ['with a query', `${NAME},daily,https://bank.example/x?from=2026-01-01&to=2026-03-02,${rest}`, 'pattern'],
    ['with percent signs', `${NAME},daily,http://bank.example/a%20b%2Fc.xls,${rest}`, 'pattern'],
    ['with a host of digits', `${NAME},daily,https://192.0.2.300/rates,${rest}`, 'schema'],
    ['with a port', `${NAME},daily,https://bank.example:8443/rates,${rest}`, 'schema'],
    ['with a comma in quotes', `${NAME},daily,"https://bank.example/a,b",${rest}`, 'schema'],
    ['with another alphabet', `${NAME},daily,https://bank.example/курс,${rest}`, 'schema'],
    ['whose table is no name', `${NAME},=cmd,https://bank.example/,${rest}`, 'schema'],
    ['whose instant lacks its seconds', `${NAME},daily,https://bank.example/,${rest.replace(':00Z', 'Z')}`, 'schema'],
  ])('%s is left to the %3$s', (_, line, reader) => {
    expect(plainRow(line, DOCUMENTS) === null ? 'schema' : 'pattern').toBe(reader);
    if (reader === 'pattern') expect(plainRow(line, DOCUMENTS)).toEqual(bySchema(line));
  });

  it('of the embedded archive says the same by the pattern, which reads nearly all of them', () => {
    const folder = join(packageRoot(), 'data', 'archive');
    const lists = readdirSync(folder).map((code) => join(folder, code, 'documents.csv'));
    const lines = lists.filter(existsSync).flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n').slice(1));
    const plain = lines.filter((line) => plainRow(line, DOCUMENTS) !== null);
    expect(plain.map((line) => plainRow(line, DOCUMENTS))).toEqual(plain.map(bySchema));
    expect(plain.length).toBeGreaterThan(lines.length * 0.9);
  });

  it('is written as it was read, with quotes or without', async () => {
    const folder = freshFolder();
    await writeLines(folder, 'NBP', ['2026-03-02 USD/PLN 3.6056']);
    const path = join(folder, 'NBP', 'documents.csv');
    const quoted = `4fa507941a6e,daily,"https://bank.example/a,b",${rest}`;
    const text = [HEADER, `${NAME},daily,https://bank.example/a,${rest}`, quoted, ''].join('\n');
    await writeFile(path, text);
    await writeDocuments(folder, 'NBP', (await readDocuments(folder, 'NBP')).values());
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('documents that are added to the list', () => {
  const named = (digit: string, fetched: string): DocumentRow => {
    const url = `https://bank.example/${digit}`;
    return { document: digit.repeat(12), table: 'daily', url, sha256: digit.repeat(64), fetched };
  };
  const [first, second, third] = [
    named('c', '2026-03-02T15:00:00Z'),
    named('b', '2026-03-03T15:00:00Z'),
    named('a', '2026-03-04T15:00:00Z'),
  ];

  it.each<[string, readonly DocumentRow[], readonly DocumentRow[]]>([
    ['to none', [], [first, second]],
    ['after all others', [first], [second, third]],
    ['before another', [third], [first, second]],
    ['between others', [first, third], [second]],
    ['within the same second, by name', [second], [{ ...first, fetched: second.fetched }]],
    ['within the same second, before another by name', [second], [{ ...third, fetched: second.fetched }]],
    ['that are none', [first], []],
  ])('%s make the list that is written from nothing', async (_, before, added) => {
    const [folder, whole] = [freshFolder(), freshFolder()];
    if (before.length > 0) await writeDocuments(folder, 'NBP', before);
    await addDocuments(folder, 'NBP', added);
    await writeDocuments(whole, 'NBP', [...before, ...added]);
    const [text, expected] = [folder, whole].map((dir) => readFileSync(join(dir, 'NBP', 'documents.csv'), 'utf8'));
    expect(text).toBe(expected);
  });

  it('leave a list alone whose end is damaged, and name it', async () => {
    const folder = freshFolder();
    await writeDocuments(folder, 'NBP', [first]);
    const path = join(folder, 'NBP', 'documents.csv');
    const damaged = readFileSync(path, 'utf8').slice(0, -5);
    await writeFile(path, damaged);
    await expect(addDocuments(folder, 'NBP', [second])).rejects.toThrow(inputError('documents.csv: truncated'));
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  });
});

function bySchema(line: string): unknown {
  const [cells = []]: string[][] = parse(line);
  return DOCUMENTS.row.parse(Object.fromEntries(HEADER.split(',').map((column, place) => [column, cells[place]])));
}
