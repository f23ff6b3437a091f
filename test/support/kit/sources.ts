/** The sources as texts, for tests about the code itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

export interface Source {
  /** From the package's root, with `/`. */
  readonly file: string;
  readonly text: string;
}

/** Every TypeScript file under the folders, in order of name. */
export function readSources(folders: readonly string[]): readonly Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(packageRoot(), file), 'utf8') }));
}

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|(?<![:/])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
const CODE_IN_TEMPLATE = /\$\{[^}]*\}|[^\n]/g;

/** The code without comments and the words of texts, line for line. */
export function codeOf({ text }: Source): readonly string[] {
  return text.replace(COMMENT_OR_TEXT, withoutWords).split('\n');
}

function withoutWords(part: string): string {
  if (part.startsWith("'")) return "''";
  const code = part.replace(CODE_IN_TEMPLATE, (piece) => (piece.startsWith('${') && part.startsWith('`') ? piece : ''));
  return part.startsWith('`') ? `\`${code}\`` : code;
}
