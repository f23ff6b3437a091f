/** What a failure is called at the end of a command: whose it is, the exit code, and what is printed of it. */
import { inspect } from 'node:util';
import { hasCode } from '../kit/files.ts';
import { StoreError } from '../store/store.ts';
import { InputError } from '../wire/input-error.ts';
import { EXIT } from './shared.ts';

export interface Failure {
  readonly outcome: 'input' | 'store failed' | 'broken';
  readonly exitCode: number;
  /** One line for what a person or the store is to mend; the stack, with its causes, for a bug or a full disk. */
  readonly text: string;
}

/** System errors about a path that a person named or forgot. A full or failing disk is not one of them. */
const PATH_CODES = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EEXIST', 'EROFS'];

export function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : `${error}`;
  const line = `ratetree: ${message}`;
  if (error instanceof StoreError) return { outcome: 'store failed', exitCode: EXIT.storeFailed, text: line };
  const isInput = error instanceof InputError || (hasCode(error, ...PATH_CODES) && 'path' in Object(error));
  if (isInput) return { outcome: 'input', exitCode: EXIT.input, text: line };
  return { outcome: 'broken', exitCode: EXIT.broken, text: inspect(error) };
}
