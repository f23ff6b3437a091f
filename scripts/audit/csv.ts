/** CSV as records by column, for the audit alone: quoted cells may hold commas and doubled quotes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export type Cells = Readonly<Record<string, string>>;

/** Records of a file with a header row; none where there is no file. */
export function readRecords(path: string): readonly Cells[] {
  if (!existsSync(path)) return [];
  const [header = [], ...rows] = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(cellsOf);
  return rows.map((row, index) => {
    if (row.length !== header.length) throw new SyntaxError(`${path}, row ${index + 2}: ${row.length} cells`);
    return Object.fromEntries(header.map((name, place) => [name, row[place] ?? '']));
  });
}

/** Names in a folder, sorted; none where there is no folder. */
export function listNames(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path).sort() : [];
}

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
