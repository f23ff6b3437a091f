/**
 * Single changes of a store before a night, each by somebody who has no key: the night refuses, or what it signs is what
 * it would have signed without the change. A hundred are tried, or as many as CHANGES says; two thousand take a quarter
 * of an hour with TMPDIR in memory.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NightReport } from '../../generator/commands/night-report.ts';
import { keepSeen } from '../../generator/release/pointer/lost-pointer.ts';
import { writeKeyPair } from '../../generator/release/pointer/signing.ts';
import { distrustOf, parsePointer, parseTrustedKeys } from '../../generator/wire/release/pointer.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { randomOf, type SeededRandom } from '../support/kit/random.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { calm, DAYS, flagsOf, recordings } from '../support/trees/nights-by-command.ts';

const CHANGES = Number(process.env.CHANGES ?? 100);
/** A few currencies make a night of a tenth of a second. */
const FEW = new Set(['USD', 'GBP', 'CHF']);
const few = (code: string, day: string) => (FEW.has(code) ? calm(code, day) : '');

const ours = writeKeyPair(join(freshFolder(), 'ours.pem'));
const trusted = parseTrustedKeys([readFileSync(ours.publicFile, 'utf8')]);
const work = freshFolder();
/** The address of every changed copy, which the machine remembers. */
const place = join(work, 'store');
const made = { store: join(work, 'made'), archive: join(work, 'archive'), out: join(work, 'dist') };

interface Ended {
  readonly code: number;
  readonly report: NightReport;
}

/** The facts of a night of so few currencies. */
let tooFew: readonly string[] = [];

/** By the program, whose thread that fetches objects is JavaScript. */
function night(store: string, days: number, archive: string, out: string): Ended {
  const accepted = tooFew.flatMap((fact) => ['--accept', fact]);
  const more = ['--signing-key', ours.privateFile, '--keep-raw', '0', ...accepted];
  const { status, stdout, stderr } = runProgram(flagsOf(store, recording(days), { archive, out }, more));
  const line = stdout.trim().split('\n').at(-1);
  if (!line) throw new Error(`the night ended with ${status} and without a report: ${stderr}`);
  return { code: status, report: JSON.parse(line) };
}

const recorded = new Map<number, string>();
function recording(days: number): string {
  const known = recorded.get(days) ?? recordings(DAYS.slice(0, days), few);
  recorded.set(days, known);
  return known;
}

const pointerIn = (store: string) => parsePointer(readFileSync(join(store, 'current.json'), 'utf8'));
let roots: { readonly before: string; readonly after: string };
let keys: readonly string[];

beforeAll(() => {
  const { report } = night(made.store, 2, made.archive, made.out);
  tooFew = report.refusals;
  for (const days of [2, 3]) expect(night(made.store, days, made.archive, made.out).code, `${report.error}`).toBe(0);
  const names = readdirSync(made.store, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  keys = names.map(({ parentPath, name }) => join(parentPath, name).slice(made.store.length + 1)).sort();
  begin();
  const { archive, out } = ownDisk();
  expect(night(place, 4, archive, out).code).toBe(0);
  roots = { before: pointerIn(made.store).root, after: pointerIn(place).root };
});

/** Hard links: every writer of a store replaces files, and so does whoever changes one here. */
function begin(): void {
  rmSync(place, { recursive: true, force: true });
  execFileSync('cp', ['-al', made.store, place]);
}

const ownDisk = () => ({
  archive: copied(made.archive, emptied('own-archive')),
  out: copied(made.out, emptied('own-out')),
});
const emptyDisk = () => ({ archive: emptied('new-archive'), out: emptied('new-out') });
function emptied(name: string): string {
  const dir = join(work, name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
  return dir;
}

function write(key: string, bytes: Buffer | string): void {
  const file = join(place, key);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, bytes);
}
const read = (key: string) => readFileSync(join(made.store, key));

/** Half of the changes are where something is signed, named or noted; of tables there are many. */
function pickKey(random: SeededRandom): string {
  const chosen = keys.filter((key) => /^(current|pointers|notes|archive)/.test(key));
  return random.pick(random.below(2) === 0 ? chosen : keys);
}

function changedJson(value: unknown, random: SeededRandom): unknown {
  if (typeof value === 'number') return random.pick([value + 1, value - 1, 0, 9_007_199_254_740_990]);
  if (typeof value === 'string') return random.pick([`${value}0`, value.replace(/[0-9a-f]/, '7'), '', null]);
  if (typeof value !== 'object' || value === null) return random.pick([1, 'x', null, true]);
  const entries = Object.entries(value);
  if (entries.length === 0) return random.pick([{ more: 1 }, null]);
  const [name] = random.pick(entries);
  const changed = Object.fromEntries(entries.map(([own, one]) => [own, own === name ? changedJson(one, random) : one]));
  return Array.isArray(value) ? Object.values(changed) : changed;
}

const CHANGE: Readonly<Record<string, (random: SeededRandom) => string | null>> = {
  'a byte is another': (random) => {
    const key = pickKey(random);
    const bytes = Buffer.from(read(key));
    if (bytes.length === 0) return null;
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    write(key, bytes);
    return key;
  },
  'a file is gone': (random) => {
    const key = pickKey(random);
    rmSync(join(place, key));
    return key;
  },
  'a file has the bytes of another': (random) => {
    const key = pickKey(random);
    const folder = key.split('/')[0] ?? '';
    const others = keys.filter((one) => one.startsWith(folder === 'current.json' ? 'pointers' : folder));
    write(key, read(random.below(4) === 0 ? pickKey(random) : random.pick(others)));
    return key;
  },
  'a field is another': (random) => {
    const key = random.pick(keys.filter((one) => /^(current|pointers|notes)/.test(one)));
    write(key, JSON.stringify(changedJson(JSON.parse(`${read(key)}`), random)));
    return key;
  },
  'a signature is gone': (random) => {
    const key = random.pick(keys.filter((one) => /^(current|pointers|notes)/.test(one)));
    const { signature: _, ...rest } = JSON.parse(`${read(key)}`);
    write(key, JSON.stringify(random.pick([rest, { ...rest, key: null, signature: null }])));
    return key;
  },
  'something is invented': (random) => {
    const newest = pointerIn(made.store);
    const older = parsePointer(`${read('pointers/0000000001.json')}`);
    const { store, sequence: above, time } = newest;
    const archive = random.pick([newest.archive, older.archive, hashOf(`${random.below(1000)}`), null]);
    const next = random.pick([[], [newest], [older], [{ ...older, root: roots.after }]]);
    const [key, invented] = random.pick<[string, unknown]>([
      [
        'notes/draft.json',
        { format: 'ratetree-draft-3', store, above, archive, next, time, key: null, signature: null },
      ],
      ['notes/draft.json', { ...newest, archive }],
      ['notes/draft.json', older],
      ['current.json', older],
      ['pointers/copies.json', { root: random.pick([older.root, hashOf('nothing')]), toward: newest.root }],
      [`pointers/${`${random.below(10_000)}`.padStart(10, '0')}.json`, random.pick([older, { ...older, sequence: 9 }])],
    ]);
    write(key, JSON.stringify(invented));
    return key;
  },
};

describe('after one change', () => {
  it.each([
    ['own', 1],
    ['empty', 2],
  ])(
    `a night on its %s disk signs nothing else, ${CHANGES / 2} times`,
    { timeout: CHANGES * 2_000 },
    async (kind, seed) => {
      const random = randomOf(seed);
      const names = Object.keys(CHANGE);
      const codes = new Map<string, number>();
      for (let run = 0; run < CHANGES / 2; run++) {
        begin();
        const name = random.pick(names);
        const key = CHANGE[name]?.(random) ?? null;
        const { archive, out } = kind === 'own' ? ownDisk() : emptyDisk();
        if (kind === 'own') await keepSeen(archive, { name: `${place}/` }, pointerIn(made.store));
        const { code, report } = night(place, 4, archive, out);
        const what = `change ${run} (seed ${seed}): ${name} at ${key}: ${code} ${report.outcome}, ${said(report)}`;
        codes.set(`${code}`, (codes.get(`${code}`) ?? 0) + 1);
        expect([0, 1, 2, 3, 4], what).toContain(code);
        if (code === 1 || code === 4) expect(said(report), what).not.toBe('');
        if (!existsSync(join(place, 'current.json')) || statSync(join(place, 'current.json')).size === 0) continue;
        const root = signedRoot();
        if (report.outcome === 'published') expect(root, what).toBe(roots.after);
        else if (root !== null) expect([roots.before, rootBefore(), roots.after], what).toContain(root);
      }
      console.info(
        [...codes]
          .sort()
          .map(([code, count]) => `${count} nights ended with ${code}`)
          .join(', '),
      );
      // It would prove nothing if every night were refused.
      expect(codes.get('0') ?? 0).toBeGreaterThan(CHANGES / 8);
    },
  );
});

/** Every word of the report that names a fault. */
const said = ({ error, failures, refusals, checked }: NightReport) =>
  [error ?? [], failures, refusals, checked?.left ?? []].flat().join('; ');

const rootBefore = () => parsePointer(`${read('pointers/0000000001.json')}`).root;

/** Of the pointer in force, if our key signed it. */
function signedRoot(): string | null {
  try {
    const pointer = pointerIn(place);
    return distrustOf(pointer, trusted) === null ? pointer.root : null;
  } catch {
    return null;
  }
}
