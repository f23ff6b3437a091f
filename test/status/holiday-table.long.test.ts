import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { holidayTable } from '../../scripts/data/holiday-table.ts';

const listed = readFileSync('data/holidays.csv', 'utf8');

it('data/holidays.csv is what the package knows of every country: make it again with scripts/data/holidays', () => {
  expect(listed).toBe(holidayTable(PROVIDERS.map(({ countryCode }) => countryCode)));
}, 120_000);

it('data/holidays.csv reaches two years further than today', () => {
  const last = listed.trimEnd().split('\n').at(-1)?.split(',')[1] ?? '';
  expect(Number(last)).toBeGreaterThanOrEqual(new Date().getUTCFullYear() + 2);
});
