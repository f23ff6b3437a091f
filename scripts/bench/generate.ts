/**
 * Measures files per second of `generate` into an empty folder, with several numbers of threads in turn, and of a bare
 * loop that writes the same bytes to the same disk. Beside the seconds of the clock it prints those of the processor,
 * which other programs on the machine disturb less.
 * node build/scripts/bench/generate.js [--archive DIR] [--rounds 5] [--jobs 1,2] [--since DATE] [--date DATE]
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCurrencies } from '../../generator/facts/currencies.ts';
import { readPegs } from '../../generator/facts/pegs.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { generate } from '../../generator/release/steps/generate.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';

const { values } = parseArgs({
  options: {
    archive: { type: 'string', default: join(packageRoot(), 'data', 'archive') },
    rounds: { type: 'string', default: '5' },
    jobs: { type: 'string', default: '1,2' },
    since: { type: 'string' },
    date: { type: 'string', default: '2026-11-01' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
/** The object of a file of the tree, and not a text of its manifest. */
const OF_FILE = /-[0-9a-f]{16}$/;
/** The best of all rounds, by what was measured. */
const best = new Map<string, number>();

try {
  for (let round = 1; round <= Number.parseInt(values.rounds, 10); round++) {
    const tree = join(folder, 'tree');
    for (const jobs of values.jobs.split(',')) {
      rmSync(tree, { recursive: true, force: true });
      const made = async () => (await generateInto(tree, Number.parseInt(jobs, 10))).filesWritten;
      await measure(`round ${round}, generate --jobs ${jobs}`, `jobs ${jobs}`, made);
    }
    const copy = join(folder, 'copy');
    const paths = filesBelow(join(tree, 'objects')).flatMap((path) =>
      OF_FILE.test(path) ? path.slice(tree.length) : [],
    );
    const files = paths.map((path) => [path, readFileSync(join(tree, path))] as const);
    rmSync(tree, { recursive: true });
    await measure(`round ${round}, bare loop`, 'bare loop', async () => writeAll(copy, files));
    rmSync(copy, { recursive: true });
  }
  console.log([...best].map(([what, perSecond]) => `best of ${what}: ${perSecond.toFixed(0)}/s`).join(', '));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function generateInto(outDir: string, jobs: number) {
  return generate({
    archiveDir: values.archive,
    outDir,
    jobs,
    date: parseIsoDate(values.date),
    since: values.since === undefined ? null : parseIsoDate(values.since),
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
  best.set(what, Math.max(best.get(what) ?? 0, files / seconds));
  const ofProcessor = `${((user + system) / 1e6).toFixed(1)} s of processor`;
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
