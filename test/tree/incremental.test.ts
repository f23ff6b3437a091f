/** A tree brought up to date over several nights is, byte for byte, the tree that one run makes from nothing. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { dailyLines, generateFrom, type Lines, readTree } from '../support/trees/trees.ts';

type Options = NonNullable<Parameters<typeof generateFrom>[2]>;

interface Night {
  readonly lines: Lines;
  readonly options?: Options;
}

interface Made {
  readonly out: string;
  readonly release: string;
  readonly tree: ReadonlyMap<string, string>;
}

const day = parseIsoDate;
const codes = (text: string) => new Set(text.split(' ').map((code) => currencyCode.parse(code)));
const only = (lines: readonly string[], kept: RegExp) => lines.filter((line) => kept.test(line));
const without = (lines: readonly string[], gone: RegExp) => lines.filter((line) => !gone.test(line));

/** Four weekdays around New Year, so that series have two years. */
const ECB = dailyLines('2025-12-30', '2026-01-02');
const NBP = [
  '2025-12-30 EUR/PLN 22.12',
  '2025-12-31 USD/PLN 0.88',
  '2026-01-02 EUR/PLN 22.12',
  '2026-01-02 USD/PLN 0.87~0.89 in C',
];
const HMRC = ['2026-01-01 GBP/USD 1.3', '2026-02-01 GBP/USD 1.31'].map((line) => `${line} seen 2025-12-25`);
/** Without these lines the first date is a gap of GLOBAL. */
const FIRST_BUT_USD = /^2025-12-30 EUR\/(?!USD)/;
const LINES: Lines = { ECB, NBP, HMRC };
const OPTIONS: Options = { date: day('2026-01-02'), bases: codes('EUR USD') };

async function made(out: string, { lines, options = {} }: Night): Promise<Made> {
  const { release } = await generateFrom(lines, out, { ...OPTIONS, ...options });
  return { out, release, tree: readTree(out) };
}

const known = new Map<string, Promise<Made>>();

function fromNothing(night: Night): Promise<Made> {
  const key = JSON.stringify(night, (_, value) => (value instanceof Set ? [...value] : value));
  const held = known.get(key) ?? made(freshFolder(), night);
  known.set(key, held);
  return held;
}

function expectSame(grown: Made, expected: Made): void {
  expect([...grown.tree.keys()]).toEqual([...expected.tree.keys()]);
  // To ask expect of each of some thousand files takes as long as to make them.
  for (const [path, text] of grown.tree)
    if (text !== expected.tree.get(path)) expect(text, path).toBe(expected.tree.get(path));
  expect(grown.release).toBe(expected.release);
  expect(grown.tree.get('index/release.json')).toContain(`"release":"${expected.release}"`);
}

/** A folder with the tree that one run makes from nothing. It is made once, and copied. */
async function firstNight(night: Night): Promise<string> {
  const out = freshFolder();
  cpSync((await fromNothing(night)).out, out, { recursive: true });
  return out;
}

/** Each night's tree is built on that of the night before, must differ from it, and must be the one from nothing. */
async function expectNights(first: Night, ...nights: readonly Night[]): Promise<void> {
  const out = await firstNight(first);
  let before = (await fromNothing(first)).release;
  for (const night of nights) {
    const grown = await made(out, night);
    expectSame(grown, await fromNothing(night));
    expect(grown.release).not.toBe(before);
    before = grown.release;
  }
}

describe('a run makes the tree as if from nothing, and so does the night after, when the archive', () => {
  const broken = (line: string) => `${line.slice(0, 18)} 0.9~0.8 in C`;

  it.each<[string, Lines]>([
    ['loses a provider that contributes to GLOBAL', { ECB, HMRC }],
    ['loses a provider that never contributes to GLOBAL', { ECB, NBP }],
    ['loses two providers', { ECB }],
    ['loses the provider without which GLOBAL has no fixing', { NBP, HMRC, ECB: [] }],
    ['loses a currency that had series of two years', { ...LINES, ECB: without(ECB, /JPY/) }],
    ['loses a currency in the only year that it had', { ...LINES, NBP: without(NBP, /USD/) }],
    ['loses the newer year of a currency', { ...LINES, ECB: without(ECB, /^2026.*JPY/) }],
    ['loses the older year of a currency', { ...LINES, ECB: without(ECB, /^2025.*JPY/) }],
    ['loses the newest day of a currency, and keeps the year', { ...LINES, ECB: without(ECB, /^2026-01-02.*JPY/) }],
    ['loses the first year of a provider', { ...LINES, NBP: only(NBP, /^2026/) }],
    ['loses the last year of a provider', { ...LINES, NBP: only(NBP, /^2025/) }],
    ['loses the first year of every provider', { ECB: only(ECB, /^2026/), NBP: only(NBP, /^2026/), HMRC }],
    [
      'loses figures of the newest date, for which GLOBAL then uses older ones',
      { ...LINES, ECB: without(ECB, /^2026-01-02.*(USD|GBP|CHF|JPY)/) },
    ],
    ['has too little for the first date of GLOBAL', { ...LINES, ECB: without(ECB, FIRST_BUT_USD) }],
    ['has too little for any date of GLOBAL', { ...LINES, ECB: only(ECB, /USD|GBP/) }],
    ['loses the newest date of all daily providers', { HMRC, ECB: without(ECB, /01-02/), NBP: without(NBP, /01-02/) }],
    ['has a date whose rows no longer make a fixing', { ...LINES, NBP: [...NBP, broken('2025-12-31 EUR/PLN')] }],
    ['has a provider whose rows no longer make any fixing', { ...LINES, NBP: only(NBP, / EUR/).map(broken) }],
    ['keeps only fixings dated ahead of a provider', { ...LINES, HMRC: only(HMRC, /^2026-02/) }],
    ['loses the sides of a provider', { ...LINES, NBP: without(NBP, /~/) }],
  ])('%s', async (_, lines) => {
    await expectNights({ lines: LINES }, { lines }, { lines: LINES });
  });
});

describe('a run makes the tree as if from nothing, also when the archive has lost dates and a provider, after', () => {
  it.each<[string, Options, Options]>([
    ['--bases is narrowed', { bases: null }, {}],
    ['--bases is widened', { bases: codes('EUR') }, {}],
    ['--bases is exchanged', {}, { bases: codes('GBP') }],
    ['--bases names no currency of the tree', {}, { bases: codes('XAU') }],
    ['--history-bases is narrowed', {}, { historyBases: codes('EUR') }],
    ['--history-bases is widened', { historyBases: codes('EUR') }, {}],
    ['--since is set', {}, { since: day('2026-01-01') }],
    ['--since is later', { since: day('2025-12-31') }, { since: day('2026-01-02') }],
    ['--since is earlier', { since: day('2026-01-02') }, { since: day('2025-12-31') }],
    ['--since is after the last fixing', {}, { since: day('2027-01-01') }],
    ['--since is taken back', { since: day('2026-01-02') }, {}],
    ['the day lies before the newest fixings', {}, { date: day('2025-12-31') }],
    ['the day lies before all fixings', {}, { date: day('2025-12-01') }],
    ['the pegs are other', {}, { pegs: [] }],
    ['--parquet is added', {}, { parquet: true }],
    ['--parquet is taken back', { parquet: true }, {}],
    ['--parquet stays', { parquet: true }, { parquet: true, since: day('2026-01-01') }],
    ['all options change', {}, { historyBases: codes('USD'), since: day('2025-12-31'), date: day('2026-01-01') }],
  ])('%s', async (_, before, after) => {
    const withGap: Lines = { ...LINES, ECB: without(ECB, FIRST_BUT_USD) };
    const fewer: Lines = { ECB: only(ECB, /^2026/), HMRC };
    await expectNights({ lines: withGap, options: before }, { lines: withGap, options: after });
    await expectNights({ lines: LINES, options: before }, { lines: fewer, options: after });
  });
});

/** A tree of the first night, damaged as it says: each file gets the text, or is deleted. */
async function damaged(files: Readonly<Record<string, string | null>>): Promise<string> {
  const out = await firstNight({ lines: LINES });
  const { tree } = await fromNothing({ lines: LINES });
  for (const [path, text] of Object.entries(files)) {
    expect(tree.has(path) || text !== null, path).toBe(true);
    mkdirSync(dirname(join(out, path)), { recursive: true });
    if (text === null) rmSync(join(out, path));
    else writeFileSync(join(out, path), text);
  }
  return out;
}

describe('a tree in place whose notes were lost is made as if from nothing', () => {
  const CHANGES: readonly (readonly [string, Lines])[] = [
    ['with the same archive', LINES],
    ['when the archive has lost dates and a provider', { ECB: without(ECB, /^2025|JPY/), HMRC }],
  ];
  const LOST: readonly (readonly [string, Readonly<Record<string, string | null>>])[] = [
    ['all notes of inputs', Object.fromEntries(['ECB', 'NBP', 'GLOBAL'].map((code) => [notes(code), null]))],
    ['notes that are cut off', { [notes('ECB')]: 'date,inputs,files,content,gap\n2025-12-30,a' }],
    ['notes of another version', { [notes('ECB')]: 'date,inputs\n2025-12-30,a\n', [notes('NBP')]: '' }],
    ['notes about what is no date', { [notes('GLOBAL')]: 'date,inputs,files,content,gap\n2025,a,b,c,\n' }],
    ['the name of the release', { 'index/release.json': null }],
  ];
  const rows = LOST.flatMap(([what, files]) =>
    CHANGES.map(([when, lines]) => [`${what}, ${when}`, files, lines] as const),
  );

  it.each(rows)('%s', async (_, files, lines) => {
    const out = await damaged(files);
    expectSame(await made(out, { lines }), await fromNothing({ lines }));
  });

  function notes(provider: string): string {
    return `tables/${provider}/inputs.csv`;
  }
});

describe('a tree in place with a damaged file that a run has to read', () => {
  /** One more figure of a date in 2025, so that the series of that year are read. */
  const NEXT: Night = { lines: { ...LINES, ECB: [...ECB, '2025-12-30 EUR/THB 36 seen 2026-01-02'] } };
  const OTHER_BASES: Night = { lines: LINES, options: { bases: codes('EUR') } };
  const noReferences = (provider: string) =>
    `{"provider":"${provider}","latest":"2026-01-02","references":[],"fixings":["2025-12-30","2026-01-02"]}\n`;

  it.each<[string, string, string | null, Night]>([
    ['a table that is deleted', 'tables/ECB/2025/2025-12-31.csv', null, OTHER_BASES],
    ['a table that is cut off', 'tables/ECB/2025/2025-12-31.csv', 'currency,mid,bid,ask\nUSD,1.1', OTHER_BASES],
    [
      'a table with a row of another form',
      'tables/ECB/2025/2025-12-31.csv',
      'currency,mid,bid,ask\nUSD\n',
      OTHER_BASES,
    ],
    ['a series that is emptied', 'v1/series/ECB/USD/2025.csv', '', NEXT],
    ['exact figures that are deleted', 'tables/ECB/2025/USD.csv', null, NEXT],
    ['exact figures that are cut off', 'tables/ECB/2025/USD.csv', 'date,mid,bid,ask\n2025-12-30,1.1', NEXT],
    ['exact figures of another form', 'tables/ECB/2025/USD.csv', 'date,mid,bid,ask\n2025-12-30,1/0,,\n', NEXT],
    ['an index that is cut off', 'index/ECB.json', '{"provider":"ECB",', NEXT],
    ['an index that names no fixing', 'index/ECB.json', '{"provider":"ECB"}', NEXT],
    ['an index without a reference currency', 'index/GLOBAL.json', noReferences('GLOBAL'), { lines: LINES }],
    ['an index of a provider that is gone', 'index/NBP.json', noReferences('NBP'), { lines: { ECB, HMRC } }],
    ['a provenance that is deleted', 'v1/provenance/ECB/2025/12/31.json', null, OTHER_BASES],
  ])('is made as if from nothing: %s', async (_, path, text, night) => {
    const out = await damaged({ [path]: text });
    expectSame(await made(out, night), await fromNothing(night));
  });

  it('is refused by its path, and stays as it was, if nothing can make the file again', async () => {
    const path = '.staging/ready/removals.json';
    const out = await damaged({ [path]: '' });
    const before = readTree(out);
    const refused = await made(out, NEXT).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputError);
    expect(`${refused}`).toMatch(/is damaged: build the tree from nothing in an empty --out$/);
    expect(`${refused}`).toContain(path);
    expect(readTree(out)).toEqual(before);
  });

  it('is made as ever with files of a file manager in its folders', async () => {
    const strays = [
      'v1/series/ECB/.DS_Store',
      'v1/series/ECB/USD/notes.csv',
      'tables/ECB/.DS_Store',
      'index/.DS_Store',
    ];
    const out = await damaged(Object.fromEntries(strays.map((path) => [path, 'x'])));
    const { tree } = await made(out, NEXT);
    expect(strays.every((path) => existsSync(join(out, path)))).toBe(true);
    const { tree: expected } = await fromNothing(NEXT);
    const own = [...tree].filter(([path]) => !strays.includes(path) && path !== 'index/release.json');
    expect(new Map(own)).toEqual(new Map([...expected].filter(([path]) => path !== 'index/release.json')));
  });
});
