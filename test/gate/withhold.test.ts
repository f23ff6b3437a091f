/** What the gate answers with a figure left out, and what it refuses the night for. */
import { describe, expect, it } from 'vitest';
import { toWithheld } from '../../generator/release/gate/gate.ts';
import { type Finding, type Part, toFinding } from '../../generator/release/gate/report.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { BEFORE, check, ecb, nbp, type Published, plus, QUIET, TONIGHT, treeOf } from '../support/trees/nights.ts';

const DAY = parseIsoDate(TONIGHT);
const partOf = (provider: string, code: string, date = DAY): Part => {
  return { provider, code, from: date, until: date, corrected: false, stated: '', refused: '' };
};
const finding = (kind: Finding['kind'], provider: string, ...parts: readonly Part[]) =>
  toFinding(kind, provider, { subject: parts.map(({ code }) => code).join(), figures: [], words: 'words', parts });
const moves = (provider: string, count: number) =>
  Array.from({ length: count }, (_, place) =>
    finding('move', provider, partOf(provider, `AA${'ABCDEFGHIJKL'[place]}`)),
  );
const namesOf = (refusals: readonly Finding[], before: readonly Finding[] = []) =>
  toWithheld(
    refusals,
    before.flatMap((one) => one.parts.map((part) => ({ finding: one, part }))),
  )?.map(({ part: { provider, code } }) => `${provider}/${code}`) ?? null;

describe('a night leaves out', () => {
  it.each<[string, readonly Finding[], readonly string[]]>([
    ['one figure', moves('ECB', 1), ['ECB/AAA']],
    ['the figures of banks before those of GLOBAL', [...moves('GLOBAL', 1), ...moves('ECB', 1)], ['ECB/AAA']],
    ['a currency of GLOBAL', moves('GLOBAL', 1), ['GLOBAL/AAA']],
    ['nine of them', moves('GLOBAL', 9), [...'ABCDEFGHI'].map((last) => `GLOBAL/AA${last}`)],
    ['the whole list of a bank', [finding('jump', 'ECB', partOf('ECB', ''))], ['ECB/']],
    ['a currency that GLOBAL has lost', [finding('loss', 'GLOBAL', partOf('GLOBAL', 'CUP'))], ['GLOBAL/CUP']],
    [
      'one currency on fifteen dates',
      Array.from({ length: 15 }, (_, days) => finding('move', 'ECB', partOf('ECB', 'TRY', addDays(DAY, -days)))),
      Array.from({ length: 15 }, () => 'ECB/TRY'),
    ],
  ])('%s', (_, refusals, names) => expect(namesOf(refusals)).toEqual(names));
});

describe('a night is refused for', () => {
  it.each<[string, readonly Finding[], readonly Finding[]]>([
    ['ten figures', moves('ECB', 10), []],
    ['the tenth figure, if nine are left out already', moves('GLOBAL', 1), moves('ECB', 9)],
    ['the lists of two banks', ['ECB', 'NBP'].map((code) => finding('jump', code, partOf(code, ''))), []],
    ['a fault of the whole', [finding('loss', 'GLOBAL')], []],
    ['a figure that stays although it is left out', moves('ECB', 1), moves('ECB', 1)],
    ['ten lost currencies', [finding('loss', 'GLOBAL', ...moves('GLOBAL', 10).flatMap(({ parts }) => parts))], []],
  ])('%s', (_, refusals, before) => expect(namesOf(refusals, before)).toBeNull());
});

describe('the gate names what can be left out', () => {
  const partsOf = async (tonight: Published, last: Published | null = BEFORE) => {
    const before = last === null ? null : await treeOf(last, true);
    const { refusals } = await check(await treeOf(tonight, true), before);
    return refusals.flatMap(({ parts }) =>
      parts.map(({ provider, code, from, until }) => `${provider}/${code} ${from} ${until}`),
    );
  };
  const lasting = (until: string) =>
    BEFORE.ECB.map((line) =>
      line > '2026-03-05' && line < `${until} EUR/TT` ? line.replace(/SEK 24\.4/, 'SEK 2443.') : line,
    );

  it('the figure of a bank, and that of GLOBAL', async () => {
    expect(await partsOf(plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: '244.13' }) }))).toEqual([
      'GLOBAL/SEK 2026-03-13 2026-03-13',
      'ECB/SEK 2026-03-13 2026-03-13',
    ]);
  });

  it('in a first release, all days up to the one on which the figure is as before again', async () => {
    expect(await partsOf({ ...BEFORE, ECB: lasting('2026-03-10') }, null)).toEqual(
      expect.arrayContaining(['ECB/SEK 2026-03-05 2026-03-10', 'GLOBAL/SEK 2026-03-05 2026-03-10']),
    );
  });

  it('the day of the older list that is still in force, and not that of the fixing', async () => {
    const weekly = (figure: string, more = '') => `2026-03-10 XOF/PLN ${figure} in weekly${more}`;
    const last = plus({ NBP: [weekly('0.0357')] });
    const tonight = plus({ ...QUIET, NBP: [...nbp(TONIGHT), weekly('0.0357'), weekly('0.0482', ' seen 2026-03-13')] });
    expect(await partsOf(tonight, last)).toEqual(['GLOBAL/XOF 2026-03-10 2026-03-13', 'NBP/XOF 2026-03-10 2026-03-10']);
  });

  it('the list of the bank, if ten of its currencies are wrong at once, and nothing of GLOBAL then', async () => {
    const list = ecb(TONIGHT).map((line) => line.replace(/(\d+)\.(\d+)$/, '$1$2'));
    expect(await partsOf(plus({ ...QUIET, ECB: list }))).toEqual(['ECB/ 2026-03-13 2026-03-13']);
  });
});
