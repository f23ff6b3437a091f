/** Law 1 over the real import graph: server → generator/wire ← generator; and the linter says the same when it is broken. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../generator/kit/package.ts';
import { readSources } from '../support/kit/sources.ts';

interface Import {
  readonly from: string;
  readonly to: string;
}

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\s*\()\s*(['"])([^'"\n]+)\1/g;

const imports = readSources(['generator', 'server', 'scripts', 'test']).flatMap(({ file, text }): readonly Import[] =>
  [...text.matchAll(SPECIFIER)].map(([, , to = '']) => ({ from: file, to })),
);
const ours = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to }): Import => ({ from, to: posix.join(posix.dirname(from), to) }));

const partOf = (file: string) => /^(generator\/wire|generator|server|scripts|test)\//.exec(file)?.[1] ?? 'elsewhere';
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'generator/wire': ['generator/wire'],
  generator: ['generator', 'generator/wire'],
  server: ['server', 'generator/wire'],
};

describe('the import graph', () => {
  it('is there to be looked at', () => {
    for (const part of Object.keys(ALLOWED))
      expect(
        ours.some(({ from }) => partOf(from) === part),
        part,
      ).toBe(true);
  });

  it.each(Object.entries(ALLOWED))('%s imports of ours only %j', (part, allowed) => {
    const broken = ours.filter(({ from, to }) => partOf(from) === part && !allowed.includes(partOf(to)));
    expect(broken).toEqual([]);
  });

  it('nobody imports a main.ts', () => {
    expect(ours.filter(({ to }) => posix.basename(to) === 'main.ts')).toEqual([]);
  });

  it('relative imports end in .ts and lead to a file', () => {
    const lost = ours.filter(({ to }) => !to.endsWith('.ts') || !existsSync(join(packageRoot(), to)));
    expect(lost).toEqual([]);
  });

  it('wire reads no disk, no network and no clock of its own: of Node it imports hashes and signatures only', () => {
    const ofNode = imports.filter(({ from, to }) => partOf(from) === 'generator/wire' && to.startsWith('node:'));
    expect(ofNode.filter(({ to }) => to !== 'node:crypto')).toEqual([]);
  });
});

const report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

describe('the linter', () => {
  /** Each is a file of a small tree that has our biome.json; the last two are lawful. */
  const EXAMPLES: readonly (readonly [file: string, imported: string, refused: boolean])[] = [
    ['generator/wire/up.ts', '../render.ts', true],
    ['generator/wire/across.ts', '../../server/handle.ts', true],
    ['generator/server-user.ts', '../server/handle.ts', true],
    ['generator/main-user.ts', './main.ts', true],
    ['generator/providers/server-user.ts', '../../server/handle.ts', true],
    ['server/generator-user.ts', '../generator/render.ts', true],
    ['server/stores/generator-user.ts', '../../generator/render.ts', true],
    ['server/main-user.ts', './main.ts', true],
    ['server/wire-user.ts', '../generator/wire/encode.ts', false],
    ['generator/wire-user.ts', './wire/encode.ts', false],
  ];
  let folder = '';
  let refused: readonly string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ratetree-lint-'));
    for (const file of ['biome.json', '.gitignore']) copyFileSync(join(packageRoot(), file), join(folder, file));
    for (const [file, imported] of EXAMPLES) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import { used } from '${imported}';\n\nexport const made = used;\n`);
    }
    const { diagnostics } = report.parse(JSON.parse(lint(folder)));
    refused = diagnostics
      .filter(({ category }) => category.endsWith('/noRestrictedImports'))
      .map((row) => row.location.path);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(EXAMPLES)('%s importing %s is refused: %s', (file, _, expected) => {
    expect(refused.includes(file)).toBe(expected);
  });
});

/** Biome's report; that it ends with 1 where it found something is what is asked for here. */
function lint(folder: string): string {
  const biome = join(packageRoot(), 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8' }).stdout;
}
