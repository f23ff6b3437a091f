import { describe, expect, it } from 'vitest';
import { bomu } from '../../generator/sources/providers/bomu.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures, pageOf } from './fixtures/bomu.ts';

describe.skipIf(!recordingsAreThere('BOMU, as recorded'))('BOMU, as recorded', () => {
  it('has the first and the fourth figure of each of its fourteen whole rows', async () =>
    expect(await readRecordedLines(bomu, 'view-2026-09-25.html')).toEqual([
      '2026-09-25 1 AUD/MUR bid 33.4206 ask 35.1457',
      '2026-09-25 1 CAD/MUR bid 33.3430 ask 35.1869',
      '2026-09-25 1 CNY/MUR bid 7.0182 ask 7.6137',
      '2026-09-25 1 EUR/MUR bid 53.2458 ask 54.8362',
      '2026-09-25 1 INR/MUR bid 0.4960 ask 0.5296',
      '2026-09-25 100 JPY/MUR bid 29.5717 ask 30.4530',
      '2026-09-25 1 NZD/MUR bid 26.6859 ask 28.0214',
      '2026-09-25 1 SGD/MUR bid 36.8214 ask 38.6642',
      '2026-09-25 1 ZAR/MUR bid 2.8850 ask 3.0942',
      '2026-09-25 1 CHF/MUR bid 56.4749 ask 58.1573',
      '2026-09-25 1 GBP/MUR bid 61.8821 ask 63.7330',
      '2026-09-25 1 USD/MUR bid 46.8343 ask 48.2278',
      '2026-09-24 1 AUD/MUR bid 33.4847 ask 35.2134',
      '2026-09-24 1 CAD/MUR bid 33.4159 ask 35.2626',
    ]));
});

const [{ url, body, lines }] = fixtures;
const read = (page: string) => observedLines(bomu, url, page);
const [feed] = bomu.feeds;

describe('BOMU', () => {
  it('reads the whole rows of a part of a page, and no row that was cut', () => {
    const part = body.slice(body.indexOf('<div class="view '));
    expect(read(part.slice(0, part.lastIndexOf('33.1773')))).toEqual(lines.slice(0, 2));
    expect(read(part.slice(0, part.lastIndexOf('25-09-2026<')))).toEqual(lines.slice(0, 1));
    expect(feed?.partial).toBe(true);
  });

  it('has no figure of a span without days, whose view has no content', () => expect(read(pageOf(''))).toEqual([]));

  it('leaves out a currency without figures', () => {
    const [, jpy = ''] = lines;
    const empty = body.replace('29.5717', '').replace('30.4530', '');
    expect(read(empty)).toEqual(lines.filter((line) => line !== jpy));
  });

  it.each([
    ['another order of columns', body.replace('<th>T.T</th><th>D.D</th>', '<th>D.D</th><th>T.T</th>'), 'column names'],
    ['selling before buying', body.replace('Selling', 'Buying'), 'the column names'],
    ['a row that lost a cell', body.replace(/<td[^>]*>33.1117 <\/td>/, ''), 'Too small'],
    ['a code without its unit', body.replace('JPY 100', 'JPY'), 'Invalid string'],
    ['a page cut in the middle', body.slice(0, body.lastIndexOf('33.1773')), 'does not close its table'],
    ['a page cut before its view', body.slice(0, body.indexOf('<div class="view-content">')), 'expected true'],
    ['a page without the view', body.replaceAll('view-display-id-page', 'view-display-id-block'), 'expected true'],
  ])('refuses %s', (_, page, fault) => expect(() => read(page)).toThrow(fault));

  it('asks for both bounds of a span, a month at a time', () => {
    const daysOf = (address: string) => address.match(/\d\d-\d\d-\d{4}/g)?.join(' to ');
    const newest = feed?.latest(parseIsoDate('2026-09-26'), {}).map((request) => daysOf(request.url));
    expect(newest).toEqual(['16-09-2026 to 26-09-2026']);
    const span = { from: parseIsoDate('2026-08-01'), to: parseIsoDate('2026-09-05') };
    expect(feed?.between?.(span, {}).map((request) => daysOf(request.url))).toEqual([
      '01-08-2026 to 31-08-2026',
      '01-09-2026 to 05-09-2026',
    ]);
  });
});
