/** The rows that say how many banks speak in each fixing of GLOBAL. */
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { type DayVoices, parseVoices, voicesText } from '../../generator/wire/words/voices.ts';

const day = (date: string, fresh: number): DayVoices => ({
  ...{ date: parseIsoDate(date), contributors: 58, fresh, byOne: 20, byTwo: 40, byMore: 94 },
  ...{ ageDaysMedian: 0, ageDaysMax: 14 },
});
const DAYS = [day('2026-03-12', 55), day('2026-03-13', 3)];
const TEXT = voicesText(DAYS);

describe('the voices of a year', () => {
  it('are a row for each fixing, and read back as they were written', () => {
    expect(TEXT.split('\r\n')).toEqual([
      'date,contributors,fresh,byOne,byTwo,byMore,ageDaysMedian,ageDaysMax',
      '2026-03-12,58,55,20,40,94,0,14',
      '2026-03-13,58,3,20,40,94,0,14',
      '',
    ]);
    expect([...parseVoices(TEXT).values()]).toEqual(DAYS);
  });

  it.each([
    ['cut off within a row', TEXT.slice(0, -5), 'cut off'],
    ['of other columns', TEXT.replace('fresh', 'new'), 'cut off, or of another form'],
    ['with a cell more', TEXT.replace('0,14', '0,14,1'), 'Unrecognized key'],
    ['with a cell less', TEXT.replace('0,14', '14'), 'Invalid input'],
    ['with half a bank', TEXT.replace('58,55', '58,5.5'), 'Invalid input'],
    ['with a day of another shape', TEXT.replace('2026-03-13', '13.03.2026'), 'Invalid string'],
  ])('are refused when they are %s', (_, text, message) => {
    expect(() => parseVoices(text)).toThrow(message);
  });
});
