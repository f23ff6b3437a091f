/** The forms that the program has: `data/templates/NAME.txt`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, readDataFile } from '../../../generator/kit/package.ts';
import { type Form, parseForm } from './form.ts';

/** By their names. */
export type Forms = ReadonlyMap<string, Form>;

let forms: Forms | null = null;

/** They are read once, when the first is asked for. @throws InputError naming the file, the line and the fix */
export function readForms(): Forms {
  forms ??= new Map(
    readdirSync(join(packageRoot(), 'data', 'templates'))
      .sort()
      .map(readForm),
  );
  return forms;
}

function readForm(base: string): readonly [string, Form] {
  const { file, text } = readDataFile(join('templates', base));
  return [base.replace('.txt', ''), parseForm(text, file)];
}
