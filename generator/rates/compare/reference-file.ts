/** The file that a person gives to `compare`: rates of a day from elsewhere, as `date,currency,rate,base`. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { codeCell, dayCell, figureCell, parseRows } from '../../kit/csv-rows.ts';
import { noneIfMissing } from '../../kit/files.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { currencyCode } from '../../wire/words/schemas.ts';

/** One unit of `base` is worth `rate` units of `currency`. */
const row = z
  .object({
    date: dayCell,
    currency: codeCell.pipe(currencyCode),
    rate: figureCell,
    base: codeCell.pipe(currencyCode),
  })
  .refine(({ currency, base }) => currency !== base, {
    path: ['base'],
    error: 'is the currency itself: leave the line out, or name another base',
  });
export type ReferenceRate = Readonly<z.infer<typeof row>>;

/** @throws InputError naming the file, and line, column and remedy of the first row that cannot be used */
export async function readReference(file: string): Promise<readonly ReferenceRate[]> {
  const text = await readFile(file, 'utf8').catch(noneIfMissing);
  if (text === null) throw new InputError(`${file}: there is no such file; correct the name in --with`);
  const rows = parseRows<ReferenceRate>(text, file, Object.keys(row.shape), row);
  if (rows.length === 0) throw new InputError(`${file}: there is no rate below the header: write one per line`);
  const lines = new Map<string, number>();
  for (const { line, cells } of rows) {
    const name = `${cells.currency} per ${cells.base} of ${cells.date}`;
    const first = lines.get(name);
    if (first !== undefined)
      throw new InputError(`${file}:${line}: ${name} is on line ${first} already: remove one of the two`);
    lines.set(name, line);
  }
  return rows.map(({ cells }) => cells);
}
