/**
 * Replays nights over a world of invented lists, with faults put in by name, or over the lists that were recorded, and
 * prints what was stated wrong, what true figures were held, and how the nights ended (docs/replay.md).
 *
 * node build/scripts/audit/replay.js world --archive DIR [--only CASE,...] [--seed 7] [--unreachable 0] [--rules NAME]
 *   [--nights COUNT] [--work DIR] [--csv FILE] [--verbose]
 * node build/scripts/audit/replay.js recorded --archive DIR [--from DATE] [--to DATE] [--rules NAME] [--csv FILE]
 *   [--list FILE]
 *
 * --nights runs the first nights of each case, --csv adds rows to the file, and --list writes the figures that were
 * held at first and are not in the end.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { makeBase, readSetting } from './replay/base.ts';
import { CASES, ORDINARY } from './replay/cases.ts';
import { byYear, countHeld, readHoldings, toHeldList, walkNights } from './replay/recorded.ts';
import { runCase } from './replay/run-case.ts';
import { type Row, toCsv, toRecordedRow, toText } from './replay/table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    archive: { type: 'string' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '7' },
    unreachable: { type: 'string', default: '0' },
    nights: { type: 'string', default: '99' },
    rules: { type: 'string', default: 'new' },
    work: { type: 'string', default: '.ratetree/replay' },
    csv: { type: 'string' },
    list: { type: 'string' },
    from: { type: 'string', default: '1999-01-01' },
    to: { type: 'string', default: '2026-12-31' },
    verbose: { type: 'boolean', default: false },
  },
});
const { archive, seed, rules } = values;
const [world] = positionals;
if (archive === undefined)
  throw new InputError('--archive is needed: one that collect --replay has made of recordings');

async function replayWorld(dir: string): Promise<void> {
  const names = values.only.split(',').filter((name) => name !== '');
  const cases = [...CASES, ORDINARY].filter(({ name }) => names.length === 0 || names.includes(name));
  if (cases.length < names.length || cases.length === 0)
    throw new InputError(
      `--only ${values.only}: the cases are ${[...CASES, ORDINARY].map(({ name }) => name).join(', ')}`,
    );
  const setting = await readSetting(dir, seed);
  const { base, key } = await makeBase(values.work, setting);
  const rows: Row[] = [];
  for (const whole of cases) {
    const one = { ...whole, nights: whole.nights.slice(0, Number(values.nights)) };
    const row = await runCase(one, { base, key, unreachable: Number(values.unreachable), isVerbose: values.verbose });
    rows.push({ ...row, rules, seed, unreachable: values.unreachable });
    keep(rows.slice(-1));
  }
  console.log(toText(rows));
}

async function replayRecorded(dir: string): Promise<void> {
  const span = { from: parseIsoDate(values.from), to: parseIsoDate(values.to) };
  const figures = walkNights(await readHoldings(dir), span);
  const years = [...byYear(figures)].map(([year, own]) => toRecordedRow(year, countHeld(own)));
  const rows = [...years, toRecordedRow('all', countHeld(figures))].map((row) => ({ ...row, rules }));
  keep(rows);
  if (values.list !== undefined) writeFileSync(values.list, toHeldList(figures));
  console.log(toText(rows));
}

/** Rows are kept as they come, because a replay takes a while. */
function keep(rows: readonly Row[]): void {
  if (values.csv !== undefined) appendFileSync(values.csv, toCsv(rows, !existsSync(values.csv)));
}

if (world === 'world') await replayWorld(archive);
else if (world === 'recorded') await replayRecorded(archive);
else throw new InputError('name a world: world or recorded');
