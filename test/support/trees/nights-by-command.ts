/** Nights of the compiled program over recordings of the ECB that are written here, in its format. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder } from '../banks/archives.ts';
import { record } from '../banks/recorded-bank.ts';
import { copied } from '../kit/copied.ts';
import { runProgram } from '../kit/run-program.ts';
import { sharedFolder } from './shared.ts';
import { CODES } from './trees.ts';

export const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'];

/** A recording of the ECB's 90 days, with a figure for each currency and day; '' for none. */
export function recordings(days: readonly string[], figureOf: (code: string, day: string) => string): string {
  const folder = freshFolder();
  const cubes = days.map((day) => {
    const rates = CODES.map((code) => [code, figureOf(code, day)]).flatMap(([code, figure]) =>
      figure === '' ? [] : `<Cube currency="${code}" rate="${figure}"/>`,
    );
    return `<Cube time="${day}">${rates.join('')}</Cube>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${cubes.reverse().join('')}</Cube></gesmes:Envelope>`;
  const url = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml';
  record(folder, 'ECB', [{ url, body, recordedAt: `${days.at(-1)}T15:00:00Z`, contentType: 'text/xml' }]);
  return folder;
}

/** The days before the first are as that. */
export const calm = (code: string, day: string) => {
  const place = Math.max(0, DAYS.indexOf(day));
  // The dirham is pegged to the dollar, which is the last of the codes.
  return code === 'AED' ? `92.18${place}` : `${CODES.indexOf(code) + 1}.10${place}`;
};

export interface Disk {
  readonly archive: string;
  readonly out: string;
}
export const newDisk = (): Disk => ({ archive: join(freshFolder(), 'archive'), out: join(freshFolder(), 'dist') });

export function flagsOf(
  store: string,
  replay: string,
  { archive, out }: Disk,
  more: readonly string[],
): readonly string[] {
  const where = ['--archive', archive, '--out', out, '--replay', replay, '--provider', 'ECB'];
  return ['nightly', store, ...where, '--bases', 'EUR', '--date', '2026-03-13', ...more];
}

export type Ended = ReturnType<typeof night>;

export function night(store: string, replay: string, disk: Disk, ...more: readonly string[]) {
  const { status, stdout, stderr } = runProgram(flagsOf(store, replay, disk, more));
  return { status, stderr, summary: JSON.parse(stdout.trim().split('\n').at(-1) || 'null') };
}

export interface AfterNights {
  readonly store: string;
  readonly disk: Disk;
  /** How each night ended. */
  readonly ended: readonly Ended[];
}

/**
 * A store and a disk of the test's own after nights with the calm lists of so many days each. The nights are run once
 * for all test files, and each test works on copies of what they left.
 */
export function afterNights(...days: readonly number[]): AfterNights {
  const left = sharedFolder(`nights-${days.join('-')}`, (folder) => {
    const disk = { archive: join(folder, 'archive'), out: join(folder, 'dist') };
    const replays = days.map((count) => recordings(DAYS.slice(0, count), calm));
    const ended = replays.map((replay) => night(join(folder, 'store'), replay, disk));
    writeFileSync(join(folder, 'ended.json'), JSON.stringify(ended));
  });
  const [store, disk] = [freshFolder(), newDisk()];
  copied(join(left, 'store'), store);
  copied(join(left, 'archive'), disk.archive);
  copied(join(left, 'dist'), disk.out);
  return { store, disk, ended: JSON.parse(readFileSync(join(left, 'ended.json'), 'utf8')) };
}
