/**
 * Nights on which a wrong figure would slip through unjudged: carried forward from an older list, or confirmed by nothing
 * but the bank itself. Each is tested with all doubtful figures accepted and then behind quarantine.
 */
import { expect, it } from 'vitest';
import { BEFORE, briefsOf, cnb, ecb, type Figures, type Night, plus, QUIET, TONIGHT } from '../support/trees/nights.ts';

/** The koruna bank's last figure of the Cuban peso is of the 5th: 24 a dollar. */
const PESOS = {
  ...BEFORE,
  CNB: [...BEFORE.CNB, ...['02', '03', '04', '05'].map((day) => `2026-03-${day} CUP/CZK 0.0133`)],
};
const upTo = (last: string, published: typeof BEFORE) => ({
  ECB: published.ECB.filter((line) => line < last),
  NBP: published.NBP.filter((line) => line < last),
  CNB: published.CNB.filter((line) => line < last),
});

/** Nobody but the bank itself quotes the koruna, so that the others are compared with it through its euros and dollars. */
const KORUNAS = {
  ...BEFORE,
  ECB: BEFORE.ECB.filter((line) => !line.includes('EUR/CZK')),
  CNB: BEFORE.CNB.flatMap((line) => (line.includes('EUR') ? [line, `${line.slice(0, 10)} USD/CZK 0.319`] : [line])),
};
const korunas = (figures: Figures) =>
  plus({ ...QUIET, ECB: ecb(TONIGHT, { CZK: null }), CNB: cnb(TONIGHT, { USD: '0.319', ...figures }) }, KORUNAS);

const NIGHTS: Readonly<Record<string, Night>> = {
  'a weekly list that calls a peso a dollar, and is alone two days later: GLOBAL states no peso': {
    last: upTo('2026-03-11', PESOS),
    tonight: plus({ ...QUIET, NBP: [...QUIET.NBP, '2026-03-11 CUP/PLN 0.887 in weekly'] }, PESOS),
    found: ['refuse loss GLOBAL CUP'],
  },
  'that list if it states what the other bank last stated': {
    last: upTo('2026-03-11', PESOS),
    tonight: plus({ ...QUIET, NBP: [...QUIET.NBP, '2026-03-11 CUP/PLN 0.037 in weekly'] }, PESOS),
    found: [],
  },
  'a weekly list in force that is corrected by a third, once for all its days': {
    last: plus({ NBP: ['2026-03-10 XOF/PLN 0.0357 in weekly'] }),
    tonight: plus({
      NBP: ['2026-03-10 XOF/PLN 0.0357 in weekly', '2026-03-10 XOF/PLN 0.0482 in weekly seen 2026-03-13'],
    }),
    found: ['refuse move GLOBAL 2026-03-10 XOF', 'refuse move NBP 2026-03-10 XOF'],
  },
  'the dollars of a bank whose currency nobody else quotes, times three: they are not their own witness': {
    last: KORUNAS,
    tonight: korunas({ USD: '0.957' }),
    found: ['refuse loss GLOBAL AED+1', 'refuse move CNB 2026-03-13 USD'],
  },
  'its whole list, inverted': {
    last: KORUNAS,
    tonight: korunas({ USD: '3.135', EUR: '0.1188', HUF: '1.479' }),
    // The inverse of 0.319 also looks like a slip of the decimal point.
    found: ['refuse flip CNB 2026-03-13 EUR', 'refuse flip CNB 2026-03-13 HUF', 'refuse jump CNB 2026-03-13 USD'],
  },
};

/** What the gate finds behind quarantine, where that differs: the figure is then not in the tree at all. */
const HELD = new Map<string, readonly string[]>([
  [
    'the dollars of a bank whose currency nobody else quotes, times three: they are not their own witness',
    ['warn thinner CNB daily USD'],
  ],
  ['its whole list, inverted', ['warn thinner GLOBAL CZK']],
  ['a weekly list in force that is corrected by a third, once for all its days', []],
]);

it.each(Object.entries(NIGHTS))('with all doubtful figures accepted, the gate judges %s', async (_, night) => {
  expect(await briefsOf(night, true)).toEqual(night.found);
});

it.each(Object.entries(NIGHTS))('behind quarantine, the gate judges %s', async (words, night) => {
  expect(await briefsOf(night)).toEqual(HELD.get(words) ?? night.found);
});
