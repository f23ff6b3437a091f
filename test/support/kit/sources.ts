/** Reads the sources as texts, for tests about the code itself. */
import { packageRoot } from '../../../generator/kit/package.ts';
import { readSourceFiles, type SourceFile } from './imports.ts';

/** Every TypeScript file of ours below the folders, in order of name. */
export function readSources(folders: readonly string[]): readonly SourceFile[] {
  return readSourceFiles(packageRoot(), folders);
}

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|(?<![:/])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
const CODE_IN_TEMPLATE = /\$\{[^}]*\}|[^\n]/g;

/** The lines of the code, without its comments and without the words in its strings. */
export function codeOf({ text }: SourceFile): readonly string[] {
  return text.replace(COMMENT_OR_TEXT, withoutWords).split('\n');
}

function withoutWords(part: string): string {
  if (part.startsWith("'")) return "''";
  const code = part.replace(CODE_IN_TEMPLATE, (piece) => (piece.startsWith('${') && part.startsWith('`') ? piece : ''));
  return part.startsWith('`') ? `\`${code}\`` : code;
}
