/**
 * Measures files per second of `generate` into an empty folder, and of a bare loop that writes the same bytes to the
 * same disk. Beside the seconds of the clock it prints those of the processor, which other programs on the machine disturb
 * less. With --write the table goes into docs/benchmarks.md.
 * node build/scripts/bench/generate.js [--archive DIR] [--rounds 5] [--since 2026-01-01] [--date DATE] [--write]
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../generator/kit/package.ts';
import { generate } from '../../generator/release/publish/generate.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { replaceBlock } from '../docs/page-block.ts';

const { values } = parseArgs({
  options: {
    archive: { type: 'string', default: join(packageRoot(), 'data', 'archive') },
    rounds: { type: 'string', default: '5' },
    since: { type: 'string', default: '2026-01-01' },
    date: { type: 'string', default: '2026-11-01' },
    write: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
/** The object of a file of the tree, and not a text of its manifest. */
const OF_FILE = /-[0-9a-f]{16}$/;
interface Made {
  readonly files: number;
  readonly processor: number;
  readonly perSecond: number;
}

/** Of all rounds the one with the least processor time, by what was measured. */
const best = new Map<string, Made>();

try {
  for (let round = 1; round <= Number.parseInt(values.rounds, 10); round++) {
    const tree = join(folder, 'tree');
    const made = async () => (await generateInto(tree)).filesWritten;
    await measure(`round ${round}, generate`, 'generate', made);
    const copy = join(folder, 'copy');
    const paths = filesBelow(join(tree, 'objects')).flatMap((path) =>
      OF_FILE.test(path) ? path.slice(tree.length) : [],
    );
    const files = paths.map((path) => [path, readFileSync(join(tree, path))] as const);
    rmSync(tree, { recursive: true });
    await measure(`round ${round}, bare loop`, 'a bare loop that writes the same objects', async () =>
      writeAll(copy, files),
    );
    rmSync(copy, { recursive: true });
  }
  const rows = [...best].map(([what, { files, processor, perSecond }]) => {
    return `| ${[what, files, processor.toFixed(1), perSecond.toFixed(0)].join(' | ')} |`;
  });
  const heading = ['| work | files | seconds of processor | files a second |', '|---|---|---|---|'];
  const table = [...heading, ...rows].join('\n');
  const page = join(packageRoot(), 'docs', 'benchmarks.md');
  if (values.write) writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'making', table));
  else console.log(table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function generateInto(outDir: string) {
  return generate({
    archiveDir: values.archive,
    outDir,
    date: parseIsoDate(values.date),
    since: parseIsoDate(values.since),
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    pegs: readPegs(),
  });
}

async function measure(words: string, what: string, work: () => Promise<number>): Promise<void> {
  const startMs = performance.now();
  const start = process.cpuUsage();
  const files = await work();
  const seconds = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(start);
  const processor = (user + system) / 1e6;
  if (processor < (best.get(what)?.processor ?? Number.POSITIVE_INFINITY)) {
    best.set(what, { files, processor, perSecond: files / seconds });
  }
  const ofProcessor = `${processor.toFixed(1)} s of processor`;
  console.log(`${words}: ${files} files in ${seconds.toFixed(1)} s, ${(files / seconds).toFixed(0)}/s; ${ofProcessor}`);
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(below) : [below];
  });
}

function writeAll(outDir: string, files: readonly (readonly [string, Buffer])[]): number {
  const folders = new Set<string>();
  for (const [path, bytes] of files) {
    const parent = dirname(join(outDir, path));
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true });
    folders.add(parent);
    writeFileSync(join(outDir, path), bytes);
  }
  return files.length;
}
