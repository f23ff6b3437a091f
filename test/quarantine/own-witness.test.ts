/**
 * No bank is its own witness: of every bank of the embedded archive, the dollars and euros through which others are
 * compared with it are forged, alone, both at once, and with the whole list.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { Witnesses } from '../../generator/rates/quarantine/witnesses.ts';
import type { DatedHolding } from '../../generator/sources/archive/archive.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { heldOfForged, heldOfInverted } from '../support/banks/forged.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';

let holdings: readonly DatedHolding[] = [];
let witnesses = new Witnesses([]);

beforeAll(async () => {
  holdings = await readHoldings(EMBEDDED, PROVIDERS);
  witnesses = new Witnesses(holdings);
});

describe('of every bank, quarantine holds', () => {
  it.each([
    ['forged dollars', ['USD']],
    ['forged euros', ['EUR']],
    ['forged dollars and euros', ['USD', 'EUR']],
  ])('%s, and nothing else that it would not hold anyway', (_, currencies) => {
    const found = holdings.flatMap((holding) => heldOfForged(holding, witnesses, currencies));
    expect(found.map(({ held }) => held)).toEqual(found.map(({ expected }) => expected));
    expect(found.filter(({ expected }) => expected.length > 0).length).toBeGreaterThan(75);
  });

  it('a list that is inverted as a whole, with its dollars', () => {
    const found = holdings.map((holding) => heldOfInverted(holding, witnesses));
    expect(found.map(({ held }) => held)).toEqual(found.map(({ expected }) => expected));
  });
});
