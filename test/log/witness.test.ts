/** Witnesses over HTTP: those that sign, and those that are slow, behind, ahead, silent, or lie. */

import { beforeAll, describe, expect, it } from 'vitest';
import { parseNoteKey, signersOf } from '../../generator/release/log/note.ts';
import { LogForked } from '../../generator/release/log/tiles.ts';
import { parseWitness } from '../../generator/release/log/witness.ts';
import { ReleaseRefused } from '../../generator/release/objects/trial.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { type Manner, startWitness, type TestWitness } from '../support/servers/witness.ts';
import {
  LOG,
  type LoggedNight,
  makeNights,
  ORIGIN,
  openTestStore,
  publishLogged,
  readLogOf,
  withOwnArchive,
} from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const keys = newKeys();
const raw = Buffer.from(keys.signer?.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) ?? []);
/** Within the first an honest witness answers on any machine; for the second a slow one is waited for. */
const [TIMEOUT_MS, SHORT_MS] = [60_000, 2_000];
let made: readonly LoggedNight[] = [];
let store: ObjectStore;
beforeAll(async () => {
  made = await makeNights('2026-03-10', '2026-03-11', '2026-03-12');
});

const start = (name: string, logs = new Map([[ORIGIN, raw]])) => startWitness(name, logs);
const nightOf = (place: number): LoggedNight => withOwnArchive(made[place] ?? { tree: '', archive: '' });
const publishWith = (place: number, witnesses: readonly TestWitness[], quorum: number) => {
  const timeoutMs = witnesses.some(({ manner }) => manner === 'slow') ? SHORT_MS : TIMEOUT_MS;
  const log = { ...LOG, witnesses: witnesses.map(({ flag }) => parseWitness(flag)), quorum };
  return publishLogged(store, keys, nightOf(place), { log: { ...log, asking: { timeoutMs } } });
};
async function signersIn(witnesses: readonly TestWitness[]) {
  const { checkpoint } = await readLogOf(store);
  const known = witnesses.map(({ vkey }) => parseNoteKey(vkey));
  return [...signersOf(checkpoint.note, known).keys()].map(({ name }) => name);
}

describe('witnesses', () => {
  it('sign each checkpoint before it is published, and are asked from where they are', async () => {
    store = await openTestStore();
    const [one, two] = [await start('w1.example'), await start('w2.example')];
    await publishWith(0, [one, two], 2);
    expect(await signersIn([one, two])).toEqual(['w1.example', 'w2.example']);
    // The second is not asked for one night, so that it is behind.
    await publishWith(1, [one], 1);
    expect([one.seen.size, two.seen.size]).toEqual([2, 1]);
    const { log } = await publishWith(2, [one, two], 2);
    expect(log).toMatchObject({ size: 3, failures: [] });
    expect([one.statuses, two.statuses]).toEqual([
      [200, 200, 200],
      [200, 409, 200],
    ]);
    expect(await signersIn([one, two])).toEqual(['w1.example', 'w2.example']);
  });

  it('may sign by two types of keys, of which one is known', async () => {
    store = await openTestStore();
    const one = await start('w1.example');
    one.manner = 'two types';
    expect((await publishWith(0, [one], 1)).log).toMatchObject({ size: 1, failures: [] });
    expect(await signersIn([one])).toEqual(['w1.example']);
  });

  it.each<[Manner | 'stranger', RegExp]>([
    ['slow', /timeout/i],
    ['silent', /other side closed|socket/],
    ['another root', /not that of its key/],
    ['another key', /not that of its key/],
    ['no witness', /not a signed note/],
    ['endless', /more than 65536 bytes|timeout/],
    ['ahead', /it has signed 8 entries of rates\.example\/log, and here are 1/],
    ['stranger', /answers with status 404/],
  ])('are named if they do not sign: %s; the others are enough', async (manner, words) => {
    store = await openTestStore();
    const good = await start('good.example');
    const bad = await start('bad.example', manner === 'stranger' ? new Map() : undefined);
    if (manner !== 'stranger') bad.manner = manner;
    const { log } = await publishWith(0, [good, bad], 1);
    expect(log?.failures).toHaveLength(1);
    expect(log?.failures[0]).toMatch(/^witness bad\.example: /);
    expect(log?.failures[0]).toMatch(words);
    expect(await signersIn([good])).toEqual(['good.example']);
    // Nothing that it said is in the checkpoint.
    expect((await readLogOf(store)).checkpoint.note).not.toContain('bad.example');
  });

  it('refuse the release if too few sign, and the next night goes on with the same entry', async () => {
    store = await openTestStore();
    const [good, bad] = [await start('good.example'), await start('bad.example')];
    await publishWith(0, [good, bad], 2);
    bad.manner = 'silent';
    const refused = publishWith(1, [good, bad], 2);
    await expect(refused).rejects.toThrow(/1 of 2 witnesses have signed: witness bad\.example/);
    await expect(refused).rejects.toBeInstanceOf(ReleaseRefused);
    expect((await readLogOf(store)).checkpoint.size).toBe(1);
    expect(good.seen.size).toBe(2);
    bad.manner = 'honest';
    expect((await publishWith(2, [good, bad], 2)).log).toMatchObject({ size: 3, position: 2, failures: [] });
  });

  it('do not sign a log that was made anew, and it is refused as a fork', async () => {
    store = await openTestStore();
    const witness = await start('w.example');
    await publishWith(0, [witness], 1);
    await publishWith(1, [witness], 1);
    store = await openTestStore();
    await expect(publishWith(2, [witness], 1)).rejects.toBeInstanceOf(LogForked);
    // Of the same size, but of other entries.
    store = await openTestStore();
    await publishWith(0, [], 0);
    await expect(publishWith(2, [witness], 1)).rejects.toThrow(/0 of 1 witnesses have signed/);
    expect(await readLogOf(store)).toMatchObject({ checkpoint: { size: 1 } });
  });

  it('are named by key and address', () => {
    for (const wrong of ['https://w.example', 'w.example+00000000+AAAA@https://w.example', 'w@ftp://w.example'])
      expect(() => parseWitness(wrong)).toThrow(/not a (witness|key of a log or a witness)/);
  });
});
