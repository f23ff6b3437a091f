/** The exit codes of every command, which schedulers rely on; `kit/terminal.ts` says which one an error ends with. */

export const EXIT = {
  /**
   * Something that a person gave, such as a flag, a file or a folder, cannot be used. One line says which, and the fix.
   */
  input: 1,
  /** The code of `verify` if it finds a fault. */
  faultsFound: 1,
  /**
   * The command is done, but somebody should look: providers failed, or the gate withheld figures; each is named. Also
   * of `status --strict`.
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
} as const;

/** The same for `--help`. A command that has fewer ends, or says more of one, has a text of its own. */
export const EXIT_CODES = `
Exit codes:
  0  done
  1  something that you gave cannot be used: the message says what, and the fix
     (verify: a fault was found)
  2  done, but somebody should look: banks failed, or figures were withheld
  3  not published: the gate refused, no gateway could read it, or a hold
  4  the store failed, or another publisher was faster
  5  another run is at work on the same archive
  6  a bug or a broken machine: the stack is on standard error
  7  the log of releases is not the one that was signed`;
