/** What quarantine holds where no figure was published before: of a first release, and of history newly collected. */
import { expect, it } from 'vitest';
import {
  BEFORE,
  check,
  ecb,
  heldIn,
  type Published,
  plus,
  QUIET,
  TONIGHT,
  toBriefs,
  treeOf,
} from '../support/trees/nights.ts';

const DAYS = ['2026-03-10', '2026-03-11', '2026-03-12'];

/** NBP states euros itself. */
const isNoTwin = (line: string) => !/EUR.PLN 3$/.test(line);

/** Nobody but CNB quotes the koruna, so that the others are compared with it through its dollars and euros. */
const korunas = (figures: Readonly<Record<'USD' | 'EUR' | 'HUF', string>>): Published => ({
  ECB: BEFORE.ECB.filter((line) => !line.includes('EUR/CZK')),
  NBP: [...BEFORE.NBP, ...DAYS.flatMap((day) => [`${day} USD/PLN 0.887`, `${day} HUF/PLN 1.888`])],
  CNB: DAYS.flatMap((day) => Object.entries(figures).map(([code, figure]) => `${day} ${code}/CZK ${figure}`)),
});

const TRUE = { USD: '0.319', EUR: '8.42', HUF: '0.676' };

const KORUNAS = DAYS.map((day) => `CNB ${day} EUR HUF USD`);
const SINCE_THE_FIFTH = ['05', '06', '09', '10', '11', '12'];
const kronor = (replaced: RegExp, by: string) => ({
  ...BEFORE,
  ECB: BEFORE.ECB.map((line) => (line > '2026-03-05' ? line.replace(replaced, by) : line)),
});
const older = (sek: string) => ({
  ...BEFORE,
  ECB: [...ecb('2026-02-26', { SEK: '24' }), ...ecb('2026-02-27', { SEK: sek }), ...BEFORE.ECB],
});

it.each<[string, Published, readonly string[]]>([
  ['steady figures', plus(QUIET), []],
  [
    'a slip of the decimal point in the newest list',
    plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '244.13' }) }),
    ['ECB 2026-03-13 SEK'],
  ],
  [
    'a figure that went away for a day and came back',
    { ...BEFORE, ECB: BEFORE.ECB.map((line) => line.replace(/^2026-03-05 EUR.SEK .*/, '2026-03-05 EUR/SEK 30.5')) },
    ['ECB 2026-03-05 SEK'],
  ],
  ['a fall of a fifth that lasted', kronor(/SEK 24\.4(..)/, 'SEK 30.5$1'), []],
  [
    'a rise of a hundredfold that lasted',
    kronor(/SEK 24\.4/, 'SEK 2443.'),
    SINCE_THE_FIFTH.map((day) => `ECB 2026-03-${day} SEK`),
  ],
  [
    'a currency of a bank that was never near the figures of two others',
    { ...BEFORE, NBP: [...BEFORE.NBP, ...BEFORE.CNB.map((line) => line.replace(/CZK.*/, 'PLN 3'))].filter(isNoTwin) },
    ['02', '03', '04', '05', '06', '09', '10', '11', '12'].map((day) => `NBP 2026-03-${day} HUF`),
  ],
  ['a bank that is compared through its dollars and euros alone', korunas(TRUE), []],
  ['dollars three times too high, which nobody can tell from euros', korunas({ ...TRUE, USD: '0.957' }), KORUNAS],
  [
    'euros and forints three times too high: its euros do not confirm its forints',
    korunas({ ...TRUE, EUR: '25.26', HUF: '2.028' }),
    KORUNAS,
  ],
  ['steady history', older('24.1'), []],
  ['history with a figure a hundred times too large', older('2400'), ['ECB 2026-02-27 SEK']],
])('of %s', async (_, published, held) => {
  const tree = await treeOf(published);
  expect(heldIn(tree)).toEqual(held);
  expect(toBriefs(await check(tree, null))).toEqual([]);
});
