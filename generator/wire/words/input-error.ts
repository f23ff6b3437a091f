/** How an error ends a command: whose fault it is. */
export type FailureKind = 'input' | 'refused' | 'store failed' | 'forked' | 'broken';

/** An error that its message explains to a person: programs print it as one line, without a stack. */
export abstract class PlainError extends Error {
  abstract readonly outcome: FailureKind;
}

/**
 * A flag, a variable of the environment, a file under data/, an archive or a tree cannot be used as it is, and a person
 * can mend it: the message names the place and the fix. Anything else that is thrown, and is neither a provider's fault
 * (`FeedError`) nor the store's (`StoreError`), is a bug and is printed with its stack.
 */
export class InputError extends PlainError {
  override readonly name: string = 'InputError';
  readonly outcome = 'input';
}

/** What the operating system says of a path that is missing, forbidden, or not the kind of file that is needed. */
const PATH_FAULTS: readonly unknown[] = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST'];

/** How many causes of a bug are printed, one below another. */
export const CAUSES_MAX = 8;

/** The line to print where a person can mend what went wrong; null where the error is a bug or a broken machine. */
export function toInputFault(error: unknown): string | null {
  if (error instanceof InputError) return error.message;
  const isAboutPath = error instanceof Error && 'path' in error && 'code' in error && PATH_FAULTS.includes(error.code);
  return isAboutPath ? error.message : null;
}

/** Of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
