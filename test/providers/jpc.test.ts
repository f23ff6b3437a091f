import { createCipheriv, createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { toDecrypt } from '../../generator/sources/feeds/pdf-crypt.ts';
import { jpc } from '../../generator/sources/providers/jpc.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { aes256Pdf } from '../support/banks/aes256-pdf.ts';
import { observedLines } from '../support/banks/feeds.ts';
import { tablePdf } from '../support/banks/pdfs.ts';
import { fixtures } from './fixtures/jpc.ts';

const FOLDER = join(packageRoot(), '..', 'shared', 'feeds-4', 'JPC');
const urlOf = (week: string) =>
  `https://www.customs.go.jp/tetsuzuki/kawase/kawase${week.slice(0, 4)}/kouji-rate${week}.pdf`;

describe.skipIf(!existsSync(FOLDER))('JPC, as recorded', () => {
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
  ])('the week %s has %i figures, %i of them per one', async (week, count, perOne, ...known) => {
    const lines = observedLines(jpc, urlOf(week), await readFile(join(FOLDER, `${week}.pdf`)));
    expect([lines.length, lines.filter((line) => line.includes(' 1 ')).length]).toEqual([count, perOne]);
    expect(lines).toEqual(expect.arrayContaining(known));
    expect(new Set(lines.map((line) => line.split(' ')[2])).size).toBe(count);
  });
});

const [{ url, body }] = fixtures;

describe('JPC', () => {
  it('has rates of an authority, for a week from Sunday to Saturday', () => {
    const request = { method: 'GET', url } as const;
    const [feed] = jpc.feeds;
    const answer = { request, bytes: Buffer.from(body), contentType: '' };
    const [first] = feed === undefined ? [] : feed.observe(feed.schema.parse(feed.read(answer)), answer);
    expect([jpc.kind, first?.date, first?.until]).toEqual(['customs authority', '2020-09-20', '2020-09-26']);
  });

  it('asks for the week of the day, and for the next one, which may not be published yet', () => {
    const requests = jpc.feeds.flatMap((feed) => feed.latest(parseIsoDate('2025-12-29'), {}));
    expect(requests.map((request) => [request.url, request.mayBeAbsent])).toEqual([
      [urlOf('20251228-20260103'), undefined],
      [urlOf('20260104-20260110'), true],
    ]);
  });

  const row = (...cells: string[]) => tablePdf([['USD', '106.17'], cells, ['KRW', '', '8.94'], ['CNY', '15.54']]);
  it.each<[string, Uint8Array, string]>([
    ['a figure without a label', row('', '125.44'), 'no one label and column for the figure 125.44'],
    ['a list without figures', tablePdf([['USD'], ['EUR'], ['KRW'], ['CNY']]), 'the list is not whole: 4 labels'],
    ['half a document', Buffer.from(body).subarray(0, 900), 'not a whole PDF'],
    ['a page that is missing', Buffer.from(edited('/Count 2', '/Count 3')), 'does not have all of its pages'],
    ['another way to encrypt', Buffer.from(edited('AESV2', 'V2XXX')), 'encrypted in an unsupported way'],
    ['a password', Buffer.from(edited('/O<0707', '/O<0807')), 'decrypt'],
  ])('refuses %s', (_, document, fault) => expect(() => observedLines(jpc, url, document)).toThrow(fault));

  it('refuses an address that names no week', () => {
    expect(() => observedLines(jpc, urlOf('20200920-20200930'), body)).toThrow('names no week');
  });

  function edited(from: string, to: string): Buffer {
    const text = Buffer.from(body).toString('latin1');
    expect(text).toContain(from);
    return Buffer.from(text.replace(from, to), 'latin1');
  }
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

  it('is read as another program wrote it, by revision 6', () => {
    expect(observedLines(jpc, url, aes256Pdf)).toEqual([
      '2020-09-20 1 USD/JPY mid 106.17',
      '2020-09-20 1 EUR/JPY mid 125.44',
      '2020-09-20 100 KRW/JPY mid 8.94',
      '2020-09-20 1 CNY/JPY mid 15.54',
    ]);
  });
});
