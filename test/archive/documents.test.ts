/** Most lines of documents.csv are read by a pattern and the rest by a schema, and both must say the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { readDocuments, writeDocuments } from '../../generator/archive/archive.ts';
import { DOCUMENTS } from '../../generator/archive/documents.ts';
import { plainRow } from '../../generator/archive/ledger.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';

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

function bySchema(line: string): unknown {
  const [cells = []]: string[][] = parse(line);
  return DOCUMENTS.row.parse(Object.fromEntries(HEADER.split(',').map((column, place) => [column, cells[place]])));
}
