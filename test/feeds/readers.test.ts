import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  captured,
  csv,
  htmlRows,
  htmlTables,
  json,
  text,
  unzipped,
  wholeLines,
  xml,
} from '../../generator/sources/feeds/readers.ts';
import { errorLike } from '../support/kit/errors.ts';

const answer = (body: string | Uint8Array, contentType = '') => ({
  request: { method: 'GET', url: 'https://example.org/' } as const,
  bytes: typeof body === 'string' ? Buffer.from(body) : body,
  contentType,
});

describe('the encoding of a document is', () => {
  const turkish = Buffer.from([0xdd, 0x4e, 0x47, 0xdd, 0x4c, 0xdd, 0x5a]); // İNGİLİZ in ISO-8859-9
  it.each<[string, Uint8Array, string, string]>([
    ['UTF-8 by default', Buffer.from('złoty'), '', 'złoty'],
    ['the one that the content type names', turkish, 'text/plain; charset=ISO-8859-9', 'İNGİLİZ'],
    ['the one that the content type names in quotes', turkish, 'text/plain; charset="iso-8859-9"', 'İNGİLİZ'],
    ['windows-1251', Buffer.from([0xc5, 0xe2, 0xf0, 0xee]), 'text/xml; charset=windows-1251', 'Евро'],
    ['ISO-8859-2', Buffer.from([0x77, 0xea, 0x67]), 'text/xml; charset=iso-8859-2', 'węg'],
    [
      'UTF-8 after a byte order mark, whatever the content type says',
      Buffer.from('\ufeffİ'),
      'text/plain; charset=iso-8859-9',
      'İ',
    ],
  ])('%s', (_, bytes, contentType, expected) => expect(text(answer(bytes, contentType))).toBe(expected));

  it('the one in the XML declaration, even if the content type names another', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>\xc5</a>', 'latin1');
    expect(xml()(answer(bytes, 'text/xml; charset=utf-8'))).toMatchObject({ a: 'Е' });
  });
});

describe('numbers stay text', () => {
  it.each([
    ['1.10', '1.10'],
    ['1e-7', '1e-7'],
    ['12345678901234567890.12345678901234567890', '12345678901234567890.12345678901234567890'],
    ['0', '0'],
  ])('in JSON: %s', (digits, expected) => expect(json(answer(`{"rate":${digits}}`))).toEqual({ rate: expected }));

  it('in XML, with its attributes, with lists of one element, and without prefixes', () => {
    const document = '<g:list xmlns:g="urn:g"><Cube rate=\'0.50\'>1.10</Cube></g:list>';
    expect(xml('Cube')(answer(document))).toMatchObject({ list: { Cube: [{ '@rate': '0.50', '#text': '1.10' }] } });
  });

  it('in CSV, without the blanks around them and the empty columns behind the last', () => {
    expect(csv()(answer('Date, USD, \r\n13 April 2026, 1.10, \r\n'))).toEqual([
      ['Date', 'USD'],
      ['13 April 2026', '1.10'],
    ]);
  });
});

describe('CSV', () => {
  it.each([
    ['kept', [['Date'], [''], ['1.10'], ['']]],
    ['dropped', [['Date'], ['1.10']]],
  ] as const)('has its blank rows %s', (blankRows, rows) => {
    expect(csv(',', blankRows)(answer('Date\n\n1.10\n , \n'))).toEqual(rows);
  });

  it('is read where each line has its end, if whole lines are asked for', () => {
    expect(wholeLines(csv())(answer('Date,USD\n13 April 2026,1.2763\n'))).toHaveLength(2);
  });
});

describe('a page', () => {
  const page =
    '<h1>Rates</h1><table><tr><th>Code<th>Rate</tr><tr><td> <b>US</b>D </td><td>Jan 02&nbsp;&nbsp;\n 2024</td></table>' +
    '<table><tr><td>A&amp;B</td></tr></table>';

  it('is read as its tables, with the cells as a reader sees them', () => {
    const first = [
      ['Code', 'Rate'],
      ['USD', 'Jan 02 2024'],
    ];
    expect(htmlTables(answer(page))).toEqual([first, [['A&B']]]);
    expect(htmlRows(answer(page))).toEqual([...first, ['A&B']]);
  });

  it.each(['4022<sup>1</sup>', '4022<br>1', '4022<p>1</p>'])('keeps apart what stands apart in a cell: %s', (cell) => {
    expect(htmlRows(answer(`<table><tr><td>${cell}</td></tr></table>`))).toEqual([['4022 1']]);
  });

  it('gives up the token that a pattern captures', () => {
    const form = answer('<input name="token" value="a+b/c==">');
    expect(captured(form, /name="token" value="([^"]+)"/)).toBe('a+b/c==');
  });
});

it('a stray byte in a name is replaced, and the figures are read', () => {
  const document = Buffer.from('Franc suisse \u0096 Z\u00fcrich,CHF,0.9471\n', 'latin1');
  expect(csv()(answer(document))).toEqual([['Franc suisse \ufffd Z\ufffdrich', 'CHF', '0.9471']]);
});

describe('a zip', () => {
  it('is read through, and so is the same document unpacked', () => {
    const unpacked = Buffer.from('Date,USD\n');
    const read = unzipped(csv());
    expect(read(answer(zipSync({ 'eurofxref-hist.csv': unpacked })))).toEqual(read(answer(unpacked)));
  });
});

describe('a DocumentError is thrown for', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}">]><x>${'&b;'.repeat(1000)}</x>`;
  const cutZip = zipSync({ 'a.csv': Buffer.from('1,2') }).subarray(0, 40);
  const notUtf8 = Buffer.from('z\u00b3\u00b3ty', 'latin1');
  const latin = (document: string) => answer(Buffer.from(document, 'latin1'));
  it.each<[string, () => unknown, RegExp]>([
    ['a stray byte within a figure', () => text(latin('USD;1\u00a0371.5')), /where a figure may be: "USD;1.371.5"/],
    ['a stray byte after a decimal point', () => text(latin('USD;1.\u00b35')), /where a figure may be/],
    ['several stray bytes in a row', () => text(latin('z\u00b3\u00b3ty')), /where a figure may be/],
    ['text in an encoding that does not exist', () => text(answer('x', 'text/plain; charset=klingon')), /klingon/],
    ['XML that was truncated', () => xml()(answer('<a><b>1</b>')), /Unclosed tag/i],
    [
      'XML that is HTML',
      () => xml()(answer('<html><head><meta></head><body><p>moved<br></body></html>')),
      /closing tag/,
    ],
    ['XML that is not UTF-8', () => xml()(answer(notUtf8)), /a byte that belongs to no character/],
    ['XML with a bomb of entities', () => xml()(answer(entities)), /declares a document type/],
    [
      'XML that is nested 100,000 deep',
      () => xml()(answer('<a>'.repeat(100_000) + '</a>'.repeat(100_000))),
      /Maximum nested tags/,
    ],
    ['JSON that was truncated', () => json(answer('{"rates":[{"code":"USD"')), /expected/],
    ['JSON that is HTML', () => json(answer('<!doctype html>')), /JSON value expected/],
    ['JSON that is not UTF-8', () => json(answer(notUtf8)), /a byte that belongs to no character/],
    ['JSON that is nested 1,000,000 deep', () => json(answer('['.repeat(1_000_000))), /call stack/],
    ['JSON with a duplicate key', () => json(answer('{"rate":1,"rate":2}')), /Duplicate key 'rate'/],
    ['CSV with a quote that is never closed', () => csv()(answer('Date,"USD\n1,2\n')), /Quote Not Closed/],
    ['CSV with a cell of 200 kB', () => csv()(answer('1'.repeat(200_000))), /Max Record Size/],
    ['CSV that is not UTF-8', () => csv()(answer(notUtf8)), /a byte that belongs to no character/],
    [
      'CSV whose last figure was truncated',
      () => wholeLines(csv())(answer('Date,USD\n13 April 2026,1.27')),
      /no line feed at its end/,
    ],
    [
      'a page that was truncated inside a table',
      () => htmlRows(answer('<table><tr><td>USD</td><td>1.1')),
      /does not close a table/,
    ],
    [
      'a page that goes on inside a table',
      () => htmlTables(answer('<div><table><tr><td>USD</td></tr></div><p>')),
      /does not close a table/,
    ],
    [
      'a page without the token',
      () => captured(answer('<form>'), /name="token" value="([^"]+)"/),
      /nothing .* matches/,
    ],
    ['a million blank lines', () => csv()(answer('a,b\n'.padEnd(1_000_100, '\n'))), /more than 1000000 cells/],
    ['a line of a million cells', () => csv(';')(answer(`a;b\n${';'.repeat(1_000_001)}`)), /more than 1000000 cells/],
    ['a zip that was truncated', () => unzipped(text)(answer(cutZip)), /zip/],
    [
      'a zip of two files',
      () => unzipped(text)(answer(zipSync({ a: Buffer.from('1'), b: Buffer.from('2') }))),
      /exactly one file/,
    ],
    ['a zip bomb', () => unzipped(text)(answer(zipSync({ a: new Uint8Array(25 * 1024 * 1024) }))), /the limit is/],
    ['a zip of a broken document', () => unzipped(json)(answer(zipSync({ a: Buffer.from('[') }))), /expected/],
  ])('%s', (_, read, message) => {
    expect(read).toThrow(errorLike('DocumentError', message));
  });
});

describe('a document above the bound of its kind is refused, and one below is read', () => {
  const MB = 1024 * 1024;
  it.each<[kind: string, read: (of: ReturnType<typeof answer>) => unknown, bytes: number]>([
    ['JSON', json, 16 * MB],
    ['CSV', csv(), 8 * MB],
    ['XML', xml(), 4 * MB],
    ['HTML', htmlRows, 4 * MB],
    ['text', text, 4 * MB],
  ])('%s', (_, read, bytes) => {
    expect(() => read(answer(Buffer.alloc(bytes + 1, ' ')))).toThrow(
      errorLike('DocumentError', `the document has ${bytes + 1} bytes; the limit for its kind is ${bytes}`),
    );
  });

  it('XML with more references than a year of Hungary has thirty times', () => {
    expect(() => xml()(answer(`<a>${'&lt;'.repeat(1_000_001)}</a>`))).toThrow('limit exceeded');
  });

  it('a page that nests its tags too deep', () => {
    expect(() => htmlRows(answer('<div>'.repeat(257)))).toThrow('the page nests more than 256 tags');
    expect(htmlRows(answer(`${'<div>'.repeat(250)}<table><tr><td>1</td></tr></table>`))).toEqual([['1']]);
  });

  it.each<[kind: string, read: (of: ReturnType<typeof answer>) => unknown]>([
    ['a page', htmlRows],
    ['XML', xml()],
  ])('%s with too many attributes in one tag, whatever is in them', (_, read) => {
    const tag = (count: number) => Array.from({ length: count }, (_, place) => `a${place}=">" b${place}='"'`).join(' ');
    expect(() => read(answer(`<r><t ${tag(129)}></t></r>`))).toThrow('a tag has more than 256 attributes');
    expect(() => read(answer(`<r>${`<t ${tag(128)}>'1' "2" > "3"</t>`.repeat(3)}</r>`))).not.toThrow();
  });
});
