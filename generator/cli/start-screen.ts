/**
 * The few lines that a person sees, and the log file with everything else. On a terminal what is being done is one line
 * that is redrawn; elsewhere only the first step is told, in a line of its own.
 */
import { appendFileSync, readFileSync } from 'node:fs';

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
