/** data/README.md describes the embedded archive as it is: banks, days, and where each source states its terms. */
import { describe, expect, it } from 'vitest';
import { listArchive, readArchive } from '../../generator/archive/archive.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { readMarkdown, tableOf } from '../support/kit/markdown.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';

const page = readMarkdown('data/README.md');
const rows = tableOf(page, 'code', 'source', 'reference', 'in the archive');
const terms = new Map(tableOf(page, 'code', 'address', 'what it asks').map(([code, address]) => [code, address]));
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Writes `2 to 13 March 2026`, `6 January 2023`, or `June 2021` where the figures are those of a month. */
function toWords(first: string, last: string, isMonth: boolean): string {
  const month = `${MONTHS[+last.slice(5, 7) - 1]} ${last.slice(0, 4)}`;
  if (isMonth) return month;
  const day = (date: string) => date.slice(8).replace(/^0/, '');
  return first === last ? `${day(last)} ${month}` : `${day(first)} to ${day(last)} ${month}`;
}

describe('data/README.md', () => {
  it('has a row for each bank with figures in the archive', async () => {
    expect(rows.map(([code]) => code)).toEqual(await listArchive(EMBEDDED));
  });

  it('names the address of the terms for each bank in the archive', () => {
    expect([...terms.keys()]).toEqual(rows.map(([code]) => code));
  });

  it.each(rows.map((row) => [row[0] ?? '', row] as const))('describes %s as it is', async (code, [, ...cells]) => {
    const definition = PROVIDERS.find((provider) => provider.code === code);
    const dates = (await readArchive(EMBEDDED, code)).rows.map(({ date }) => date).sort();
    const days = toWords(dates[0] ?? '', dates.at(-1) ?? '', definition?.validity === 'month');
    expect(cells).toEqual([definition?.description, definition?.references.at(-1)?.currency, days]);
    expect(terms.get(code)).toBe(`<${definition?.terms.url}>`);
  });
});
