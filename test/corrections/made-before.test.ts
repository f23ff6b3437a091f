/**
 * A bank sets Monday's list on Friday, and Friday is the last day of a half month. GLOBAL of Friday counts the list from
 * the night on which it comes, although it belongs to the next half month: as in a tree from nothing, and as of each night.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { type GenerateOptions, generate } from '../../generator/release/publish/generate.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { writeAccepted } from '../../generator/sources/archive/confirmed.ts';
import { utcDay } from '../../generator/wire/words/calendar.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { ATLANTIC, CODES, readTree } from '../support/trees/trees.ts';

const NBRM = definition('NBRM', 'EUR', { setBefore: 'The list is made on the working day before its date.' });
const DEFINITIONS = [ATLANTIC, NBRM];
const [THURSDAY, FRIDAY, MONDAY] = ['2026-05-14', '2026-05-15', '2026-05-18'];

/** Of the ECB, on the day itself: 1.1 dollars and 0.86 pounds. */
const daily = (date: string) =>
  CODES.map((code, place) => `${date} EUR/${code} ${{ USD: '1.1', GBP: '0.86' }[code] ?? `${place + 1}.5`}`);

interface Night {
  readonly time: string;
  readonly ECB: readonly string[];
  readonly NBRM: readonly string[];
  readonly accepts?: boolean;
  /** The lines of corrections.csv about GLOBAL that the night before did not have. */
  readonly revisions: readonly string[];
  /** Dollars and pounds of Friday. */
  readonly friday: readonly [string, string];
}

const NIGHTS: readonly Night[] = [
  {
    time: `${FRIDAY}T18:00:00Z`,
    ECB: [...daily('2026-05-13'), ...daily(THURSDAY), ...daily(FRIDAY)],
    NBRM: [THURSDAY, FRIDAY].flatMap((date) => [
      `${date} EUR/USD 1.12 seen 2026-05-13`,
      `${date} EUR/GBP 0.87 seen 2026-05-13`,
    ]),
    revisions: [],
    friday: ['1.11', '0.865'],
  },
  {
    // Monday's list comes after the release. Its dollars are in quarantine, so Friday's list of Thursday still speaks.
    time: '2026-05-16T18:00:00Z',
    ECB: [],
    NBRM: [`${MONDAY} EUR/USD 1.5 seen 2026-05-16`, `${MONDAY} EUR/GBP 0.88 seen 2026-05-16`],
    revisions: [`${FRIDAY},EUR,GBP,mid,1,0.865,1,0.87,2026-05-16T15:00:00Z,late: NBRM ${MONDAY}`],
    friday: ['1.11', '0.87'],
  },
  {
    time: '2026-05-17T18:00:00Z',
    ECB: [],
    NBRM: [`${MONDAY} EUR/USD 1.11 seen 2026-05-17`],
    revisions: [`${FRIDAY},EUR,USD,mid,1,1.11,1,1.105,2026-05-17T15:00:00Z,corrected: NBRM ${MONDAY}`],
    friday: ['1.105', '0.87'],
  },
  {
    time: `${MONDAY}T18:00:00Z`,
    ECB: daily(MONDAY),
    NBRM: [`2026-05-19 EUR/USD 1.1 seen ${MONDAY}`, `${MONDAY} EUR/GBP 0.884 seen ${MONDAY}`],
    revisions: [`${FRIDAY},EUR,GBP,mid,1,0.87,1,0.872,${MONDAY}T15:00:00Z,corrected: NBRM ${MONDAY}`],
    friday: ['1.105', '0.872'],
  },
  {
    // Whoever accepts a figure of the next half month changes the last day of this one: 0.86 and 1.2 pounds are disputed.
    time: '2026-05-19T18:00:00Z',
    ECB: daily('2026-05-19'),
    NBRM: [`${MONDAY} EUR/GBP 1.2 seen 2026-05-19`],
    accepts: true,
    revisions: [
      `${FRIDAY},EUR,GBP,mid,1,0.872,1,,2026-05-19T16:00:00Z,corrected: NBRM ${MONDAY}`,
      `${MONDAY},EUR,GBP,mid,1,0.872,1,,2026-05-19T16:00:00Z,corrected: NBRM`,
    ],
    friday: ['1.105', 'none'],
  },
];

const options = (time: string): Omit<GenerateOptions, 'archiveDir' | 'outDir'> => ({
  ...{ date: utcDay(Date.parse(time)), definitions: DEFINITIONS, currencies: [], pegs: [] },
  ...{ bases: new Set([EUR]), historyBases: new Set([EUR]) },
});

async function bring(archive: string, nights: readonly Night[]): Promise<void> {
  for (const code of ['ECB', 'NBRM'] as const) {
    await writeLines(
      archive,
      code,
      nights.flatMap((night) => night[code]),
    );
  }
  if (nights.at(-1)?.accepts !== true) return;
  const held = toQuarantined(await readHoldings(archive, DEFINITIONS));
  const rows = held.map(({ row }) => row).filter(({ quote }) => quote === 'GBP');
  expect(rows.map(({ date, mid }) => `${date} ${mid}`)).toEqual([`${MONDAY} 1.2`]);
  await writeAccepted(archive, 'NBRM', rows, { accepted: '2026-05-19T16:00:00Z', note: 'the bank says so' });
}

const [archive, out] = [freshFolder(), freshFolder()];
const trees: Map<string, string>[] = [];

beforeAll(async () => {
  const access = { endpoint: null, region: null, pathStyle: false, socketsMax: 8, willWrite: true };
  const store: ObjectStore = await openObjectStore(freshFolder(), access);
  for (const [place, { time }] of NIGHTS.entries()) {
    await bring(archive, NIGHTS.slice(0, place + 1));
    await generate({ archiveDir: archive, outDir: out, ...options(time) });
    trees.push(readTree(out));
    const steps = { store, signer: null, now: () => new Date(time), onProgress: () => {} };
    await publish({ ...steps, tree: await openGenerated(out), archiveDir: archive });
  }
});

async function treeOf(time: string, asOf: string | null, outDir = freshFolder()) {
  await generate({ archiveDir: archive, outDir, ...options(time), asOf });
  return readTree(outDir);
}

const friday = (tree: ReadonlyMap<string, string> | undefined, code: string) =>
  new RegExp(`^${code},([0-9.]+),`, 'm').exec(tree?.get(`tables/GLOBAL/2026/${FRIDAY}.csv`) ?? '')?.[1] ?? 'none';
const provenanceOf = (tree: ReadonlyMap<string, string> | undefined) =>
  tree?.get('v1/provenance/GLOBAL/2026/05/15.json') ?? '';
const places = NIGHTS.map((night, place) => [night.time, place] as const);

describe('Friday’s GLOBAL, with a list that is dated Monday and was made on Friday', () => {
  it.each(places)('is on the night of %s what was known then', (_, place) => {
    expect([friday(trees[place], 'USD'), friday(trees[place], 'GBP')]).toEqual(NIGHTS[place]?.friday);
  });

  it.each(places)('and a released figure that the list changed is among the corrections of %s', (_, place) => {
    const lines = (trees[place]?.get('v1/corrections.csv') ?? '').split('\r\n');
    const expected = NIGHTS.slice(0, place + 1).flatMap(({ revisions }) => revisions);
    expect(lines.filter((line) => line.startsWith('GLOBAL,')).sort()).toEqual(
      expected.map((line) => `GLOBAL,${line}`).sort(),
    );
  });

  it('says in provenance the bank’s own date, and the day on which it was made', () => {
    expect(provenanceOf(trees[0])).toMatch(/\["USD","NBRM","2026-05-15","[0-9a-f]{12}","1\.12","used","2026-05-14"\]/);
    expect(provenanceOf(trees[1])).toMatch(/\["GBP","NBRM","2026-05-18","[0-9a-f]{12}","0\.88","used","2026-05-15"\]/);
    expect(provenanceOf(trees[1])).toMatch(/\["GBP","ECB","2026-05-15","[0-9a-f]{12}","0\.86","used",""\]/);
  });

  it('has no word of a figure in quarantine, which is listed there', () => {
    expect(provenanceOf(trees[1])).not.toMatch(/"NBRM","2026-05-18","[0-9a-f]{12}","1\.5"/);
    expect(trees[1]?.get('v1/quarantine.csv')).toMatch(/^NBRM,2026-05-18,EUR,USD,1,,1\.5,/m);
  });
});

describe('the tree', () => {
  it.each(places)('of %s is the same from nothing, and as of that night', async (time, place) => {
    expect(await treeOf(time, time)).toEqual(trees[place]);
  });

  it.each(places)('of %s is the same over the newest one', async (time, place) => {
    const newest = freshFolder();
    await treeOf(NIGHTS.at(-1)?.time ?? '', null, newest);
    expect(await treeOf(time, time, newest)).toEqual(trees[place]);
    expect(await treeOf(NIGHTS.at(-1)?.time ?? '', null, newest)).toEqual(trees.at(-1));
  });
});
