/** No bank is its own witness: the same as in own-witness.test.ts, over everything that was recorded of all banks. */
import { beforeAll, describe, expect, it } from 'vitest';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { Witnesses } from '../../generator/rates/quarantine/witnesses.ts';
import type { DatedHolding } from '../../generator/sources/archive/archive.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { heldOfForged, heldOfInverted } from '../support/banks/forged.ts';
import { recordedArchive, recordingsAreThere } from '../support/banks/recordings.ts';

/** Figures of the recordings that quarantine holds; data/cross-check.csv names those that the banks got wrong. */
const HELD = {
  ...{ BCRD: 2, BCV: 26, BOB: 21, BOZ: 22, CBC: 6, CBG: 6, CBI: 3, CBS: 20, CBTT: 5 },
  ...{ DAB: 6, ECB: 12, FED: 23, HKMA: 9, HMRC: 7, JPC: 3, LB: 1, SNB: 1 },
};

describe.skipIf(!recordingsAreThere('forged lists of all recorded banks'))(
  'of every recorded bank, quarantine holds',
  () => {
    let holdings: readonly DatedHolding[] = [];
    let witnesses = new Witnesses([]);

    beforeAll(async () => {
      holdings = await readHoldings(await recordedArchive(), PROVIDERS);
      witnesses = new Witnesses(holdings);
    });

    it('173 figures that the banks really stated', () => {
      const counts = new Map<string, number>();
      for (const { provider } of toQuarantined(holdings)) counts.set(provider, (counts.get(provider) ?? 0) + 1);
      expect(Object.fromEntries(counts)).toEqual(HELD);
    });

    it.each([
      ['forged dollars', ['USD']],
      ['forged euros', ['EUR']],
      ['forged dollars and euros', ['USD', 'EUR']],
    ])('%s, and nothing else that it would not hold anyway', (_, currencies) => {
      const found = holdings.flatMap((holding) => heldOfForged(holding, witnesses, currencies));
      expect(found.map(({ held }) => held)).toEqual(found.map(({ expected }) => expected));
    });

    it('a list that is inverted as a whole, with its dollars', () => {
      const found = holdings.map((holding) => heldOfInverted(holding, witnesses));
      expect(found.map(({ held }) => held)).toEqual(found.map(({ expected }) => expected));
    });
  },
);
