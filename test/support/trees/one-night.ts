/** One night by the compiled program, with one recorded list of the ECB, and the JSON on its last line. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freshFolder } from '../banks/archives.ts';
import { record } from '../banks/recorded-bank.ts';
import { PROGRAM } from '../kit/program.ts';
import { runProgram } from '../kit/run-program.ts';
import { CODES } from './trees.ts';

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
export interface Place {
  readonly store: string;
  readonly archive: string;
  readonly out: string;
}

export function newPlace(): Place {
  return { store: freshFolder(), archive: join(freshFolder(), 'archive'), out: join(freshFolder(), 'dist') };
}

/** A folder of recordings with one list of the ECB, written by hand in its format. Every currency has the same rate. */
export async function recordingOf(rate: string): Promise<string> {
  // The dirham is pegged to the dollar, and would be off its peg.
  const cubes = CODES.filter((code) => code !== 'AED')
    .map((code) => `<Cube currency='${code}' rate='${rate}'/>`)
    .join('');
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-03-13'>${cubes}</Cube></Cube></gesmes:Envelope>`;
  const folder = freshFolder();
  const url = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
  await record(folder, 'ECB', [{ url, body, recordedAt: '2026-03-13T15:00:00Z' }]);
  return folder;
}

/** The words of a command line that runs a night at that place. */
function wordsOf({ store, archive, out }: Place, replay: string): readonly string[] {
  const where = ['--archive', archive, '--out', out, '--replay', replay, '--provider', 'ECB'];
  const what = ['--bases', 'EUR', '--since', '2026-03-13', '--date', '2026-03-13'];
  return ['nightly', store, ...where, ...what];
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
  const { status, stdout, stderr } = runProgram([...wordsOf(place, replay), ...more], {
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
  return spawn(process.execPath, [PROGRAM, ...wordsOf(place, replay), ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}
