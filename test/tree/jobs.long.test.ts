/** `generate --jobs N`: N threads make the files of dates, and the tree is the same for any number of them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { mountSmallDisk } from '../support/kit/small-disk.ts';
import { dailyLines, readTree } from '../support/trees/trees.ts';

interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  /** How many threads have run, the first one included. */
  readonly threads: number;
}

function generate(archive: string, out: string, ...flags: readonly string[]): Run {
  const [log, hook] = [join(freshFolder(), 'threads'), join(freshFolder(), 'hook.cjs')];
  // Node loads this file first in every thread.
  writeFileSync(hook, `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'thread\\n');`);
  const all = ['generate', '--archive', archive, '--out', out, '--date', '2026-03-13', ...flags];
  const options = { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: `--require ${hook}` } } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...all], options);
  return { stdout, stderr, status, threads: readFileSync(log, 'utf8').split('\n').length - 1 };
}

/** Enough dates that more threads are started, on both sides of New Year. */
async function archiveOfTwoBanks(): Promise<string> {
  const archive = freshFolder();
  const lines = dailyLines('2025-12-15', '2026-01-27');
  await writeLines(archive, 'ECB', lines);
  await writeLines(
    archive,
    'NBP',
    lines.filter((line) => / EUR\/PLN /.test(line)),
  );
  return archive;
}

const summaryOf = ({ stdout }: Run, out: string) => stdout.replace(out, 'OUT').replace(/ in [\d.]+ s/, '');

describe('generate --jobs', () => {
  it('makes the same files, release id and summary with any number of threads, from nothing and the next night', async () => {
    const archive = await archiveOfTwoBanks();
    const made = ['1', '2', '3'].map((jobs) => {
      const out = freshFolder();
      const first = generate(archive, out, '--jobs', jobs);
      const tree = readTree(out);
      const narrowed = generate(archive, out, '--jobs', jobs, '--bases', 'EUR,USD,XDR');
      const summaries = [summaryOf(first, out), summaryOf(narrowed, out)];
      return { threads: first.threads, summaries, tree, after: readTree(out) };
    });
    expect(made.map(({ threads }) => threads)).toEqual([1, 2, 3]);
    const [alone, ...others] = made.map(({ threads, ...rest }) => rest);
    expect(alone?.tree.size).toBeGreaterThan(2_000);
    expect(alone?.after.size).toBeLessThan(alone?.tree.size ?? 0);
    for (const other of others) expect(other).toEqual(alone);
  });

  it('starts no thread for a night without news', async () => {
    const [archive, out] = [await archiveOfTwoBanks(), freshFolder()];
    generate(archive, out, '--bases', 'EUR');
    expect(generate(archive, out, '--bases', 'EUR', '--jobs', '3').threads).toBe(1);
  });

  it('leaves the tree as it was when another thread meets a full disk, and says so', async (context) => {
    const [archive, out] = [await archiveOfTwoBanks(), mountSmallDisk('12m', context)];
    const { status, stderr, threads } = generate(archive, out, '--jobs', '2');
    expect(threads).toBe(2);
    expect(status).toBe(6);
    expect(stderr).toContain('ENOSPC');
    expect(['current.json', 'v1'].filter((name) => existsSync(join(out, name)))).toEqual([]);
  });
});
