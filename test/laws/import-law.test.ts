/**
 * Both houses are built as their READMEs say: of each list there, a room imports only rooms before it, and no two files
 * import each other. The linter refuses whatever would leave its house.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../generator/kit/package.ts';
import { readSourceFiles, toCircles, toImports } from '../support/kit/imports.ts';

const PROGRAM = 'scripts/ratetree.ts';
const HOUSES = ['generator', 'server'] as const;

/** A list of a README: a folder, and its rooms from below. */
interface Law {
  readonly folder: string;
  readonly rooms: readonly string[];
}

/** `    sources/  feeds  facts` are the rooms of generator/sources; files beside a README are its room `gateway`. */
const lawsOf = (house: string): readonly Law[] =>
  readmeOf(house).flatMap((line) => {
    const [, folder, rooms] = /^ {4}([a-z/]+)\/ +([a-z ]+)$/.exec(line) ?? [];
    if (folder === undefined || rooms === undefined) return [];
    return [{ folder: folder === house ? house : `${house}/${folder}`, rooms: rooms.trim().split(/ +/) }];
  });
const readmeOf = (house: string) =>
  readFileSync(join(packageRoot(), house, 'README.md'), 'utf8')
    .trimEnd()
    .split('\n');
const LAWS = HOUSES.flatMap(lawsOf);

const imports = toImports(readSourceFiles(packageRoot(), ['generator', 'server', 'scripts', 'test']));
const ours = imports.filter(({ isOurs }) => isOurs);

/** `generator/rates/walk/walk.ts` is of the room `walk` in generator/rates; null elsewhere. */
function roomIn(folder: string, file: string): string | null {
  if (!file.startsWith(`${folder}/`)) return null;
  const [room = '', next] = file.slice(folder.length + 1).split('/');
  return next === undefined && folder === 'server' ? 'gateway' : room;
}
const partOf = (file: string) => roomIn('generator', file);
const foldersIn = (folder: string) =>
  readdirSync(join(packageRoot(), folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe.each(LAWS)('of $folder', ({ folder, rooms }) => {
  it('every room is in the list, once', () => {
    const named = rooms.filter((room) => room !== 'gateway');
    expect(foldersIn(folder).sort()).toEqual(named.sort());
  });

  it('a room imports only rooms before it', () => {
    const own = ours.filter(({ from, to }) => [from, to].every((file) => roomIn(folder, file) !== null));
    const place = (file: string) => rooms.indexOf(roomIn(folder, file) ?? '');
    // A file that lies beside rooms may import them.
    expect(own.filter(({ from, to }) => place(from) !== -1 && place(to) > place(from))).toEqual([]);
  });
});

describe('the import graph', () => {
  it('the generator imports nothing of the gateway, of scripts or of tests', () => {
    expect(ours.filter(({ from, to }) => from.startsWith('generator/') && !to.startsWith('generator/'))).toEqual([]);
  });

  it('the gateway imports of the generator only wire and kit, and nothing of scripts or tests', () => {
    const left = ours.filter(({ from, to }) => from.startsWith('server/') && !to.startsWith('server/'));
    expect(left.length).toBeGreaterThan(10);
    expect(left.filter(({ to }) => !['wire', 'kit'].includes(partOf(to) ?? ''))).toEqual([]);
  });

  it('has no circle between files', () => {
    expect(toCircles(ours)).toEqual([]);
    expect(
      toCircles([...ours, { from: 'generator/wire/exact/decimal.ts', to: 'generator/kit/csv-rows.ts' }]),
    ).not.toEqual([]);
  });

  it('nobody imports the program, which imports the commands of both houses', () => {
    expect(ours.filter(({ to }) => to === PROGRAM)).toEqual([]);
    const rooms = ours.filter(({ from }) => from === PROGRAM).map(({ to }) => posix.dirname(to));
    expect(rooms).toContain('generator/commands');
    expect(rooms).toContain('server/clients/console');
  });

  it('relative imports end in .ts and lead to a file', () => {
    // The code that generators of other makers make lies beside these programs only while their test runs.
    const own = ours.filter(({ from }) => !from.startsWith('test/clients/generated/'));
    const lost = own.filter(({ to }) => !to.endsWith('.ts') || !existsSync(join(packageRoot(), to)));
    expect(lost).toEqual([]);
  });

  it('wire reads no disk, no network and no clock of its own: of Node it imports hashes, checksums and signatures only', () => {
    const ofNode = imports.filter(({ from, to }) => partOf(from) === 'wire' && to.startsWith('node:'));
    expect(ofNode.filter(({ to }) => to !== 'node:crypto' && to !== 'node:zlib')).toEqual([]);
  });
});

describe.each(HOUSES)('%s/README.md', (house) => {
  it('is read in a minute: forty-five lines at most', () => expect(readmeOf(house).length).toBeLessThanOrEqual(45));

  it('has a list of each folder that has several rooms, and a line for each room', () => {
    const laws = lawsOf(house);
    const deep = laws.flatMap(({ folder }) => foldersIn(folder).map((room) => `${folder}/${room}`));
    const large = deep.filter((folder) => foldersIn(folder).length > 1);
    expect(large.filter((folder) => !laws.some((law) => law.folder === folder))).toEqual([]);
    const told = readmeOf(house).flatMap((line) => [...line.matchAll(/`(\w+)\/`/g)].map(([, room = '']) => room));
    const rooms = laws.flatMap((law) => law.rooms).filter((room) => room !== 'gateway');
    expect(rooms.filter((room) => !told.includes(room))).toEqual([]);
  });
});

const report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

describe('the linter', () => {
  /** Each is a file of a small tree that has our biome.json; the last two are lawful. */
  const EXAMPLES: readonly (readonly [file: string, imported: string, refused: boolean])[] = [
    ['generator/wire/words/up.ts', '../../tree/generate.ts', true],
    ['generator/wire/words/across.ts', '../../../server/gateway.ts', true],
    ['generator/release/tree/server-user.ts', '../../server/gateway.ts', true],
    ['generator/commands/program-user.ts', '../../scripts/ratetree.ts', true],
    ['generator/sources/providers/server-user.ts', '../../server/gateway.ts', true],
    ['server/generator-user.ts', '../generator/release/steps/generate.ts', true],
    ['server/trees/generator-user.ts', '../../generator/release/store/s3.ts', true],
    ['server/program-user.ts', '../scripts/ratetree.ts', true],
    ['server/wire-user.ts', '../generator/wire/encode/encode.ts', false],
    ['generator/rates/blend/wire-user.ts', '../wire/encode/encode.ts', false],
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
