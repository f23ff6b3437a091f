/** Every body of the contract in JSON, XML and CSV: the expected bytes, those of libraries, the same facts in all. */

import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { contentType, type Document, FORMATS, type Rendition } from '../../generator/wire/encode/document.ts';
import { CSV_COLUMNS, encode, withoutHeader } from '../../generator/wire/encode/encode.ts';
import { DOCUMENTS } from '../support/banks/documents.ts';
import { readExamples } from '../support/kit/examples.ts';
import { encodeByLibrary } from '../support/kit/library-encoders.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>';
const RENDITIONS: readonly Rendition[] = [
  ...FORMATS.map((format) => ({ format, header: true })),
  { format: 'csv', header: false },
  { format: 'json', header: false, asText: true },
];

function named(name: string): Document {
  const found = DOCUMENTS.find(([candidate]) => candidate === name);
  if (found === undefined) throw new RangeError(`no document called ${name}`);
  return found[1];
}

describe('the bytes', () => {
  it.each(readExamples('wire/encoders.txt', 'JSON'))('of %s in JSON', (name, part, start, end) => {
    const text = encode(named(name), { format: 'json', header: false }).toString();
    expect([text.startsWith(start), text.includes(part), text.endsWith(end)]).toEqual([true, true, true]);
  });

  it.each(readExamples('wire/encoders.txt', 'XML'))('of %s in XML', (name, expected) => {
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
      'published figures',
      'provider,date,currency,figureDate,base,quote,per,unit,mid,bid,ask,table,number\r\n' +
        'CNB,2026-03-13,DKK,2026-03-13,DKK,CZK,1,,3.270,,,daily,53\r\n' +
        'CNB,2026-03-13,HUF,2026-03-13,HUF,CZK,100,,6.246,,,daily,53\r\n' +
        'CNB,2026-03-13,XAU,2026-03-13,XAU,CZK,1,g,,3301.5,3402,daily,53\r\n',
    ],
    [
      'a conversion with what it was made from',
      'provider,date,base,amount,currency,convertedAmount,published\r\n' +
        'CNB,2026-03-13,CZK,100,CZK,6.246,1 DKK = 3.270 CZK; 100 HUF = 6.246 CZK; 1 g XAU = 3301.5/3402 CZK\r\n',
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
  it.each(RENDITIONS)('has in $format (header $header, text $asText) the bytes that libraries write', (rendition) => {
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
