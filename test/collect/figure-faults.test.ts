import { describe, expect, it } from 'vitest';
import { toCollectLine } from '../../generator/sources/collect/events.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { BANK, bank, collectRecorded, readRows } from '../support/banks/recorded-bank.ts';
import { readExamples } from '../support/kit/examples.ts';

const list = (body: string, recordedAt = '2026-03-05T12:00:00Z', url = `${BANK}/a/1`) => ({ url, body, recordedAt });

const days = (count: number) => Array.from({ length: count }, (_, day) => `2026-02-${`${day + 1}`.padStart(2, '0')}`);
/** Fifty sound rows: four odd ones beside them are less than a tenth. */
const SOUND = days(25).map((day) => `${day},EUR,PLN,1,4.2\n${day},CHF,PLN,1,4.4\n`);

describe('a document is refused by an error that names provider, feed, address, day and pair, if it has', () => {
  const lead = { schedule: { days: [1], time: '16:00', timeZone: 'UTC', leadDaysMax: 1 } };
  it.each<[string, string, string]>([
    ['no figure', '', 'the document states no figure'],
    ['CSV that cannot be parsed', '"2026-03-02', 'Quote Not Closed'],
    [
      'one currency that is odd on most of its days',
      [...SOUND, ...days(5).map((day) => `${day},USD,PLN,1,${day < '2026-02-05' ? '0' : '3.6'}\n`)].join(''),
      '4 of 5 rows of USD/PLN are odd, the first: 2026-02-01 USD/PLN: mid is not a positive decimal: "0"',
    ],
    ...readExamples<[string, string, string]>('collect/figure-faults.txt', 'refused').map(
      ([name, rows, fault]): [string, string, string] => [name, `${rows.replaceAll(' / ', '\n')}\n`, fault],
    ),
  ])('%s', async (_, body, fault) => {
    const dir = freshFolder();
    const sound = list('2026-03-02,EUR,PLN,1,4.2\n', '2026-03-04', `${BANK}/c/1`);
    const { summaries, events } = await collectRecorded(dir, [sound, list(body)], { definition: bank(lead) });
    expect(summaries[0]?.failures).toEqual([expect.stringMatching(`^BANK: a, ${BANK}/a/1: `)]);
    expect(summaries[0]?.failures[0]).toContain(fault);
    // Earlier figures stay, and a person sees one line.
    expect(await readRows(dir, '2026')).toHaveLength(1);
    expect(events.map(toCollectLine).filter((line) => line.includes(fault))).toHaveLength(1);
  });

  it('a fault, and the next document is read nevertheless', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [
      list('nonsense'),
      list('2026-03-02,USD,PLN,1,3.6\n', '2026-03-06'),
    ]);
    expect(summaries).toMatchObject([{ documents: 1, fresh: 1, failures: [expect.any(String)] }]);
  });

  it('a date ahead, but not if the provider declares that', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [list('2026-03-06,USD,PLN,1,3.6\n')], { definition: bank(lead) });
    expect(summaries).toMatchObject([{ fresh: 1, failures: [] }]);
  });
});

describe('a note, and not a failure, tells of', () => {
  const tenRows = Array.from({ length: 9 }, (_, day) => `2026-03-0${day + 1},USD,PLN,1,3.6\n`).join('');

  it('a label of no currency list, in a tenth of the rows', async () => {
    const dir = freshFolder();
    const { summaries, notes } = await collectRecorded(dir, [list(`${tenRows}2026-03-02,ECU,PLN,1,4\n`, '2026-03-13')]);
    expect(summaries).toMatchObject([{ fresh: 9, labels: ['ECU'], failures: [] }]);
    expect(notes).toEqual(['BANK: left out, not in the currency list: ECU']);
  });

  it('a mid rate outside the bid and ask of another table', async () => {
    const dir = freshFolder();
    const sides = list(
      '2026-03-02,USD,PLN,1,,3.55,3.65\n2026-03-03,USD,PLN,1,,3.55,3.65\n',
      '2026-03-06',
      `${BANK}/c/1`,
    );
    const { summaries, notes } = await collectRecorded(dir, [
      list('2026-03-02,USD,PLN,1,3.70\n2026-03-03,USD,PLN,1,3.60\n'),
      sides,
    ]);
    expect(notes).toEqual(['BANK: 2026-03-02 USD/PLN: mid 3.70 per 1 is outside 3.55 to 3.65 per 1 of another table']);
    expect(summaries).toMatchObject([{ fresh: 4, failures: [] }]);
  });
});
