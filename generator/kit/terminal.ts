/**
 * What people read at a terminal: tables, colours where they are wanted, the manual behind `--help`, and how a command
 * ends when an error reaches its end.
 */
import { format, inspect } from 'node:util';
import { CAUSES_MAX, EXIT, type FailureKind, PlainError } from '../wire/words/input-error.ts';
import { toPlainLines } from '../wire/words/plain.ts';
import { toMendable } from './path-fault.ts';

/**
 * Aligns cells in columns two blanks apart. No line ends in blanks.
 * @param rows all of the same length, that of the header
 */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, place) => widest(rows.map((cells) => cells[place] ?? '')));
  return rows.map((cells) =>
    cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `1 fault`, `2 faults`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Pads figures so that their points stand below each other. Other words, such as `-`, stand where the points are. */
export function alignPoints(figures: readonly string[]): readonly string[] {
  const wholes = figures.map((figure) => figure.split('.')[0] ?? '');
  const width = widest(wholes);
  return figures.map((figure, place) => `${' '.repeat(width - (wholes[place]?.length ?? 0))}${figure}`);
}

interface Terminal {
  readonly isTTY?: boolean;
  hasColors?(): boolean;
}

/** Colours are for terminals that have them, and for nobody who has set NO_COLOR, whatever else is set. */
export function takesColours(stream: Terminal, env: Readonly<Record<string, string | undefined>>): boolean {
  return stream.isTTY === true && !env.NO_COLOR && stream.hasColors?.() === true;
}

export function widest(cells: readonly string[]): number {
  return (
    cells
      .map(({ length }) => length)
      .sort((left, right) => left - right)
      .at(-1) ?? 0
  );
}

/**
 * What `--help` says besides flags, so that it reads like a manual.
 * @param examples lines that a person can use as they are
 * @param ending other things to know, below a blank line
 */
export function manualText(examples: readonly string[], ending = ''): string {
  const lines = examples.map((line) => `  ${line}\n`).join('');
  return `\nExamples:\n${lines}${ending}\nExit codes: "ratetree --help" lists them.`;
}

/**
 * From here on `console.log` and `console.error` print plain lines, so that no text of a stranger moves the cursor of a
 * terminal. What is written as bytes is written as it is.
 */
export function plainConsole(): void {
  for (const name of ['log', 'error'] as const) {
    const print = console[name].bind(console);
    // Libraries print objects and several values, too.
    console[name] = (...values: readonly unknown[]) => print(toPlainLines(format(...values)));
  }
}

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
  unanswered: EXIT.unanswered,
  broken: EXIT.broken,
};

export function toFailure(error: unknown): Failure {
  const line = error instanceof PlainError ? error.message : toMendable(error);
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
