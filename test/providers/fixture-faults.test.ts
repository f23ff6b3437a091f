/**
 * Breaks the fixtures of every provider, which are documents of a few lines, and never gets a wrong figure from them.
 * Faults that show only beside earlier figures are tried on documents of two days; the recordings have all of them.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { Witnesses } from '../../generator/rates/quarantine/witnesses.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { boc } from '../../generator/sources/providers/boc.ts';
import { cbr } from '../../generator/sources/providers/cbr.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { nb } from '../../generator/sources/providers/nb.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { readFixtures, writeFixtures } from '../support/banks/fixtures.ts';
import type { Fault } from '../support/faults/mutations.ts';
import { type FaultRow, readRecorded, runFaults } from '../support/faults/run.ts';

/** Faults that no document may survive. */
const FATAL: readonly Fault[] = ['error page', 'wrong charset', 'rubbish', 'bomb'];
/** Faults that are noticed without an earlier figure. */
const PLAIN: readonly Fault[] = ['truncated', 'empty list', 'future date', 'error page', 'wrong charset'];
/**
 * Ten megabytes each, so they are tried on a bank of each format: this one is of HTML, the documents below are of the
 * others.
 */
const LARGE: readonly Fault[] = ['rubbish', 'bomb'];
const BANK_OF_HTML = 'DAB';

const world = {
  currencies: codesOf(readCurrencies()),
  redenominations: readRedenominations(),
  witnesses: new Witnesses([]),
};
const wrong = (rows: readonly FaultRow[]) =>
  rows.filter(({ outcome }) => outcome === 'WRONG').map(({ file, how, detail }) => `${file}: ${how}: ${detail}`);

describe('no fault in a fixture', () => {
  let dir: string;
  beforeAll(async () => {
    dir = writeFixtures(freshFolder(), PROVIDERS);
  });

  it.each(PROVIDERS.map((definition) => [definition.code, definition] as const))(
    'of %s ends in a wrong figure',
    async (code, definition) => {
      const exempt = Object.assign({}, ...readFixtures(code).map((fixture) => fixture.exempt));
      const faults = [...PLAIN, ...(code === BANK_OF_HTML ? LARGE : [])].filter((fault) => !(fault in exempt));
      const rows: FaultRow[] = [];
      for (const recorded of await readRecorded([dir], definition)) rows.push(...runFaults(recorded, world, faults));
      expect(wrong(rows)).toEqual([]);
      // A page of HTML may survive a bomb, because it declares no entities.
      const survived = rows.filter(({ fault, outcome }) => FATAL.includes(fault) && outcome !== 'error');
      expect(survived.filter(({ fault }) => fault !== 'bomb')).toEqual([]);
      const tried = new Set(rows.map(({ fault }) => fault));
      const untried = faults.filter((fault) => !tried.has(fault));
      expect(untried, 'if its documents cannot have the fault, the fixture says so in `exempt`').toEqual([]);
    },
  );
});

/** Documents of two days, so that every fault shows. */
const TWO_DAYS: readonly (readonly [ProviderDefinition, string, string])[] = [
  [
    boc,
    'https://www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?start_date=2026-03-02',
    '{"observations":[{"d":"2026-03-02","FXUSDCAD":{"v":"1.3667"},"FXJPYCAD":{"v":"0.008702"}},{"d":"2026-03-03","FXUSDCAD":{"v":"1.3691"},"FXJPYCAD":{"v":"0.008698"}}]}',
  ],
  [
    cbr,
    'https://www.cbr.ru/scripts/XML_daily.asp?date_req=03/03/2026',
    '<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="03.03.2026" name="Foreign Currency Market"><Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Value>77,1734</Value></Valute><Valute ID="R01820"><NumCode>392</NumCode><CharCode>JPY</CharCode><Nominal>100</Nominal><Value>49,1421</Value></Valute></ValCurs>',
  ],
  [
    nb,
    'https://data.norges-bank.no/api/data/EXR/B..NOK.SP?startPeriod=2026-03-16&endPeriod=2026-03-17&format=csvdata',
    [
      'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE',
      'B,HUF,NOK,SP,4,false,2,C,2026-03-16,2.857',
      'B,HUF,NOK,SP,4,false,2,C,2026-03-17,2.8514',
      'B,XDR,NOK,SP,5,true,0,C,2026-03-16,13.19587',
      'B,XDR,NOK,SP,5,true,0,C,2026-03-17,13.20611\n',
    ].join('\n'),
  ],
];

describe('no fault in a document of two days', () => {
  it.each(TWO_DAYS.map((row) => [row[0].code, ...row] as const))(
    'of %s ends in a wrong figure',
    (_, definition, url, text) => {
      const feed = definition.feeds.find(({ matches }) => matches.test(url));
      if (feed === undefined) throw new Error(`${url} is no address of ${definition.code}`);
      const answer = { request: { method: 'GET', url } as const, bytes: Buffer.from(text), contentType: 'text/plain' };
      const recorded = { definition, feed, answer, seen: '2026-03-30T12:00:00Z', file: definition.code };
      const rows = [...runFaults(recorded, world)];
      expect(wrong(rows)).toEqual([]);
      const changes = rows.filter(({ fault }) => fault === 'unit change').map(({ outcome }) => outcome);
      expect(changes.filter((outcome) => outcome !== 'quarantine' && outcome !== 'error')).toEqual([]);
      expect(rows.filter(({ fault, outcome }) => FATAL.includes(fault) && outcome !== 'error')).toEqual([]);
    },
  );
});
