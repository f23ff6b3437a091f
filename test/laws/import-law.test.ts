/**
 * Both houses are built as their READMEs draw them: a room imports only the rooms that the law gives it, a room of the
 * generator is entered by its doors alone, and no two files import each other. The linter refuses whatever would leave
 * its house.
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
import { readSourceFiles, toCircles, toImports } from '../../scripts/dev/imports.ts';

/** The laws: room → rooms of the same house that it may import. A large room of the generator is a house of its own. */
const LAWS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  generator: {
    wire: [],
    kit: ['wire'],
    store: ['kit', 'wire'],
    log: ['wire'],
    proof: ['log', 'wire'],
    feeds: ['kit', 'wire'],
    facts: ['kit', 'wire'],
    providers: ['feeds', 'wire'],
    archive: ['feeds', 'kit', 'wire'],
    collect: ['archive', 'facts', 'feeds', 'kit', 'wire'],
    quarantine: ['archive', 'feeds', 'kit', 'wire'],
    rates: ['quarantine', 'archive', 'facts', 'feeds', 'kit', 'wire'],
    walk: ['rates', 'quarantine', 'archive', 'facts', 'feeds', 'kit', 'wire'],
    corrections: ['walk', 'rates', 'archive', 'feeds', 'kit', 'wire'],
    status: ['rates', 'archive', 'facts', 'feeds', 'kit', 'wire'],
    site: ['rates', 'archive', 'feeds', 'kit', 'wire'],
    compare: ['kit', 'wire'],
    tree: ['status', 'corrections', 'walk', 'rates', 'quarantine', 'archive', 'facts', 'feeds', 'kit', 'wire'],
    gate: ['rates', 'quarantine', 'archive', 'facts', 'feeds', 'kit', 'wire'],
    release: ['tree', 'corrections', 'rates', 'archive', 'store', 'log', 'kit', 'wire'],
    verify: ['release', 'store', 'proof', 'log', 'kit', 'wire'],
    evidence: ['release', 'store', 'feeds', 'kit', 'wire'],
    withhold: ['release', 'gate', 'corrections', 'quarantine', 'providers', 'archive', 'facts', 'store', 'kit', 'wire'],
    cli: ['verify', 'release', 'tree', 'collect', 'store', 'log', 'feeds', 'kit', 'wire'],
    commands: [
      'cli',
      'withhold',
      'verify',
      'evidence',
      'release',
      'gate',
      'tree',
      'status',
      'site',
      'walk',
      'compare',
      'collect',
      'quarantine',
      'providers',
      'archive',
      'facts',
      'store',
      'proof',
      'log',
      'feeds',
      'kit',
      'wire',
    ],
  },
  'generator/wire': {
    words: [],
    exact: [],
    encode: ['words'],
    answers: ['encode', 'exact', 'words'],
    release: ['answers', 'words'],
  },
  'generator/tree': {
    read: [],
    render: ['read'],
    write: ['read'],
    build: ['write', 'render', 'read'],
  },
  'generator/release': {
    pointer: [],
    archive: ['pointer'],
    objects: ['pointer'],
    steps: ['objects', 'archive', 'pointer'],
  },
  'server/dialects': {
    sdmx: ['dialect.ts', 'rates.ts', 'reading.ts'],
  },
  'generator/site/page': {
    language: [],
    base: ['language'],
    chart: ['base', 'language'],
    views: ['chart', 'base', 'language'],
    'main.ts': ['views', 'base', 'language'],
    'docs.ts': ['base'],
    'worker.ts': [],
  },
  server: {
    query: [],
    trees: [],
    http: ['query'],
    plan: ['http', 'query'],
    perform: ['plan', 'http', 'trees', 'query'],
    keys: ['http', 'query'],
    dialects: ['perform', 'plan', 'http', 'trees', 'query'],
    watch: ['http', 'trees', 'query'],
    gateway: ['watch', 'dialects', 'keys', 'perform', 'plan', 'http', 'trees', 'query'],
    ask: ['gateway', 'keys', 'trees'],
    edge: ['gateway', 'keys', 'http', 'trees', 'query'],
    export: ['ask', 'query'],
    cli: ['ask', 'gateway', 'keys', 'query'],
    console: ['export', 'cli', 'ask'],
    mcp: ['console', 'cli', 'ask', 'keys', 'query'],
  },
};
const PROGRAM = 'scripts/ratetree.ts';
const HOUSES = ['generator', 'server'] as const;
type House = string;

const imports = toImports(readSourceFiles(packageRoot(), ['generator', 'server', 'scripts', 'test']));
const ours = imports.filter(({ isOurs }) => isOurs);

/** `generator/tree/write/tree-writer.ts` → `tree`, `server/handle.ts` → `gateway`; null elsewhere. */
function roomIn(house: House, file: string): string | null {
  if (!file.startsWith(`${house}/`)) return null;
  const [room = '', next] = file.slice(house.length + 1).split('/');
  return next === undefined && house === 'server' ? 'gateway' : room;
}
const roomOf = (file: string) => roomIn('generator', file);
const betweenRooms = (house: House) =>
  ours.filter(({ from, to }) => from.startsWith(`${house}/`) && roomIn(house, from) !== roomIn(house, to));
const RULES = Object.entries(LAWS).flatMap(([house, law]) =>
  Object.entries(law).map(([room, may]) => [house, room, may] as const),
);

describe('the import graph', () => {
  it.each(RULES)('%s/%s imports of its house only %j', (house, room, allowed) => {
    const own = betweenRooms(house).filter(
      ({ from, to }) => roomIn(house, from) === room && to.startsWith(`${house}/`),
    );
    expect(own.filter(({ to }) => !allowed.includes(roomIn(house, to) ?? ''))).toEqual([]);
    // A right that nobody uses is an arrow that the picture does not have.
    const used = own.map(({ to }) => roomIn(house, to));
    expect(allowed.filter((other) => !room.endsWith('.ts') && !used.includes(other))).toEqual([]);
  });

  it('the generator imports nothing of the gateway, of scripts or of tests', () => {
    expect(ours.filter(({ from, to }) => from.startsWith('generator/') && !to.startsWith('generator/'))).toEqual([]);
  });

  it('the gateway imports of the generator only wire and kit, and nothing of scripts or tests', () => {
    const left = ours.filter(({ from, to }) => from.startsWith('server/') && !to.startsWith('server/'));
    expect(left.length).toBeGreaterThan(10);
    expect(left.filter(({ to }) => !['wire', 'kit'].includes(roomOf(to) ?? ''))).toEqual([]);
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
    expect(rooms).toContain('server/console');
  });

  it('relative imports end in .ts and lead to a file', () => {
    const lost = ours.filter(({ to }) => !to.endsWith('.ts') || !existsSync(join(packageRoot(), to)));
    expect(lost).toEqual([]);
  });

  it('wire reads no disk, no network and no clock of its own: of Node it imports hashes, checksums and signatures only', () => {
    const ofNode = imports.filter(({ from, to }) => roomOf(from) === 'wire' && to.startsWith('node:'));
    expect(ofNode.filter(({ to }) => to !== 'node:crypto' && to !== 'node:zlib')).toEqual([]);
  });
});

describe.each(HOUSES)('%s/README.md', (house) => {
  const law = LAWS[house] ?? {};
  const rooms = Object.keys(law);
  const lines = readFileSync(join(packageRoot(), house, 'README.md'), 'utf8')
    .trimEnd()
    .split('\n');
  const picture = lines
    .filter((line) => line.startsWith('    '))
    .map((line) => line.split('←')[0]?.trim().split(/ +/) ?? []);
  const map = lines.flatMap((line) => /^- `(\w+)\/?` /.exec(line)?.[1] ?? []);

  it('is read in a minute: forty lines at most', () => expect(lines.length).toBeLessThanOrEqual(40));

  it('draws each room once, gives each a line, and there are no other folders', () => {
    const folders = readdirSync(join(packageRoot(), house), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names.sort()).toEqual(rooms.filter((room) => room !== 'gateway').sort());
    expect(picture.flat().sort()).toEqual([...rooms].sort());
    expect(map.sort()).toEqual([...rooms].sort());
  });

  it('draws each room above those that the law lets it import', () => {
    const floorOf = (room: string) => picture.findIndex((floor) => floor.includes(room));
    const upwards = rooms.flatMap((room) =>
      (law[room] ?? []).filter((other) => floorOf(other) <= floorOf(room)).map((other) => `${room} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });
});

describe('the doors of generator/README.md', () => {
  const lines = readFileSync(join(packageRoot(), 'generator', 'README.md'), 'utf8').split('\n');
  const doorsOf = lines.flatMap((line) => {
    const [, room, doors] = /^- `(\w+)\/` .*\. Doors: ([\w, -]+)\.$/.exec(line) ?? [];
    return room === undefined || doors === undefined ? [] : [[room, doors.split(', ')] as const];
  });

  it('are named for each room', () => {
    expect(doorsOf.map(([room]) => room).sort()).toEqual(Object.keys(LAWS.generator ?? {}).sort());
  });

  it.each(doorsOf)('%s is entered by its doors: %j', (room, doors) => {
    const entered = new Set(
      ours
        .filter(({ from }) => from.startsWith('generator/') || from === PROGRAM)
        .filter(({ from, to }) => roomOf(to) === room && roomOf(from) !== room)
        .map(({ to }) => posix.basename(to, '.ts')),
    );
    if (doors[0] === 'any') expect(entered.size).toBeGreaterThan(0);
    else expect([...entered].sort()).toEqual([...doors].sort());
  });
});

const report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

describe('the linter', () => {
  /** Each is a file of a small tree that has our biome.json; the last two are lawful. */
  const EXAMPLES: readonly (readonly [file: string, imported: string, refused: boolean])[] = [
    ['generator/wire/words/up.ts', '../../tree/generate.ts', true],
    ['generator/wire/words/across.ts', '../../../server/handle.ts', true],
    ['generator/tree/server-user.ts', '../../server/handle.ts', true],
    ['generator/commands/program-user.ts', '../../scripts/ratetree.ts', true],
    ['generator/providers/server-user.ts', '../../server/handle.ts', true],
    ['server/generator-user.ts', '../generator/release/steps/generate.ts', true],
    ['server/trees/generator-user.ts', '../../generator/store/s3.ts', true],
    ['server/program-user.ts', '../scripts/ratetree.ts', true],
    ['server/wire-user.ts', '../generator/wire/encode/encode.ts', false],
    ['generator/rates/wire-user.ts', '../wire/encode/encode.ts', false],
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
