/**
 * What the recordings hold of each provider and what becomes of them when they are broken, as a table in Markdown:
 * `node build/scripts/provider-table.js [folder of recordings]`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codesOf, readCurrencies } from '../generator/currencies.ts';
import { readRedenominations } from '../generator/redenominations.ts';
import { packageRoot } from '../generator/root.ts';
import { utcDay } from '../generator/wire/calendar.ts';
import { Witnesses } from '../generator/witnesses.ts';
import { OUTCOMES, type Outcome, type World } from './faults/outcome.ts';
import { readRecorded, runFaults } from './faults/run.ts';
import { collectRecordings } from './recordings.ts';

const recordings = process.argv[2] ?? join(packageRoot(), '..', 'shared', 'feeds');
const archiveDir = mkdtempSync(join(tmpdir(), 'ratetree-table-'));
try {
  await printTable();
} finally {
  rmSync(archiveDir, { recursive: true, force: true });
}

async function printTable(): Promise<void> {
  const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };
  const subjects = await collectRecordings(recordings, archiveDir, utcDay(Date.now()));
  const world: World = { ...facts, witnesses: new Witnesses(subjects) };
  console.log(`| code | fixings | observations | lines of the adapter | ${OUTCOMES.join(' | ')} |`);
  console.log(`|---|---|---|---|${OUTCOMES.map(() => '---|').join('')}`);
  const sums = new Map<Outcome, number>();
  for (const { definition, archive } of subjects) {
    const counts = new Map<Outcome, number>();
    for (const recorded of await readRecorded(recordings, definition)) {
      for (const { outcome } of runFaults(recorded, world)) {
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        sums.set(outcome, (sums.get(outcome) ?? 0) + 1);
      }
    }
    const fixings = new Set(archive.rows.map(({ date }) => date)).size;
    const cells = [definition.code, fixings, archive.rows.length, linesOf(definition.code), ...outcomes(counts)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log(`| all | | | | ${outcomes(sums).join(' | ')} |`);
}

function outcomes(counts: ReadonlyMap<Outcome, number>): readonly number[] {
  return OUTCOMES.map((outcome) => counts.get(outcome) ?? 0);
}

function linesOf(code: string): number {
  const source = readFileSync(join(packageRoot(), 'generator', 'providers', `${code.toLowerCase()}.ts`), 'utf8');
  return source.split('\n').length - 1;
}
