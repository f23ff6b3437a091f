import { describe, expect, it } from 'vitest';
import { sbi } from '../../generator/sources/providers/sbi.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/sbi.ts';

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
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(sbi, file)).toContain(line));
});

const [official, further] = fixtures;
const NAMES = { 'official rates': 'Japanskt jen', 'further rates': 'Kínverskt júan' } as const;
/** The fixture of a group with one series alone, which has another number and name. */
function renamed(group: typeof official | typeof further, number: string, to: string, name: string) {
  const [head = '', ...series] = group.body.split(/(?=<TimeSeries ID)/);
  const own = series.find((one) => one.startsWith(`<TimeSeries ID="${number}"`))?.replace('</Group>', '') ?? '';
  const changed = own.replace(`ID="${number}"`, `ID="${to}"`).replaceAll(NAMES[group.feed], name);
  return observedLines(sbi, group.url, `${head}${changed}</Group>`);
}

describe('SBI', () => {
  it('names a series that we do not know as the bank does', () => {
    expect(renamed(official, '4085', '9999', 'Færeysk króna').at(-1)).toBe(
      '2026-03-04 1 Færeysk króna (9999)/ISK mid 0.783000',
    );
  });

  it.each([
    ['9', '4052', 'Austurrískur skildingur', 'ATS'],
    ['9', '4055', 'Bandaríkjadalur', 'USD'],
    ['9', '4058', 'Belgískur franki', 'BEF'],
    ['9', '4061', 'Dönsk króna', 'DKK'],
    ['9', '4064', 'Evra', 'EUR'],
    ['9', '4067', 'Finnskt mark', 'FIM'],
    ['9', '4070', 'Franskur franki', 'FRF'],
    ['9', '4073', 'Grísk drakma', 'GRD'],
    ['9', '4076', 'Hollenskt gyllini', 'NLG'],
    ['9', '4079', 'Írskt pund', 'IEP'],
    ['9', '4082', 'Ítölsk líra', 'ITL'],
    ['9', '4085', 'Japanskt jen', 'JPY'],
    ['9', '4088', 'Kanadadalur', 'CAD'],
    ['9', '4091', 'Norsk króna', 'NOK'],
    ['9', '4094', 'Portúgalskur skúti', 'PTE'],
    ['9', '4097', 'Sérstök dráttarréttindi- SDR', 'XDR'],
    ['9', '4100', 'Spænskur peseti', 'ESP'],
    ['9', '4103', 'Sterlingspund', 'GBP'],
    ['9', '4106', 'Svissneskur franki', 'CHF'],
    ['9', '4109', 'Sænsk króna', 'SEK'],
    ['9', '4112', 'Þýskt mark', 'DEM'],
    ['7', '29', 'Kínverskt júan', 'CNY'],
    ['7', '30', 'Rússnesk rúbla', 'RUB'],
    ['7', '31', 'Pólskt slot', 'PLN'],
    ['7', '32', 'Eistnesk króna', 'EEK'],
    ['7', '33', 'Lettneskt lat', 'LVL'],
    ['7', '34', 'Litháenskt litas', 'LTL'],
    ['7', '35', 'Nígerísk næra', 'NGN'],
    ['7', '36', 'Tævanskur dalur', 'TWD'],
    ['7', '37', 'Suðurkóreskt vonn', 'KRW'],
    ['7', '38', 'Súrinamskur dalur', 'SRD'],
    ['7', '39', 'Ástralíudalur', 'AUD'],
    ['7', '40', 'Ný-Sjálenskur dalur', 'NZD'],
    ['7', '41', 'Hong Kong dalur', 'HKD'],
    ['7', '42', 'Ungversk forinta', 'HUF'],
    ['7', '43', 'Ísraelskur sikill', 'ILS'],
    ['7', '44', 'Suður-Afrískt rand', 'ZAR'],
    ['7', '45', 'Singapúrskur dalur', 'SGD'],
    ['7', '46', 'Mexíkóskur pesi', 'MXN'],
    ['7', '47', 'Maltnesk líra', 'MTL'],
    ['7', '48', 'Tyrknesk líra', 'TRY'],
    ['7', '49', 'Króatísk kúna', 'HRK'],
    ['7', '50', 'Indversk rúpía', 'INR'],
    ['7', '51', 'Búlgarskt lef', 'BGN'],
    ['7', '52', 'Tékknesk króna', 'CZK'],
    ['7', '53', 'Brasilískt ríal', 'BRL'],
    ['7', '74', 'Tælenskt bat', 'THB'],
    ['7', '288', 'Jamaískur dalur', 'JMD'],
    ['7', '3503', 'Sádi-arabískt ríal', 'SAR'],
    ['7', '19254', 'Kúveiskur denari', 'KWD'],
  ])('reads from group %s the series %s, %s, as %s', (id, number, name, code) => {
    const [group, replaced] = id === '9' ? ([official, '4085'] as const) : ([further, '29'] as const);
    const line = group.lines.find((one) => /JPY|CNY/.test(one))?.replace(/JPY|CNY/, code);
    expect(renamed(group, replaced, number, name).at(-1)).toBe(line);
  });

  const { body } = official;
  it.each([
    ['another group', further.body, '"@ID"'],
    ['a rate of another kind', body.replace('skráð miðgengi', 'meðalgengi'), 'not a buying, mid or selling rate'],
    ['an hour of the day', body.replace('12:00:00 AM', '4:00:00 PM'), '"Date"'],
    ['the day before the month', body.replace('3/25/2026', '25/3/2026'), 'not a day: "25/3/2026"'],
    ['a renamed field', body.replaceAll('Value', 'Amount'), '"Value"'],
    ['a list in which a series is missing', body.replace('ID="4058"', 'ID="1"'), 'the series 4058 is missing'],
    ['a document that was cut off', body.slice(0, -10), "doesn't have proper closing"],
  ])('refuses %s', (_, changed, message) => {
    expect(() => observedLines(sbi, official.url, changed)).toThrow(message);
  });

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
