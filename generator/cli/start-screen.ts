/**
 * The few lines that a person sees, and the log file with everything else. On a terminal the current step is one line
 * that is redrawn; elsewhere only the first step is printed, on its own line.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface ScreenOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Screen {
  readonly #output: ScreenOutput;
  /** The file for the details. */
  readonly log: string;
  #isTold = false;

  constructor(output: ScreenOutput, log: string) {
    this.#output = output;
    this.log = log;
  }

  /**
   * @param step what is told where there is no terminal
   * @param live what a terminal shows, which may change while the step lasts
   */
  working(step: string, live: string): void {
    if (this.#output.isTTY === true) this.#output.write(`\r\x1b[K${live.slice(0, this.#width())}`);
    else if (!this.#isTold) this.#output.write(`${step}\n`);
    this.#isTold = true;
  }

  /** Prints a line that stays. */
  line(text: string): void {
    this.#output.write(`${this.#output.isTTY === true ? '\r\x1b[K' : ''}${text}\n`);
  }

  note(text: string): void {
    appendFileSync(this.log, text);
  }

  /** The last lines of the log, which say why a step failed. */
  lastOfLog(count: number): readonly string[] {
    return readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-count);
  }

  /** A line that is longer than the terminal is wide could not be redrawn. */
  #width(): number {
    return (this.#output.columns || 80) - 1;
  }
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly runsOn?: boolean;
  readonly onLine: (line: string) => void;
}

interface Ended {
  /** The exit code, or 1 if a signal ended the program. */
  readonly code: number;
  readonly stdout: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/**
 * Runs this program again with another command, whose output goes to the log of the screen.
 * @param onLine is called with each line of standard error, which is in the log already
 * @param runsOn for a program whose standard output never ends, such as an access log: it is not read
 */
export function startProgram(
  screen: Screen,
  words: readonly string[],
  { env = {}, runsOn = false, onLine }: ProgramOptions,
): Running {
  screen.note(`\nratetree ${words.join(' ')}\n`);
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
      screen.note(`${line}\n`);
      onLine(line);
    });
  const ended = once(child, 'close').then(([code]) => {
    screen.note(stdout);
    return { code: typeof code === 'number' ? code : 1, stdout };
  });
  return { child, ended };
}
