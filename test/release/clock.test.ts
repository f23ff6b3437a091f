/** A clock that is wrong signs nothing that is older than what is in force, and is named if it is days ahead. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { signAgain } from '../../generator/commands/night-steps.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { readInForce } from '../../generator/release/pointer/in-force.ts';
import { readPointer } from '../../generator/release/pointer/published.ts';
import { toPointer } from '../../generator/release/pointer/signing.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { rollback } from '../../generator/release/publish/rollback.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { parsePointer, pointerText } from '../../generator/wire/release/pointer.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { connectionTo, serveBucket } from '../support/servers/small-bucket.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { openTestStore } from '../support/trees/logged.ts';
import { newPlace, night, recordingOf } from '../support/trees/one-night.ts';
import { generateRelease } from '../support/trees/releases.ts';
import { readTree } from '../support/trees/trees.ts';

const SIGNED = '2026-03-14T02:30:00Z';
const archiveDir = freshFolder();
const made = { dir: freshFolder(), second: '' };

const stepsAt = (store: ObjectStore, clock: string) => ({
  ...{ store, signer: null, onProgress: () => {}, now: () => new Date(clock) },
});
const publishTree = async (store: ObjectStore, tree: string, clock: string) =>
  publish({ ...stepsAt(store, clock), tree: await openGenerated(tree), archiveDir });

beforeAll(async () => {
  await writeLines(archiveDir, 'ECB', ['2026-03-10 EUR/USD 1.1']);
  const store = await openTestStore(made.dir);
  await publishTree(store, await generateRelease(1), '2026-03-13T02:30:00Z');
  made.second = await generateRelease(2);
  await publishTree(store, made.second, SIGNED);
});

async function storeOfTwo(): Promise<{ readonly dir: string; readonly store: ObjectStore }> {
  const dir = copied(made.dir);
  return { dir, store: await openTestStore(dir) };
}

async function signAgainAt(store: ObjectStore, clock: string) {
  const steps = stepsAt(store, clock);
  return signAgain(steps, await readInForce(steps));
}

describe.each<[string, (store: ObjectStore, clock: string) => Promise<unknown>]>([
  ['publish', (store, clock) => publishTree(store, made.second, clock)],
  ['rollback', (store, clock) => rollback(stepsAt(store, clock), null)],
  ['a night that signs again', (store, clock) => signAgainAt(store, clock)],
])('%s', (_, sign) => {
  it.each(['1970-01-01T22:30:07Z', '2026-03-14T02:14:59Z'])(
    'is refused at %s, and nothing is written',
    async (clock) => {
      const { dir, store } = await storeOfTwo();
      const before = readTree(dir);
      const refused = await sign(store, clock).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(InputError);
      expect(`${refused}`).toContain(
        `${dir}/current.json was signed at ${SIGNED}, and this machine's clock says ${clock}: set the clock`,
      );
      expect(readTree(dir)).toEqual(before);
    },
  );

  it.each<[string, string, RegExp | null]>([
    ['2026-03-14T02:20:00Z', SIGNED, null],
    ['2026-03-21T02:30:00Z', '2026-03-21T02:30:00Z', null],
    [
      '2026-04-23T02:30:00Z',
      '2026-04-23T02:30:00Z',
      /^the pointer of 2026-03-14T02:30:00Z had expired at 2026-03-22T02:30:00Z, and it is 2026-04-23T02:30:00Z by/,
    ],
  ])('at %s signs with %s, and names a pointer that had expired', async (clock, time, words) => {
    const { store } = await storeOfTwo();
    const summary = await sign(store, clock);
    expect((await readPointer(store))?.pointer).toMatchObject({ sequence: 3, time });
    expect(summary).toMatchObject({ time, expired: words === null ? null : expect.stringMatching(words) });
  });
});

describe('a bucket has a clock of its own', () => {
  it.each<[string, string, RegExp | null]>([
    // Writing begins with a look at what is there.
    ['40 days ahead of it', '2026-04-23T02:30:00Z', /says 2026-04-23T02:30:00Z, and the store's 2026-03-14T0\d:\d\d/],
    ['40 days behind it', '2026-02-03T02:30:00Z', /says 2026-02-03T02:30:00Z, and the store's 2026-03-14T0\d:\d\d/],
    ['an hour ahead of it', '2026-03-14T04:00:00Z', null],
  ])('and a clock that is %s signs nothing if that is days', async (_, clock, words) => {
    const bucket = await serveBucket(made.dir, () => new Date('2026-03-14T03:00:00Z'));
    const store = await openObjectStore('s3://rates/', { ...connectionTo(bucket), willWrite: false });
    const refused = await signAgainAt(store, clock).catch((error: unknown) => error);
    await store.close();
    expect(`${refused}`).toMatch(words ?? /HEAD current\.json: 403/);
    expect(bucket.methods.includes('HEAD')).toBe(words === null);
  });
});

describe('by command', () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  /** A store in which a night has published, by a clock that many days off. */
  async function afterNight(off: number) {
    const [place, list] = [newPlace(), recordingOf('1.1415')];
    expect(night(place, list).status).toBe(0);
    const pointer = parsePointer(readFileSync(join(place.store, 'current.json'), 'utf8'));
    // The night was another one, so the disk has not seen this one's pointer.
    for (const name of readdirSync(place.archive).filter((one) => one.startsWith('.pointer-')))
      rmSync(join(place.archive, name));
    for (const key of ['current.json', 'pointers/0000000001.json'])
      writeFileSync(join(place.store, key), pointerText(toPointer(pointer, null, days(off))));
    return { place, list };
  }

  it('a night behind the pointer ends with 1 before it collects, and repair signs by the right clock', async () => {
    const { place, list } = await afterNight(40);
    const empty = { ...newPlace(), store: place.store };
    const { status, report } = night(empty, list);
    expect([status, report.outcome, existsSync(join(empty.archive, 'ECB'))]).toEqual([1, 'input', false]);
    expect(report.error).toContain('set the clock; if it is right, "ratetree repair --sequence 2" signs the release');
    const words = ['repair', place.store, '--archive', place.archive, '--from', place.out];
    expect(ratetree(...words, '--sequence', '2').stdout).toContain('makes one to release');
    expect(night(empty, list).status).toBe(0);
  });

  it('a night after the pointer expired publishes, names it, and ends with 2', async () => {
    const { place, list } = await afterNight(-40);
    const { status, report, stderr } = night(place, list);
    expect([status, report.outcome]).toEqual([2, 'published']);
    expect(report.failures).toEqual([expect.stringContaining('no night succeeded since, or the clock is ahead')]);
    expect(stderr).toContain(report.failures[0]);
  });
});
