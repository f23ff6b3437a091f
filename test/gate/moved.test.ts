/** GLOBAL that moves although no bank behind it did: it has changed banks, or we have made a mistake. */
import { expect, it } from 'vitest';
import { reportLines } from '../../generator/release/gate/report.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import {
  BEFORE,
  check,
  ecb,
  type Night,
  nbp,
  plus,
  QUIET,
  TONIGHT,
  toBriefs,
  treeOf,
} from '../support/trees/nights.ts';

type Nights = Pick<Night, 'last' | 'tonight'>;

/** The peso at 633 a euro or, as a dollar of this world, at 800. */
const [ZLOTY, ZLOTY_DEAR, KORUNA] = ['0.037', '0.0293', '0.0133'];
/** CNB states the peso up to the 5th, which counts until the 12th, and from the 13th on GLOBAL has that of NBP alone. */
const SPOKEN = { ...BEFORE, CNB: [...BEFORE.CNB, '2026-03-04 CUP/CZK 0.0133', `2026-03-05 CUP/CZK ${KORUNA}`] };
/** The ECB has stated it once, weeks before, as NBP does: the method does not know whom to believe. */
const ONCE = ['2026-02-10 EUR/USD 26.4', '2026-02-10 EUR/CUP 800'];
const february = (day: string, pesos: string) => [`2026-02-${day} EUR/PLN 23.42`, `2026-02-${day} CUP/PLN ${pesos}`];
const night = (...zlotys: readonly string[]) =>
  plus({ ...QUIET, ECB: [...ONCE, ...QUIET.ECB], NBP: [...zlotys, ...nbp(TONIGHT, { CUP: ZLOTY_DEAR })] }, SPOKEN);
/** NBP moves on that day of February; the last release does not believe it. */
const movedOn = (first: string, second: string): Nights => ({
  last: plus({ NBP: [...february(first, ZLOTY), ...february(second, ZLOTY_DEAR)] }, SPOKEN),
  tonight: night(...february(first, ZLOTY), ...february(second, ZLOTY_DEAR)),
});
const REFUSED = ['refuse moved GLOBAL 2026-03-13 CUP'];

it.each<[string, Nights, readonly string[]]>([
  ['another bank, which has not stated it for weeks', { last: SPOKEN, tonight: night() }, REFUSED],
  [
    'another bank, which has always said so',
    { last: SPOKEN, tonight: night('2026-03-12 CUP/PLN 0.0293 seen 2026-03-13') },
    REFUSED,
  ],
  ['a bank that has moved three weeks ago and is believed only now', movedOn('19', '20'), []],
  ['a bank that has moved before', movedOn('05', '06'), REFUSED],
  [
    'banks that have moved today',
    {
      tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { NOK: '25.5' }), NBP: nbp(TONIGHT, { NOK: '0.91~0.92' }) }),
    },
    [],
  ],
  [
    'a list in force that its bank has corrected by a third, as a person believes: somebody looks at GLOBAL as well',
    {
      last: plus({ NBP: ['2026-03-10 XOF/PLN 0.0357 in weekly'] }),
      tonight: plus({
        NBP: ['2026-03-10 XOF/PLN 0.0357 in weekly', '2026-03-10 XOF/PLN 0.0482 in weekly seen 2026-03-13'],
      }),
    },
    ['refuse moved GLOBAL 2026-03-13 XOF'],
  ],
])('a figure of %s', async (_, { last = BEFORE, tonight }, found) => {
  expect(toBriefs(await check(await treeOf(tonight, true), await treeOf(last)))).toEqual(found);
});

it('says how to go on without it', async () => {
  const report = await check(await treeOf(night()), await treeOf(SPOKEN));
  expect(report.refusals[0]?.words).toMatch(
    /^GLOBAL 2026-03-13 beside 2026-03-12: CUP 633\.\d+ → 799\.\d+ per EUR, 26\.\d % \(no step at NBP\)$/,
  );
  expect(reportLines(report).at(-1)).toBe(
    'Or go on without it: ratetree quarantine --hold GLOBAL/CUP --from 2026-03-13 --note "…"',
  );
});

it('is no finding of a first release', async () => {
  expect(toBriefs(await check(await treeOf(night()), null))).toEqual([]);
});

it.each([
  ['with its anchor', '31.7', '3.6725'],
  ['by another peg, of which a notice says what banks observe', '26.413', '36.725'],
])('is no finding about a pegged currency that moves %s', async (_, dollar, units) => {
  const text = `currency,anchor,per,units,since,until,kind,source\nAED,USD,1,${units},2000-01-01,,law,law\n`;
  const pegs = readPegs({ text, file: 'pegs.csv' });
  const tree = await treeOf(plus({ ...QUIET, ECB: ecb(TONIGHT, { USD: dollar }) }), true, { pegs });
  expect(toBriefs(await check(tree, await treeOf(BEFORE)))).toEqual([]);
});
