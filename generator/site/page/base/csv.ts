/** CSV as the tree and the gateway write it (RFC 4180) → rows by column. Figures stay texts. */

export type CsvRow = Readonly<Record<string, string>>;

/**
 * @throws SyntaxError where the last line does not end, or a row has another number of cells than the header: the text
 * is cut off, so that its last figure could be a wrong one, or it is no CSV
 */
export function parseCsv(text: string): readonly CsvRow[] {
  if (!text.endsWith('\n')) throw new SyntaxError('cut off');
  const [header, ...rows] = toCells(text);
  if (header === undefined) throw new SyntaxError('no header row');
  return rows.map((cells) => {
    if (cells.length !== header.length) throw new SyntaxError(`a row of ${cells.length} cells under ${header.length}`);
    return Object.fromEntries(header.map((name, place) => [name, cells[place] ?? '']));
  });
}

/**
 * Cells with a mark, a quote or a line break inside are quoted; a quote inside is doubled. Where cells are parted by
 * semicolons, a spreadsheet expects figures with a decimal comma.
 */
export function csvText(rows: readonly (readonly string[])[], mark: ',' | ';' = ','): string {
  const isQuoted = mark === ',' ? /[",\r\n]/ : /[";\r\n]/;
  const cell = (text: string) => {
    if (mark === ';' && /^-?\d+\.\d+$/.test(text)) return text.replace('.', ',');
    return isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(mark)}\r\n`).join('');
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function toCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length || row.length > 0) {
    const found = CELL.exec(text);
    if (found === null) throw new SyntaxError('a quote that does not end');
    const [, quoted, plain = '', end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
