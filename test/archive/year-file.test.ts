/** A year's file is read as a whole, and any days of it are found. */
import { describe, expect, it } from 'vitest';
import type { Span } from '../../generator/sources/archive/spans.ts';
import { YearFile } from '../../generator/sources/archive/year-file.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { inputError } from '../support/kit/errors.ts';

const HEADER = 'date,base,quote,per,unit,mid,bid,ask,seen,document';
const ANY = { get: () => ({ table: 'daily' }) };
/** Eight rows on each of 20 days of ten months. */
const LINES = Array.from({ length: 1600 }, (_, place) => {
  const month = `${1 + Math.floor(place / 160)}`.padStart(2, '0');
  const day = `${1 + Math.floor((place % 160) / 8)}`.padStart(2, '0');
  const base = `${'ABCDEFGH'[place % 8]}BC`;
  return `2026-${month}-${day},${base},EUR,1,,${place}.5,,,2026-11-02T15:00:00Z,${'0'.repeat(12)}`;
});

describe("a year's file", () => {
  it.each([
    ['0000-01-01', '9999-12-31'],
    ['2026-01-01', '2026-01-01'],
    ['2026-03-07', '2026-05-18'],
    ['2026-04-20', '2026-05-02'],
    ['2026-04-21', '2026-04-30'],
    ['2026-10-15', '2026-12-31'],
    ['2026-11-01', '2026-12-31'],
    ['2025-01-01', '2025-12-31'],
  ])('has the rows from %s to %s', (from, to) => {
    const days = { from, to } as Span;
    const expected = LINES.filter((line) => line >= from && line < `${to}~`);
    expect([...yearOf(LINES).rows(ANY, days)].map(({ mid }) => mid)).toEqual(
      expected.map((line) => line.split(',')[5]),
    );
    expect(yearOf(LINES).slice(days).toString('latin1')).toBe(expected.map((line) => `${line}\n`).join(''));
  });

  it('has all rows where no days are named, and says on which dates the first and the last is', () => {
    expect([...yearOf(LINES).rows(ANY)].length).toBe(LINES.length);
    expect(yearOf(LINES).ends()).toEqual([parseIsoDate('2026-01-01'), parseIsoDate('2026-10-20')]);
    expect(yearOf([]).ends()).toEqual([null, null]);
    expect([...yearOf([]).rows(ANY)]).toEqual([]);
  });

  it.each([
    ['a date that does not sort', 700, '2026-01-01,ABC'],
    ['a date after the year', 1599, '2027-01-01,ABC'],
    ['a text that is no row', 1599, 'Zürich'],
  ])('refuses %s, and names its line', (_, place, start) => {
    const lines = LINES.with(place, `${start}${LINES[place]?.slice(14)}`);
    expect(() => yearOf(lines).refuseDisorder()).toThrow(inputError(`2026.csv, line ${place + 2}: `));
    expect(() => [...yearOf(lines).rows(ANY)]).toThrow(inputError(`2026.csv, line ${place + 2}: `));
  });

  it('refuses a first and a last line without a date', () => {
    for (const place of [0, 1599]) {
      expect(() => yearOf(LINES.with(place, 'Zürich')).ends()).toThrow(inputError(`line ${place + 2}: not a row`));
    }
  });

  it.each(['', HEADER, `${HEADER}\n2026-01-01,1`])('is not whole without an end of its last line: %j', (text) => {
    expect(() => new YearFile('2026.csv', Buffer.from(text))).toThrow(inputError('2026.csv, line '));
  });
});

function yearOf(lines: readonly string[]): YearFile {
  return new YearFile('2026.csv', Buffer.from([HEADER, ...lines, ''].join('\n')));
}
