/** The nightly command as a scheduler meets it: one line of JSON, an exit code, and no harm in running it twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../../generator/commands/cli/lock.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import {
  afterNights,
  calm,
  DAYS,
  type Disk,
  type Ended,
  flagsOf,
  newDisk,
  night,
  recordings,
} from '../support/trees/nights-by-command.ts';
import { readTree } from '../support/trees/trees.ts';

/** A first night with the lists of so many days. */
function afterFirstNight(days = DAYS.length): { readonly store: string; readonly disk: Disk; readonly ended: Ended } {
  const { store, disk, ended } = afterNights(days);
  return { store, disk, ended: ended[0] as Ended };
}

describe('a night', () => {
  const replay = recordings(DAYS, calm);

  it('publishes, says so in one line of JSON, and ends with 0', () => {
    const { status, summary, stderr } = afterFirstNight().ended;
    expect(status, stderr).toBe(0);
    expect(summary).toMatchObject({ outcome: 'published', failures: [], refusals: [], error: null });
    expect(summary.published).toMatchObject({ release: summary.release, sequence: 1, isNew: true });
    expect(summary.voices).toMatchObject({ date: '2026-03-13', contributors: 1, fresh: 1, byTwo: 0, ageDaysMax: 0 });
    expect(summary.requests.PUT).toBeGreaterThan(50);
    expect(summary.seconds).toBeGreaterThan(0);
  });

  it('that is run a second time has nothing new, and only signs the pointer again', () => {
    const { store, disk, ended: first } = afterFirstNight();
    const before = readTree(store);
    const second = night(store, replay, disk);
    expect(second.status).toBe(0);
    expect(second.summary.published).toMatchObject({
      release: first.summary.release,
      sequence: 2,
      isNew: false,
      objects: 1,
      copied: 0,
    });
    const changed = [...readTree(store)].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    expect(changed).toEqual(['current.json', 'pointers/0000000002.json']);
  });

  it('on an empty disk restores the archive, makes the same release, and uploads nothing', () => {
    const { store, disk: warm, ended: first } = afterFirstNight();
    const cold = newDisk();
    const second = night(store, replay, cold);
    expect(second.summary.restored).toBe(2);
    expect(second.summary.published).toMatchObject({ release: first.summary.release, isNew: false, objects: 1 });
    expect(readTree(cold.archive)).toEqual(readTree(warm.archive));
    const whole = newDisk();
    expect(night(store, replay, whole, '--whole').summary.published).toMatchObject({ isNew: false, objects: 1 });
    expect(readTree(whole.out)).toEqual(readTree(warm.out));
  });

  it('in which a provider fails whose list is late publishes the rest, names that provider, and ends with 2', () => {
    const { store, disk } = afterFirstNight();
    const broken = recordings(DAYS, () => 'maintenance');
    const { status, summary, stderr } = night(store, broken, disk);
    expect(status).toBe(2);
    // One line a bank, what failed and what to do about it, and one line for the tree: no line for each provider.
    expect(stderr.split('\n').slice(0, 5)).toEqual([
      expect.stringMatching(/^no signing key/),
      'ECB: failed, see below',
      expect.stringMatching(/^act: ECB: lists, https:.*: look at it, ratetree collect --check --provider ECB$/),
      expect.stringMatching(/^release [0-9a-f]{16}: /),
      expect.stringMatching(/^gate: /),
    ]);
    expect(summary.failures).toHaveLength(1);
    expect(summary.failures[0]).toMatch(/^ECB: .*; its newest list is dated 2026-03-13, and it has missed \d+ pub/);
    expect(summary.outcome).toBe('published');
  });

  const slipped = recordings(DAYS, (code, day) =>
    code === 'USD' && day === '2026-03-13' ? '2510.4' : calm(code, day),
  );

  it('in which a decimal point slipped publishes the rest, and names the figure that it holds back', () => {
    const { store, disk } = afterFirstNight(4);
    const { status, summary, stderr } = night(store, slipped, disk);
    expect(status, stderr).toBe(2);
    expect(summary.published).toMatchObject({ sequence: 2, isNew: true });
    expect(summary.notices).toEqual([
      expect.stringMatching(/^USD: the only bank that states it is held in quarantine/),
    ]);
    expect(stderr).toContain('ECB: 1 figure seen earlier in quarantine (ratetree quarantine lists them)');
    expect(stderr).toMatch(/ECB reference: 2026-03-13 lacks 1: USD/);
    const tree = readTree(disk.out);
    expect(tree.get('v1/quarantine.csv')).toMatch(/^ECB,2026-03-13,EUR,USD,1,,2510\.4,/m);
    expect(tree.get('v1/latest/ECB/EUR.csv')).not.toContain('USD');
  });

  it('with a store that cannot be reached ends with 4, and keeps what it collected', () => {
    const disk = newDisk();
    const { status, summary } = night(
      's3://no-bucket/none',
      replay,
      disk,
      '--endpoint',
      'http://127.0.0.1:9',
      '--region',
      'us-east-1',
    );
    expect(status).toBe(4);
    expect(summary).toMatchObject({ outcome: 'store failed', published: null });
    expect(summary.error).toContain('s3://no-bucket/none');
  });

  it('ends with 5 and touches nothing while another night is at work', async () => {
    const [store, disk] = [freshFolder(), newDisk()];
    mkdirSync(disk.archive, { recursive: true });
    const lock = await acquireLock(disk.archive);
    expect(lock).not.toBeNull();
    const { status, stderr } = night(store, replay, disk);
    expect([status, existsSync(disk.out)]).toEqual([5, false]);
    expect(stderr).toContain('another run is at work');
    await lock?.release();
    expect(night(store, replay, disk).status).toBe(0);
  });

  it('that is killed leaves no lock behind', async () => {
    const [store, disk] = [freshFolder(), newDisk()];
    const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...flagsOf(store, replay, disk, [])], {
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (!existsSync(disk.archive) && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    await ended;
    expect(night(store, replay, disk).status).toBe(0);
  });
});
