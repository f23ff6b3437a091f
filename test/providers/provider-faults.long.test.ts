/**
 * Breaks every recorded document of every provider in every way that feeds break. Each time the outcome must be a named
 * FeedError, the right figures, or quarantine because of the provider's last fixing and the other providers. It must
 * never be a wrong figure, a hang or a crash.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { Witnesses } from '../../generator/rates/quarantine/witnesses.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { readBankFile } from '../support/banks/bank-file.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { recordedArchive, recordingsAreThere } from '../support/banks/recordings.ts';
import { FAULTS } from '../support/faults/mutations.ts';
import type { World } from '../support/faults/outcome.ts';
import { type FaultRow, readRecorded, runFaults } from '../support/faults/run.ts';

/** Faults that no document may survive. Only HTML pages may survive the bomb, because they declare no entities. */
const FATAL = ['error page', 'wrong charset', 'rubbish', 'bomb'];

/** Documents whose encoding has a letter for every byte. */
const SINGLE_BYTE: Readonly<Record<string, string>> = { CBR: 'metals.xml', NBKR: 'weekly.xml' };

const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };
const faultsOf = (code: string) => readBankFile(code)?.faults ?? { beyond: {}, untried: {}, swapUnseen: undefined };
const wrong = (rows: readonly FaultRow[]) =>
  rows
    .filter(({ provider, how, outcome }) => outcome === 'WRONG' && !(how in faultsOf(provider).beyond))
    .map(({ file, how, detail }) => `${file}: ${how}: ${detail}`);

describe.skipIf(!recordingsAreThere('faults of every recorded document'))('no fault in a recorded document', () => {
  let world: World;
  beforeAll(async () => {
    world = { ...facts, witnesses: new Witnesses(await readHoldings(await recordedArchive(), PROVIDERS)) };
  });

  it.each(PROVIDERS.map((definition) => [definition.code, definition] as const))(
    'of %s ends in a wrong figure',
    async (code, definition) => {
      const rows: FaultRow[] = [];
      for (const recorded of await readRecorded(RECORDINGS, definition)) rows.push(...runFaults(recorded, world));
      expect(wrong(rows)).toEqual([]);
      const mayLive = ({ file, fault, how }: FaultRow) =>
        (file.endsWith('.html') && fault === 'bomb') ||
        (SINGLE_BYTE[code] === file && how === 'bytes of no UTF-8 in the middle');
      const survived = rows.filter(({ fault, outcome }) => FATAL.includes(fault) && outcome !== 'error');
      expect(survived.filter((row) => !mayLive(row))).toEqual([]);
      const tried = new Set(rows.map(({ fault }) => fault));
      // A document with one column of figures has no other to swap it with.
      const untried = FAULTS.filter((fault) => !tried.has(fault) && fault !== 'swapped columns');
      expect(untried).toEqual(Object.keys(faultsOf(code).untried));
      const unseen = rows.filter(({ outcome }) => outcome === 'unseen').map(({ fault }) => fault);
      expect([...new Set(unseen)]).toEqual(faultsOf(code).swapUnseen === undefined ? [] : ['swapped columns']);
    },
  );
});
