import { describe, expect, it } from 'vitest';
import { nbt } from '../../generator/providers/nbt.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('NBT, as recorded'))('NBT, as recorded', () => {
  it.each(['2026-05-18', '2026-05-19', '2026-05-20'])('has 36 currencies on %s', async (day) => {
    expect(countsOf(await readRecordedLines(nbt, `export-${day}.xml`))).toEqual([`${day}: 36`]);
  });

  it.each([
    ['2026-05-18', '1 USD/TJS mid 9.3450'],
    ['2026-05-18', '1 RUB/TJS mid 0.1277'],
    ['2026-05-18', '1000 IRR/TJS mid 0.0071'],
    ['2026-05-19', '100 UZS/TJS mid 0.0777'],
    ['2026-05-20', '100 KRW/TJS mid 0.6183'],
    ['2026-05-20', '1 USD/TJS mid 9.3288'],
  ])('on %s states %s', async (day, line) => {
    expect(await readRecordedLines(nbt, `export-${day}.xml`)).toContain(`${day} ${line}`);
  });
});

const row = (id: string, code: string, nominal: string, value: string) =>
  `<Valute ID="${id}"><CharCode>${code}</CharCode><Nominal>${nominal}</Nominal><Name>x</Name><Value>${value}</Value></Valute>`;
const list = (...rows: string[]) =>
  `<?xml version="1.0" encoding="utf-8" ?>\n<ValCurs Date="2026-05-18" name="Foreign Currency Market">${rows.join('')}</ValCurs>`;
const read = (body: string, day = '2026-05-18') =>
  observedLines(nbt, `https://www.nbt.tj/en/kurs/export_xml.php?date=${day}&export=xmlout`, body);
const ROUBLE = row('810', 'RUB', '1', '0.1277');
const RIAL = row('364', 'IRR', '1000', '0.0071');

describe('NBT', () => {
  it('goes by the code, not by an ID that is the number of another rouble, and keeps the unit', () => {
    expect(read(list(ROUBLE, RIAL))).toEqual(['2026-05-18 1 RUB/TJS mid 0.1277', '2026-05-18 1000 IRR/TJS mid 0.0071']);
  });

  it("takes nothing from today's list where another day was asked for", () => {
    expect(read(list(ROUBLE), '1999-05-18')).toEqual([]);
    expect(read(list(ROUBLE), '2026-05-17')).toEqual([]);
  });

  it.each([
    ['a document cut in the middle', list(ROUBLE, RIAL).slice(0, -60)],
    ['a list without rows', list()],
    ['a renamed unit', list(ROUBLE.replaceAll('Nominal', 'Units'))],
    ['another list', list(ROUBLE).replace('Foreign Currency Market', 'Metals')],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

  it('asks for each calendar day', () => {
    const span = { from: parseIsoDate('2026-05-22'), to: parseIsoDate('2026-05-25') };
    const address = 'https://www.nbt.tj/en/kurs/export_xml.php?date=2026-05-';
    expect(nbt.feeds[0]?.between?.(span, {}).map(({ url, mayBeAbsent }) => [url, mayBeAbsent])).toEqual(
      ['22', '23', '24', '25'].map((day) => [`${address}${day}&export=xmlout`, true]),
    );
    expect(nbt.feeds[0]?.latest(parseIsoDate('2026-05-25'), {}).at(-1)?.url).toContain('date=2026-05-25');
  });
});
