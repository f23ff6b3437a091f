/** `npx vitest run test/status/holiday-table -u` writes data/holidays.csv again. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { holidayTable } from '../support/kit/holiday-table.ts';

it('data/holidays.csv is what date-holidays knows of the countries of our providers', async () => {
  const table = holidayTable(PROVIDERS.map(({ countryCode }) => countryCode));
  await expect(table).toMatchFileSnapshot('../../data/holidays.csv');
});

it('data/holidays.csv reaches two years further than today', () => {
  const last = readFileSync('data/holidays.csv', 'utf8').trimEnd().split('\n').at(-1)?.split(',')[1] ?? '';
  expect(Number(last)).toBeGreaterThanOrEqual(new Date().getUTCFullYear() + 2);
});
