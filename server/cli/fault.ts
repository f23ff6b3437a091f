/** How the gateway's programs end on an error: the same way as the commands of the generator. */
import { inspect } from 'node:util';
import { CAUSES_MAX, toInputFault } from '../../generator/wire/input-error.ts';

/** A setting or a file that a person gave cannot be used. */
const UNUSABLE = 1;
/** A bug or a broken machine. */
const BROKEN = 6;

/** Says on standard error what a person can mend in one line, and a bug with its stack. Returns the exit code. */
export function tellFault(program: string, error: unknown): number {
  const line = toInputFault(error);
  console.error(line === null ? inspect(error, { depth: CAUSES_MAX }) : `${program}: ${line}`);
  return line === null ? BROKEN : UNUSABLE;
}
