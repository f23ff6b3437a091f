/** Nights at the gate: lists, dates and banks that have changed, each beside a similar night that must pass. */
import { describe, expect, it } from 'vitest';
import type { TreeReader } from '../../generator/release/gate/stated.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { openRelease } from '../../generator/release/pointer/released-files.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { indexPath } from '../../generator/wire/answers/paths.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import { inputError } from '../support/kit/errors.ts';
import {
  BANKS,
  BEFORE,
  briefsOf,
  check,
  ecb,
  type Night,
  type Published,
  plus,
  QUIET,
  TONIGHT,
  toBriefs,
  treeOf,
} from '../support/trees/nights.ts';

/** The last release had so many currencies more, of which the archive knows nothing any longer. */
function without(count: number): Omit<Night, 'found'> {
  const lost = 'ARS CLP COP PEN UYU THB TWD VND ZAR TRY'.split(' ').slice(0, count);
  return { last: plus({ ECB: lost.map((code) => `2026-03-12 EUR/${code} 7`) }), tonight: plus(QUIET) };
}

const NIGHTS: Readonly<Record<string, Night>> = {
  'a list dated after the weekend by a bank that declares no lead days': {
    tonight: plus({ ...QUIET, ECB: [...QUIET.ECB, ...ecb('2026-03-16').map((line) => `${line} seen 2026-03-13`)] }),
    found: ['act ahead ECB 2026-03-16'],
  },
  'gold dated after the weekend by a bank that declares lead days, which is not mistaken for a short list': {
    last: plus({ NBP: ['2026-03-12 XAU/PLN 595.71 per gram in gold'] }),
    tonight: plus({
      ...QUIET,
      NBP: [
        ...QUIET.NBP,
        '2026-03-12 XAU/PLN 595.71 per gram in gold',
        '2026-03-16 XAU/PLN 596 per gram in gold seen 2026-03-13',
      ],
    }),
    now: '2026-03-16',
    found: [],
  },
  'GLOBAL dated later than today': {
    tonight: plus({ ...QUIET, ECB: [...QUIET.ECB, '2026-03-13 EUR/XOF 656 seen 2026-03-16'] }),
    found: ['act ahead GLOBAL 2026-03-16'],
  },

  'a currency that GLOBAL had and that no bank has quoted for more than a week': {
    last: { ...BEFORE, ECB: BEFORE.ECB.filter((line) => line < '2026-03-06' || !line.includes('SEK')) },
    tonight: plus(
      { ...QUIET, ECB: ecb(TONIGHT, { SEK: null }) },
      { ...BEFORE, ECB: BEFORE.ECB.filter((line) => line < '2026-03-06' || !line.includes('SEK')) },
    ),
    found: ['act lost GLOBAL SEK'],
  },
  'nine currencies that are lost at once': {
    ...without(9),
    found: ['act lost GLOBAL ARS+8', 'warn thinner ECB daily ARS+8'],
  },
  'ten currencies that are lost at once': {
    ...without(10),
    found: ['refuse loss GLOBAL ARS+9', 'warn thinner ECB daily ARS+9'],
  },
  'a GLOBAL that goes back a day': {
    tonight: {
      ...BEFORE,
      ECB: BEFORE.ECB.filter((line) => line < '2026-03-12'),
      NBP: BEFORE.NBP.filter((line) => line < '2026-03-12'),
      CNB: BEFORE.CNB.filter((line) => line < '2026-03-12'),
    },
    found: [
      'refuse loss GLOBAL 2026-03-12',
      ...['CNB', 'ECB', 'GLOBAL', 'NBP'].map((code) => `warn gone ${code} 2026-03-12`),
    ],
  },
  'a list that lacks one of its currencies': {
    tonight: plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: null }) }),
    found: ['warn thinner ECB daily SEK'],
  },
  'a bank without any figures': {
    tonight: plus({ ECB: QUIET.ECB, NBP: QUIET.NBP }, { ECB: BEFORE.ECB, NBP: BEFORE.NBP }),
    found: ['warn gone CNB 2026-03-12', 'warn quieter GLOBAL 2026-03-13'],
  },
  'a bank that has missed three days of publication': {
    tonight: plus({ ...QUIET, CNB: [] }),
    now: '2026-03-19',
    found: ['warn late CNB 2026-03-12'],
  },
  'a long weekend without a list on Friday and Monday': { tonight: BEFORE, now: '2026-03-17', found: [] },
};

describe('the gate judges', () => {
  it.each(Object.entries(NIGHTS))('%s', async (_, night) => expect(await briefsOf(night)).toEqual(night.found));
});

const toTree = (files: Readonly<Record<string, string>>, below: TreeReader): TreeReader => ({
  ...below,
  read: async (path) => (files[path] === undefined ? below.read(path) : Buffer.from(files[path])),
});

describe('a damaged tree', () => {
  const path = 'tables/GLOBAL/2026/2026-03-13.csv';

  it.each<[string, (below: TreeReader) => TreeReader]>([
    ['a table that is cut off', (below) => toTree({ [path]: 'currency,mid,bid,ask\nEUR' }, below)],
    [
      'a table that is missing',
      (below) => ({ ...below, read: async (own) => (own === path ? null : below.read(own)) }),
    ],
  ])('is refused with the path of %s', async (_, damage) => {
    const checked = check(damage(await treeOf(plus(QUIET))), null);
    await expect(checked).rejects.toThrow(InputError);
    await expect(checked).rejects.toThrow(new RegExp(`^${path} is .* run generate again$`));
  });
});

describe('a currency that has ended', () => {
  const ended = readCurrencies().map((facts) =>
    facts.code === 'SEK' ? { ...facts, withdrawn: parseIsoDate(TONIGHT) } : facts,
  );

  it.each([
    'a list that lacks one of its currencies',
    'a currency that GLOBAL had and that no bank has quoted for more than a week',
  ])('is not reported as lost: %s', async (name) => {
    const { last = BEFORE, tonight = {} } = NIGHTS[name] ?? {};
    expect(toBriefs(await check(await treeOf(tonight), await treeOf(last), { currencies: ended }))).toEqual([]);
  });
});

describe('a first release', () => {
  it('is refused without a GLOBAL', async () => {
    expect(toBriefs(await check(await treeOf({ NBP: BEFORE.NBP, CNB: BEFORE.CNB }), null))).toEqual([
      'refuse loss GLOBAL',
    ]);
  });

  it('names fixings that are dated ahead, and how to hold them', async () => {
    const report = await check(await treeOf(plus(QUIET)), null, { now: addDays(parseIsoDate(TONIGHT), -1) });
    expect(toBriefs(report)).toEqual(['CNB', 'ECB', 'GLOBAL'].map((code) => `act ahead ${code} 2026-03-13`));
    expect(report.warnings.map(({ hold }) => hold)).toEqual(['', 'ECB/2026-03-13', 'CNB/2026-03-13']);
  });
});

it('a bank that no longer has an adapter is reported as gone', async () => {
  const definitions = BANKS.filter(({ code }) => code !== 'CNB');
  const [tree, last] = [await treeOf(plus(QUIET)), await treeOf(BEFORE)];
  expect(toBriefs(await check(tree, last, { definitions }))).toEqual(['warn gone CNB']);
});

describe('what this tree has as well, the gate does not ask of the store', () => {
  async function askedFor(tonight: Published) {
    const [own, released] = [await treeOf(tonight), await treeOf(BEFORE)];
    const asked: string[] = [];
    const get: ObjectStore['get'] = (key) => {
      asked.push(key);
      return released.store.get(key);
    };
    const tree = await openGenerated(own.dir, Object.assign(Object.create(released.store), { get }));
    const report = await check(tree, await openRelease(tree.store, released.pointer.root));
    return { asked, report };
  }

  it('nothing, if it is the same release as this tree', async () => {
    expect((await askedFor(BEFORE)).asked).toEqual([]);
  });

  it('no fixing that is alike in this tree', async () => {
    const { asked, report } = await askedFor(plus(QUIET));
    // The root, two leaves of lists and a list of voices; of each provider the node, the index, its leaf and a year.
    expect(asked).toHaveLength(4 + 4 * 4);
    expect(report.refusals).toEqual([]);
  });
});

it('an index that is cut off is refused', async () => {
  const below = await treeOf(BEFORE);
  const path = indexPath(providerCode.parse('ECB'));
  const half = async (bytes: Promise<Buffer | null>) => (await bytes)?.subarray(0, -10) ?? null;
  const tree: TreeReader = { ...below, read: (own) => (own === path ? half(below.read(own)) : below.read(own)) };
  await expect(check(tree, null)).rejects.toThrow(inputError('index/ECB.json is not what generate writes'));
});
