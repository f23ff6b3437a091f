import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bsp } from '../../generator/sources/providers/bsp.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, RECORDINGS, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { pdf } from '../support/banks/pdfs.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { fixtures, pieces } from './fixtures/bsp.ts';

const [{ url, body }] = fixtures;
const LISTED =
  '{"d":{"results":[{"Title":"28May2026 ","AttachmentFiles":{"results":[{"ServerRelativeUrl":"/Lists/RERB/Attachments/2281/28May2026.pdf"}]}}]}}';
const [feed] = bsp.feeds;
const listed = (text: string) => ({
  request: { method: 'GET', url: 'https://www.bsp.gov.ph/' } as const,
  bytes: Buffer.from(text),
  contentType: 'application/json',
});

describe.skipIf(!recordingsAreThere('BSP, as recorded'))('BSP, as recorded', () => {
  it.each(['28', '29'])('has 31 currencies on 2026-05-%s', async (day) =>
    expect(countsOf(await readRecordedLines(bsp, `rerb-2026-05-${day}.pdf`))).toEqual([`2026-05-${day}: 31`]),
  );

  it.each([
    ['28', '2026-05-28 1 USD/PHP mid 61.5820'],
    ['28', '2026-05-28 1 IDR/PHP mid 0.0034'],
    ['28', '2026-05-28 1 BHD/PHP mid 163.3692'],
    ['28', '2026-05-28 1 VES/PHP mid 0.1134'],
    ['29', '2026-05-29 1 EUR/PHP mid 71.8392'],
    ['29', '2026-05-29 1 KRW/PHP mid 0.0412'],
  ])('of the %sth states %s', async (day, line) =>
    expect(await readRecordedLines(bsp, `rerb-2026-05-${day}.pdf`)).toContain(line),
  );

  it.each([
    ['28', '61.550'],
    ['29', '61.600'],
  ])('of the %sth states the bank’s own rate of the dollar, %s', (day, rate) => {
    const file = readFileSync(join(RECORDINGS[1] ?? '', 'BSP', `rerb-2026-05-${day}.pdf`));
    expect(observedLines(bsp, `${url}#reference-rate`, file)).toEqual([`2026-05-${day} 1 USD/PHP mid ${rate}`]);
  });

  it('finds the bulletins of the last six days in the list', () => {
    const keys = feed?.session?.toKeys(listed(readRecording('BSP/rerb-list.json'))) ?? {};
    expect(Object.keys(keys)).toHaveLength(100);
    const urls = feed?.latest(parseIsoDate('2026-06-01'), keys).map((request) => request.url.replace(/.*RERB/, ''));
    expect(urls).toHaveLength(6);
    expect(urls?.slice(0, 3)).toEqual([
      '/Attachments/2283/01Jun2026.pdf',
      '/Attachments/2282/29May2026.pdf',
      '/Attachments/2281/28May2026.pdf',
    ]);
  });
});

const edited = (change: (piece: string) => string) => pdf(pieces.map(change));
const replaced = (from: string, to: string) => edited((piece) => (piece === from ? to : piece));

describe('BSP', () => {
  it.each<[string, Uint8Array, string]>([
    ['columns in another order', replaced('U.S.DOLLAR', 'PHIL.PESO'), 'the headings have changed'],
    ['a dollar that is not worth one', replaced('1.000000', '61.5820'), 'the columns of USD'],
    ['a row that lost a cell', pdf(pieces.filter((piece) => piece !== 'YEN')), '5 codes in 2 rows'],
    ['a row that lost its number', pdf(pieces.filter((piece) => piece !== '2')), '5 codes in 1 rows'],
    ['words in place of a figure', replaced('0.3862', 'N/A'), 'not a figure'],
    ['another form of day', replaced('28 May 2026', '05/28/2026'), 'not a day'],
    ['a PDF of two pages', Buffer.concat([Buffer.from('%PDF-1.6\r\n'), body, body]), '2 pages'],
    [
      'an encrypted PDF',
      Buffer.from(Buffer.from(body).toString('latin1').replace('trailer', '/Encrypt'), 'latin1'),
      'encrypted',
    ],
    ['a PDF that was cut', body.subarray(0, -20), 'not a whole PDF'],
    ['a PDF with a torn stream', Buffer.from(body).fill(0, 200, 210), ''],
    ['a page', Buffer.from('<html></html>'), 'not a whole PDF'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(bsp, url, changed)).toThrow(fault || Error));

  it('reads the bank’s own rate of the dollar beside the agency’s', async () => {
    const behave: Behaviour = ({ url: asked }, response) => {
      if (!asked.pathname.endsWith('.pdf')) return LISTED;
      response.end(body);
      return undefined;
    };
    const { lines, failures, asked } = await ask('BSP', behave, { today: '2026-05-28' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.includes('USD'))).toEqual([
      '2026-05-28 1 USD/PHP mid 61.5820',
      '2026-05-28 1 USD/PHP mid 61.550',
    ]);
    expect(asked.map((one) => one.url.pathname.replace(/.*\//, ''))).toEqual([
      ...['items', '28May2026.pdf', 'items', '28May2026.pdf'],
    ]);
  });

  it.each<[string, readonly string[], string]>([
    ['is not there', pieces.map((piece) => piece.replace('Reference Rate:', 'Rate:')), 'not one reference rate: ""'],
    ['is there twice', [...pieces, 'BSP Reference Rate:', 'PHP', '61.600'], 'not one reference rate'],
    ['is in words', pieces.map((piece) => (piece === '61.550' ? 'N/A' : piece)), 'not one reference rate: "N/A"'],
  ])('refuses a bulletin whose reference rate %s', (_, changed, fault) =>
    expect(() => observedLines(bsp, `${url}#reference-rate`, pdf(changed))).toThrow(fault),
  );

  it('takes a reference rate of 0.00 for none', () => {
    const placeholder = pieces.map((piece) => (piece === '61.550' ? '0.00' : piece));
    expect(observedLines(bsp, `${url}#reference-rate`, pdf(placeholder))).toEqual([]);
  });

  it('refuses a list that names no day', () =>
    expect(() => feed?.session?.toKeys(listed('{"d":{"results":[]}}'))).toThrow('names no bulletin'));
});
