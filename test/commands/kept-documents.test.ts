/** From an answer to the bank's own bytes, without the network: what nights keep, and what `why` and `collect --replay` make of it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WAITING } from '../../generator/sources/feeds/keeping.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { afterNights, calm, DAYS, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { CODES, readTree } from '../support/trees/trees.ts';

const FIVE = recordings(DAYS, calm);
const LIST = readFileSync(join(FIVE, 'ECB', '0.txt'));
const KEY = `archive/documents/2026-03-13/ECB/${hashOf(LIST)}`;
const [CURRENCY = ''] = CODES;

const documentsIn = (store: string) => [...readTree(store).keys()].filter((key) => key.includes('/documents/')).sort();

describe('a night', () => {
  it('puts the document behind new figures into the store, and none behind what is not new', () => {
    const { store, disk, ended } = afterNights(5);
    expect(ended[0]?.summary.documents).toMatchObject({ kept: 1, daysDeleted: 0 });
    expect(documentsIn(store)).toEqual([`${KEY}.gz`, `${KEY}.json`]);
    expect(gunzipSync(readFileSync(join(store, `${KEY}.gz`)))).toEqual(LIST);
    expect(readdirSync(disk.archive)).not.toContain(WAITING);
    expect(night(store, FIVE, newDisk()).summary.documents).toEqual({ kept: 0, bytes: 0, daysDeleted: 0 });
    expect(documentsIn(store)).toHaveLength(2);
  });

  it('puts there what a night collected that was killed before it had put it there', async () => {
    const { store, disk } = afterNights(4);
    const archiveDir = disk.archive;
    const providers = PROVIDERS.filter(({ code }) => code === 'ECB');
    const source = replaySource({ dirs: [FIVE], adapters: null });
    const documentsDir = join(archiveDir, WAITING);
    await collect({ providers, source, archiveDir, documentsDir, currencies: new Set(['EUR', ...CODES]) });
    // Of one that was killed sooner there is only the recording.
    writeFileSync(join(documentsDir, '2026-03-13', 'ECB', `${hashOf('unfinished')}.json`), '{}');
    const { summary, stderr } = night(store, FIVE, disk);
    expect(summary.documents, stderr).toMatchObject({ kept: 1 });
    expect(documentsIn(store)).toContain(`${KEY}.gz`);
    expect(documentsIn(store)).not.toContain(`archive/documents/2026-03-13/ECB/${hashOf('unfinished')}.json`);
  });

  it('with --keep-raw deletes the documents of older days, and with 0 keeps none', () => {
    const { store, disk } = afterNights(4);
    expect(documentsIn(store)).toHaveLength(2);
    expect(night(store, FIVE, disk, '--keep-raw', '9999').summary.documents).toMatchObject({ daysDeleted: 0 });
    expect(documentsIn(store)).toHaveLength(4);
    expect(night(store, FIVE, disk, '--keep-raw', '1').summary.documents).toMatchObject({ daysDeleted: 2 });
    expect(documentsIn(store)).toEqual([]);
    const none = freshFolder();
    expect(night(none, FIVE, newDisk(), '--keep-raw', '0').summary.documents).toMatchObject({ kept: 0 });
    expect(documentsIn(none)).toEqual([]);
    const wrong = runProgram(['nightly', none, '--keep-raw', 'a-week']);
    expect([wrong.status, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('It must be a whole number of days, 0 or'),
    ]);
  });

  it('keeps them from a sweep, which deletes what nothing names', () => {
    const { store } = afterNights(5);
    const stray = `archive/${hashOf('stray')}`;
    writeFileSync(join(store, stray), 'stray');
    const old = new Date(Date.now() - 3 * 86_400_000);
    for (const key of [...documentsIn(store), stray]) utimesSync(join(store, key), old, old);
    expect(ratetree('repair', store, '--sweep').status).toBe(0);
    expect(readTree(store).has(stray)).toBe(false);
    expect(documentsIn(store)).toHaveLength(2);
  });
});

describe('why --document', () => {
  const why = (store: string, ...more: readonly string[]) =>
    ratetree('why', 'ecb', '2026-03-13', CURRENCY, '--origin', store, ...more);

  it('writes the bytes of the bank, and says what they are', () => {
    const { store } = afterNights(5);
    const file = join(freshFolder(), 'list.xml');
    const { status, stdout, stderr } = why(store, '--document', file);
    expect(status, stderr).toBe(0);
    expect(readFileSync(file)).toEqual(LIST);
    const words = `${LIST.length} bytes of text/xml, fetched 2026-03-13T15:00:00Z from https://www.ecb.europa.eu/`;
    expect(stdout).toContain(`written to ${file}: ${words}`);
    const piped = why(store, '--document', '-');
    expect(piped.stdout).toBe(LIST.toString());
    expect(piped.stderr).toContain(`written: ${words}`);
  });

  it('refuses what is not kept, what is damaged, and a figure that no bank states', () => {
    const { store, disk } = afterNights(5);
    const file = join(freshFolder(), 'list.xml');
    const refused = (target: string, ...more: readonly string[]) => {
      const { status, stderr } = more.length > 0 ? ratetree(...more) : why(target, '--document', file);
      expect(status).toBe(1);
      return stderr;
    };
    night(store, FIVE, disk, '--whole');
    expect(refused(disk.out)).toContain(`${KEY} is not kept here, or not for you to read: name with --origin`);
    const ofGlobal = ['why', 'GLOBAL', '2026-03-13', CURRENCY, '--origin', store, '--document', file];
    expect(refused(store, ...ofGlobal)).toContain('ask for a bank');
    writeFileSync(join(store, `${KEY}.gz`), gzipSync(`${LIST} `));
    expect(refused(store)).toContain(`${KEY}.gz is damaged`);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });
});

/** The two commands of docs/verify.md: every figure is read again from the documents, and the archives are compared. */
describe('a replay of the kept documents into an empty archive', () => {
  function replayed(store: string, archive: string) {
    const again = join(freshFolder(), 'again');
    const collected = ratetree('collect', '--replay', join(store, 'archive', 'documents'), '--archive', again);
    const { stdout } = spawnSync('diff', ['-r', '-x', '.*', archive, again], { encoding: 'utf8' });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(`${archive}:`, 'archive:'));
    return { collected, lines };
  }

  it('makes the archive again that the nights made, byte for byte', () => {
    const { store, disk } = afterNights(4);
    expect(night(store, FIVE, disk).status).toBe(0);
    const { collected, lines } = replayed(store, disk.archive);
    expect(collected.status, collected.stderr).toBe(0);
    expect(lines).toEqual(['Only in archive: releases.csv']);
  });

  it.each([
    ['was changed by a byte', gzipSync(LIST.toString().replace('.10', '.11'))],
    ['cannot be unpacked', Buffer.from('no gzip')],
  ])('names a document that %s', (_, bytes) => {
    const { store, disk } = afterNights(5);
    writeFileSync(join(store, `${KEY}.gz`), bytes);
    const { collected, lines } = replayed(store, disk.archive);
    expect(collected.status).toBe(2);
    expect(collected.stderr).toContain(`${hashOf(LIST)}.gz is not what was recorded`);
    expect(lines).not.toEqual(['Only in archive: releases.csv']);
  });

  it('shows a figure that was changed in the archive', () => {
    const { store, disk } = afterNights(5);
    const file = join(disk.archive, 'ECB', '2026.csv');
    const rows = readFileSync(file, 'utf8');
    const [row = '', figure = ''] = new RegExp(`^2026-03-13,EUR,${CURRENCY},1,,([0-9.]+),.*`, 'm').exec(rows) ?? [];
    const false1 = row.replace(figure, `${figure}1`);
    writeFileSync(file, rows.replace(row, false1));
    const { lines } = replayed(store, disk.archive);
    expect(lines.filter((line) => /^[<>]/.test(line))).toEqual([`< ${false1}`, `> ${row}`]);
  });
});
