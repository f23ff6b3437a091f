/**
 * Breaks every recorded document of every provider in every way that feeds break. Each time the outcome must be a named
 * FeedError, the right figures, or quarantine because of the provider's last fixing and the other providers. It must never
 * be a wrong figure, a hang or a crash.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readHoldings } from '../../generator/archive/holdings.ts';
import { codesOf, readCurrencies } from '../../generator/facts/currencies.ts';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import type { ProviderDefinition } from '../../generator/feeds/provider.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { boc } from '../../generator/providers/boc.ts';
import { cbr } from '../../generator/providers/cbr.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { nb } from '../../generator/providers/nb.ts';
import { Witnesses } from '../../generator/quarantine/witnesses.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { FAULTS } from '../support/faults/mutations.ts';
import type { World } from '../support/faults/outcome.ts';
import { type FaultRow, readRecorded, runFaults } from '../support/faults/run.ts';

/** Faults that no document may survive. Only HTML pages may survive the bomb, because they declare no entities. */
const FATAL = ['error page', 'wrong charset', 'rubbish', 'bomb'];

/** Banks with two columns that differ by less than a market moves, so that swapping the two cannot be noticed. */
const UNSEEN: Readonly<Record<string, string>> = {
  AMCM: 'the Hong Kong dollar in patacas and in the dollars of another list, 1.03 and 1.029',
  BOJA: 'the buying rates of drafts and of notes, a tenth apart',
  BOT: 'the buying rates at sight and by transfer, 0.2 % apart',
  FED: 'neighbouring columns, within a tenth of each other in some months',
  HKMA: 'the dollars of Canada and Australia, 3 % apart',
  IMF: 'the columns of yesterday and today',
  MAS: 'the dollars of Australia and Canada, 3 % apart',
};

const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };
const wrong = (rows: readonly FaultRow[]) =>
  rows.filter(({ outcome }) => outcome === 'WRONG').map(({ file, how, detail }) => `${file}: ${how}: ${detail}`);

describe.skipIf(!recordingsAreThere('faults of every recorded document'))('no fault in a recorded document', () => {
  let world: World;
  beforeAll(async () => {
    const archiveDir = freshFolder();
    const source = replaySource({ dir: RECORDINGS, adapters: null });
    await collect({ providers: PROVIDERS, source, archiveDir, today: parseIsoDate('2026-08-20'), ...facts });
    const { holdings } = await readHoldings(archiveDir, PROVIDERS, null);
    world = { ...facts, witnesses: new Witnesses(holdings) };
  }, 120_000);

  it.each(PROVIDERS.map((definition) => [definition.code, definition] as const))(
    'of %s ends in a wrong figure',
    async (code, definition) => {
      const rows: FaultRow[] = [];
      for (const recorded of await readRecorded(RECORDINGS, definition)) rows.push(...runFaults(recorded, world));
      expect(wrong(rows)).toEqual([]);
      const survived = rows.filter(({ fault, outcome }) => FATAL.includes(fault) && outcome !== 'error');
      expect(survived.filter(({ file, fault }) => !(file.endsWith('.html') && fault === 'bomb'))).toEqual([]);
      const tried = new Set(rows.map(({ fault }) => fault));
      // A document with one column of figures has no other to swap it with.
      expect(FAULTS.filter((fault) => !tried.has(fault) && fault !== 'swapped columns')).toEqual([]);
      const unseen = rows.filter(({ outcome }) => outcome === 'unseen').map(({ fault }) => fault);
      expect([...new Set(unseen)]).toEqual(code in UNSEEN ? ['swapped columns'] : []);
    },
    240_000,
  );
});

/** Documents of a few lines, so that the faults are tried without the recordings too. */
const SMALL: readonly (readonly [ProviderDefinition, string, string])[] = [
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

describe('no fault in a small document', () => {
  it.each(SMALL.map((row) => [row[0].code, ...row] as const))(
    'of %s ends in a wrong figure',
    (_, definition, url, text) => {
      const feed = definition.feeds.find(({ matches }) => matches.test(url));
      if (feed === undefined) throw new Error(`${url} is no address of ${definition.code}`);
      const answer = { request: { method: 'GET', url } as const, bytes: Buffer.from(text), contentType: 'text/plain' };
      const recorded = { definition, feed, answer, seen: '2026-03-30T12:00:00Z', file: join('small', definition.code) };
      const rows = [...runFaults(recorded, { ...facts, witnesses: new Witnesses([]) })];
      expect(wrong(rows)).toEqual([]);
      const changes = rows.filter(({ fault }) => fault === 'unit change').map(({ outcome }) => outcome);
      expect(changes.filter((outcome) => outcome !== 'quarantine' && outcome !== 'error')).toEqual([]);
      expect(rows.filter(({ fault, outcome }) => FATAL.includes(fault) && outcome !== 'error')).toEqual([]);
    },
  );
});
