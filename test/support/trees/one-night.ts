/** One night by the compiled program, with one recorded list of the ECB, and the JSON on its last line. */
import { spawn } from 'node:child_process';
import { expect } from 'vitest';
import { freshFolder } from '../banks/archives.ts';
import { PROGRAM } from '../kit/program.ts';
import { runProgram } from '../kit/run-program.ts';
import { type Disk, flagsOf, newDisk, recordings } from './nights-by-command.ts';

/** Every line of JSON has these fields, however far the night came. */
const FIELDS = [
  'checked',
  'documents',
  'error',
  'failures',
  'fetched',
  'held',
  'notices',
  'outcome',
  'passing',
  'pending',
  'published',
  'refusals',
  'release',
  'requests',
  'restored',
  'seconds',
  'voices',
];

/** What a night is given: a store, and folders of its own. */
export interface Place extends Disk {
  readonly store: string;
}

export const newPlace = (): Place => ({ store: freshFolder(), ...newDisk() });

/** A folder of recordings with one list of the ECB, in which every currency has the same rate. */
export function recordingOf(rate: string): string {
  // The dirham is pegged to the dollar, and would be off its peg.
  return recordings(['2026-03-13'], (code) => (code === 'AED' ? '' : rate));
}

/** The words of a command line that runs a night at that place. */
function wordsOf({ store, ...disk }: Place, replay: string, more: readonly string[]): readonly string[] {
  return flagsOf(store, replay, disk, ['--since', '2026-03-13', ...more]);
}

/** The last line, which must have all its fields. */
export function toReport(stdout: string, stderr: string) {
  const report = JSON.parse(stdout.trimEnd().split('\n').at(-1) || 'null');
  expect(Object.keys(report ?? {}).sort(), stderr).toEqual(FIELDS);
  return report;
}

export function night(place: Place, replay: string, ...more: readonly string[]) {
  return nightWith({}, place, replay, ...more);
}

/** @param env variables of the environment beside those of this process */
export function nightWith(
  env: Readonly<Record<string, string>>,
  place: Place,
  replay: string,
  ...more: readonly string[]
) {
  const { status, stdout, stderr } = runProgram(wordsOf(place, replay, more), {
    env: { ...process.env, ...env },
  });
  return { status, report: toReport(stdout, stderr), stderr };
}

/** A night that is still running. */
export function startNight(
  env: Readonly<Record<string, string>>,
  place: Place,
  replay: string,
  ...more: readonly string[]
) {
  return spawn(process.execPath, [PROGRAM, ...wordsOf(place, replay, more)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}
