/**
 * Figures that are likely wrong, each beside a similar one that must pass: what quarantine holds of the night, and what
 * the gate finds of the tree without it.
 */
import { expect, it } from 'vitest';
import {
  BEFORE,
  check,
  cnb,
  ecb,
  type Figures,
  heldIn,
  type Night,
  nbp,
  plus,
  QUIET,
  TONIGHT,
  toBriefs,
  treeOf,
} from '../support/trees/nights.ts';
import { fileIn } from '../support/trees/tree-files.ts';

interface Judged extends Pick<Night, 'last' | 'tonight'> {
  /** What is in quarantine, as `heldIn` returns it; nothing by default. */
  readonly held?: readonly string[];
  /** The findings of the gate as `toBriefs` returns them; none by default. */
  readonly found?: readonly string[];
}

const without = (lines: readonly string[], words: string) => lines.filter((line) => !line.includes(words));

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

const NIGHTS: Readonly<Record<string, Judged>> = {
  'an ordinary night': { tonight: plus(QUIET) },
  'a night on which nobody published': { tonight: BEFORE },

  'a figure ten times too large': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '244.13' }) }),
    held: ['ECB 2026-03-13 SEK'],
    found: ['warn thinner ECB daily SEK', 'warn thinner GLOBAL SEK'],
  },
  'a figure a hundred times too small': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '0.24312' }) }),
    held: ['ECB 2026-03-13 SEK'],
    found: ['warn thinner ECB daily SEK', 'warn thinner GLOBAL SEK'],
  },
  'a figure a thousand times too large, even if a second source shows it: adapters share the code that reads units': {
    tonight: plus({
      ECB: ecb(TONIGHT, { NOK: '20413' }),
      NBP: nbp(TONIGHT, { NOK: '0.00114~0.00115' }),
      CNB: QUIET.CNB,
    }),
    held: ['ECB 2026-03-13 NOK', 'NBP 2026-03-13 NOK'],
    found: ['warn thinner ECB daily NOK', 'warn thinner GLOBAL NOK', 'warn thinner NBP daily NOK'],
  },
  'a whole list ten times too large': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT).map((line) => line.replace(/(\d+)\.(\d)(\d+)$/, '$1$2.$3')) }),
    held: ['ECB 2026-03-13 25 figures'],
  },
  'a redenomination by a million under a new currency code': {
    last: { ...BEFORE, ECB: BEFORE.ECB.map((line) => line.replace('EUR/SEK 24.4', 'EUR/TRL 18362')) },
    tonight: plus(
      { ...QUIET, ECB: ecb(TONIGHT, { SEK: null, TRY: '1.8362' }) },
      { ...BEFORE, ECB: BEFORE.ECB.map((line) => line.replace('EUR/SEK 24.4', 'EUR/TRL 18362')) },
    ),
  },

  'an inverted pair': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '0.041' }) }),
    held: ['ECB 2026-03-13 SEK'],
    found: ['warn thinner ECB daily SEK', 'warn thinner GLOBAL SEK'],
  },
  // In zlotys NBP's figure is no inverse, and the ECB's, although held itself, confirms it; GLOBAL believes neither.
  'a pair inverted by two banks at once': {
    tonight: plus({ ECB: ecb(TONIGHT, { NOK: '0.049' }), NBP: nbp(TONIGHT, { NOK: '477~478' }), CNB: QUIET.CNB }),
    held: ['ECB 2026-03-13 NOK'],
    found: ['warn thinner ECB daily NOK', 'warn thinner GLOBAL NOK'],
  },

  'a currency that loses a fifth and that no other bank quotes': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '30.5' }) }),
    held: ['ECB 2026-03-13 SEK'],
    found: ['warn thinner ECB daily SEK', 'warn thinner GLOBAL SEK'],
  },
  'a currency that loses a fifth while another bank shows no move': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { NOK: '25.5' }) }),
    held: ['ECB 2026-03-13 NOK'],
    found: ['warn thinner ECB daily NOK'],
  },
  'a devaluation by a fifth, confirmed by a second bank': {
    tonight: plus({ ECB: ecb(TONIGHT, { NOK: '25.5' }), NBP: nbp(TONIGHT, { NOK: '0.91~0.92' }), CNB: QUIET.CNB }),
  },
  "a devaluation of a bank's own currency, confirmed by its euro rate": {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { CZK: '10.6' }), CNB: cnb(TONIGHT, { EUR: '10.6', HUF: '0.85' }) }),
  },
  "a fall confirmed through the euro by a bank that does not quote the first bank's currency": {
    last: plus({ NBP: ['2026-03-12 XOF/PLN 0.0357'], CNB: ['2026-03-12 XOF/CZK 0.01284'] }),
    tonight: plus({
      ECB: QUIET.ECB,
      NBP: ['2026-03-12 XOF/PLN 0.0357', ...QUIET.NBP, '2026-03-13 XOF/PLN 0.0286'],
      CNB: ['2026-03-12 XOF/CZK 0.01284', ...QUIET.CNB, '2026-03-13 XOF/CZK 0.01028'],
    }),
  },
  'a fall while another bank shows a rise, which confirms nothing': {
    tonight: plus({ ECB: ecb(TONIGHT, { NOK: '25.5' }), NBP: nbp(TONIGHT, { NOK: '1.43~1.44' }), CNB: QUIET.CNB }),
    held: ['ECB 2026-03-13 NOK', 'NBP 2026-03-13 NOK'],
    found: ['warn thinner ECB daily NOK', 'warn thinner GLOBAL NOK', 'warn thinner NBP daily NOK'],
  },
  'a move of three per cent in a day that nobody else sees, which is little': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '25.2' }) }),
  },
  'a move of seven per cent over a fortnight without a list, which is little': {
    last: { ...BEFORE, ECB: BEFORE.ECB.filter((line) => line < '2026-03-03' || !line.includes('SEK')) },
    tonight: plus(
      { ...QUIET, ECB: ecb(TONIGHT, { SEK: '26.1' }) },
      { ...BEFORE, ECB: BEFORE.ECB.filter((line) => line < '2026-03-03' || !line.includes('SEK')) },
    ),
  },
  'a move of a third over that fortnight': {
    last: { ...BEFORE, ECB: BEFORE.ECB.filter((line) => line < '2026-03-03' || !line.includes('SEK')) },
    tonight: plus(
      { ...QUIET, ECB: ecb(TONIGHT, { SEK: '31.7' }) },
      { ...BEFORE, ECB: BEFORE.ECB.filter((line) => line < '2026-03-03' || !line.includes('SEK')) },
    ),
    held: ['ECB 2026-03-13 SEK'],
  },
  'a move of six per cent from one weekly list to the next': {
    last: plus({ NBP: ['2026-03-05 XOF/PLN 0.0357 in weekly'] }),
    tonight: plus({
      ...QUIET,
      NBP: [...QUIET.NBP, '2026-03-05 XOF/PLN 0.0357 in weekly', '2026-03-12 XOF/PLN 0.0379 in weekly'],
    }),
  },
  'a move of a third from one weekly list to the next': {
    last: plus({ NBP: ['2026-03-05 XOF/PLN 0.0357 in weekly'] }),
    tonight: plus({
      ...QUIET,
      NBP: [...QUIET.NBP, '2026-03-05 XOF/PLN 0.0357 in weekly', '2026-03-12 XOF/PLN 0.0482 in weekly'],
    }),
    held: ['NBP 2026-03-12 XOF'],
    found: ['warn thinner GLOBAL XOF'],
  },

  'an older figure corrected by a fifth': {
    tonight: plus({ ECB: ['2026-03-10 EUR/SEK 30.5 seen 2026-03-13'] }),
    held: ['ECB 2026-03-10 SEK'],
  },
  'an older figure corrected by a fifth, away from the figure of another bank': {
    tonight: plus({ ECB: ['2026-03-10 EUR/NOK 25.5 seen 2026-03-13'] }),
    held: ['ECB 2026-03-10 NOK'],
  },
  'an older figure corrected by one per cent': {
    tonight: plus({ ECB: ['2026-03-10 EUR/SEK 24.65 seen 2026-03-13'] }),
  },
  'an older figure corrected by a fifth, to the figure that another bank had all along': {
    last: { ...BEFORE, ECB: [...without(BEFORE.ECB, '10 EUR/NOK'), '2026-03-10 EUR/NOK 25.5'] },
    tonight: plus(
      { ECB: ['2026-03-10 EUR/NOK 25.5', '2026-03-10 EUR/NOK 20.41 seen 2026-03-13'] },
      { ...BEFORE, ECB: without(BEFORE.ECB, '10 EUR/NOK') },
    ),
    held: ['ECB 2026-03-10 NOK'],
  },

  // It has no past there, and one other bank is too few to deny it.
  'a weekly list that calls a peso a dollar, and is alone two days later: GLOBAL states no peso': {
    last: upTo('2026-03-11', PESOS),
    tonight: plus({ ...QUIET, NBP: [...QUIET.NBP, '2026-03-11 CUP/PLN 0.887 in weekly'] }, PESOS),
    found: ['act lost GLOBAL CUP'],
  },
  'that list if it states what the other bank last stated': {
    last: upTo('2026-03-11', PESOS),
    tonight: plus({ ...QUIET, NBP: [...QUIET.NBP, '2026-03-11 CUP/PLN 0.037 in weekly'] }, PESOS),
  },
  'a weekly list in force that is corrected by a third, once for all its days': {
    last: plus({ NBP: ['2026-03-10 XOF/PLN 0.0357 in weekly'] }),
    tonight: plus({
      NBP: ['2026-03-10 XOF/PLN 0.0357 in weekly', '2026-03-10 XOF/PLN 0.0482 in weekly seen 2026-03-13'],
    }),
    held: ['NBP 2026-03-10 XOF'],
  },
  'the dollars of a bank whose currency nobody else quotes, times three: they are not their own witness': {
    last: KORUNAS,
    tonight: korunas({ USD: '0.957' }),
    held: ['CNB 2026-03-13 USD'],
    found: ['warn thinner CNB daily USD'],
  },
  'its whole list, inverted': {
    last: KORUNAS,
    tonight: korunas({ USD: '3.135', EUR: '0.1188', HUF: '1.479' }),
    held: ['CNB 2026-03-13 EUR HUF USD'],
    found: ['warn thinner GLOBAL CZK'],
  },
};

it('GLOBAL goes on with the list before one that is older under a new date', async () => {
  const cached = ecb('2026-03-05').map((line) => line.replace('2026-03-05', TONIGHT));
  const tree = await treeOf(plus({ ...QUIET, ECB: cached }));
  expect(heldIn(tree)).toEqual(['ECB 2026-03-13 25 figures']);
  expect(fileIn(tree.dir, 'tables/GLOBAL/2026/2026-03-13.csv')).toContain('SEK,24.412,');
  expect(toBriefs(await check(tree, await treeOf(BEFORE)))).toEqual([]);
});

it.each(Object.entries(NIGHTS))('%s', async (_, { last = BEFORE, tonight, held = [], found = [] }) => {
  const [before, tree] = [await treeOf(last), await treeOf(tonight)];
  expect(heldIn(tree)).toEqual(held);
  expect(toBriefs(await check(tree, before))).toEqual(found);
});
