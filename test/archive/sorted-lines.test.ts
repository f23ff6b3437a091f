/** A year's file is read in parts on disk, and the parts are what the whole text has. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atHand, onDisk, SortedLines } from '../../generator/archive/sorted-lines.ts';
import { freshFolder } from '../support/banks/archives.ts';

const HEADER = 'date,figure';
/** 60 KB, so that the bisection has several blocks; one line is longer than a block. */
const LINES = Array.from({ length: 2000 }, (_, place) => {
  const date = `2026-${`${1 + Math.floor(place / 200)}`.padStart(2, '0')}-${`${1 + Math.floor((place % 200) / 8)}`.padStart(2, '0')}`;
  return `${date},${place}${place === 777 ? '9'.repeat(20_000) : ''} und Zürich`;
});
const TEXT = `${[HEADER, ...LINES].join('\n')}\n`;

describe('a file of sorted lines', () => {
  it.each([
    ['', '9999'],
    ['2026-01-01', '2026-01-01'],
    ['2026-03-07', '2026-05-21'],
    ['2026-04-20', '2026-05-02'],
    ['2026-10-25', '2026-12-31'],
    ['2026-11-01', '2026-12-31'],
    ['2025-01-01', '2025-12-31'],
  ])('has the lines from %j to %j, on disk and at hand', (from, to) => {
    const path = join(freshFolder(), 'lines.csv');
    writeFileSync(path, TEXT);
    const expected = LINES.filter((line) => line >= from && line < `${to}~`);
    for (const bytes of [onDisk(path), atHand(Buffer.from(TEXT))]) {
      const file = new SortedLines(bytes);
      expect(file.header).toBe(HEADER);
      expect(file.isWhole).toBe(true);
      const found = [...file.between(from, to)].map(([, line]) => Buffer.from(line, 'latin1').toString('utf8'));
      expect(found).toEqual(expected);
      expect(file.slice(from, to).split('\n').length).toBe(expected.length + 1);
    }
  });

  it('knows the number of the line that has a place', () => {
    const file = new SortedLines(atHand(Buffer.from(TEXT)));
    const places = [...file.between('2026-04-20', '2026-05-02')].map(([offset]) => file.numberOf(offset));
    const first = LINES.findIndex((line) => line >= '2026-04-20') + 2;
    expect(places).toEqual(places.map((_, index) => first + index));
  });

  it.each(['', HEADER, `${HEADER}\n2026-01-01,1`])('is not whole without an end of its last line: %j', (text) => {
    expect(new SortedLines(atHand(Buffer.from(text))).isWhole).toBe(false);
  });
});
