/**
 * Checks the releases that are kept beside the one in force, so that a rollback to one of them is no surprise. Nobody
 * signs them any more: a record says which files belong to a release, and these are checked.
 */
import { z } from 'zod';
import { recordKey } from '../wire/release/keys.ts';
import { hash } from '../wire/release/manifest.ts';
import type { Pointer } from '../wire/release/pointer.ts';
import { checkFiles } from './files.ts';
import type { VerifyFindings } from './findings.ts';
import type { VerifyOptions } from './options.ts';
import { checkReadable } from './readable.ts';
import { checkReleaseList } from './release-list.ts';

const record = z.object({ root: hash, archive: hash });

/** Returns the ids of the releases that were checked. @param pointer the one in force, which is not checked again */
export async function checkKept(
  options: VerifyOptions,
  pointer: Pointer,
  findings: VerifyFindings,
): Promise<readonly string[]> {
  const { source } = options;
  const checked: string[] = [];
  for (const { release } of await checkReleaseList(source, { pointer }, findings)) {
    const key = recordKey(release);
    const bytes = release === pointer.release ? null : await source.read(key);
    if (bytes === null) continue;
    const found = findings.parsed(key, () => record.parse(JSON.parse(bytes.toString('utf8'))));
    if (found === null) continue;
    const wanted = { through: 'pointer', root: found.root, pointer: { ...pointer, ...found, release } } as const;
    const root = await checkFiles(options, { ...wanted, isKept: true }, findings);
    if (root !== null)
      await checkReadable(options, wanted.pointer, findings, (path) => `${path} of release ${release}`);
    checked.push(release);
  }
  return checked;
}
