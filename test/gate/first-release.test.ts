/** Nights without a last release to be compared with: a first release, and history that was newly collected. */
import { describe, expect, it } from 'vitest';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import {
  BANKS,
  BEFORE,
  check,
  ecb,
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

const KORUNAS_REFUSED = ['EUR', 'HUF', 'USD'].map((code) => `refuse level CNB 2026-03-10 ${code}`);
const TRUE = { USD: '0.319', EUR: '8.42', HUF: '0.676' };

describe('the first release', () => {
  it.each<[string, Published, readonly string[]]>([
    ['with steady figures passes', plus(QUIET), []],
    [
      'is refused if its newest list contains a slip of the decimal point',
      plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '244.13' }) }),
      ['refuse jump ECB 2026-03-13 SEK', 'refuse jump GLOBAL 2026-03-13 SEK'],
    ],
    [
      'is refused if a figure went away for a day and came back',
      { ...BEFORE, ECB: BEFORE.ECB.map((line) => line.replace(/^2026-03-05 EUR.SEK .*/, '2026-03-05 EUR/SEK 30.5')) },
      ['refuse move ECB 2026-03-05 SEK', 'refuse move GLOBAL 2026-03-05 SEK'],
    ],
    [
      'passes with a fall of a fifth that lasted',
      {
        ...BEFORE,
        ECB: BEFORE.ECB.map((line) => (line > '2026-03-05' ? line.replace(/SEK 24\.4(..)/, 'SEK 30.5$1') : line)),
      },
      [],
    ],
    [
      'is refused if a rise of a hundredfold lasted',
      {
        ...BEFORE,
        ECB: BEFORE.ECB.map((line) => (line > '2026-03-05' ? line.replace(/SEK 24\.4/, 'SEK 2443.') : line)),
      },
      ['refuse jump ECB 2026-03-05 SEK', 'refuse jump GLOBAL 2026-03-05 SEK'],
    ],
    [
      'is refused if a currency of a bank was never near the figures of two others',
      { ...BEFORE, NBP: [...BEFORE.NBP, ...BEFORE.CNB.map((line) => line.replace(/CZK.*/, 'PLN 3'))].filter(isNoTwin) },
      ['refuse level NBP 2026-03-02 HUF'],
    ],
    ['passes with a bank that is compared through its dollars and euros alone', korunas(TRUE), []],
    [
      'is refused if a bank begins with dollars three times too high: nobody can tell them from its euros',
      korunas({ ...TRUE, USD: '0.957' }),
      KORUNAS_REFUSED,
    ],
    [
      'is refused if a bank begins with euros and forints three times too high: its euros do not confirm its forints',
      korunas({ ...TRUE, EUR: '25.26', HUF: '2.028' }),
      KORUNAS_REFUSED,
    ],
  ])('%s', async (_, published, found) => {
    expect(toBriefs(await check(await treeOf(published, true), null))).toEqual(found);
  });

  it('passes if the figure that no bank confirms is called no voice', async () => {
    const published = { ...BEFORE, NBP: BEFORE.NBP.concat(DAYS.map((day) => `${day} HUF/PLN 3`)) };
    const noVoice = { HUF: 'as its page says' };
    const definitions = BANKS.map((one) => (one.code === 'NBP' ? { ...one, noVoice } : one));
    const tree = await treeOf(published, true);
    expect(toBriefs(await check(tree, null))).toEqual(['refuse level NBP 2026-03-10 HUF']);
    expect(toBriefs(await check(tree, null, { definitions }))).toEqual([]);
  });

  it('is refused without a GLOBAL', async () => {
    expect(toBriefs(await check(await treeOf({ NBP: BEFORE.NBP, CNB: BEFORE.CNB }), null))).toEqual([
      'refuse loss GLOBAL',
    ]);
  });

  it('is refused if its fixings are dated ahead', async () => {
    const tree = await treeOf(plus(QUIET));
    const found = toBriefs(await check(tree, null, { now: addDays(parseIsoDate(TONIGHT), -1) }));
    expect(found).toEqual([
      'refuse ahead CNB 2026-03-13',
      'refuse ahead ECB 2026-03-13',
      'refuse ahead GLOBAL 2026-03-13',
    ]);
  });
});

describe('newly collected history', () => {
  const older = (sek: string) => ({
    ...BEFORE,
    ECB: [...ecb('2026-02-26', { SEK: '24' }), ...ecb('2026-02-27', { SEK: sek }), ...BEFORE.ECB],
  });

  it.each([
    ['passes with steady figures', '24.1', []],
    ['is judged like a first release', '2400', ['refuse jump ECB 2026-02-27 SEK', 'refuse jump GLOBAL 2026-02-27 SEK']],
  ])('%s', async (_, sek, found) => {
    expect(toBriefs(await check(await treeOf(older(sek), true), await treeOf(BEFORE)))).toEqual(found);
  });

  it('is out of the tree already if quarantine holds it', async () => {
    expect(toBriefs(await check(await treeOf(older('2400')), await treeOf(BEFORE)))).toEqual([]);
  });
});
