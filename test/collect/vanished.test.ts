/** Currencies that a newer document lacks: named where a few are gone, a failure where most are. */
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { bank, bankFeed, collectRecorded } from '../support/banks/recorded-bank.ts';

const list = (date: string, codes: string) =>
  codes
    .split(' ')
    .map((code, place) => `${date},${code},PLN,1,${place + 1}.5,,`)
    .join('\n');
const documents = (...bodies: readonly string[]) =>
  bodies.map((body, index) => ({
    url: `https://bank.example/a/${index}`,
    body,
    recordedAt: `2026-03-1${index + 1}T15:00:00Z`,
  }));
const collectLists = (...bodies: readonly string[]) => collectRecorded(freshFolder(), documents(...bodies));
const gone = (notes: readonly string[]) => notes.filter((note) => note.includes('no longer stated'));

describe('a document that lacks currencies of the last list', () => {
  it('is named with them where a few are gone', async () => {
    const { notes, summaries } = await collectLists(
      list('2026-03-10', 'CHF EUR JPY USD'),
      list('2026-03-11', 'CHF EUR JPY'),
    );
    expect(gone(notes)).toEqual([
      'BANK: no longer stated, though on the list of 2026-03-10: USD/PLN (https://bank.example/a/1)',
    ]);
    expect(summaries[0]).toMatchObject({ fresh: 7, failures: [] });
  });

  it('is a failure where most are, and nothing of it is kept', async () => {
    const { notes, summaries } = await collectLists(list('2026-03-10', 'CHF EUR JPY USD'), list('2026-03-11', 'USD'));
    expect(gone(notes)).toEqual([]);
    expect(summaries[0]?.failures).toEqual([
      'BANK: https://bank.example/a/1: cut off, or another list: it states only 1 of the 4 currencies of 2026-03-10; ' +
        'if the bank means it, run again with --withdraw BANK',
    ]);
    expect(summaries[0]?.fresh).toBe(4);
  });

  it.each<[string, readonly string[], object]>([
    [
      'has them on another of its days',
      [list('2026-03-10', 'EUR USD'), `${list('2026-03-09', 'EUR USD')}\n${list('2026-03-11', 'EUR')}`],
      {},
    ],
    ['is of a time long before', [list('2026-03-10', 'CHF EUR JPY USD'), list('1999-03-10', 'USD')], {}],
    ['is of a time long after', [list('2026-01-10', 'CHF EUR JPY USD'), list('2026-03-11', 'USD')], {}],
    [
      'lists only some of a table',
      [list('2026-03-10', 'CHF EUR JPY USD'), list('2026-03-11', 'USD')],
      { definition: bank({ feeds: [bankFeed('a', { partial: true })] }) },
    ],
  ])('says nothing where it %s', async (_, bodies, more) => {
    const { notes, summaries } = await collectRecorded(freshFolder(), documents(...bodies), more);
    expect([...gone(notes), ...(summaries[0]?.failures ?? [])]).toEqual([]);
  });
});

describe('a newest document whose every day is weeks before the list that the archive has', () => {
  const asked = { askedAt: '2026-03-13T12:00:00Z' };
  const dated = (day: string) => [list('2026-03-10', 'EUR USD'), list(day, 'EUR USD'), list('2026-03-11', 'EUR USD')];

  it.each(['2025-03-11', '2026-01-03'])('is a failure where it states %s for the first time', async (day) => {
    const { summaries } = await collectRecorded(freshFolder(), documents(...dated(day)), asked);
    expect(summaries[0]?.failures).toEqual([
      `BANK: https://bank.example/a/1: cut off, or another list: its newest day is ${day}, though the archive has the ` +
        'list of 2026-03-10; if the bank means it, run again with --withdraw BANK',
    ]);
    expect(summaries[0]?.fresh).toBe(4);
  });

  it.each<[string, readonly string[], object]>([
    ['has nothing that the archive lacks', [...dated('2026-01-03').slice(1), list('2026-01-03', 'EUR USD')], asked],
    ['is of currencies that have ended', [list('2026-03-10', 'EUR USD'), list('2025-03-11', 'CHF')], asked],
    ['was withdrawn by the bank, as a person says', dated('2025-03-11'), { ...asked, withdraw: ['BANK'] }],
    ['is of a span', dated('2025-03-11'), { ...asked, from: parseIsoDate('2025-01-01') }],
  ])('says nothing where it %s', async (_, bodies, more) => {
    const { summaries } = await collectRecorded(freshFolder(), documents(...bodies), more);
    expect(summaries[0]?.failures).toEqual([]);
  });
});
