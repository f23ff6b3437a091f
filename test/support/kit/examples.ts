/** Examples as a table of plain text: what is asked, and what comes of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

/**
 * The rows of one table of a file, each with its cells, which are texts with tabs between them. `== name` begins a
 * table, and a line that begins with # is a comment.
 * @param file below test/
 */
export function readExamples<Row extends readonly string[] = string[]>(file: string, table: string): Row[] {
  const lines = readFileSync(join(packageRoot(), 'test', file), 'utf8').split('\n');
  const start = lines.indexOf(`== ${table}`) + 1;
  if (start === 0) throw new Error(`${file} has no table "${table}"`);
  const end = lines.findIndex((line, place) => place >= start && line.startsWith('== '));
  const rows = lines.slice(start, end === -1 ? undefined : end);
  return rows
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t') as readonly string[] as Row);
}
