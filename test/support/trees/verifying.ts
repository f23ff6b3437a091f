/** Two releases to verify, in a folder and over HTTP, and the key that signed them. */

import { httpSource } from '../../../generator/release/verify/address.ts';
import type { VerifyOptions } from '../../../generator/release/verify/pointer.ts';
import type { VerifyReport } from '../../../generator/release/verify/report.ts';
import { folderSource } from '../../../generator/release/verify/source.ts';
import { verifyTarget } from '../../../generator/release/verify/verify.ts';
import { freshFolder } from '../banks/archives.ts';
import { serveFolder } from '../servers/file-server.ts';
import { ReleaseFolder } from './release-folder.ts';
import { generatePair, LATER, NOW, newKeys } from './release-pair.ts';

export const ours = newKeys();

export interface Pair {
  /** The generated trees, the older one first. */
  readonly trees: readonly [string, string];
  readonly folder: ReleaseFolder;
  /** The id of the older release. */
  readonly older: string;
  /** The id of the newer release. */
  readonly newer: string;
}

export async function publishPair(): Promise<Pair> {
  const trees = await generatePair();
  const folder = new ReleaseFolder(freshFolder(), ours.signer, NOW);
  const { release: older } = (await folder.publish(trees[0])).root;
  const { release: newer } = (await folder.publish(trees[1])).root;
  return { trees, folder, older, newer };
}

export const AGENT = { userAgent: 'ratetree tests' };
export type More = Partial<Omit<VerifyOptions, 'source'>>;
/** A verification a day after the second release that trusts our key. */
export const usual = {
  trusted: ours.trusted,
  sequenceMin: null,
  now: LATER(1),
  sample: null,
  mode: 'auto',
} as const satisfies Omit<VerifyOptions, 'source'>;

export function verifyFolder(dir: string, more: More = {}): Promise<VerifyReport> {
  return verifyTarget({ source: folderSource(dir), ...usual, ...more });
}

export async function verifyHttp(dir: string, more: More = {}): Promise<VerifyReport> {
  const source = httpSource((await serveFolder(dir)).url, AGENT);
  return verifyTarget({ source, ...usual, ...more }).finally(() => source.close());
}

/** One line per fault: `bad v1/status.json`. */
export function faultsOf({ faults }: VerifyReport): string[] {
  return faults.map(({ kind, key }) => `${kind} ${key}`);
}
