/**
 * Makes a tree of about N files to measure publishing with: a seeded archive of a few banks over as many years as the
 * number takes, so that GLOBAL has files for all bases of every day. In DIR lie `archive` and its `tree`, and `night`,
 * the archive with one more day: generate it into the same tree to measure what a night costs.
 *
 * node build/scripts/bench/tree.js --from ARCHIVE_WITH_ECB --out DIR [--files 1000000] [--banks 5] [--date 2026-03-13]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../generator/kit/package.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    out: { type: 'string' },
    files: { type: 'string', default: '1000000' },
    banks: { type: 'string', default: '5' },
    date: { type: 'string', default: '2026-03-13' },
  },
});
const { from, out, files, banks } = values;
if (from === undefined || out === undefined) {
  throw new InputError('--from and --out are needed: an archive that holds the ECB, and the folder to write');
}
const date = parseIsoDate(values.date);
const dayBefore = addDays(date, -1);

const probe = join(out, 'probe');
const perYear = make(probe, 1);
rmSync(probe, { recursive: true });
const years = Math.ceil(Number.parseInt(files, 10) / perYear);
console.log(`${perYear} files a year, so ${years} years`);
console.log(`${make(out, years)} files in ${join(out, 'tree')}`);

/** Returns the number of files. */
function make(dir: string, span: number): number {
  const [night, archive, tree] = [join(dir, 'night'), join(dir, 'archive'), join(dir, 'tree')];
  const size = ['--banks', banks, '--years', `${span}`, '--until', date];
  run('scripts/bench/archive.js', ['--from', `${from}`, '--out', night, ...size]);
  cpSync(night, archive, { recursive: true });
  for (const bank of readdirSync(archive)) withoutNewest(join(archive, bank, `${date.slice(0, 4)}.csv`));
  const said = run('scripts/ratetree.js', ['generate', '--archive', archive, '--out', tree, '--date', dayBefore]);
  return Number.parseInt(/(\d+) written/.exec(said)?.[1] ?? '0', 10);
}

function withoutNewest(file: string): void {
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.filter((line) => !line.startsWith(date)).join('\n'));
}

function run(program: string, parameters: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(packageRoot(), 'build', program), ...parameters],
    { encoding: 'utf8' },
  );
  if (status === 0) return stdout;
  throw new Error(`${program}: ${error?.message ?? stderr.slice(-500)}`);
}
