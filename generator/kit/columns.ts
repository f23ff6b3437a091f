/** Tables for people, as plain text. */

/** Aligns cells in columns two blanks apart. No line ends in blanks. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, place) => widest(rows.map((cells) => cells[place] ?? '')));
  return rows.map((cells) =>
    cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function widest(cells: readonly string[]): number {
  return (
    cells
      .map(({ length }) => length)
      .sort((left, right) => left - right)
      .at(-1) ?? 0
  );
}
