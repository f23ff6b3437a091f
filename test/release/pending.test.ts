/** What a night has collected survives an empty disk, whether or not the night published it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../generator/kit/memory.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { afterNights, calm, DAYS, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { listB, listsOf, PesoNights } from '../support/trees/peso-nights.ts';
import { readTree } from '../support/trees/trees.ts';

const FOUR = recordings(DAYS.slice(0, 4), calm);
const FIVE = recordings(DAYS, calm);

const DRAFT = join('notes', 'draft.json');
/** The archive that the draft names; null if there is no draft. */
function draftIn(store: string): string | null {
  const file = join(store, DRAFT);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).archive : null;
}
/** What readers see: everything but the pointer, its copies, and the archive. */
const seenIn = (store: string) =>
  [...readTree(store)].filter(([key]) => !/^(current\.json$|pointers\/|archive\/|notes\/)/.test(key));
const releaseIn = (store: string) => JSON.parse(readFileSync(join(store, 'current.json'), 'utf8')).release;

/** After the release of three days, a night that would make GLOBAL change to a bank that calls a peso a dollar. */
async function refused() {
  const nights = new PesoNights();
  await nights.run(3, {});
  const before = { seen: seenIn(nights.store), release: releaseIn(nights.store) };
  const { status, summary, stderr } = await nights.run(4, { nbp: [listB('2026-03-12', 'dollar')] });
  expect(status, stderr).toBe(3);
  return { nights, summary, before };
}

describe('a refused night', () => {
  it('keeps what it collected in the store, and the release in force as it was', async () => {
    const { nights, summary, before } = await refused();
    const { store, disk } = nights;
    expect(draftIn(store)).toBe(summary.pending);
    expect({ seen: seenIn(store), release: releaseIn(store) }).toEqual(before);

    const cold = nights.elsewhere();
    const next = cold.again(3);
    expect(next.summary).toMatchObject({ outcome: 'refused', refusals: summary.refusals, failures: [] });
    expect(readTree(cold.disk.archive)).toEqual(readTree(disk.archive));
    expect(next.summary.pending).toBe(summary.pending);

    const accepted = nights.elsewhere().again(3, '--accept', ...summary.refusals);
    expect(accepted.status, accepted.stderr).toBe(0);
    expect(accepted.summary.pending).toBeNull();
    expect(draftIn(store)).toBeNull();
    const last = nights.elsewhere();
    last.again(3);
    for (const bank of ['ECB', 'NBP'])
      expect(readFileSync(join(last.disk.archive, bank, '2026.csv'))).toEqual(
        readFileSync(join(disk.archive, bank, '2026.csv')),
      );
  });

  it('that follows another one leaves one note, which has what both collected', async () => {
    const { nights } = await refused();
    const { summary } = night(nights.store, listsOf(['2026-03-06', ...DAYS.slice(0, 3)]), newDisk());
    expect(summary.outcome).toBe('refused');
    expect(draftIn(nights.store)).toBe(summary.pending);
    const cold = nights.elsewhere();
    cold.again(3);
    const rows = (bank: string) => readFileSync(join(cold.disk.archive, bank, '2026.csv'), 'utf8');
    expect(rows('ECB')).toContain('2026-03-06');
    expect(rows('ECB')).toContain('2026-03-12');
    expect(rows('NBP')).toContain('2026-03-12,CUP');
  });
});

describe('a night that is cut short after collecting', () => {
  it('keeps what it collected, even if nothing was ever published', () => {
    const [store, disk] = [freshFolder(), newDisk()];
    writeFileSync(disk.out, 'a file where the tree should be');
    const { status, summary } = night(store, FIVE, disk);
    expect(status).not.toBe(0);
    expect(draftIn(store)).toBe(summary.pending);
    const cold = newDisk();
    const next = night(store, FOUR, cold);
    expect(next.status, next.stderr).toBe(0);
    expect(next.summary).toMatchObject({ outcome: 'published', pending: null, published: { sequence: 1 } });
    expect(readFileSync(join(cold.archive, 'ECB', '2026.csv'), 'utf8')).toContain('2026-03-13');
    expect(draftIn(store)).toBeNull();
  });
});

describe('a rollback', () => {
  it('loses nothing that was collected since the older release, on an empty disk either', () => {
    const { store, disk, ended } = afterNights(4, 5);
    expect(ratetree('rollback', store).status).toBe(0);
    const cold = newDisk();
    expect(night(store, FOUR, cold).summary).toMatchObject({ outcome: 'held', release: ended[1]?.summary.release });
    expect(readTree(cold.archive)).toEqual(readTree(disk.archive));
  });
});

/** A draft as a night without a key writes it. */
function writeDraft(store: string, more: object): void {
  const { store: of, sequence, time } = JSON.parse(readFileSync(join(store, 'current.json'), 'utf8'));
  const draft = { format: 'ratetree-draft-3', store: of, above: sequence, archive: null, next: [], time, ...more };
  mkdirSync(join(store, 'notes'), { recursive: true });
  writeFileSync(join(store, DRAFT), `${JSON.stringify({ ...draft, key: null, signature: null })}\n`);
}

describe('the draft', () => {
  it('stays when another machine publishes, which knows nothing of it, and when older releases are deleted', () => {
    const { store, disk } = afterNights(3, 4);
    writeFileSync(join(disk.archive, '..', 'file'), '');
    night(store, FIVE, { archive: disk.archive, out: join(disk.archive, '..', 'file') });
    const archive = draftIn(store);
    expect(ratetree('publish', store, '--from', disk.out, '--archive', newArchive(store), '--keep', '1').status).toBe(
      0,
    );
    expect([archive, draftIn(store)]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), archive]);
    const cold = newDisk();
    expect(night(store, FOUR, cold).summary.failures).toEqual([]);
    expect(readFileSync(join(cold.archive, 'ECB', '2026.csv'), 'utf8')).toContain('2026-03-13');
  });

  it.each([
    ['names an archive that is not there', { archive: 'a'.repeat(64) }, /what the draft has collected is not restored/],
    ['is of another store', { store: 'a'.repeat(16) }, /draft\.json is ignored: it is of the store a{16}/],
    ['is of another form', { above: -1 }, /draft\.json is ignored: not a draft: .*above/],
  ])('that %s is named and replaced, and the night publishes the rest and ends with 2', (_, more, words) => {
    const { store, disk } = afterNights(4);
    writeDraft(store, more);
    const { status, summary, stderr } = night(store, FIVE, disk);
    expect([status, summary.outcome], stderr).toEqual([2, 'published']);
    expect(summary.failures).toEqual([expect.stringMatching(words)]);
    expect(draftIn(store)).toBeNull();
    expect(night(store, FIVE, disk).summary.failures).toEqual([]);
  });

  it('of a refused night leaves no file behind once it is a day old and older releases are deleted', async () => {
    const { nights, summary } = await refused();
    const { store } = nights;
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const name of filesIn(store)) utimesSync(join(store, 'archive', name), old, old);
    const accepted = nights.elsewhere().again(4, '--accept', ...summary.refusals, '--keep', '1');
    expect(accepted.status, accepted.stderr).toBe(0);
    expect(filesIn(store)).toEqual(namedIn(store));
  });
});

/** Without the folder of the documents, which nothing names. */
const filesIn = (store: string) =>
  readdirSync(join(store, 'archive'))
    .filter((name) => name !== 'documents')
    .sort();
/** What the pointer's archive and its state consist of. */
function namedIn(store: string): readonly string[] {
  const { archive, state } = JSON.parse(readFileSync(join(store, 'current.json'), 'utf8'));
  const { files } = JSON.parse(readFileSync(join(store, 'archive', archive), 'utf8'));
  const texts = objectsIn(readFileSync(join(store, 'archive', state), 'utf8'));
  return [
    ...new Set([archive, state, ...texts, ...files.map(([, sha256]: readonly [string, string]) => sha256)]),
  ].sort();
}

/** The archive of the release in force alone, as a machine has it that knows nothing of what is pending. */
function newArchive(store: string): string {
  const other = freshFolder();
  const { release, archive } = JSON.parse(readFileSync(join(store, 'current.json'), 'utf8'));
  expect(release).toMatch(/^[0-9a-f]{16}$/);
  for (const [path, sha256] of JSON.parse(readFileSync(join(store, 'archive', archive), 'utf8')).files) {
    spawnSync('mkdir', ['-p', join(other, path, '..')]);
    writeFileSync(join(other, path), readFileSync(join(store, 'archive', sha256)));
  }
  return other;
}
