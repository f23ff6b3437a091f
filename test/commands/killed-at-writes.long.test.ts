/**
 * A night that is killed at a write, half of which is done: what is in force stays good, and the next night, on its own
 * disk or on an empty one, publishes what an undisturbed night would have. 12 writes are tried, or as many as KILLS says.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { POINTER_KEY, parsePointer } from '../../generator/wire/release/pointer.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { calm, DAYS, type Disk, flagsOf, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { readTree } from '../support/trees/trees.ts';

/** Calls of node:fs that change a disk. Of what is written at the last one, half arrives. */
const KILLER = `
  import fs, { promises } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [last, ended] = [Number(process.env.KILL_AT), fs.writeFileSync];
  let calls = 0;
  const half = (content) => (typeof content === 'string' || content?.buffer ? content.slice(0, content.length >> 1) : content);
  const counted = (own, holder) => function (...words) {
    if (++calls === last) {
      if (own.name.startsWith('write') || own.name.startsWith('append')) {
        if (holder === fs) own.call(this, words[0], half(words[1]));
        else ended(words[0], half(words[1]));
      }
      process.kill(process.pid, 'SIGKILL');
    }
    return own.apply(this, words);
  };
  const names = ['writeFile', 'appendFile', 'rename', 'link', 'copyFile', 'mkdir', 'rm', 'rmdir', 'unlink', 'write', 'truncate', 'ftruncate'];
  for (const name of names) {
    fs[name + 'Sync'] = counted(fs[name + 'Sync'], fs);
    if (promises[name] !== undefined) promises[name] = counted(promises[name], promises);
  }
  syncBuiltinESMExports();
  process.on('exit', () => ended(process.env.KILL_COUNT, String(calls)));
`;

const keys = writeKeyPair(join(freshFolder(), 'key.pem'));
const FLAGS = ['--signing-key', keys.privateFile, '--log', 'rates.example/log'];
const replays = [DAYS.length - 1, DAYS.length].map((days) => recordings(DAYS.slice(0, days), calm));
const pointerIn = (store: string) => parsePointer(readFileSync(join(store, POINTER_KEY), 'utf8'));

interface Place {
  readonly store: string;
  readonly disk: Disk;
}
const copyOf = ({ store, disk }: Place): Place => ({
  store: copied(store),
  disk: { archive: copied(disk.archive), out: copied(disk.out) },
});

/** Null for how many writes it has when nobody kills it. */
function nightKilledAt(write: number | null, { store, disk }: Place): number {
  const count = join(freshFolder(), 'count');
  const words = ['--import', `data:text/javascript,${encodeURIComponent(KILLER)}`, PROGRAM];
  const { signal, stderr } = spawnSync(process.execPath, [...words, ...flagsOf(store, replays[1] ?? '', disk, FLAGS)], {
    env: { ...process.env, KILL_AT: `${write}`, KILL_COUNT: count },
    encoding: 'utf8',
  });
  expect(signal, stderr).toBe(write === null ? null : 'SIGKILL');
  return existsSync(count) ? Number(readFileSync(count, 'utf8')) : 0;
}

function expectGood(store: string, ...more: readonly string[]): void {
  for (const flags of [more, ['--log']]) {
    const { status, stdout } = ratetree('verify', store, '--public-key', keys.publicFile, ...flags);
    expect(status, stdout).toBe(0);
  }
}

/** What is stated, without the instants and the sequences of a run. */
const statedIn = (store: string) =>
  new Map([...readTree(store)].filter(([path]) => /^(?:v1|objects)\//.test(path) && path !== 'v1/releases.csv'));

/** What was collected, and neither when it was published, what was seen of the store, nor what the kill left half done. */
const archiveIn = ({ disk }: Place) =>
  new Map([...readTree(disk.archive)].filter(([path]) => !/^\.|^releases\.csv$|\.partial$/.test(path)));

const before: Place = { store: freshFolder(), disk: newDisk() };
expect(night(before.store, replays[0] ?? '', before.disk, ...FLAGS).status).toBe(0);
const undisturbed = copyOf(before);
const writes = nightKilledAt(null, undisturbed);
const step = Math.ceil(writes / Number(process.env.KILLS ?? 12));
// Two runs differ by a few writes, so the last ones may not come.
const kills = Array.from({ length: Math.floor((writes - 20) / step) + 1 }, (_, place) => place * step + 1);

describe(`a night of ${writes} writes`, () => {
  let goods: readonly string[];
  beforeAll(() => {
    goods = [before, undisturbed].map(({ store }) => pointerIn(store).root);
  });

  it.each(kills)('that is killed at the %ith', (write) => {
    const place = copyOf(before);
    nightKilledAt(write, place);
    expect(goods).toContain(pointerIn(place.store).root);
    expectGood(place.store);
    const lost = { store: copied(place.store), disk: newDisk() };
    for (const { store, disk } of [place, lost]) {
      const next = night(store, replays[1] ?? '', disk, ...FLAGS);
      expect(next.status, next.stderr).toBe(0);
      expect(pointerIn(store)).toMatchObject({ root: goods[1], archive: pointerIn(undisturbed.store).archive });
      expect(statedIn(store)).toEqual(statedIn(undisturbed.store));
      expectGood(store, '--all');
    }
    expect(archiveIn(place)).toEqual(archiveIn(undisturbed));
  });
});
