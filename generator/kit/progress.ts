/**
 * Shows the progress of long work: how much is done of how much, how fast, and how long the rest will take. On a
 * terminal it is one line that is redrawn; elsewhere it is a line every ten seconds, and one for each finished part.
 */
import { toPlainLines } from '../wire/words/plain.ts';

export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const REDRAW_MS = 100;
const LINE_MS = 10_000;
const BAR_CELLS = 24;
/** A rate is measured over a minute or so: what a run finds done already says nothing of the rest. */
const MARK_MS = 5000;
const MARKS_MAX = 12;

interface Mark {
  readonly ms: number;
  readonly done: number;
}

export class Progress {
  readonly #things: string;
  #part = '';
  #shownMs = 0;
  /** The start of the part, and what was done at some moments since, the oldest first. */
  #start: Mark = { ms: 0, done: 0 };
  #marks: Mark[] = [];
  /** What is drawn on the terminal. */
  #bar = '';

  constructor(
    readonly output: ProgressOutput,
    readonly nowMs: () => number,
    /** The name of what is counted, for the lines; '' if the parts are named by it. */
    things = 'dates',
  ) {
    this.#things = things === '' ? '' : ` ${things}`;
  }

  /** @param done how many things of the part are done; the first call of a part may be after some of them */
  step(part: string, done: number, total: number): void {
    const now = { ms: this.nowMs(), done };
    if (part !== this.#part) this.#begin(part, now);
    if (now.ms - (this.#marks.at(-1)?.ms ?? 0) >= MARK_MS) this.#marks = [...this.#marks, now].slice(-MARKS_MAX);
    const isTerminal = this.output.isTTY === true;
    if (done === total) {
      // A full bar goes away, so that nothing else is printed behind it on the same line.
      if (isTerminal) this.end();
      else this.output.write(`${part}: ${total}${this.#things}${this.#inAll(now)}\n`);
      return;
    }
    if (now.ms - this.#shownMs < (isTerminal ? REDRAW_MS : LINE_MS)) return;
    this.#shownMs = now.ms;
    const filled = Math.round((done / total) * BAR_CELLS);
    const ahead = this.#ahead(now, total);
    this.#bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)} ${part} ${done}/${total}${ahead}`;
    if (isTerminal) this.output.write(`\r\x1b[K${this.#bar}`);
    else this.output.write(`${part}: ${done} of ${total}${this.#things}${ahead}\n`);
  }

  #begin(part: string, now: Mark): void {
    this.#part = part;
    this.#start = now;
    this.#marks = [now];
    // A part that is done within ten seconds has no line but its last.
    this.#shownMs = this.output.isTTY === true ? now.ms - REDRAW_MS : now.ms;
  }

  /** Nothing until something can be said. */
  #ahead(now: Mark, total: number): string {
    const since = this.#marks[0] ?? this.#start;
    const perSecond = rateOf(since, now);
    if (perSecond === null) return '';
    const rate = perSecond < 1 ? '' : `, ${Math.round(perSecond)}/s`;
    return `${rate}, ${durationWords((total - now.done) / perSecond)} left`;
  }

  #inAll(now: Mark): string {
    const perSecond = rateOf(this.#start, now);
    if (perSecond === null || now.ms - this.#start.ms < LINE_MS) return '';
    return ` in ${durationWords((now.ms - this.#start.ms) / 1000)}, ${Math.round(perSecond)}/s`;
  }

  /** Prints a line above the bar. */
  line(text: string): void {
    const plain = toPlainLines(text);
    this.output.write(this.output.isTTY === true ? `\r\x1b[K${plain}\n${this.#bar}` : `${plain}\n`);
  }

  end(): void {
    this.#bar = '';
    if (this.output.isTTY === true) this.output.write('\r\x1b[K');
  }
}

/** Null while too little is done to tell. */
function rateOf(since: Mark, now: Mark): number | null {
  const [seconds, done] = [(now.ms - since.ms) / 1000, now.done - since.done];
  return seconds < 1 || done < 1 ? null : done / seconds;
}

/** 75 → `1 min 15 s`. Hours have no seconds. */
function durationWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
