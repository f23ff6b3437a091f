/** Tables for people, and whether they may have colours. */

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

function widest(cells: readonly string[]): number {
  return (
    cells
      .map(({ length }) => length)
      .sort((left, right) => left - right)
      .at(-1) ?? 0
  );
}
