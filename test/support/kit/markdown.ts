/** Reads the links, tables, code blocks and code spans of a page, so that tests can compare them with the program. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

export interface Block {
  /** Empty if the block names no language. */
  readonly language: string;
  readonly text: string;
}

export interface Markdown {
  /** From the package's root. */
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The text without its blocks. */
  readonly prose: string;
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

export function readMarkdown(file: string): Markdown {
  const text = readFileSync(join(packageRoot(), file), 'utf8');
  const blocks = [...text.matchAll(FENCED)].map(([, language = '', body = '']) => ({ language, text: body }));
  return { file, text, blocks, prose: text.replace(FENCED, '') };
}

/** Every page of the repository that a reader may open, the decisions included. */
export function readPages(): readonly Markdown[] {
  const inFolder = (folder: string) =>
    readdirSync(join(packageRoot(), folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(folder, name));
  return ['', 'data', 'docs', join('docs', 'decisions'), 'generator'].flatMap(inFolder).map(readMarkdown);
}

export function blocksOf({ blocks }: Markdown, language: string): readonly string[] {
  return blocks.filter((block) => block.language === language).map((block) => block.text);
}

/** Targets of links that lead to files, without anchors. */
export function linksOf({ prose }: Markdown): readonly string[] {
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^(https?:|#)/.test(target)).map((target) => target.replace(/#.*/, ''));
}

/** The texts between single backticks. */
export function spansOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}

/** What a reader may type: code spans of the prose and lines of shell blocks, without their comments. */
export function commandsOf(markdown: Markdown): readonly string[] {
  const lines = blocksOf(markdown, 'sh').flatMap((block) => block.split('\n'));
  return [...spansOf(markdown.prose), ...lines.map((line) => line.replace(/(^|\s)#.*/, '').trim())];
}

/** The rows of the table that begins with these headings, with their cells trimmed. */
export function tableOf({ file, prose }: Markdown, ...headings: readonly string[]): readonly (readonly string[])[] {
  const lines = prose.split('\n');
  const start = lines.findIndex((line) => headings.every((heading, column) => cellsOf(line)[column] === heading));
  if (start < 0) throw new Error(`${file} has no table with the headings ${headings.join(', ')}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end < 0 ? undefined : end).map(cellsOf);
}

function cellsOf(line: string): readonly string[] {
  return line.startsWith('|')
    ? line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    : [];
}
