/** Shows the progress of long work: a bar that is redrawn on a terminal, or a line for each finished part elsewhere. */

interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const REDRAW_MS = 100;
const BAR_CELLS = 24;

export class Progress {
  #part = '';
  #drawnMs = 0;

  constructor(
    readonly output: ProgressOutput,
    readonly nowMs: () => number,
    /** The name of what is counted, for the lines. */
    readonly things = 'dates',
  ) {}

  step(part: string, done: number, total: number): void {
    const isNew = part !== this.#part;
    this.#part = part;
    if (this.output.isTTY !== true) {
      if (done === total) this.output.write(`${part}: ${total} ${this.things}\n`);
      return;
    }
    const now = this.nowMs();
    if (!isNew && done < total && now - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = now;
    // A full bar goes away, so that nothing else is printed behind it on the same line.
    if (done === total) {
      this.end();
      return;
    }
    const filled = Math.round((done / total) * BAR_CELLS);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`;
    this.output.write(`\r\x1b[K${bar} ${part} ${done}/${total}`);
  }

  /** Prints a line above the bar. */
  line(text: string): void {
    this.output.write(this.output.isTTY === true ? `\r\x1b[K${text}\n` : `${text}\n`);
  }

  end(): void {
    if (this.output.isTTY === true) this.output.write('\r\x1b[K');
  }
}

/** Seconds since this process started, to the millisecond. */
export function secondsSinceStart(): number {
  return Math.round(performance.now()) / 1000;
}
