/**
 * Measures files per second of `generate` into an empty folder, and of a bare loop that writes the same bytes to the
 * same disk.
 * node build/scripts/bench/generate.js [ARCHIVE] [ROUNDS] [SINCE]
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readCurrencies } from '../../generator/facts/currencies.ts';
import { readPegs } from '../../generator/facts/pegs.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { generate } from '../../generator/tree/generate.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';

const [archiveDir = join(packageRoot(), 'data', 'archive'), rounds = '5', since] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'ratetree-bench-'));
const ratios: number[] = [];

try {
  for (let round = 1; round <= Number.parseInt(rounds, 10); round++) {
    const tree = join(folder, 'tree');
    const generated = await filesPerSecond(async () => (await generateInto(tree)).filesWritten);
    const files = filesBelow(tree).map((path) => [path.slice(tree.length), readFileSync(path)] as const);
    rmSync(tree, { recursive: true });
    const copy = join(folder, 'copy');
    const written = await filesPerSecond(async () => writeAll(copy, files));
    rmSync(copy, { recursive: true });
    ratios.push(generated / written);
    console.log(
      `round ${round}: generate ${generated.toFixed(0)}/s, bare loop ${written.toFixed(0)}/s, ratio ${(generated / written).toFixed(2)}`,
    );
  }
  const sorted = ratios.sort((left, right) => left - right);
  console.log(`median ratio ${(sorted[sorted.length >> 1] ?? 0).toFixed(2)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function generateInto(outDir: string) {
  return generate({
    archiveDir,
    outDir,
    date: parseIsoDate('2026-11-01'),
    since: since === undefined ? null : parseIsoDate(since),
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    pegs: readPegs(),
  });
}

async function filesPerSecond(work: () => Promise<number>): Promise<number> {
  const startMs = performance.now();
  const files = await work();
  return files / ((performance.now() - startMs) / 1000);
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
