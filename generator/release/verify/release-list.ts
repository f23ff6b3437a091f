/** Checks the public list of releases against the records of the releases that it names, and against the pointer. */

import { z } from 'zod';
import { releaseListPath } from '../../wire/answers/paths.ts';
import { recordKey } from '../../wire/release/keys.ts';
import { type ListedRelease, parseReleaseList } from '../../wire/release/release-list.ts';
import type { Wanted } from './pointer.ts';
import type { VerifyFindings } from './report.ts';
import type { VerifySource } from './source.ts';

/** Returns the releases that the list names; none, and notes a fault, if it cannot be read. */
export async function checkReleaseList(
  { read }: VerifySource,
  { pointer }: Pick<Wanted, 'pointer'>,
  findings: VerifyFindings,
): Promise<readonly ListedRelease[]> {
  findings.named.add(releaseListPath);
  const bytes = await read(releaseListPath);
  const list = bytes === null ? null : parseReleaseList(bytes.toString('utf8'));
  const bad = (why: string) => findings.fault('bad', releaseListPath, why);
  if (bytes === null) findings.fault('missing', releaseListPath, 'the next publish or repair writes it');
  else if (list === null) bad('it is not a list of releases, or it is cut off');
  if (list === null) return [];
  if (pointer !== null && list.inForce !== pointer.release) {
    bad(`it says that release ${list.inForce ?? 'none'} is in force, and the pointer names ${pointer.release}`);
  }
  for (const listed of list.releases) {
    const record = await read(recordKey(listed.release));
    if (record === null) bad(`it names release ${listed.release}, which has no record here`);
    else if (!isOf(listed, record)) bad(`what it says about release ${listed.release} differs from the record`);
  }
  return list.releases;
}

function isOf(listed: ListedRelease, record: Buffer): boolean {
  try {
    const facts = stated.parse(JSON.parse(record.toString('utf8')));
    return (Object.keys(facts) as (keyof typeof facts)[]).every((name) => facts[name] === listed[name]);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return false;
    throw error;
  }
}

const stated = z.object({
  ...{ release: z.string(), sequence: z.int(), time: z.string(), date: z.string(), root: z.string() },
  method: z.string().default(''),
});
