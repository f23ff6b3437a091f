/** The disk of a night. What is not on it comes from the store when it is needed, so that an empty one costs what is new. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type StoreFlags, toConnection } from '../cli/target.ts';
import { withElsewhere } from '../kit/elsewhere.ts';
import { fetchFrom } from '../release/archive/restore-lazily.ts';
import type { PointerInForce, PublishedPointer } from '../release/pointer/published.ts';
import type { GenerateOptions } from '../release/steps/generate.ts';
import { openFetcher } from '../store/fetcher.ts';
import { NOTES } from '../wire/release/keys.ts';
import { POINTER_KEY } from '../wire/release/pointer.ts';
import type { NightReport } from './night-report.ts';

interface DiskFlags extends StoreFlags {
  readonly archive: string;
  readonly out: string;
  readonly whole?: true;
}

export interface NightDisk {
  /** What a run goes on from whose disk has no tree; null if it has one, or is to have a whole one. */
  upstreamOf(inForce: PointerInForce<PublishedPointer> | null): NonNullable<GenerateOptions['upstream']> | null;
}

export async function withDisk<Result>(
  target: string,
  flags: DiskFlags,
  report: NightReport,
  work: (disk: NightDisk) => Promise<Result>,
): Promise<Result> {
  const { archive, out, whole } = flags;
  const fetcher = openFetcher(target, toConnection(flags));
  const disk: NightDisk = {
    upstreamOf(inForce) {
      if (existsSync(join(out, POINTER_KEY))) return null;
      if (existsSync(join(out, NOTES.partial))) clear(out);
      if (whole === true || inForce === null || inForce.pointer.memory === null) return null;
      return { pointer: inForce.pointer, objects: fetcher };
    },
  };
  try {
    return await withElsewhere(archive, fetchFrom(fetcher), () => work(disk));
  } finally {
    report.fetched = fetcher.fetched;
    await fetcher.close();
  }
}

/** What an earlier night has left here would only grow. */
function clear(out: string): void {
  for (const name of ['objects', 'memory', NOTES.partial]) rmSync(join(out, name), { recursive: true, force: true });
}
