/** How a command ends when an error reaches its end: whose fault it is, the exit code, and what is printed. */
import { inspect } from 'node:util';
import { ReleaseRefused } from '../release/trial.ts';
import { StoreError } from '../store/store.ts';
import { CAUSES_MAX, toInputFault } from '../wire/input-error.ts';
import { EXIT } from './exit.ts';

export interface Failure {
  readonly outcome: 'input' | 'refused' | 'store failed' | 'broken';
  readonly exitCode: number;
  /** One line if a person, the tree or the store is at fault; the stack with its causes for a bug or a full disk. */
  readonly text: string;
}

export function toFailure(error: unknown): Failure {
  if (error instanceof StoreError) {
    return { outcome: 'store failed', exitCode: EXIT.storeFailed, text: `ratetree: ${error.message}` };
  }
  if (error instanceof ReleaseRefused) {
    return { outcome: 'refused', exitCode: EXIT.refused, text: `ratetree: ${error.message}` };
  }
  const line = toInputFault(error);
  if (line !== null) return { outcome: 'input', exitCode: EXIT.input, text: `ratetree: ${line}` };
  return { outcome: 'broken', exitCode: EXIT.broken, text: inspect(error, { depth: CAUSES_MAX }) };
}
