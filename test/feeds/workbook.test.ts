import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../generator/sources/feeds/provider.ts';
import { parseSerial, shownWorkbook, toShortest, workbook } from '../../generator/sources/feeds/workbook.ts';
import { xls as readXls } from '../../generator/sources/feeds/xls.ts';
import { xls, xlsx } from '../support/banks/workbooks.ts';
import { randomOf } from '../support/kit/random.ts';

const answer = (bytes: Uint8Array) => ({
  request: { method: 'GET', url: 'https://bank.example' } as const,
  bytes,
  contentType: '',
});
const read = (bytes: Uint8Array) => workbook(answer(bytes));
const readOld = (bytes: Uint8Array) => readXls(answer(bytes));

const CELLS = {
  'A & B': [['Title <1>'], ['', "'007", '0.33750000000000002'], ['', '', '71.349999999999994']],
  Empty: [],
};
const SHEETS = [
  { name: 'A & B', rows: [['Title <1>'], ['', '007', '0.3375'], ['', '', '71.35']] },
  { name: 'Empty', rows: [] },
];

/** The workbook with one of its members changed. */
function withMember(name: string, change: (text: string) => string): Uint8Array {
  const members = unzipSync(xlsx(CELLS));
  return zipSync({ ...members, [name]: strToU8(change(new TextDecoder().decode(members[name]))) });
}
const inSheet = (cell: string) =>
  withMember('xl/worksheets/s1.xml', (text) => text.replace('<c r="C3" s="2"><v>71.349999999999994</v></c>', cell));

const FAR = '<row><c r="XFD9"><v>1</v></c></row>';

describe('a workbook', () => {
  it('has its sheets in order, with cells as text and figures as they were typed', () =>
    expect(read(xlsx(CELLS))).toEqual(SHEETS));

  it.each([
    [
      'of several runs',
      '<si><r><t>Rates</t></r><r><rPr><b/></rPr><t xml:space="preserve"> BUY</t></r></si>',
      ['Rates BUY'],
    ],
    ['with blanks around it', '<si><t xml:space="preserve">  SDR </t></si>', ['SDR']],
    [
      'with the mark of a note',
      '<si><r><t>1.25</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></si>',
      ['1.25 1'],
    ],
    ['with nothing in it', '<si/>', ['', '007', '0.3375']],
  ])('reads a text %s', (_, item, row) => {
    const bytes = withMember('xl/sharedStrings.xml', (all) => all.replace(/<si>.*?<\/si>/, item));
    expect(read(bytes)[0]?.rows[0]).toEqual(row);
  });

  it.each([
    ['an inline text', '<c r="C3" t="inlineStr"><is><t>EUR</t></is></c>', 'EUR'],
    ['the text of a formula', '<c r="C3" t="str"><f>A1</f><v>EUR</v></c>', 'EUR'],
    ['the figure of a formula', '<c r="C3"><f>1/3</f><v>0.33333333333333331</v></c>', '0.3333333333333333'],
    ['a truth value, which is no figure', '<c r="C3" t="b"><v>1</v></c>', 'TRUE'],
    ['an error', '<c r="C3" t="e"><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['a cell far to the right', '<c r="XFD3"><v>1.5</v></c>', '1.5'],
  ])('reads %s', (_, cell, text) => expect(read(inSheet(cell))[0]?.rows[2]?.at(-1)).toBe(text));

  it.each([
    ['a cell outside the columns that are read', inSheet('<c r="XFE3"><v>1</v></c>'), 'outside the columns'],
    [
      'a few bytes in a far column of each of many rows',
      withMember('xl/worksheets/s1.xml', (text) => text.replace('</sheetData>', `${FAR.repeat(400)}</sheetData>`)),
      'more than 5000000 cells',
    ],
    ['a text that is not there', inSheet('<c r="C3" t="s"><v>99</v></c>'), 'names a text'],
    ['two cells in one place', inSheet('<c r="C3"><v>1</v></c><c r="C3"><v>2</v></c>'), 'two cells'],
    ['a sheet that would take gigabytes to read', inSheet('<c r="C3"/>'.repeat(800_000)), /has [0-9]+ bytes/],
    ['a cell without a place', inSheet('<c><v>1</v></c>'), '@r'],
    [
      'days counted from 1904',
      withMember('xl/workbook.xml', (text) => text.replace('<sheets>', '<workbookPr date1904="1"/><sheets>')),
      '1904',
    ],
    [
      'entities of its own',
      withMember('xl/sharedStrings.xml', (text) => text.replace('<sst', '<!DOCTYPE sst [<!ENTITY a "1">]><sst')),
      'document type',
    ],
    [
      'a sheet that is missing',
      withMember('xl/workbook.xml', (text) => text.replace('rId2', 'rId9')),
      'has no sheet rId9',
    ],
    ['one sheet twice', withMember('xl/workbook.xml', (text) => text.replace('rId2', 'rId1')), 'one sheet twice'],
    ['a zip of something else', zipSync({ 'a.txt': strToU8('1.25') }), 'has no xl/workbook.xml'],
    ['no zip', strToU8('Date;EUR\n2026-03-02;1.25\n'), 'no end'],
  ])('is refused with %s', (_, bytes, fault) => {
    expect(() => read(bytes)).toThrow(DocumentError);
    expect(() => read(bytes)).toThrow(fault);
  });
});

describe('a row that a workbook hides', () => {
  const hiding = (mark: string) =>
    answer(withMember('xl/worksheets/s1.xml', (text) => text.replace('<row r="2">', `<row r="2" hidden="${mark}">`)));

  it.each(['1', 'true'])('with the mark %s is left out where that is asked for, and there alone', (mark) => {
    const [first, second, third] = SHEETS[0]?.rows ?? [];
    expect(workbook(hiding(mark))[0]?.rows).toEqual([first, second, third]);
    expect(shownWorkbook(hiding(mark))[0]?.rows).toEqual([first, third]);
  });

  it('is shown with the mark 0', () => expect(shownWorkbook(hiding('0'))).toEqual(SHEETS));
});

describe('a workbook of the old form', () => {
  it('has cells as text, and numbers in the shortest decimals that are the same binary numbers', () =>
    expect(readOld(xls(CELLS))).toEqual(SHEETS));

  it('has numbers packed in four bytes, one by one and side by side', () => {
    const rows = [
      ['EUR', '1.13'],
      ['USD', '10.4', '7', '0.07', '123456.78', '', '2024'],
    ];
    expect(readOld(xls({ Packed: rows }))).toEqual([{ name: 'Packed', rows }]);
  });

  it.each([
    ['the upper half of a binary number', 0x3ff80000, '1.5'],
    ['the upper half of a hundredfold', 0x405ee001, '1.235'],
    ['a whole number', (2024 << 2) | 2, '2024'],
    ['a hundredfold', (113 << 2) | 3, '1.13'],
    ['a whole number below zero', ((-3 << 2) | 2) >>> 0, '-3'],
  ])('reads a packed number that is %s', (_, packed, text) => {
    const file = Buffer.from(xls({ Packed: [['9.99']] }));
    file.writeUInt32LE(packed, file.indexOf(Buffer.of(0x7e, 0x02, 10, 0)) + 10);
    expect(readOld(file)[0]?.rows).toEqual([[text]]);
  });

  it.each([
    ['another kind of file', strToU8('PK'.repeat(400)), 'not a workbook in the old format'],
    ['a file that was cut', xls(CELLS).subarray(0, 1600), 'truncated'],
    [
      'a stream with another name',
      Buffer.from(xls(CELLS)).fill('Xorkbook', 512 * 2 + 128, 512 * 2 + 144, 'utf16le'),
      'holds no workbook',
    ],
    ['a formula', withKind(0x203, 0x06), 'unknown kind 6'],
    ['texts that go on elsewhere', withKind(0x0a, 0x3c), 'in another record'],
    ['a table of more sectors than it can have', withTables(110), 'table of sectors'],
    ['two cells in one place', withSecondLikeFirst(0x203), 'two cells'],
    ['one sheet twice', withSecondLikeFirst(0x85), 'one sheet twice'],
    ['a sector table in a circle', withNext(2, 2), 'a loop'],
  ])('is refused if it is %s', (_, bytes, fault) => {
    expect(() => readOld(bytes)).toThrow(DocumentError);
    expect(() => readOld(bytes)).toThrow(fault);
  });
});

/** The first record of one kind becomes one of another kind. */
function withKind(from: number, to: number): Uint8Array {
  const file = Buffer.from(xls(CELLS));
  for (let at = 3 * 512; at + 4 < file.length; at += 4 + file.readUInt16LE(at + 2)) {
    if (file.readUInt16LE(at) !== from) continue;
    file.writeUInt16LE(to, at);
    return file;
  }
  throw new Error(`there is no record ${from}`);
}

/** The second record of the kind states the place of the first: its sheet's, or its cell's. */
function withSecondLikeFirst(kind: number): Uint8Array {
  const file = Buffer.from(xls({ ...CELLS, Sides: [['1.234567', '2.345678']] }));
  let first = 0;
  for (let at = 3 * 512; at + 4 < file.length; at += 4 + file.readUInt16LE(at + 2)) {
    if (file.readUInt16LE(at) !== kind) continue;
    if (first > 0) file.copy(file, at + 4, first + 4, first + 8);
    first = at;
  }
  return file;
}

function withTables(count: number): Uint8Array {
  const file = Buffer.from(xls(CELLS));
  file.writeUInt32LE(count, 44);
  return file;
}

function withNext(sector: number, next: number): Uint8Array {
  const file = Buffer.from(xls(CELLS));
  file.writeUInt32LE(next, 512 + sector * 4);
  return file;
}

describe('a figure of a workbook', () => {
  it.each([
    ['0.33750000000000002', '0.3375'],
    ['71.349999999999994', '71.35'],
    ['1.1599999999999999', '1.16'],
    ['69.23827635714285', '69.23827635714285'],
    ['10.4', '10.4'],
    ['7.90', '7.90'],
    ['123456789012345', '123456789012345'],
    ['7.0000000000000007E-2', '0.07'],
    ['n/a', 'n/a'],
    ["Public Holiday: New Year's Day", "Public Holiday: New Year's Day"],
  ])('%s is read as %s', (stored, figure) => expect(toShortest(stored)).toBe(figure));

  it('that a bank typed with up to fifteen digits comes back as it was typed, whatever it was', () => {
    const random = randomOf(2026);
    for (let round = 0; round < 2000; round++) {
      const [digits, places] = [1 + random.below(15), random.below(8)];
      const text = `${1 + random.below(9)}${Array.from({ length: digits - 1 }, () => random.below(10)).join('')}`;
      const typed = places === 0 || places >= text.length ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
      const stored = Number(typed).toPrecision(17);
      expect(Number(toShortest(stored))).toBe(Number(typed));
      expect(toShortest(stored)).toBe(typed.includes('.') ? typed.replace(/\.?0+$/, '') : typed);
    }
  });
});

describe('a day of a workbook', () => {
  it.each([
    ['46160', '2026-05-18'],
    ['39450', '2008-01-03'],
    ['36526', '2000-01-01'],
  ])('%s is %s', (serial, day) => expect(parseSerial(serial)).toBe(day));

  it.each(['46160.5', '1900', '', '2026-05-18', '99999999'])('%j is none', (serial) =>
    expect(() => parseSerial(serial)).toThrow('not a date of a workbook'),
  );
});
