/** LibreOffice Calc without its window, if it is installed: formulas are typed into cells as a person would type them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshFolder } from '../banks/archives.ts';

export const libreOfficeIsThere = spawnSync('soffice', ['--version']).status === 0;
if (!libreOfficeIsThere)
  console.log('skipped: LibreOffice (libreoffice-calc-nogui) is not installed, so that no formula of a sheet is run');

export interface Formula {
  readonly text: string;
  /** Over how many cells below each other it is entered; with more than one it is an array formula. */
  readonly rows: number;
}
/** A text, or a number if the sheet holds one; errors are texts such as `#VALUE!`. */
export type Cell = string | number;

/** It takes two seconds, most of them for its start. */
const TIMEOUT_MS = 160_000;
const MACRO = join(import.meta.dirname, 'libreoffice');

/**
 * Returns the cells of each formula, from the top. Formulas that a person types may ask the network at once. Those of a
 * file that is opened may not before the person allows it, which a program without a window cannot be told.
 *
 * @param locale says how numbers are read and written, and what stands between arguments
 */
export async function typedIntoSheet(
  formulas: readonly Formula[],
  locale: string,
): Promise<readonly (readonly Cell[])[]> {
  const folder = freshFolder();
  const given = join(folder, 'formulas.txt');
  const result = join(folder, 'cells.txt');
  writeFileSync(given, formulas.map(({ rows, text }) => `${rows}\t${text}\n`).join(''));
  writeProfile(join(folder, 'profile', 'user'), locale);
  const macro = `macro:///Standard.Module1.TypeFormulas("${given}","${pathToFileURL(result)}")`;
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  // Only PATH: a proxy of the environment would not find a server of this machine.
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
  const child = spawn('soffice', ['--headless', '--norestore', '--nologo', profile, macro], {
    ...{ env, detached: true, stdio: 'ignore' },
  });
  // Its command is a script, whose children have to end with it.
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), TIMEOUT_MS);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  if (code !== 0) throw new Error(`LibreOffice ended with ${code}`);
  const cells = readFileSync(result, 'utf8').split('\n').map(cellOf);
  return formulas.map(({ rows }) => cells.splice(0, rows));
}

function cellOf(line: string): Cell {
  const [kind, held = ''] = line.split('\t');
  return kind === '1' ? Number(held) : held;
}

/** A profile that is said to be complete; a new one would be filled from presets, and the macro deleted. */
function writeProfile(user: string, locale: string): void {
  mkdirSync(user, { recursive: true });
  cpSync(MACRO, join(user, 'basic'), { recursive: true });
  const item = (path: string, name: string, value: string) =>
    `<item oor:path="/org.openoffice.Setup/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
  const items = [item('Office', 'ooSetupInstCompleted', 'true'), item('L10N', 'ooSetupSystemLocale', locale)];
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${items.join('')}</oor:items>
`;
  writeFileSync(join(user, 'registrymodifications.xcu'), text);
}
