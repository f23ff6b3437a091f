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
import { RECORDINGS } from '../support/banks/feeds.ts';
import { recordedArchive, recordingsAreThere } from '../support/banks/recordings.ts';
import { FAULTS, type Fault } from '../support/faults/mutations.ts';
import type { World } from '../support/faults/outcome.ts';
import { type FaultRow, readRecorded, runFaults } from '../support/faults/run.ts';

/** Faults that no document may survive. Only HTML pages may survive the bomb, because they declare no entities. */
const FATAL = ['error page', 'wrong charset', 'rubbish', 'bomb'];

/** Documents whose encoding has a letter for every byte. */
const SINGLE_BYTE: Readonly<Record<string, string>> = { CBR: 'metals.xml', NBKR: 'weekly.xml' };

/** Banks with two columns that differ by less than a market moves, so that swapping the two cannot be noticed. */
const UNSEEN: Readonly<Record<string, string>> = {
  AMCM: 'the Hong Kong dollar in patacas and in the dollars of another list, 1.03 and 1.029',
  BCP: 'neighbouring months of one currency',
  BOMU: 'three buying rates of a currency, within a few per cent of each other',
  BOJA: 'the buying rates of drafts and of notes, a tenth apart',
  CBSSC: 'figures of a currency that are within a few per cent of each other',
  CBI: 'two selling rates, 0.8 % apart',
  BOT: 'the buying rates at sight and by transfer, 0.2 % apart',
  FED: 'neighbouring columns, within a tenth of each other in some months',
  HKMA: 'the dollars of Canada and Australia, 3 % apart',
  IMF: 'the columns of yesterday and today',
  MAS: 'the dollars of Australia and Canada, 3 % apart',
  RBF: 'the special drawing right and the pound, 3 % apart',
  SBP: 'columns are days, and each is near the next',
};

/** What neither the document shows nor anybody who quotes the currency on the day. It ends in a wrong figure. */
const BEYOND: Readonly<Record<string, string>> = {
  'BCRD no line of figures':
    'what is left are the eleven days whose figures have no decimals, and each of them is right',
  'BOMU cut after 50 %': 'what was recorded is a part of a page, which nothing closes: its whole rows are read',
  'BOMU cut after 90 %': 'the same',
  'BOMU every figure a hundredfold': 'its first list, and nobody else quotes the rupee of Mauritius in that week',
  'BOZ columns 3 and 4 are swapped': 'the dollar’s selling and the pound’s buying rate, in all years at once',
  'CBS columns 3 and 4 are swapped': 'the two dollars of New Zealand and Australia, in all years at once',
  'NBK every figure a hundredfold': 'the one list of 2016, ten years before the next, and nobody else quotes the tenge',
  'NRBT every figure a hundredfold': 'a recording of eleven days from eight years, and nobody else quotes the paʻanga',
};

/** Faults that cannot be tried on any recorded document of a bank. */
const UNTRIED: Readonly<Record<string, readonly Fault[]>> = {
  // The page has no table whose columns have names or whose rows could be repeated.
  BEAC: ['renamed field', 'doubled day'],
  // The document is a list of pairs without names.
  CBG: ['renamed field'],
  // Its columns have no names, and its days stand in its address.
  JPC: ['renamed field', 'future date'],
};

const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };
const wrong = (rows: readonly FaultRow[]) =>
  rows
    .filter(({ provider, how, outcome }) => outcome === 'WRONG' && !(`${provider} ${how}` in BEYOND))
    .map(({ file, how, detail }) => `${file}: ${how}: ${detail}`);

describe.skipIf(!recordingsAreThere('faults of every recorded document'))('no fault in a recorded document', () => {
  let world: World;
  beforeAll(async () => {
    world = { ...facts, witnesses: new Witnesses(await readHoldings(await recordedArchive(), PROVIDERS)) };
  }, 120_000);

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
      expect(untried).toEqual(UNTRIED[code] ?? []);
      const unseen = rows.filter(({ outcome }) => outcome === 'unseen').map(({ fault }) => fault);
      expect([...new Set(unseen)]).toEqual(code in UNSEEN ? ['swapped columns'] : []);
    },
    240_000,
  );
});
