/**
 * Measures generate, publish and nights over archives of several sizes, and writes the table of docs/benchmarks.md.
 * Without --write it prints the table.
 *
 * node build/scripts/bench/scale.js --from ARCHIVE_WITH_ECB [--sizes 10x1,30x1,100x1,10x9] [--write]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../generator/kit/package.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { replaceBlock } from '../docs/page-block.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    sizes: { type: 'string', default: '10x1,30x1,100x1,10x9' },
    write: { type: 'boolean', default: false },
  },
});
const { from } = values;
if (from === undefined) throw new InputError('--from is needed: an archive that holds the history of the ECB');

const root = packageRoot();
const PROGRAM = join(root, 'build', 'program', 'ratetree.js');
const BENCH = join(root, 'build', 'scripts', 'bench');
/** One quarter of dated files; the tables and series of all years are always written. */
const TREE = ['--bases', 'EUR,USD', '--history-bases', 'EUR', '--since', '2026-01-01'];
/** Loaded before the program: at its end it says what the whole process has used. */
const USAGE = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    console.error('used ' + (userCPUTime + systemCPUTime) + ' ' + maxRSS);
  });`)}`;

const rows = values.sizes.split(',').map((size) => {
  const [banks = '', years = ''] = size.split('x');
  return rowOf(banks, years);
});
const table = [
  '| banks × years | rows | objects | from nothing | nothing new | first publish | a night | on an empty disk | fetched |',
  '|---|---|---|---|---|---|---|---|---|',
  ...rows,
  '',
  `Node ${process.versions.node.split('.')[0]}, ${cpus().length} cores, one thread.`,
].join('\n');
const page = join(root, 'docs', 'benchmarks.md');
if (values.write) writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'measured', table));
else console.log(table);

function rowOf(banks: string, years: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ratetree-scale-'));
  const [archive, out, store, lists] = ['archive', 'dist', 'store', 'lists'].map((name) => join(folder, name));
  const places = ['--archive', `${archive}`, '--out', `${out}`];
  try {
    const made = run(join(BENCH, 'archive.js'), [
      '--from',
      `${from}`,
      '--out',
      `${archive}`,
      '--banks',
      banks,
      '--years',
      years,
    ]);
    const [, count = '', last = ''] = /^(\d+) rows .* to (\S+) in /m.exec(made.said) ?? [];
    const [day, next] = [addDays(parseIsoDate(last), 1), addDays(parseIsoDate(last), 2)];
    const generate = ['generate', ...places, '--date', last, ...TREE];
    const first = run(PROGRAM, generate);
    const again = run(PROGRAM, generate);
    const published = run(PROGRAM, ['publish', `${store}`, '--from', `${out}`, '--archive', `${archive}`]);
    const objects = readdirSync(join(`${store}`, 'objects'), { recursive: true, withFileTypes: true });
    const night = ['--store', `${store}`, ...places, '--lists', `${lists}`, '--day', day];
    run(join(BENCH, 'night.js'), [...night, '--prepare']);
    const withLists = run(join(BENCH, 'night.js'), night);
    // The same lists again are no news.
    console.error(
      `${banks} × ${years}, requests of a night without news: ${requestsOf(run(join(BENCH, 'night.js'), night).said)}`,
    );
    const another = ['--store', `${store}`, ...places, '--lists', `${lists}`, '--day', next];
    run(join(BENCH, 'night.js'), [...another, '--prepare']);
    for (const dir of [archive, out]) rmSync(`${dir}`, { recursive: true });
    const onEmptyDisk = run(join(BENCH, 'night.js'), another);
    const costs = [first, again, published, withLists, onEmptyDisk].map(({ used }) => used);
    const measured = [...costs, fetchedBy(onEmptyDisk.said)];
    const files = objects.filter((entry) => entry.isFile()).length;
    return `| ${[`${banks} × ${years}`, grouped(Number(count)), grouped(files), ...measured].join(' | ')} |`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Codes 0 and 2 are success: a night may have something to say. */
function run(script: string, args: readonly string[]): { readonly said: string; readonly used: string } {
  const child = spawnSync(process.execPath, ['--import', USAGE, script, ...args], { encoding: 'utf8' });
  if (child.status !== 0 && child.status !== 2) throw new Error(`${script} ${args.join(' ')}: ${child.stderr}`);
  const [, micros = '', kilobytes = ''] = /^used (\d+) (\d+)$/m.exec(child.stderr) ?? [];
  return {
    said: child.stdout,
    used: `${(Number(micros) / 1e6).toFixed(1)}, ${Math.round(Number(kilobytes) / 1024)}`,
  };
}

/** What a night says of itself in its last line, as `GET 411, PUT 2`. */
function requestsOf(said: string): string {
  const { requests } = JSON.parse(said.trimEnd().split('\n').at(-1) ?? '') as { readonly requests: object };
  return Object.entries(requests)
    .map(([verb, count]) => `${verb} ${count}`)
    .join(', ');
}

/** `1,169, 18`: the objects that a night had to bring from the store, and their MB. */
function fetchedBy(said: string): string {
  const { fetched } = JSON.parse(said.trimEnd().split('\n').at(-1) ?? '') as {
    readonly fetched: { readonly objects: number; readonly bytes: number };
  };
  return `${grouped(fetched.objects)}, ${Math.round(fetched.bytes / 1e6)}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
