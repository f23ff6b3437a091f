import { describe, expect, it } from 'vitest';
import { mas } from '../../generator/sources/providers/mas.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'exchange-rates-2026-03.csv';

describe.skipIf(!recordingsAreThere('MAS, as recorded'))('MAS, as recorded', () => {
  it('has 21 currencies on each of the 22 business days of March 2026', async () => {
    const days = countsOf(await readRecordedLines(mas, FILE));
    expect(days.map((day) => day.slice(12))).toEqual(Array.from({ length: 22 }, () => '21'));
    expect([days[0], days.at(-1)]).toEqual(['2026-03-02: 21', '2026-03-31: 21']);
  });

  it.each([
    '2026-03-02 1 EUR/SGD mid 1.4940',
    '2026-03-02 1 USD/SGD mid 1.2674',
    '2026-03-02 100 AUD/SGD mid 90.10',
    '2026-03-03 100 IDR/SGD mid 0.007548',
    '2026-03-31 100 JPY/SGD mid 0.8085',
    '2026-03-31 100 VND/SGD mid 0.004902',
  ])('states %s', async (line) => expect(await readRecordedLines(mas, FILE)).toContain(line));
});

const FORM = 'https://eservices.mas.gov.sg/statistics/msb/ExchangeRates.aspx';
const LINES = {
  title: 'MAS: Financial Database - Exchange Rates',
  blank: '',
  frequency: 'Exchange Rates (Daily)',
  months: 'Mar 2026 to Mar 2026',
  gap: '\n',
  header: 'End of Period,,,S$ Per Unit of Euro,S$ Per 100 Units of Japanese Yen',
  rows: '2026,Mar,03,,0.8091',
  end: '',
  notes: '"* Yearly, monthly and weekly figures are end period values."\n"* Daily figures are values as of noon."',
};
const read = (changed: Partial<typeof LINES>) =>
  observedLines(mas, FORM, Object.values({ ...LINES, ...changed }).join('\n'));

describe('MAS', () => {
  it('relays an unknown name as it is', () => {
    const header = LINES.header.replace('Japanese Yen', 'Lunar Crown');
    expect(read({ header })).toContain('2026-03-03 100 Lunar Crown/SGD mid 0.8091');
  });

  it.each([
    ['weekly figures', { frequency: 'Exchange Rates (Weekly)' }, 'Exchange Rates (Daily)'],
    ['another unit', { header: LINES.header.replace('100 Units', '1000 Units') }, 'must match pattern'],
    ['another direction', { header: LINES.header.replace('S$ Per Unit of Euro', 'Euro Per S$') }, 'must match pattern'],
    ['a day without a year', { rows: ',,03,1.4940,0.8091' }, '"03  "'],
    [
      'a month without a name',
      { rows: '2026,Feb,27,1.4930,0.8100\n,,02,1.4940,0.8107' },
      '2026-02-02 follows 2026-02-27',
    ],
    ['a year without a number', { rows: '2025,Dec,31,1.49,0.81\n,Jan,02,1.49,0.81' }, '2025-01-02 follows 2025-12-31'],
    ['a truncated row', { rows: '2026,Feb,27,1.4930' }, '1 figures, 2 columns'],
    ['a document truncated before its notes', { notes: '' }, 'the notes at the end are missing'],
    ['the page of the form', { title: '<!DOCTYPE html>', frequency: '<html>' }, 'must include \\"No Results Found\\"'],
  ])('refuses %s', (_, changed, fault) => expect(() => read(changed)).toThrow(fault));

  it('takes the page that says so for a window without data', () => {
    const [feed] = mas.feeds;
    const bytes = Buffer.from('<!DOCTYPE html><html><body><span>No Results Found</span></body></html>');
    const answer = { request: { method: 'POST' as const, url: FORM }, bytes, contentType: 'text/html' };
    expect(feed?.isSilent?.(feed.schema.parse(feed.read(answer)))).toBe(true);
  });

  it('sends back the hidden fields of the page in the form, and none of them in the address', () => {
    const [daily] = mas.feeds;
    const page =
      '<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEP+a==" />' +
      '<input type="hidden" name="__VIEWSTATEGENERATOR" id="x" value="C0FFEE" /><input name="__EVENTVALIDATION" value="/wEd" />';
    const request = daily?.session?.request ?? { method: 'GET', url: '' };
    const keys = daily?.session?.toKeys({
      request,
      bytes: Buffer.from(page),
      contentType: '',
      cookies: ['a=1', 'b=2'],
    });
    const span = { from: parseIsoDate('2025-12-30'), to: parseIsoDate('2026-02-02') };
    const [posted, ...others] = daily?.between?.(span, keys ?? {}) ?? [];
    expect([request.url, posted?.method, posted?.url, posted?.headers?.cookie, others]).toEqual([
      FORM,
      'POST',
      FORM,
      'a=1; b=2',
      [],
    ]);
    const fields = Object.fromEntries(new URLSearchParams(posted?.body ?? ''));
    expect(Object.values(fields).filter((value) => value === 'on')).toHaveLength(21);
    expect(fields).toMatchObject({
      __VIEWSTATE: '/wEP+a==',
      __VIEWSTATEGENERATOR: 'C0FFEE',
      __EVENTVALIDATION: '/wEd',
      ctl00$ContentPlaceHolder1$StartYearDropDownList: '2025',
      ctl00$ContentPlaceHolder1$StartMonthDropDownList: '12',
      ctl00$ContentPlaceHolder1$EndYearDropDownList: '2026',
      ctl00$ContentPlaceHolder1$EndMonthDropDownList: '2',
      ctl00$ContentPlaceHolder1$FrequencyDropDownList: 'D',
    });
  });

  it('refuses a page without the hidden fields', () => {
    const { request, toKeys } = mas.feeds[0]?.session ?? {};
    expect(request?.url).toBe(FORM);
    expect(() =>
      toKeys?.({ request: { method: 'GET', url: FORM }, bytes: Buffer.from('<html>'), contentType: '' }),
    ).toThrow('__VIEWSTATE');
  });
});
