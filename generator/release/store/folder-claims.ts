/**
 * Compare-and-swap in a folder. A process that wants to replace a version of a file first links a claim to that
 * version, which has exactly one winner, and only the winner renames. A version never comes back, because its tag names
 * inode and time, so neither does its claim. A claim that a crash left behind is overruled by a claim with the next
 * number.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode, noneIfMissing } from '../../kit/files.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { INCOMING, linkNew, stage } from './folder-files.ts';

/** Milliseconds pass between claim and rename. Of a process on another machine only the age of its claim is known. */
const ABANDONED_AGE_MS = 10 * 60 * 1000;
/** Tells this process from a predecessor with the same number, which is common in a container that was restarted. */
const OWN_TOKEN = randomBytes(8).toString('hex');

interface Claim {
  release(): Promise<void>;
}

/** Returns null if another process has claimed this version. */
export async function claimVersion(root: string, key: string, etag: string, nowMs: number): Promise<Claim | null> {
  const name = hashOf(`${key}\n${etag}`).slice(0, 32);
  for (let turn = 1; ; turn++) {
    const claim = join(root, INCOMING, `claim-${name}-${turn}`);
    const text = `${hostname()} ${process.pid} ${OWN_TOKEN}`;
    if (await linkNew(await stage(root, Buffer.from(text)), claim)) {
      return { release: () => rm(claim, { force: true }) };
    }
    if (!(await isAbandoned(claim, nowMs))) return null;
  }
}

async function isAbandoned(claim: string, nowMs: number): Promise<boolean> {
  const [text, facts] = await Promise.all([
    readFile(claim, 'utf8').catch(noneIfMissing),
    stat(claim).catch(noneIfMissing),
  ]);
  if (text === null || facts === null) return false;
  if (nowMs - facts.mtimeMs > ABANDONED_AGE_MS) return true;
  const [host, pid = '', token] = text.split(' ');
  if (host !== hostname() || !/^\d+$/.test(pid)) return false;
  return pid === `${process.pid}` ? token !== OWN_TOKEN : !isAlive(Number.parseInt(pid, 10));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
