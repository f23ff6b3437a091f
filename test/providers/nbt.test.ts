import { describe, expect, it } from 'vitest';
import { nbt } from '../../generator/sources/providers/nbt.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbt.ts';

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

const [{ url: URL, body }] = fixtures;

describe('NBT', () => {
  it.each(['1999-05-18', '2026-05-17'])("ignores today's list when it answers a request for %s", (day) => {
    expect(observedLines(nbt, URL.replace('2026-05-18', day), body)).toEqual([]);
  });

  it.each([
    ['a document cut in the middle', body.slice(0, -60), "doesn't have proper closing"],
    ['a list without rows', body.replaceAll(/<Valute.*\n/g, ''), '"Valute"'],
    ['a renamed unit', body.replaceAll('Nominal', 'Units'), '"Nominal"'],
    ['another list', body.replace('Foreign Currency Market', 'Metals'), '"@name"'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(nbt, URL, changed)).toThrow(message));

  it('asks for each calendar day', () => {
    const span = { from: parseIsoDate('2026-05-22'), to: parseIsoDate('2026-05-25') };
    const address = 'https://www.nbt.tj/en/kurs/export_xml.php?date=2026-05-';
    expect(nbt.feeds[0]?.between?.(span, {}).map(({ url, mayBeAbsent }) => [url, mayBeAbsent])).toEqual(
      ['22', '23', '24', '25'].map((day) => [`${address}${day}&export=xmlout`, true]),
    );
    expect(nbt.feeds[0]?.latest(parseIsoDate('2026-05-25'), {}).at(-1)?.url).toContain('date=2026-05-25');
  });
});
