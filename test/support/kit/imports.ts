/** Who imports whom: the arrows between source files, and the ways that lead back to where they began. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SourceFile {
  /** From the package's root, with `/`. */
  readonly file: string;
  readonly text: string;
}

interface Import {
  readonly from: string;
  /** A file from the package's root where it is ours; the name of a package otherwise. */
  readonly to: string;
  readonly isOurs: boolean;
}

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\s*\()\s*(['"])([^'"\n]+)\1/g;

/** Every TypeScript file below the folders, in order of name. @param root of the package */
export function readSourceFiles(root: string, folders: readonly string[]): readonly SourceFile[] {
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return names
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** Static and dynamic imports, types too. */
export function toImports(sources: readonly SourceFile[]): readonly Import[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => {
      const isOurs = specifier.startsWith('.');
      return { from: file, to: isOurs ? posix.join(posix.dirname(file), specifier) : specifier, isOurs };
    }),
  );
}

/** Each way that leads from a file back to it. */
export function toCircles(arrows: readonly Pick<Import, 'from' | 'to'>[]): readonly (readonly string[])[] {
  const next = groupTargets(arrows);
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file]);
    if (way.includes(file) || done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

function groupTargets(arrows: readonly Pick<Import, 'from' | 'to'>[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  return next;
}
