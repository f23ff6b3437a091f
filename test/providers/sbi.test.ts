import { describe, expect, it } from 'vitest';
import { sbi } from '../../generator/providers/sbi.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/feeds.ts';
import { recordingsAreThere } from '../support/recordings.ts';

describe.skipIf(!recordingsAreThere('SBI, as recorded'))('SBI, as recorded', () => {
  it.each([
    ['group-9.xml', 10],
    ['group-7.xml', 22],
  ])('%s states %i currencies on each of four days', async (file, count) => {
    const days = ['2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27'];
    expect(countsOf(await readRecordedLines(sbi, file))).toEqual(days.map((day) => `${day}: ${count}`));
  });

  it.each([
    ['group-9.xml', '2026-03-24 1 USD/ISK mid 124.440000'],
    ['group-9.xml', '2026-03-24 1 JPY/ISK mid 0.783000'],
    ['group-9.xml', '2026-03-25 1 XDR/ISK mid 168.700000'],
    ['group-9.xml', '2026-03-27 1 DKK/ISK mid 19.218000'],
    ['group-7.xml', '2026-03-24 1 NGN/ISK mid 0.089900'],
    ['group-7.xml', '2026-03-26 1 AUD/ISK mid 85.900000'],
    ['group-7.xml', '2026-03-27 1 KWD/ISK mid 404.960000'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(sbi, file)).toContain(line));
});

const entry = (day: string, value: string) => `<Entry><Date>${day}</Date><Value>${value}</Value></Entry>`;
const series = (id: string, name: string, description: string, ...entries: string[]) =>
  `<TimeSeries ID="${id}"><FameName><![CDATA[]]></FameName><Name><![CDATA[${name}]]></Name>` +
  `<Description><![CDATA[${name}, ${description}.]]></Description>` +
  (entries.length === 0 ? '<TimeSeriesData />' : `<TimeSeriesData>${entries.join('')}</TimeSeriesData>`) +
  '</TimeSeries>';
const group = (id: string, ...all: string[]) =>
  `<?xml version="1.0"  encoding="utf-8"?><Group ID="${id}"><Name><![CDATA[x]]></Name>${all.join('')}</Group>`;
const read = (id: string, body: string) =>
  observedLines(sbi, `https://sedlabanki.is/xmltimeseries/Default.aspx?DagsFra=x&GroupID=${id}&Type=xml`, body);

const DOLLAR = series('4055', 'Bandaríkjadalur', 'skráð miðgengi', entry('3/4/2026 12:00:00 AM', '124.440000'));

describe('SBI', () => {
  it.each([
    ['the month stands before the day', DOLLAR, ['2026-03-04 1 USD/ISK mid 124.440000']],
    ['an old currency without entries states nothing', series('4112', 'Þýskt mark', 'skráð miðgengi'), []],
    [
      'an old currency has its code',
      series('4112', 'Þýskt mark', 'skráð miðgengi', entry('12/28/1998 12:00:00 AM', '41.5')),
      ['1998-12-28 1 DEM/ISK mid 41.5'],
    ],
    [
      'buying and selling are left out',
      series('4054', 'Bandaríkjadalur', 'skráð kaupgengi', entry('3/4/2026 12:00:00 AM', '124.1')) +
        series('4056', 'Bandaríkjadalur', 'skráð sölugengi', entry('3/4/2026 12:00:00 AM', '124.8')),
      [],
    ],
    [
      'a series that we do not know is named as the bank does',
      series('9999', 'Færeysk króna', 'skráð miðgengi', entry('3/4/2026 12:00:00 AM', '19.2')),
      ['2026-03-04 1 Færeysk króna (9999)/ISK mid 19.2'],
    ],
  ])('%s', (_, all, lines) => expect(read('9', group('9', all))).toEqual(lines));

  it('knows the further currencies too', () => {
    const baht = series('74', 'Tælenskt bat', 'skráð miðgengi', entry('3/24/2026 12:00:00 AM', '3.810100'));
    expect(read('7', group('7', baht))).toEqual(['2026-03-24 1 THB/ISK mid 3.810100']);
  });

  it.each([
    ['another group', group('7', DOLLAR)],
    ['a rate of another kind', group('9', DOLLAR.replace('skráð miðgengi', 'meðalgengi'))],
    ['an hour of the day', group('9', DOLLAR.replace('12:00:00 AM', '4:00:00 PM'))],
    ['the day before the month', group('9', DOLLAR.replace('3/4/2026', '24/3/2026'))],
    ['a renamed field', group('9', DOLLAR.replaceAll('Value', 'Amount'))],
    ['a document that was cut off', group('9', DOLLAR).slice(0, -10)],
  ])('refuses %s', (_, body) => expect(() => read('9', body)).toThrow());

  it('asks for a span by the year, and for ten days', () => {
    const span = { from: parseIsoDate('2025-01-01'), to: parseIsoDate('2026-01-05') };
    const address = 'https://sedlabanki.is/xmltimeseries/Default.aspx';
    expect(sbi.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url)).toEqual([
      `${address}?DagsFra=2025-01-01&DagsTil=2026-01-01&GroupID=9&Type=xml`,
      `${address}?DagsFra=2026-01-02&DagsTil=2026-01-05&GroupID=9&Type=xml`,
      `${address}?DagsFra=2025-01-01&DagsTil=2026-01-01&GroupID=7&Type=xml`,
      `${address}?DagsFra=2026-01-02&DagsTil=2026-01-05&GroupID=7&Type=xml`,
    ]);
    expect(sbi.feeds[0]?.latest(parseIsoDate('2026-03-30'), {}).map(({ url }) => url)).toEqual([
      `${address}?DagsFra=2026-03-20&DagsTil=2026-03-30&GroupID=9&Type=xml`,
    ]);
  });
});
