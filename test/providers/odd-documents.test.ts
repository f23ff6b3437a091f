/** Documents that no table can hold: encrypted PDFs, a PDF behind a fragment, and a year in one answer. */
import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toDecrypt } from '../../generator/sources/feeds/pdf-encryption.ts';
import { bsp } from '../../generator/sources/providers/bsp.ts';
import { jpc } from '../../generator/sources/providers/jpc.ts';
import { mnb } from '../../generator/sources/providers/mnb.ts';
import { aes256Pdf } from '../support/banks/aes256-pdf.ts';
import { observedLines, RECORDINGS } from '../support/banks/feeds.ts';
import { fixtureOf } from '../support/banks/fixtures.ts';
import { tablePdf } from '../support/banks/pdfs.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FOLDER = join(RECORDINGS[3] ?? '', 'JPC');
const urlOf = (week: string) =>
  `https://www.customs.go.jp/tetsuzuki/kawase/kawase${week.slice(0, 4)}/kouji-rate${week}.pdf`;

describe.skipIf(!recordingsAreThere('JPC, week by week'))('JPC, as recorded', () => {
  it.each([
    ['20020106-20020112', 107, 81, '2002-01-06 1 USD/JPY mid 130.97', '2002-01-06 100 IDR/JPY mid 1.29'],
    ['20030209-20030215', 99, 77, '2003-02-09 1 USD/JPY mid 118.42', '2003-02-09 100 KRW/JPY mid 10.16'],
    ['20050109-20050115', 98, 76, '2005-01-09 1 EUR/JPY mid 140.84', '2005-01-09 1 IQD/JPY mid 333.26'],
    ['20080106-20080112', 97, 78, '2008-01-06 1 USD/JPY mid 114.13', '2008-01-06 100 IQD/JPY mid 9.40'],
    ['20090614-20090620', 94, 76, '2009-06-14 1 USD/JPY mid 95.95', '2009-06-14 100 IDR/JPY mid 0.95'],
    ['20121230-20130105', 93, 75, '2012-12-30 1 USD/JPY mid 84.10', '2012-12-30 100 KRW/JPY mid 7.84'],
    ['20151129-20151205', 93, 76, '2015-11-29 1 USD/JPY mid 123.10', '2015-11-29 100 KRW/JPY mid 10.55'],
    ['20180701-20180707', 92, 74, '2018-07-01 1 USD/JPY mid 110.26', '2018-07-01 100 KRW/JPY mid 9.96'],
    ['20180708-20180714', 92, 74, '2018-07-08 1 USD/JPY mid 109.90', '2018-07-08 100 KRW/JPY mid 9.83'],
    ['20190505-20190511', 92, 74, '2019-05-05 1 USD/JPY mid 111.88', '2019-05-05 100 KRW/JPY mid 9.76'],
    ['20200920-20200926', 91, 74, '2020-09-20 1 USD/JPY mid 106.17', '2020-09-20 100 KRW/JPY mid 8.94'],
  ])('the week %s has %i figures, %i of them per one', (week, count, perOne, ...known) => {
    const lines = observedLines(jpc, urlOf(week), readFileSync(join(FOLDER, `${week}.pdf`)));
    expect([lines.length, lines.filter((line) => line.includes(' 1 ')).length]).toEqual([count, perOne]);
    expect(lines).toEqual(expect.arrayContaining(known));
    expect(new Set(lines.map((line) => line.split(' ')[2])).size).toBe(count);
  });
});

describe('a document encrypted with AES-256 and no password', () => {
  const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const [check, wrap, key, first] = [1, 2, 3, 4].map((byte) => Buffer.alloc(byte < 3 ? 8 : byte === 3 ? 32 : 16, byte));
  const sealed = (cipherKey: Uint8Array, content: Uint8Array, start: Uint8Array, pads: boolean) => {
    const cipher = createCipheriv('aes-256-cbc', cipherKey, start).setAutoPadding(pads);
    return Buffer.concat([cipher.update(content), cipher.final()]);
  };

  it('is opened by the key that the document holds', () => {
    if (!check || !wrap || !key || !first) throw new Error('four buffers');
    const strings = new Map([
      ['U', Buffer.concat([sha256(check), check, wrap])],
      ['UE', sealed(sha256(wrap), key, Buffer.alloc(16), false)],
    ]);
    const dictionary = '<</Filter/Standard/V 5/R 5/CF<</StdCF<</CFM/AESV3>>>>>>';
    const decrypt = toDecrypt({ dictionary, strings, id: Buffer.alloc(0) });
    expect(`${decrypt(Buffer.concat([first, sealed(key, Buffer.from('106.17'), first, true)]), 7)}`).toBe('106.17');
    strings.set('U', Buffer.concat([sha256(wrap), check, wrap]));
    expect(() => toDecrypt({ dictionary, strings, id: Buffer.alloc(0) })).toThrow('with a password');
  });

  it('is read as another program wrote it, by revision 6', () =>
    expect(observedLines(jpc, fixtureOf('JPC').url, aes256Pdf)).toEqual([
      '2020-09-20 1 USD/JPY mid 106.17',
      '2020-09-20 1 EUR/JPY mid 125.44',
      '2020-09-20 100 KRW/JPY mid 8.94',
      '2020-09-20 1 CNY/JPY mid 15.54',
    ]));
});

describe.skipIf(!recordingsAreThere('BSP, its own rate of the dollar'))('BSP, as recorded', () => {
  it.each([
    ['28', '61.550'],
    ['29', '61.600'],
  ])('of the %sth states the bank’s own rate of the dollar, %s', (day, rate) => {
    const file = readFileSync(join(RECORDINGS[1] ?? '', 'BSP', `rerb-2026-05-${day}.pdf`));
    const lines = observedLines(bsp, `${fixtureOf('BSP').url}#reference-rate`, file);
    expect(lines).toEqual([`2026-05-${day} 1 USD/PHP mid ${rate}`]);
  });
});

describe('BSP', () => {
  const { url, bytes } = fixtureOf('BSP');

  it.each([
    ['a PDF of two pages', tablePdf([['EUR'], ['USD']]), '2 pages'],
    ['a PDF behind another', Buffer.concat([bytes, bytes]), 'another PDF begins'],
    ['a PDF with a torn stream', Buffer.from(bytes).fill(0, 200, 210), 'invalid distance too far back'],
  ])('refuses %s', (_, document, fault) => expect(() => observedLines(bsp, url, document)).toThrow(fault));
});

/** A PDF of one page whose content, written as it is, names itself so many times; and what else is in the file. */
function plainPdf(content: string, times = 1, others = ''): Uint8Array {
  const stream = deflateSync(Buffer.from(content, 'latin1'));
  const page = `\n1 0 obj\n<</Type/Page/Contents[${'3 0 R '.repeat(times)}]>>\nendobj`;
  const tree = '\n2 0 obj\n<</Type/Pages/Kids[1 0 R]/Count 1>>\nendobj';
  const head = `%PDF-1.6${page}${tree}\n3 0 obj\n<</Filter/FlateDecode/Length ${stream.length}>>stream\n`;
  const end = `\nendstream\nendobj${others}\ntrailer\n%%EOF\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), stream, Buffer.from(end, 'latin1')]);
}
const row = (figure: string) => `BT 1 0 0 1 366 700 Tm (USD)Tj 1 0 0 1 430 700 Tm ${figure} ET`;
/** The page again in a stream of objects, as a later revision writes it, whose content is object 8. */
const revised = (page: string) => {
  const content = row('(99.00)Tj');
  const packed = `1 0 ${page}`;
  return `\n8 0 obj\n<</Length ${content.length}>>stream\n${content}\nendstream\nendobj
9 0 obj\n<</Type/ObjStm/N 1/First 4/Length ${packed.length}>>stream\n${packed}\nendstream\nendobj`;
};

describe('JPC', () => {
  const read = (file: Uint8Array) => observedLines(jpc, fixtureOf('JPC').url, file);

  it('reads the last revision of a page', () => {
    expect(read(plainPdf(row('(106.17)Tj')))).toEqual(['2020-09-20 1 USD/JPY mid 106.17']);
    const file = plainPdf(row('(106.17)Tj'), 1, revised('<</Type/Page/Contents 8 0 R>>'));
    expect(read(file)).toEqual(['2020-09-20 1 USD/JPY mid 99.00']);
  });

  it.each([
    ['a figure in parts that follow each other', plainPdf(row('(1)Tj (06.17)Tj')), 'a text in parts'],
    ['a figure in parts with places of their own', plainPdf(row('(1)Tj 6 0 Td (06.17)Tj')), 'for the figure 1 at'],
    ['a stream of some bytes that is named often', plainPdf(' '.repeat(100_000), 50), 'unpacks to more than'],
    ['objects within objects', plainPdf(row(''), 1, '\n7 0 obj'.repeat(10_000)), 'has no end'],
    ['objects of one number', plainPdf(row(''), 1, '\n7 0 obj endobj'.repeat(3000)), 'more than 2000 objects'],
  ])('refuses %s', (_, file, fault) => expect(() => read(file)).toThrow(fault));
});

describe('MNB', () => {
  it('reads a year, whose inner document has 33,000 character references', () => {
    const rates = '<Rate unit="1" curr="EUR">402,61</Rate>'.repeat(32);
    const inner = `<MNBExchangeRates>${`<Day date="2025-03-28">${rates}</Day>`.repeat(250)}</MNBExchangeRates>`;
    const { url, text } = fixtureOf('MNB');
    const escaped = inner.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const body = text.replace(/(?<=<GetExchangeRatesResult>)[^<]*/, () => escaped);
    expect(observedLines(mnb, url, body)).toHaveLength(8000);
  });
});
