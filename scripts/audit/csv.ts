/** CSV as records by column, written for the audit alone. Quoted cells may hold commas and doubled quotes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { InputError } from '../../generator/wire/words/input-error.ts';

export type Cells = Readonly<Record<string, string>>;

/** The records of a file with a header row; none if the file does not exist. @throws InputError naming file and row */
export function readRecords(path: string): readonly Cells[] {
  if (!existsSync(path)) return [];
  const [header = [], ...rows] = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(cellsOf);
  return rows.map((row, index) => {
    if (row.length !== header.length) {
      throw new InputError(`${path}, row ${index + 2}: ${row.length} cells, and the header has ${header.length}`);
    }
    return Object.fromEntries(header.map((name, place) => [name, row[place] ?? '']));
  });
}

/** The names in a folder, sorted; none if the folder does not exist. */
export function listNames(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path).sort() : [];
}

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
