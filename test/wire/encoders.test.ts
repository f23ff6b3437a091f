/** Every body of the contract in JSON, XML and CSV: the expected bytes, those of libraries, the same facts in all. */

import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { contentType, type Document, FORMATS, type Rendition } from '../../generator/wire/encode/document.ts';
import { CSV_COLUMNS, encode, withoutHeader } from '../../generator/wire/encode/encode.ts';
import { DOCUMENTS } from '../support/banks/documents.ts';
import { encodeByLibrary } from '../support/kit/library-encoders.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>';
const RENDITIONS: readonly Rendition[] = [
  ...FORMATS.map((format) => ({ format, header: true })),
  { format: 'csv', header: false },
];

function named(name: string): Document {
  const found = DOCUMENTS.find(([candidate]) => candidate === name);
  if (found === undefined) throw new RangeError(`no document called ${name}`);
  return found[1];
}

describe('the bytes', () => {
  it.each([
    ['currencies', '{"code":"ADP","name":"Andorran Peseta","numericCode":"020","obsolete":true}', '[', ']'],
    ['no currencies', '', '[', ']'],
    ['no providers', '', '[', ']'],
    ['rates', '"exchangeRates":{"EUR":1,"JPY":172.99,"XAU":0.0002560382}}', '{"provider":"GLOBAL",', '}'],
    ['no rates', '', '{"provider":"GLOBAL","date":"2026-03-13","base":"EUR","exchangeRates":{}}', ''],
    ['no extended rates', '', '{"provider":"GLOBAL","date":"2026-03-13","base":"EUR","exchangeRates":[]}', ''],
    ['one extended rate', '[{"currency":"USD","mid":1.1717,"bid":0,"ask":0}]', '{"provider":"GLOBAL",', '}'],
    ['a refund', '"amount":-0.0000001,"conversions":{"EUR":-0.0000001}}', '{"provider":"GLOBAL",', '}'],
    ['an error', '', '{"message":"Unknown currency EURO in currencies","errorCode":1002}', ''],
    [
      'a series',
      '"period":"day","series":[{"date":"2026-02-02","exchangeRates":{"EUR":1,"USD":1.1717}},',
      '{"provider":"GLOBAL","base":"EUR","from":"2026-02-02","to":"2026-03-13",',
      '{"date":"2026-03-13","exchangeRates":{}}]}',
    ],
    ['no series', '', '{"provider":"GLOBAL","base":"EUR","from":"","to":"","period":"day","series":[]}', ''],
    [
      'averages',
      '{"period":"2026-02","from":"2026-02-02","to":"2026-02-27","complete":true,"exchangeRates":{"USD":1.1717},"days":{"USD":20}}',
      '{"provider":"GLOBAL","base":"EUR",',
      ']}',
    ],
    ['last fixings', '"complete":true,"date":"2026-03-13","exchangeRates":{"USD":1.1717}', '{"provider"', ']}'],
  ])('of %s in JSON', (name, part, start, end) => {
    const text = encode(named(name), { format: 'json', header: false }).toString();
    expect([text.startsWith(start), text.includes(part), text.endsWith(end)]).toEqual([true, true, true]);
  });

  it.each([
    ['no currencies', '<currencies></currencies>'],
    ['no providers', '<providers></providers>'],
    [
      'one currency',
      '<currencies><currency><code>ADP</code><name>Andorran Peseta</name><numericCode>020</numericCode><obsolete>true</obsolete></currency></currencies>',
    ],
    [
      'one rate',
      '<exchangeRateResponse><provider>TCMB</provider><date>2025-09-08</date><base>TRY</base><exchangeRates><exchangeRate><currency>USD</currency><rate>0.0242608331</rate></exchangeRate></exchangeRates></exchangeRateResponse>',
    ],
    [
      'one extended rate',
      '<exchangeRateResponse><provider>GLOBAL</provider><date>2026-03-13</date><base>EUR</base><exchangeRates><exchangeRate><currency>USD</currency><mid>1.1717</mid><bid>0</bid><ask>0</ask></exchangeRate></exchangeRates></exchangeRateResponse>',
    ],
    [
      'a refund',
      '<conversionResponse><provider>GLOBAL</provider><date>2026-03-13</date><base>EUR</base><amount>-0.0000001</amount><conversions><conversion><currency>EUR</currency><convertedAmount>-0.0000001</convertedAmount></conversion></conversions></conversionResponse>',
    ],
    [
      'a series',
      '<seriesResponse><provider>GLOBAL</provider><base>EUR</base><from>2026-02-02</from><to>2026-03-13</to><period>day</period><series><fixing><date>2026-02-02</date><exchangeRates><exchangeRate><currency>EUR</currency><rate>1</rate></exchangeRate><exchangeRate><currency>USD</currency><rate>1.1717</rate></exchangeRate></exchangeRates></fixing><fixing><date>2026-03-13</date><exchangeRates></exchangeRates></fixing></series></seriesResponse>',
    ],
    ['an error', '<error><message>Unknown currency EURO in currencies</message><errorCode>1002</errorCode></error>'],
  ])('of %s in XML', (name, expected) => {
    expect(encode(named(name), { format: 'xml', header: false }).toString()).toBe(PROLOG + expected);
  });

  it.each([
    ['no currencies', 'code,name,numericCode,obsolete\r\n'],
    ['one currency', 'code,name,numericCode,obsolete\r\nADP,Andorran Peseta,020,true\r\n'],
    ['no rates', 'provider,date,base,currency,rate\r\n'],
    ['one rate', 'provider,date,base,currency,rate\r\nTCMB,2025-09-08,TRY,USD,0.0242608331\r\n'],
    ['one extended rate', 'provider,date,base,currency,mid,bid,ask\r\nGLOBAL,2026-03-13,EUR,USD,1.1717,0,0\r\n'],
    [
      'a refund',
      'provider,date,base,amount,currency,convertedAmount\r\nGLOBAL,2026-03-13,EUR,-0.0000001,EUR,-0.0000001\r\n',
    ],
    [
      'averages',
      'provider,period,from,to,base,currency,rate,days,complete\r\nGLOBAL,2026-02,2026-02-02,2026-02-27,EUR,USD,1.1717,20,true\r\n',
    ],
    [
      'an error with a comma and quotes',
      'message,errorCode\r\n"Unknown currency ""A,B"" in currencies; see /v1/currencies",1002\r\n',
    ],
  ])('of %s in CSV', (name, expected) => {
    expect(encode(named(name), { format: 'csv', header: true }).toString()).toBe(expected);
    const bare = expected.slice(expected.indexOf('\r\n') + 2);
    expect(encode(named(name), { format: 'csv', header: false }).toString()).toBe(bare);
  });
});

describe.each(DOCUMENTS)('%s', (_, document) => {
  it.each(RENDITIONS)('has in $format (header $header) the bytes that libraries write', (rendition) => {
    expect(encode(document, rendition).toString()).toBe(encodeByLibrary(document, rendition).toString());
  });

  it('without its header row equals the CSV that was requested without one', () => {
    const whole = encode(document, { format: 'csv', header: true });
    expect(withoutHeader(whole)).toEqual(encode(document, { format: 'csv', header: false }));
    expect(whole.toString().split('\r\n')[0]).toBe(CSV_COLUMNS[document.kind].join());
  });

  it('states the same in all three formats', () => {
    const [json, xml, csv] = FORMATS.map((format) => {
      return rowsOf(document.kind, format, encode(document, { format, header: true }).toString());
    });
    expect(xml).toEqual(json);
    expect(csv).toEqual(json);
  });

  it('has no cell that a spreadsheet would run as a formula, except amounts below 0', () => {
    const rows = parseCsv(encode(document, { format: 'csv', header: false }));
    for (const cell of rows.flat()) expect(cell).toMatch(/^(-[\d.]+$|(?![=+\-@\t\r]))/);
  });
});

describe('content types', () => {
  it.each([
    ['json', true, 'application/json; charset=utf-8'],
    ['xml', false, 'application/xml; charset=utf-8'],
    ['csv', true, 'text/csv; charset=utf-8; header=present'],
    ['csv', false, 'text/csv; charset=utf-8; header=absent'],
  ] as const)('%s with header %s', (format, header, expected) => {
    expect(contentType({ format, header })).toBe(expected);
  });
});
