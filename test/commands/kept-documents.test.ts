/** From an answer to the bank's own bytes, without the network: what nights keep, and what `why` and `verify` make of it. */
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WAITING } from '../../generator/feeds/kept-documents.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { afterNights, calm, DAYS, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { CODES, readTree } from '../support/trees/trees.ts';

const FIVE = recordings(DAYS, calm);
const LIST = readFileSync(join(FIVE, 'ECB', 'hist.xml'));
const KEY = `archive/documents/2026-03-13/ECB/${hashOf(LIST)}`;
const [CURRENCY = ''] = CODES;

const documentsIn = (store: string) => [...readTree(store).keys()].filter((key) => key.includes('/documents/')).sort();
const readAgain = (store: string) => ratetree('verify', store, '--documents');
const FIGURES = DAYS.length * CODES.length;

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
    expect(readAgain(store).status).toBe(0);
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

describe('verify --documents', () => {
  it('reads each figure again in its document, and counts what is not kept', () => {
    const { store, disk } = afterNights(4);
    expect(night(store, FIVE, disk).status).toBe(0);
    const { status, stdout } = readAgain(store);
    expect(status, stdout).toBe(0);
    expect(stdout).toContain(`documents read again: 2, with ${FIGURES} figures; not kept: 0`);
    for (const name of documentsIn(store).filter((key) => key.startsWith(KEY))) rmSync(join(store, name));
    const lacking = readAgain(store);
    expect(lacking.stdout).toContain(`documents read again: 1, with ${4 * CODES.length} figures; not kept: 1`);
    expect(lacking.status).toBe(0);
  });

  it('names a document of which a byte was changed', () => {
    const { store } = afterNights(5);
    writeFileSync(join(store, `${KEY}.gz`), gzipSync(LIST.toString().replace('.10', '.11')));
    const { status, stdout } = readAgain(store);
    expect(status).toBe(1);
    expect(stdout).toContain(`${KEY}.gz is damaged: it has not the hash that its name says`);
    writeFileSync(join(store, `${KEY}.gz`), 'no gzip');
    expect(readAgain(store).stdout).toContain(`${KEY}.gz is damaged: it is not what a night keeps`);
  });

  it('names a figure that was changed in the archive and then published', () => {
    const { store, disk } = afterNights(5);
    const file = join(disk.archive, 'ECB', '2026.csv');
    const rows = readFileSync(file, 'utf8');
    const [row = '', figure = ''] = new RegExp(`^2026-03-13,EUR,${CURRENCY},1,,([0-9.]+),`, 'm').exec(rows) ?? [];
    writeFileSync(file, rows.replace(row, row.replace(figure, `${figure}1`)));
    const { archive, out } = disk;
    const generated = ratetree('generate', '--archive', archive, '--out', out, '--date', '2026-03-13', '--failures-ok');
    expect(generated.status, generated.stderr).toBe(0);
    const published = ratetree('publish', store, '--archive', archive, '--from', out);
    expect(published.status, published.stderr).toBe(0);
    const { status, stdout } = readAgain(store);
    expect(status).toBe(1);
    expect(stdout.split('\n').filter((line) => line.startsWith('not as in its document'))).toEqual([
      expect.stringMatching(
        `ECB,2026-03-13,EUR,${CURRENCY},1,,${figure}1,,: document \\w{12} has 2026-03-13,EUR,${CURRENCY},1,,${figure},,$`,
      ),
    ]);
  });

  it('cannot be asked of an address', () => {
    const { status, stderr } = ratetree('verify', 'https://rates.example/', '--documents');
    expect([status, stderr]).toEqual([1, expect.stringContaining('name the bucket or its folder')]);
  });
});
