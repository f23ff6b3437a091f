/** How a command fails: whose fault it is, what a person is told, and the exit code. */

/** How an error ends a command: whose fault it is. */
export type FailureKind = 'input' | 'refused' | 'store failed' | 'forked' | 'unanswered' | 'broken';

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
const PATH_FAULTS = 'ENOENT EACCES EPERM EROFS ENOTDIR EISDIR EEXIST ERR_FS_FILE_TOO_LARGE'.split(' ');

/** How many causes of a bug are printed, one below another. */
export const CAUSES_MAX = 8;

/** The line to print where a person can mend what went wrong; null where the error is a bug or a broken machine. */
export function toInputFault(error: unknown): string | null {
  if (error instanceof InputError) return error.message;
  const isAboutPath =
    error instanceof Error && 'path' in error && 'code' in error && PATH_FAULTS.includes(`${error.code}`);
  return isAboutPath ? error.message : null;
}

/**
 * The exit codes of every command, which schedulers rely on: docs/operate.md and `ratetree --help` list them, and
 * `kit/terminal.ts` says which one an error ends with.
 */
export const EXIT = {
  /**
   * Something that a person gave, such as a flag, a file or a folder, cannot be used. One line says which, and the fix.
   */
  input: 1,
  /** The code of `verify` if it finds a fault. */
  faultsFound: 1,
  /**
   * The command is done, but somebody must act: each line of `failures` and `notices` says on what. Of
   * `collect`, `collect --check` and `status --strict`: a bank failed or is late.
   */
  providerFailures: 2,
  /** The tree was not published: the gate refused it, no gateway could read it, or a rollback holds. */
  refused: 3,
  /** The store failed, another publisher was faster, or objects of a release are damaged and could not be mended. */
  storeFailed: 4,
  /** Another run is at work on the same archive. */
  alreadyRunning: 5,
  /** The program has a bug or the machine is at fault, such as a full disk. The stack is on standard error. */
  broken: 6,
  /** The transparency log is not the one that was signed, and to go on would fork it. */
  logForked: 7,
  /** Of a night: no bank answered. What is in force is signed again, so only this code and the age of figures tell. */
  unanswered: 8,
} as const;

/** Of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
