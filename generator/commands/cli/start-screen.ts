/** The few lines that a person sees, and the log file with everything else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EXIT } from '../../wire/words/input-error.ts';

/** The file for the details. */
export const LOG = join('.ratetree', 'start.log');

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function note(text: string): void {
  appendFileSync(LOG, text);
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly runsOn?: boolean;
  readonly onLine?: (line: string) => void;
}

interface Ended {
  /** The exit code, or 1 if a signal ended the program. */
  readonly code: number;
  readonly stdout: string;
  /** The command, and what it has said on standard error: the last lines say why it failed. */
  readonly said: readonly string[];
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/**
 * Runs this program again with another command, whose output goes to the log.
 * @param onLine is called with each line of standard error, which is in the log already
 * @param runsOn for a program whose standard output never ends, such as an access log: it is not read
 */
export function startProgram(
  words: readonly string[],
  { env = {}, runsOn = false, onLine = () => {} }: ProgramOptions = {},
): Running {
  const said = [`ratetree ${words.join(' ')}`];
  note(`\n${said}\n`);
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', runsOn ? 'ignore' : 'pipe', 'pipe'],
  });
  let stdout = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', (line) => {
      note(`${line}\n`);
      said.push(line);
      onLine(line);
    });
  const ended = once(child, 'close').then(([code]) => {
    note(stdout);
    return { code: typeof code === 'number' ? code : 1, stdout, said };
  });
  return { child, ended };
}

/** A step has ended with a code of failure. */
export class FailedStep extends Error {
  constructor(readonly ended: Pick<Ended, 'code' | 'said'>) {
    super(ended.said.at(-1));
  }
}

/** The machine is at fault, such as a full disk, unless the step itself says otherwise. */
export function toFailedStep(error: unknown): FailedStep {
  if (error instanceof FailedStep) return error;
  return new FailedStep({ code: EXIT.broken, said: [error instanceof Error ? error.message : `${error}`] });
}
