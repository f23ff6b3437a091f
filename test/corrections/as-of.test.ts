/**
 * Nights are published one after another. Each can be made again from the last night's archive, and lists what GLOBAL
 * revised.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { noteRelease, readReleases } from '../../generator/rates/corrections/release-ledger.ts';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { restoreArchive } from '../../generator/release/archive/restore-archive.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { readPointer } from '../../generator/release/pointer/published.ts';
import { noteReleases } from '../../generator/release/pointer/released-files.ts';
import { type GenerateOptions, generate } from '../../generator/release/publish/generate.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { writeAccepted } from '../../generator/sources/archive/confirmed.ts';
import { recordAsked } from '../../generator/sources/archive/ledger.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { utcDay } from '../../generator/wire/words/calendar.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { inputError } from '../support/kit/errors.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';
import { openTestStore } from '../support/trees/logged.ts';
import { ATLANTIC, CODES, PEGS, readTree } from '../support/trees/trees.ts';

const LATE_BANK = definition('HNB', 'EUR');
const DEFINITIONS = [ATLANTIC, LATE_BANK];
const BASES = new Set([EUR]);

/**
 * The ECB's figures of a day: 1.1 dollars, 0.86 pounds, 160 yen, and for the others a figure by their place in the
 * list.
 */
function day(date: string, figures: Readonly<Record<string, string>> = {}): readonly string[] {
  const calm: Readonly<Record<string, string>> = { USD: '1.1', GBP: '0.86', JPY: '160' };
  return CODES.map((code, place) => `${date} EUR/${code} ${figures[code] ?? calm[code] ?? `${place + 1}.5`}`);
}

interface Night {
  /** The instant at which it was published. */
  readonly time: string;
  /** The rows that came since the night before. */
  readonly ECB: readonly string[];
  readonly HNB?: readonly string[];
  /** The lines of corrections.csv about GLOBAL that the night before did not have. */
  readonly revisions: readonly string[];
}

const NIGHTS: readonly Night[] = [
  { time: '2026-03-10T18:00:00Z', ECB: [...day('2026-03-09'), ...day('2026-03-10')], revisions: [] },
  {
    // 1.12 arrives for a day that was stated with 1.1. Now it is the mean of the two, and by law 3.6725 dirhams to a
    // dollar.
    time: '2026-03-11T18:00:00Z',
    ECB: day('2026-03-11'),
    HNB: ['2026-03-10 EUR/USD 1.12 seen 2026-03-11'],
    revisions: [
      '2026-03-10,EUR,AED,mid,1,4.03975,1,4.076475,2026-03-11T15:00:00Z,late: HNB',
      '2026-03-10,EUR,USD,mid,1,1.1,1,1.11,2026-03-11T15:00:00Z,late: HNB',
    ],
  },
  {
    time: '2026-03-12T18:00:00Z',
    ECB: [...day('2026-03-12'), '2026-03-11 EUR/GBP 0.87 seen 2026-03-12'],
    revisions: ['2026-03-11,EUR,GBP,mid,1,0.86,1,0.87,2026-03-12T15:00:00Z,corrected: ECB'],
  },
  // 200 yen are held back in quarantine, and nobody else states any, so GLOBAL does not either.
  { time: '2026-03-13T18:00:00Z', ECB: day('2026-03-13', { JPY: '200' }), revisions: [] },
  {
    // They are accepted at nine, which corrects nothing that was stated. HNB states nothing for the 12th, so its withdrawal
    // of the 10th reaches all later days.
    time: '2026-03-14T18:00:00Z',
    ECB: [],
    HNB: ['2026-03-10 EUR/USD withdrawn seen 2026-03-14'],
    revisions: [
      ...['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'].flatMap((date) => [
        `${date},EUR,AED,mid,1,4.076475,1,4.03975,2026-03-14T15:00:00Z,withdrawn: HNB${date === '2026-03-10' ? '' : ' 2026-03-10'}`,
        `${date},EUR,USD,mid,1,1.11,1,1.1,2026-03-14T15:00:00Z,withdrawn: HNB${date === '2026-03-10' ? '' : ' 2026-03-10'}`,
      ]),
    ],
  },
];

const options = (night: Night | undefined): Omit<GenerateOptions, 'archiveDir' | 'outDir'> => ({
  date: utcDay(Date.parse(night?.time ?? '')),
  bases: BASES,
  historyBases: BASES,
  definitions: DEFINITIONS,
  currencies: readCurrencies(),
  pegs: PEGS,
});

async function publishAt(store: ObjectStore, time: string, archiveDir: string, out: string) {
  const steps = { store, signer: null, now: () => new Date(time), onProgress: () => {} };
  return publish({ ...steps, tree: await openGenerated(out), archiveDir });
}

/** Adds the rows of the nights. On the 12th the late bank cannot be reached; on the 14th a person accepts the yen. */
async function bring(archive: string, nights: readonly Night[]): Promise<void> {
  const time = nights.at(-1)?.time ?? '';
  await writeLines(
    archive,
    'ECB',
    nights.flatMap(({ ECB }) => ECB),
  );
  await writeLines(
    archive,
    'HNB',
    nights.flatMap(({ HNB = [] }) => HNB),
  );
  if (time.startsWith('2026-03-12')) {
    const run = { at: '2026-03-12T14:30:00Z', outcome: 'failed', since: '', reason: 'HTTP 503' } as const;
    await recordAsked(archive, 'HNB', run, LATE_BANK.schedule);
  }
  if (time.startsWith('2026-03-14')) {
    const quarantined = toQuarantined(await readHoldings(archive, DEFINITIONS));
    expect(quarantined.map(({ provider, row }) => `${provider} ${row.date} ${row.quote} ${row.mid}`)).toEqual([
      'ECB 2026-03-13 JPY 200',
    ]);
    const rows = quarantined.map(({ row }) => row);
    await writeAccepted(archive, 'ECB', rows, { accepted: '2026-03-14T09:00:00Z', note: 'the bank says so' });
  }
}

const [archive, out, bucket] = [freshFolder(), freshFolder(), freshFolder()];
/** For each night its tree, and copies of the archive before and after it was published. */
const trees: Map<string, string>[] = [];
const disks: { readonly before: string; readonly after: string }[] = [];
let store: ObjectStore;

beforeAll(async () => {
  store = await openTestStore(bucket);
  for (const [place, night] of NIGHTS.entries()) {
    await bring(archive, NIGHTS.slice(0, place + 1));
    await generate({ archiveDir: archive, outDir: out, ...options(night) });
    trees.push(readTree(out));
    const before = copyOf(archive);
    await publishAt(store, night.time, archive, out);
    disks.push({ before, after: copyOf(archive) });
  }
});

function copyOf(dir: string): string {
  return copied(dir);
}

async function treeOf(archiveDir: string, more: Partial<GenerateOptions>, outDir = freshFolder()) {
  await generate({ archiveDir, outDir, ...options(NIGHTS.at(-1)), ...more });
  return readTree(outDir);
}

const places = NIGHTS.map((night, place) => [night.time, place] as const);
const asOf = (place: number) => ({ asOf: NIGHTS[place]?.time ?? '', ...options(NIGHTS[place]) });
const correctionsOf = (tree: ReadonlyMap<string, string> | undefined) =>
  (tree?.get('v1/corrections.csv') ?? '').split('\r\n').slice(1, -1);
const globalOf = (tree: ReadonlyMap<string, string> | undefined) =>
  correctionsOf(tree).filter((line) => line.startsWith('GLOBAL,'));

describe('the tree as of each night equals the one that was published', () => {
  it('although the trees differ from night to night', () => {
    expect(new Set(trees.map((tree) => JSON.stringify([...tree]))).size).toBe(NIGHTS.length);
  });

  it.each(places)('%s, generated into an empty folder', async (_, place) => {
    expect(await treeOf(archive, asOf(place))).toEqual(trees[place]);
  });

  it.each(places)('%s, generated over the newest tree', async (_, place) => {
    const newest = copied(out);
    expect(await treeOf(archive, asOf(place), newest)).toEqual(trees[place]);
    expect(await treeOf(archive, {}, newest)).toEqual(trees.at(-1));
  });

  it.each(places)('%s, generated from the archive in the store', async (_, place) => {
    const [disk, pointer] = [freshFolder(), (await readPointer(store))?.pointer];
    await restoreArchive(store, pointer?.archive ?? '', disk);
    expect(await treeOf(disk, asOf(place))).toEqual(trees[place]);
  });

  it('and has a row from the second on in which it was seen', async () => {
    const seen = async (instant: string) => globalOf(await treeOf(archive, { ...asOf(1), asOf: instant })).length;
    expect([await seen('2026-03-11T14:59:59Z'), await seen('2026-03-11T15:00:00Z')]).toEqual([0, 2]);
  });
});

const AHEAD = 'GLOBAL,2026-03-13,EUR,USD,mid,1,1.1,1,1.2,2026-03-15T09:00:00Z,late: HNB';
/** The date, base and currency of a line. */
const figureOf = (line: string) => line.split(',').slice(0, 3).join();

describe('a figure of GLOBAL that changes after it was released', () => {
  it.each(places)('is listed with old figure, new figure and cause from the night of %s on', (_, place) => {
    const lines = NIGHTS.slice(0, place + 1).flatMap(({ revisions }) => revisions);
    const byFigure = [...new Set(lines.map(figureOf))].sort();
    const expected = byFigure.flatMap((figure) => lines.filter((line) => figureOf(line) === figure));
    expect(globalOf(trees[place])).toEqual(expected.map((line) => `GLOBAL,${line}`));
  });

  it('is listed beside the figures that banks corrected', () => {
    expect(correctionsOf(trees[2]).filter((line) => !line.startsWith('GLOBAL,'))).toEqual([
      'ECB,2026-03-11,EUR,GBP,mid,1,0.86,1,0.87,2026-03-12T15:00:00Z,corrected',
    ]);
  });

  it('is listed the same if the lists of all nights are missing', async () => {
    const bare = copyOf(archive);
    const lists = readdirSync(bare).filter((name) => name.startsWith('revisions-'));
    expect(lists).toEqual(['revisions-2026-03.csv']);
    for (const name of lists) rmSync(join(bare, name));
    expect(await treeOf(bare, {})).toEqual(trees.at(-1));
    for (const [, place] of places) expect(globalOf(await treeOf(bare, asOf(place)))).toEqual(globalOf(trees[place]));
  });

  it.each([
    ['has lost a line', (text: string) => text.replace(/^GLOBAL,2026-03-11,EUR,GBP.*\n/m, '')],
    ['has a line from a run that was killed before it added the release', (text: string) => `${text}${AHEAD}\n`],
  ])('is listed the same if a night’s list %s', async (_, spoil) => {
    const other = copyOf(archive);
    const file = join(other, 'revisions-2026-03.csv');
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));
    expect(await treeOf(other, {})).toEqual(trees.at(-1));
  });

  it('is refused with file and line if a night’s list was damaged', async () => {
    const other = copyOf(archive);
    const file = join(other, 'revisions-2026-03.csv');
    writeFileSync(file, readFileSync(file, 'utf8').replace(',late: HNB', ''));
    await expect(treeOf(other, {})).rejects.toThrow(
      inputError(`${file}, line 2: not a revision of a figure of GLOBAL: GLOBAL,2026-03-10,EUR,AED`),
    );
  });

  it('is refused with the file if a night’s list was truncated', async () => {
    const other = copyOf(archive);
    const file = join(other, 'revisions-2026-03.csv');
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
    await expect(treeOf(other, {})).rejects.toThrow(inputError(`${file}: truncated`));
  });

  it('is not listed in an archive that was never published', async () => {
    const bare = copyOf(archive);
    rmSync(join(bare, 'releases.csv'));
    expect(globalOf(await treeOf(bare, {}))).toEqual([]);
  });

  it('is listed twice if it was withdrawn and then published again', async () => {
    const [disk, dist, own] = [freshFolder(), freshFolder(), await openTestStore(freshFolder())];
    const rows = [...day('2026-03-09'), ...day('2026-03-10')];
    const steps = [
      ['2026-03-10', []],
      ['2026-03-11', ['2026-03-09 EUR/CHF withdrawn seen 2026-03-11']],
      ['2026-03-12', ['2026-03-09 EUR/CHF 5.5 seen 2026-03-12']],
    ] as const;
    const known: string[] = [...rows];
    for (const [date, added] of steps) {
      known.push(...added);
      await writeLines(disk, 'ECB', known);
      await treeOf(disk, {}, dist);
      await publishAt(own, `${date}T18:00:00Z`, disk, dist);
    }
    expect(globalOf(readTree(dist))).toEqual([
      'GLOBAL,2026-03-09,EUR,CHF,mid,1,5.5,1,,2026-03-11T15:00:00Z,withdrawn: ECB',
      'GLOBAL,2026-03-09,EUR,CHF,mid,1,,1,5.5,2026-03-12T15:00:00Z,published again: ECB',
    ]);
  });

  it('is one line if the method changed, because the older method’s figures cannot be worked out', async () => {
    const other = copyOf(archive);
    const releases = await readReleases(other, null);
    rmSync(join(other, 'releases.csv'));
    for (const { time, release } of releases)
      await noteRelease(other, { time, release, method: 'ratetree-blend-0' }, () => null);
    const [line, ...others] = globalOf(await treeOf(other, { ...asOf(4), asOf: null }));
    expect(line).toMatch(/^GLOBAL,,EUR,,mid,,ratetree-blend-0,,ratetree-blend-\d,2026-03-14T18:00:01Z,method$/);
    expect(others).toEqual(globalOf(trees[4]));
  });
});

describe('the list of releases', () => {
  it('has each release once, by the instant up to which it contains everything that was seen', async () => {
    const releases = await readReleases(archive, null);
    expect(releases.map(({ time, revisions }) => `${time} ${revisions}`)).toEqual(
      NIGHTS.map(({ time, revisions }) => `${time} ${revisions.length}`),
    );
    expect(releases.at(-1)?.release).toBe((await readPointer(store))?.pointer.release);
  });

  it('does not grow if the same release is published again, and only the pointer, its copy and what the run remembers are written', async () => {
    const [disk, dist] = [copyOf(archive), freshFolder()];
    await treeOf(disk, {}, dist);
    const before = readTree(bucket);
    expect(await publishAt(store, '2026-03-15T02:30:00Z', disk, dist)).toMatchObject({ isNew: false, objects: 1 });
    expect(readTree(disk)).toEqual(readTree(archive));
    const changed = [...readTree(bucket)].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    const { state } = JSON.parse(readTree(bucket).get('current.json') ?? '');
    expect(changed).toEqual([`archive/${state}`, 'current.json', 'pointers/0000000006.json']);
  });

  it.each([
    ['was killed before it added its line', async () => copyOf(disks.at(-1)?.before ?? '')],
    [
      'was made on another disk',
      async () => {
        const [disk, pointer] = [freshFolder(), (await readPointer(store))?.pointer];
        await restoreArchive(store, pointer?.archive ?? '', disk);
        return disk;
      },
    ],
  ])('is the same after a run that %s', async (_, diskOf) => {
    const disk = await diskOf();
    expect(readTree(disk)).not.toEqual(readTree(archive));
    const pointer = (await readPointer(store))?.pointer;
    await noteReleases(store, disk, pointer === undefined ? [] : [pointer]);
    expect(readTree(disk)).toEqual(readTree(archive));
  });

  it('is all that is fetched to a disk that has published', async () => {
    const pointer = (await readPointer(store))?.pointer;
    expect(await restoreArchive(store, pointer?.archive ?? '', archive)).toBeLessThanOrEqual(1);
  });
});

describe('ratetree generate --as-of', () => {
  const own = freshFolder();
  cpSync(join(EMBEDDED, 'ECB'), join(own, 'ECB'), { recursive: true });
  const treeBy = (...flags: readonly string[]) => {
    const to = freshFolder();
    const where = ['--archive', own, '--out', to, '--bases', 'EUR'];
    expect(runProgram(['generate', ...where, ...flags]).status).toBe(0);
    return readTree(to);
  };

  it('uses the day of the instant as the date, unless --date is given', () => {
    const tree = treeBy('--as-of', '2026-07-01T12:00:00Z');
    expect(treeBy('--as-of', '2026-07-01T12:00:00Z', '--date', '2026-07-01')).toEqual(tree);
    expect(treeBy('--as-of', '2026-07-01T12:00:00Z', '--date', '2026-03-11')).not.toEqual(tree);
  });

  it.each(['2026-03-11', '2026-02-30T12:00:00Z', 'yesterday'])('refuses %s', (text) => {
    const { status, stderr } = runProgram(['generate', '--as-of', text]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('2026-03-13T15:00:00Z')]);
  });

  it('is not a flag of nightly', () => {
    const help = (command: string) => runProgram([command, '--help']).stdout;
    expect([help('generate').includes('--as-of'), help('nightly').includes('--as-of')]).toEqual([true, false]);
  });
});
