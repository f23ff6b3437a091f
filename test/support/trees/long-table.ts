/** The file of whole years of a blend of 157 currencies since 1999. Its figures are made up, and move as rates do. */
import { toTable } from '../../../generator/release/tree/make/tables.ts';
import { addDays, parseIsoDate, weekday } from '../../../generator/wire/words/calendar.ts';
import { randomOf } from '../kit/random.ts';

export const LONG_TABLE_DAYS = 7044;
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = [...LETTERS.flatMap((first) => LETTERS.slice(0, 6).map((second) => `${first}${second}X`)), 'USD'].sort();

export function longTable(): Promise<Buffer> {
  return toTable(() => CODES.map(rowsOf));
}

function rowsOf(code: string, place: number): readonly (readonly string[])[] {
  const { bigBelow } = randomOf(place);
  let [unscaled, date] = [10_000_000_000n + bigBelow(1_000_000_000_000n), parseIsoDate('1999-01-01')];
  const rows: (readonly string[])[] = [];
  for (; rows.length < LONG_TABLE_DAYS; date = addDays(date, 1)) {
    if (weekday(date) > 5) continue;
    unscaled += (unscaled * (bigBelow(2001n) - 1000n)) / 100_000n;
    const text = `${unscaled}`.padStart(11, '0');
    rows.push(['GLOBAL', date, 'EUR', code, `${text.slice(0, -10)}.${text.slice(-10)}`, '', '']);
  }
  return rows;
}
