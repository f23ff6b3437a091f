/**
 * Compare-and-swap in a folder: who wants to replace a version of a file first links a claim to that version, which has
 * exactly one winner; only the winner renames. A version never comes back (its tag names inode and time), so neither does its
 * claim, and one that a crash has left behind is taken over by the next claim of the row.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '../kit/files.ts';
import { INCOMING, ifAbsent, linkNew, stage } from './folder-files.ts';

/** Between claim and rename lie milliseconds. Of another machine only the age of its claim is known. */
const ABANDONED_AGE_MS = 10 * 60 * 1000;
/** In a container that starts again the process often has the number of its predecessor. */
const OWN_TOKEN = randomBytes(8).toString('hex');

export interface Claim {
  release(): Promise<void>;
}

/** null where another process has claimed this version. */
export async function claimVersion(root: string, key: string, etag: string, nowMs: number): Promise<Claim | null> {
  const name = createHash('sha256').update(`${key}\n${etag}`).digest('hex').slice(0, 32);
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
  const [text, { mtimeMs }] = await Promise.all([
    readFile(claim, 'utf8').catch(ifAbsent('')),
    stat(claim).catch(ifAbsent({ mtimeMs: nowMs })),
  ]);
  if (nowMs - mtimeMs > ABANDONED_AGE_MS) return true;
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
