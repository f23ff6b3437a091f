/**
 * A period that the provider states for a figure (BANREP: Saturday to Monday) is archived, and the fixing is valid for
 * it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { History } from '../../generator/rates/blend/history.ts';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import { parseDay } from '../../generator/sources/feeds/spelling.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { bank, bankFeed, collectRecorded } from '../support/banks/recorded-bank.ts';

/** `date,until,base,quote,mid` lines. */
const feed = bankFeed('a', {
  *observe(rows) {
    for (const [date = '', until = '', base = '', quote = '', mid = ''] of rows) {
      const sides = { unit: '', mid, bid: '', ask: '' } as const;
      yield { date: parseDay(date, 'YMD'), until: parseDay(until, 'YMD'), base, quote, per: '1', ...sides };
    }
  },
});
const definition = bank({ feeds: [feed] });
const collectLines = (dir: string, ...lines: string[]) =>
  collectRecorded(
    dir,
    lines.map((body, index) => ({
      url: `https://bank.example/a/${index}`,
      body,
      recordedAt: `2026-03-16T1${index}:00:00Z`,
    })),
    { definition, today: parseIsoDate('2026-03-16') },
  );

describe('a stated period of validity', () => {
  it('is a column of the archive, and the fixing is valid on its days', async () => {
    const dir = freshFolder();
    await collectLines(dir, '2026-03-13,2026-03-13,USD,PLN,3.6\n2026-03-14,2026-03-16,USD,PLN,3.7');
    const text = await readFile(join(dir, 'archive', 'BANK', '2026.csv'), 'utf8');
    expect(text.split('\n')[0]).toBe('date,base,quote,per,unit,mid,bid,ask,seen,document,until');
    expect(text).toMatch(/\n2026-03-14,USD,PLN,1,,3.7,,,2026-03-16T10:00:00Z,[0-9a-f]{12},2026-03-16\n$/);
    const history = new History(definition, await readArchive(join(dir, 'archive'), 'BANK'));
    expect(history.period(parseIsoDate('2026-03-13'))).toEqual({ date: '2026-03-13', until: '2026-03-13' });
    expect(history.period(parseIsoDate('2026-03-14'))).toEqual({ date: '2026-03-14', until: '2026-03-16' });
  });

  it('is a correction if it is stated again with another end', async () => {
    const { summaries } = await collectLines(
      freshFolder(),
      '2026-03-14,2026-03-16,USD,PLN,3.7',
      '2026-03-14,2026-03-17,USD,PLN,3.7',
    );
    expect(summaries[0]).toMatchObject({ fresh: 1, corrected: 1, failures: [] });
  });

  it.each([
    ['2026-03-14,2026-03-13,USD,PLN,3.7', /valid until 2026-03-13, before its first day/],
    ['2026-03-01,2027-03-01,USD,PLN,3.7', /valid until 2027-03-01: too long/],
  ])('is refused in %s', async (line, message) => {
    const { summaries } = await collectLines(freshFolder(), line);
    expect(summaries[0]?.failures).toEqual([expect.stringMatching(message)]);
  });
});
