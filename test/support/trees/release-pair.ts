/** Two consecutive releases, of a small tree and of the same tree a day later. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSigner, writeKeyPair } from '../../../generator/release/pointer/signing.ts';
import { parseTrustedKeys } from '../../../generator/wire/release/pointer.ts';
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { freshFolder } from '../banks/archives.ts';
import { copied } from '../kit/copied.ts';
import { ReleaseFolder } from './release-folder.ts';
import { sharedTree } from './shared.ts';
import { dailyLines, generateFrom } from './trees.ts';

/** When the second release was published. */
export const NOW = new Date('2026-03-13T17:00:00Z');
export const LATER = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

export function newKeys() {
  const made = writeKeyPair(join(freshFolder(), 'publisher.key'));
  const pem = readFileSync(made.publicFile, 'utf8');
  return { id: made.id, signer: readSigner(made.privateFile, {}), trusted: parseTrustedKeys([pem]), pem };
}

const bases = new Set(['EUR', 'USD'].map((code) => currencyCode.parse(code)));

/** Returns the folders of the trees of both days, which tests read and do not write to. */
export async function generatePair(): Promise<readonly [string, string]> {
  const days = dailyLines('2026-03-02', '2026-03-12');
  const next = [...days, ...dailyLines('2026-03-13', '2026-03-13', 111)];
  const treeOf = (name: string, ECB: readonly string[]) =>
    sharedTree(name, (outDir) => generateFrom({ ECB }, outDir, { bases, historyBases: bases }));
  return [await treeOf('pair-first', days), await treeOf('pair-second', next)];
}

/** A copy that a test may damage, with the manifests of the original. */
export function copyOf(original: ReleaseFolder): ReleaseFolder {
  const dir = copied(original.dir);
  const copy = new ReleaseFolder(dir, original.signer, original.now);
  copy.manifests.push(...original.manifests);
  copy.sequence = original.sequence;
  return copy;
}
