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
} from '../../generator/feeds/readers.ts';

const answer = (body: string | Uint8Array, contentType = '') => ({
  request: { method: 'GET', url: 'https://example.org/' } as const,
  bytes: typeof body === 'string' ? Buffer.from(body) : body,
  contentType,
});

describe('characters are decoded', () => {
  const turkish = Buffer.from([0xdd, 0x4e, 0x47, 0xdd, 0x4c, 0xdd, 0x5a]); // İNGİLİZ in ISO-8859-9
  it.each<[string, Uint8Array, string, string]>([
    ['as UTF-8 where nothing is said', Buffer.from('złoty'), '', 'złoty'],
    ['as the content type says', turkish, 'text/plain; charset=ISO-8859-9', 'İNGİLİZ'],
    ['as the content type says, in quotes', turkish, 'text/plain; charset="iso-8859-9"', 'İNGİLİZ'],
    ['as windows-1251', Buffer.from([0xc5, 0xe2, 0xf0, 0xee]), 'text/xml; charset=windows-1251', 'Евро'],
    ['as ISO-8859-2', Buffer.from([0x77, 0xea, 0x67]), 'text/xml; charset=iso-8859-2', 'węg'],
    [
      'as UTF-8 after a byte order mark, whatever the content type',
      Buffer.from('\ufeffİ'),
      'text/plain; charset=iso-8859-9',
      'İ',
    ],
  ])('%s', (_, bytes, contentType, expected) => expect(text(answer(bytes, contentType))).toBe(expected));

  it('as the XML declaration says, which is nearer to the bytes than the content type', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>\xc5</a>', 'latin1');
    expect(xml()(answer(bytes, 'text/xml; charset=utf-8'))).toMatchObject({ a: 'Е' });
  });

  it.each([
    ['bytes that are not UTF-8', answer(Buffer.from([0x7a, 0xb3]))],
    ['a character set that does not exist', answer('x', 'text/plain; charset=klingon')],
  ])('%s are an error', (_, given) => expect(() => text(given)).toThrow());
});

describe('numbers stay text', () => {
  it.each([
    ['1.10', '1.10'],
    ['1e-7', '1e-7'],
    ['12345678901234567890.12345678901234567890', '12345678901234567890.12345678901234567890'],
    ['0', '0'],
  ])('JSON %s', (digits, expected) => expect(json(answer(`{"rate":${digits}}`))).toEqual({ rate: expected }));

  it('in XML too, with attributes, lists that have one element, and prefixes dropped', () => {
    const document = '<g:list xmlns:g="urn:g"><Cube rate=\'0.50\'>1.10</Cube></g:list>';
    expect(xml('Cube')(answer(document))).toMatchObject({ list: { Cube: [{ '@rate': '0.50', '#text': '1.10' }] } });
  });

  it('in CSV, blanks around them trimmed', () => {
    expect(csv()(answer('Date, USD, \r\n13 April 2026, 1.10, \r\n'))).toEqual([
      ['Date', 'USD', ''],
      ['13 April 2026', '1.10', ''],
    ]);
  });

  it.each([
    ['kept', [['Date'], [''], ['1.10'], ['', '']]],
    ['dropped', [['Date'], ['1.10']]],
  ] as const)('in CSV, rows without a cell are %s', (blankRows, rows) => {
    expect(csv(',', blankRows)(answer('Date\n\n1.10\n , \n'))).toEqual(rows);
  });

  it('in lines that each have their end', () => {
    expect(wholeLines(csv())(answer('Date,USD\n13 April 2026,1.2763\n'))).toHaveLength(2);
  });
});

describe('a page', () => {
  const page =
    '<h1>Rates</h1><table><tr><th>Code<th>Rate</tr><tr><td> <b>US</b>D </td><td>Jan 02&nbsp;&nbsp;\n 2024</td></table>' +
    '<table><tr><td>A&amp;B</td></tr></table>';

  it('is its tables, the cells as a reader sees them', () => {
    const first = [
      ['Code', 'Rate'],
      ['USD', 'Jan 02 2024'],
    ];
    expect(htmlTables(answer(page))).toEqual([first, [['A&B']]]);
    expect(htmlRows(answer(page))).toEqual([...first, ['A&B']]);
  });
});

it('a token is captured from a page, or missed', () => {
  const page = answer('<input name="token" value="a+b/c==">');
  expect(captured(page, /name="token" value="([^"]+)"/)).toBe('a+b/c==');
  expect(() => captured(page, /name="nonce" value="([^"]+)"/)).toThrow('nothing in the answer is like');
});

describe('a document that is broken or hostile is an error', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}">]><x>${'&b;'.repeat(1000)}</x>`;
  it.each<[string, () => unknown]>([
    ['XML that was cut off', () => xml()(answer('<a><b>1</b>'))],
    ['XML that is HTML', () => xml()(answer('<html><head><meta></head><body><p>moved<br></body></html>'))],
    ['an XML bomb of entities', () => xml()(answer(entities))],
    ['XML nested 100,000 deep', () => xml()(answer('<a>'.repeat(100_000) + '</a>'.repeat(100_000)))],
    ['JSON that was cut off', () => json(answer('{"rates":[{"code":"USD"'))],
    ['JSON that is HTML', () => json(answer('<!doctype html>'))],
    ['JSON nested 1,000,000 deep', () => json(answer('['.repeat(1_000_000)))],
    ['JSON with a key twice', () => json(answer('{"rate":1,"rate":2}'))],
    ['a page that was cut off in a table', () => htmlRows(answer('<table><tr><td>USD</td><td>1.1'))],
    ['a page whose table is not closed', () => htmlTables(answer('<div><table><tr><td>USD</td></tr></div><p>'))],
    ['a figure that was cut off', () => wholeLines(csv())(answer('Date,USD\n13 April 2026,1.27'))],
    ['CSV with a quote that never ends', () => csv()(answer('Date,"USD\n1,2\n'))],
    ['a zip that was cut off', () => unzipped(text)(answer(zipSync({ 'a.csv': Buffer.from('1,2') }).subarray(0, 40)))],
    ['a zip of two files', () => unzipped(text)(answer(zipSync({ a: Buffer.from('1'), b: Buffer.from('2') })))],
    ['a zip bomb', () => unzipped(text)(answer(zipSync({ a: new Uint8Array(65 * 1024 * 1024) })))],
  ])('%s', (_, read) => expect(read).toThrow());
});

describe('a zip', () => {
  it('is read through, and so is the same document unpacked', () => {
    const unpacked = Buffer.from('Date,USD\n');
    const read = unzipped(csv());
    expect(read(answer(zipSync({ 'eurofxref-hist.csv': unpacked })))).toEqual(read(answer(unpacked)));
  });
});
