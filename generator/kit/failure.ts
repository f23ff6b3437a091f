/** How a command ends when an error reaches its end: whose fault it is, the exit code, and what is printed. */
import { inspect } from 'node:util';
import { CAUSES_MAX, EXIT, type FailureKind, PlainError, toInputFault } from '../wire/words/input-error.ts';

interface Failure {
  readonly outcome: FailureKind;
  readonly exitCode: number;
  /** One line if a person, the tree or the store is at fault; the stack with its causes for a bug or a full disk. */
  readonly text: string;
}

const CODES: Readonly<Record<FailureKind, number>> = {
  input: EXIT.input,
  refused: EXIT.refused,
  'store failed': EXIT.storeFailed,
  forked: EXIT.logForked,
  broken: EXIT.broken,
};

export function toFailure(error: unknown): Failure {
  const line = error instanceof PlainError ? error.message : toInputFault(error);
  const outcome = error instanceof PlainError ? error.outcome : line === null ? 'broken' : 'input';
  const text = line === null ? inspect(error, { depth: CAUSES_MAX }) : `ratetree: ${line}`;
  return { outcome, exitCode: CODES[outcome], text };
}

/** Prints the error. Returns the exit code. */
export function tellFailure(error: unknown): number {
  const { exitCode, text } = toFailure(error);
  console.error(text);
  return exitCode;
}
