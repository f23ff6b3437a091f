/** Breaks documents that consist of lines and cells. */
import type { Edited, Mutator } from './mutator.ts';

const SWAPS_MAX = 6;

export function mutateCsv(text: string, mark = delimiterOf(text)): Mutator {
  const lines = text.split(/(?<=\n)/);
  const isData = (line: string) => /\d[.,]\d/.test(line) && line.split(mark).length > 1;
  const header = lines.findIndex(
    (line, index) =>
      line.split(mark).length > (mark === '\t' ? 1 : 2) && !isData(line) && lines.slice(index + 1).some(isData),
  );
  const cells = (lines[header] ?? '').trimEnd().split(mark);
  const width = Math.max(...lines.filter(isData).map((line) => line.split(mark).length), 0);
  return {
    empty: [{ how: 'no line of figures', text: lines.filter((line) => !isData(line)).join('') }],
    renamed: cells.map((name, index) => ({
      how: `column ${name} is renamed`,
      text: lines
        .map((line, place) => (place === header ? replaceCell(line, mark, index, (cell) => `x${cell}`) : line))
        .join(''),
    })),
    swapped: neighbours(lines.filter(isData), mark, width).map(
      ([left, right]): Edited => ({
        how: `columns ${left} and ${right} are swapped`,
        text: lines.map((line) => (isData(line) ? swapCells(line, mark, left, right) : line)).join(''),
      }),
    ),
    doubled: [
      {
        how: 'each line of figures twice',
        text: lines.map((line) => (isData(line) ? withEnd(line) + line : line)).join(''),
      },
    ],
  };
}

function delimiterOf(text: string): string {
  const marks = ['\t', ';', '|', ','];
  const count = (mark: string) => text.split('\n').filter((line) => line.split(mark).length > 2).length;
  return marks.find((mark) => count(mark) > 3) ?? ',';
}

function neighbours(lines: readonly string[], mark: string, width: number): (readonly [number, number])[] {
  const isFigure = (cell: string | undefined) =>
    /^"?\d[\d.]*\d"?$/.test((cell ?? '').trim()) && /[.,]|\d/.test(cell ?? '');
  const pairs = Array.from({ length: Math.max(0, width - 1) }, (_, index) => [index, index + 1] as const);
  const both = pairs.filter(([left, right]) =>
    lines.some((line) => isFigure(line.split(mark)[left]) && isFigure(line.split(mark)[right])),
  );
  return both.slice(0, SWAPS_MAX);
}

function replaceCell(line: string, mark: string, index: number, change: (cell: string) => string): string {
  return line
    .split(mark)
    .map((cell, place) => (place === index ? change(cell) : cell))
    .join(mark);
}

function swapCells(line: string, mark: string, left: number, right: number): string {
  const end = /[\r\n]*$/.exec(line)?.[0] ?? '';
  const cells = line.slice(0, line.length - end.length).split(mark);
  const [one = '', other = ''] = [cells[left], cells[right]];
  return cells.map((cell, index) => (index === left ? other : index === right ? one : cell)).join(mark) + end;
}

function withEnd(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}
