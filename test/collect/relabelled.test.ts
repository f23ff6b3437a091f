import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { type Redenomination, readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { collectRecorded, readRows } from '../support/banks/recorded-bank.ts';
import { WRITERS } from '../support/banks/relabelled.ts';
import { readExamples } from '../support/kit/examples.ts';

type Bank = keyof typeof WRITERS;
type Case = readonly [bank: Bank, day: string, label: string, per: string, figure: string, archived: string];

/**
 * On both sides of each day on which a label changes its meaning: what the bank writes, and the row of the archive.
 * Where no figure is known to us, it is one of the right size.
 */
const CASES = readExamples<Case>('collect/relabelled.txt', 'labels');

const collected = async ([bank, day, label, per, figure]: Case) => {
  const [definition] = PROVIDERS.filter(({ code }) => code === bank);
  if (definition === undefined) throw new Error(`no bank ${bank}`);
  const dir = freshFolder();
  const document = { ...WRITERS[bank](day, label, per, figure), recordedAt: '2026-10-01T12:00:00Z' };
  const { summaries } = await collectRecorded(dir, [document], {
    definition,
    currencies: codesOf(readCurrencies()),
    redenominations: readRedenominations(),
  });
  if (summaries.some(({ failures }) => failures.length > 0)) return 'none';
  const rows = await readRows(dir, day.slice(0, 4), bank);
  return rows.find((row) => row.startsWith(day) && row.includes(`,${figure},`))?.slice(11, -23);
};

describe('a label that changes its meaning, through adapter and collect', () => {
  it.each(CASES)('%s on %s: %s, %s for %s, is %s', async (...one) => {
    const archived = await collected(one);
    expect(archived?.replace(/,+$/, '')).toBe(one[5]);
  });

  it('is tried for each row of these banks', () => {
    const tried = CASES.map(([bank, day, , , , archived]) => `${bank} ${day} ${archived.split(',').slice(0, 2)}`);
    const rows = readRedenominations().filter(({ provider }) => provider in WRITERS);
    const isTried = ({ provider, from, currency }: Redenomination) =>
      tried.some(
        (one) => one.startsWith(`${provider} `) && one.slice(provider.length + 1) >= from && one.includes(currency),
      );
    expect(rows.filter((row) => !isTried(row))).toEqual([]);
  });
});
