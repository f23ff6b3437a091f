/** `ratetree verify --documents`: whether each figure of the archive stands in the document that was kept for it. */
import { type StoreFlags, withStore } from '../cli/target.ts';
import { verifyDocuments } from '../evidence/verify-documents.ts';
import { readRedenominations } from '../facts/redenominations.ts';
import { Progress } from '../kit/progress.ts';
import { PROVIDERS } from '../providers/index.ts';
import { EXIT } from '../wire/words/exit.ts';
import { InputError } from '../wire/words/input-error.ts';

/**
 * Prints a line for each fault, and one that says how much was read.
 * @param archive SHA-256 of the list of the archive that the pointer names
 */
export async function readAgain(
  target: string,
  flags: StoreFlags & { readonly json?: true },
  archive: string | null,
): Promise<void> {
  if (archive === null)
    throw new InputError(`${target} is a tree that was not published, which has no archive: name a store`);
  const progress = new Progress(process.stderr, () => performance.now(), 'banks');
  const report = await withStore(target, flags, 'read', (store) =>
    verifyDocuments({
      store,
      archive,
      providers: PROVIDERS,
      redenominations: readRedenominations(),
      onProgress: (part, done, total) => progress.step(part, done, total),
    }),
  );
  progress.end();
  const { documents, figures, missing, faults } = report;
  for (const fault of faults) console.log(`not as in its document: ${fault}`);
  console.log(`documents read again: ${documents}, with ${figures} figures; not kept: ${missing}`);
  if (flags.json === true) console.log(JSON.stringify(report));
  if (faults.length > 0) process.exitCode = EXIT.faultsFound;
}
