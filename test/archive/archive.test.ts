import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listArchive, readArchive } from '../../generator/sources/archive/archive.ts';
import { readAcceptances, writeAccepted } from '../../generator/sources/archive/confirmed.ts';
import { mergeIntoLedger, readAsked } from '../../generator/sources/archive/ledger.ts';
import { toStanding } from '../../generator/sources/archive/rows.ts';
import { archive, freshFolder, writeArchive, writeLines } from '../support/banks/archives.ts';
import { inputError } from '../support/kit/errors.ts';
import { readExamples } from '../support/kit/examples.ts';

const HEADER = 'date,base,quote,per,unit,mid,bid,ask,seen,document';
const LINES = [
  '2025-12-31 USD/PLN 3.5900',
  '2026-03-02 EUR/PLN 4.2431~4.3289 in sides',
  '2026-03-02 USD/PLN 3.6056',
  '2026-03-02 USD/PLN 3.6057 seen 2026-03-03',
  '2026-03-02 XAU/PLN 595.71 per gram in gold',
  '2026-03-02 IDR/PLN withdrawn per 1000',
];

describe('an archive', () => {
  it('is read back as it was written, each row with the table of its document', async () => {
    const folder = freshFolder();
    const whole = archive('NBP', LINES);
    await writeArchive(folder, whole, whole.rows);
    const rows = whole.rows.map((row) => ({ ...row, table: whole.documents.get(row.document)?.table }));
    expect(await readArchive(folder, 'NBP')).toEqual({ ...whole, rows });
    expect(await listArchive(folder)).toEqual(['NBP']);
  });

  it('is text with one row for each statement, sorted, each line ended by a line feed', async () => {
    const folder = freshFolder();
    await writeLines(folder, 'NBP', LINES);
    const text = await readFile(join(folder, 'NBP', '2026.csv'), 'utf8');
    expect(text.replaceAll(/[0-9a-f]{12}(?=\n)/g, '#')).toBe(
      [
        HEADER,
        '2026-03-02,EUR,PLN,1,,,4.2431,4.3289,2026-03-02T15:00:00Z,#',
        '2026-03-02,IDR,PLN,1000,,,,,2026-03-02T15:00:00Z,#',
        '2026-03-02,USD,PLN,1,,3.6056,,,2026-03-02T15:00:00Z,#',
        '2026-03-02,USD,PLN,1,,3.6057,,,2026-03-03T15:00:00Z,#',
        '2026-03-02,XAU,PLN,1,g,595.71,,,2026-03-02T15:00:00Z,#',
        '',
      ].join('\n'),
    );
  });

  it('is empty if there is no folder', async () => {
    const folder = join(freshFolder(), 'none');
    expect(await readArchive(folder, 'NBP')).toEqual({ provider: 'NBP', rows: [], documents: new Map() });
    expect(await listArchive(folder)).toEqual([]);
  });

  it('rewrites only the years that have news, and leaves no other files behind', async () => {
    const folder = freshFolder();
    await writeLines(folder, 'NBP', LINES);
    const inodes = async () =>
      Promise.all(['2025', '2026'].map(async (year) => (await stat(join(folder, 'NBP', `${year}.csv`))).ino));
    const before = await inodes();
    const grown = archive('NBP', [...LINES, '2026-03-03 USD/PLN 3.6820']);
    await writeArchive(
      folder,
      grown,
      grown.rows.filter(({ date }) => date === '2026-03-03'),
    );
    const after = await inodes();
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
    expect((await readdir(join(folder, 'NBP'))).sort()).toEqual([
      '2025.csv',
      '2026.csv',
      'documents-2025.csv',
      'documents-2026.csv',
    ]);
  });

  it('keeps only the documents that a row refers to, and keeps addresses with commas whole', async () => {
    const folder = freshFolder();
    const whole = archive('NBP', LINES);
    const url = 'https://example.org/rates?codes=USD,EUR';
    const documents = new Map([...whole.documents].map(([id, row]) => [id, { ...row, url }]));
    const unused = {
      document: 'f'.repeat(12),
      table: 'daily',
      url,
      sha256: 'f'.repeat(64),
      fetched: '2026-03-01T00:00:00Z',
    };
    await writeArchive(folder, { ...whole, documents: new Map([...documents, [unused.document, unused]]) }, whole.rows);
    expect((await readArchive(folder, 'NBP')).documents).toEqual(documents);
  });
});

describe('a damaged or edited year file is refused with its name and line, such as one with', () => {
  const row = '2026-03-02,USD,PLN,1,,3.6056,,,2026-03-02T15:00:00Z,';
  it.each<[string, (text: string) => string, string]>([
    ['another header', (text) => text.replace('quote', 'target'), 'line 1: the header'],
    ['no header', (text) => text.slice(HEADER.length + 1), 'line 1: the header'],
    ['no text at all', () => '', 'line 1: the header'],
    ['its end missing inside a row', (text) => text.slice(0, -20), 'line 4: truncated'],
    ['its last line feed missing', (text) => text.slice(0, -1), 'line 4: truncated'],
    ['a column too few', (text) => text.replace('USD,PLN,1,', 'USD,PLN,'), 'line 4: not a row'],
    ['a column too many', (text) => text.replace('USD,PLN,1,', 'USD,PLN,1,,'), 'line 4: not a row'],
    ['a quoted cell', (text) => text.replace('3.6056', '"3.6056"'), 'line 4: not a row'],
    ['a decimal comma in quotes', (text) => text.replace('3.6056', '"3,6056"'), 'line 4: not a row'],
    ['the line ends of another system', (text) => text.replaceAll('\n', '\r\n'), 'line 1: the header'],
    ['a day that does not exist', (text) => text.replace('2026-03-02,USD', '2026-02-30,USD'), 'line 4: no such day'],
    [
      'a day of another year',
      (text) => text.replace('2026-03-02,USD', '2025-03-02,USD'),
      'line 4: a date that is not in 2026',
    ],
    ['a blank line', (text) => text.replace('\n2026-03-02,USD', '\n\n2026-03-02,USD'), 'line 4: not a row'],
    ['rows out of order', (text) => text.replace('2026-03-02,EUR', '2026-03-09,EUR'), 'line 4: not in order'],
    ['the same row twice', (text) => `${text}${text.split('\n').at(-2)}\n`, 'line 5: not in order'],
    [
      'a document that is not listed',
      (text) => `${text}${row.replace('USD', 'ZAR')}${'0'.repeat(12)}\n`,
      'line 5: a document that',
    ],
  ])('%s', async (_, spoil, message) => {
    const folder = freshFolder();
    await writeLines(folder, 'NBP', ['2026-03-02 CHF/PLN 4.6', '2026-03-02 EUR/PLN 4.2', '2026-03-02 USD/PLN 3.6056']);
    const path = join(folder, 'NBP', '2026.csv');
    await writeFile(path, spoil(await readFile(path, 'utf8')));
    await expect(readArchive(folder, 'NBP')).rejects.toThrow(inputError(`2026.csv, ${message}`));
  });
});

const DOCUMENTS = 'document,table,url,sha256,fetched';
const DOCUMENT = `${'0'.repeat(12)},daily,https://example.org/,${'0'.repeat(64)},2026-03-02T15:00:00Z`;
const documents = (part: string, by: string) => `${DOCUMENTS}\n${DOCUMENT.replace(part, by)}\n`;
const ACCEPTED = 'accepted,date,base,quote,seen,document,note';
const ACCEPTANCE = '2026-03-05T09:00:00Z,2026-03-02,USD,PLN,2026-03-02T15:00:00Z,x,checked';

describe('a damaged or edited list is refused with its name and line, such as', () => {
  it.each<[string, string, string, string]>([
    [
      'documents with another header',
      'documents-2026.csv',
      'document,url\n',
      'documents-2026.csv:1: the header must be document,',
    ],
    [
      'documents that are truncated',
      'documents-2026.csv',
      `${DOCUMENTS}\nhalf,a`,
      'documents-2026.csv:2: 2 cells, where the header has 5',
    ],
    [
      'a document without an address',
      'documents-2026.csv',
      documents(',https://example.org/,', ',,'),
      ':2: url "" is not an',
    ],
    ['a document without a table', 'documents-2026.csv', documents(',daily,', ',,'), ':2: table "" is empty'],
    [
      'a document with half a hash',
      'documents-2026.csv',
      documents('0'.repeat(64), '0'),
      ':2: sha256 "0" is not a SHA-256',
    ],
    [
      'a document without an instant',
      'documents-2026.csv',
      documents('T15:00:00Z', ''),
      ':2: fetched "2026-03-02" is not an',
    ],
    ['runs with another header', 'asked-2026.csv', 'at\n', 'asked-2026.csv:1: the header must be at,outcome'],
    ['acceptances of no document', 'accepted.csv', `${ACCEPTED}\n${ACCEPTANCE}\n`, ':2: document "x" is not the name'],
  ])('%s', async (_, name, text, message) => {
    const folder = freshFolder();
    await writeLines(folder, 'NBP', LINES);
    await writeFile(join(folder, 'NBP', name), text);
    const read = async () => [
      await readArchive(folder, 'NBP'),
      await readAsked(folder, 'NBP'),
      await readAcceptances(folder, 'NBP'),
    ];
    await expect(read()).rejects.toThrow(inputError(message));
  });

  it('one copy whose columns differ from those of the other', async () => {
    const file = join(freshFolder(), 'accepted.csv');
    await writeFile(file, 'at\n');
    await expect(mergeIntoLedger(file, `${ACCEPTED}\n`)).rejects.toThrow(
      inputError('accepted.csv:1: the header must be'),
    );
  });

  it('a note that could not be read back, which is not written', async () => {
    const folder = freshFolder();
    const { rows } = archive('NBP', LINES);
    await expect(
      writeAccepted(folder, 'NBP', rows, { accepted: '2026-03-05T09:00:00Z', note: '=1+1' }),
    ).rejects.toThrow(inputError('the note "=1+1"'));
    expect(await listArchive(folder)).toEqual([]);
  });
});

describe('a folder of an archive', () => {
  it('may hold files with other names, which are not read', async () => {
    const folder = freshFolder();
    await mkdir(join(folder, 'NBP'));
    await writeFile(join(folder, 'NBP', '2026.csv.123.partial'), 'half a ye');
    expect((await readArchive(folder, 'NBP')).rows).toEqual([]);
  });
});

describe('what stands is', () => {
  it.each(readExamples('archive/archive.txt', 'what stands'))('%s', (_, lines, standing) => {
    const rows = toStanding(archive('NBP', lines.split(' | ')));
    expect(rows.map(({ base, table, mid }) => `${base} ${table} ${mid}`).join(' | ')).toBe(standing);
  });
});
