/**
 * The archive in the store: each of its files under its own hash, written once, and a list of them that the pointer
 * names. A night on an empty disk therefore starts from exactly the observations that the release in force was made
 * from.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readRows, writeRows } from '../archive/archive.ts';
import { addUnlisted, readDocuments } from '../archive/documents.ts';
import { mergeIntoLedger } from '../archive/ledger.ts';
import { type ArchiveRow, compareRows } from '../archive/rows.ts';
import { concurrently } from '../kit/concurrently.ts';
import { atPath } from '../kit/files.ts';
import { groupBy } from '../kit/group.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { hashOf } from '../wire/hash.ts';
import { InputError } from '../wire/input-error.ts';
import { archiveKey } from '../wire/keys.ts';
import { type ArchiveList, archiveList, isLedger, type LocalArchive, readArchiveOf } from './archive-list.ts';
import { FACTS_OF_ARCHIVE } from './caching.ts';
import { HASHES_FILE, KnownHashes } from './known-hashes.ts';
import { parsedFrom } from './published.ts';
import { Uploads } from './uploads.ts';

/**
 * Uploads the files that the lists do not have, and its own list last. Returns what was written.
 * @param lists SHA-256 of lists whose files are all in the store
 */
export async function publishArchive(
  store: ObjectStore,
  dir: string,
  local: LocalArchive,
  lists: readonly string[],
  atOnce: number,
): Promise<{ readonly objects: number; readonly bytes: number }> {
  if (lists.includes(local.hash)) return { objects: 0, bytes: 0 };
  const before = await Promise.all(lists.map((sha256) => readList(store, sha256).catch(noneIfStoreFault)));
  const held = new Set(before.flatMap((list) => (list?.files ?? []).map(([, sha256]) => sha256)));
  const missing = new Map(
    local.list.files.filter(([, sha256]) => !held.has(sha256)).map(([path, sha256]) => [sha256, path]),
  );
  const uploads = new Uploads(store);
  const create = (sha256: string, content: Buffer) => uploads.create(archiveKey(sha256), content, FACTS_OF_ARCHIVE);
  await concurrently(missing, atOnce, ([sha256, path]) => create(sha256, contentOf(dir, path, sha256, local)));
  await create(local.hash, Buffer.from(local.text));
  return { objects: uploads.objects, bytes: uploads.bytes };
}

/** Without a list every file is uploaded again, so a damaged one does not stop a release. */
function noneIfStoreFault(error: unknown): null {
  if (error instanceof StoreError) return null;
  throw error;
}

/** @throws InputError if the file is no longer the one that was listed */
function contentOf(dir: string, path: string, sha256: string, { shortened }: LocalArchive): Buffer {
  const text = shortened.get(path);
  const content = text === undefined ? readFileSync(join(dir, path)) : Buffer.from(text);
  if (hashOf(content) === sha256) return content;
  const fix = `publish again, and if that fails too, remove ${join(dir, HASHES_FILE)}`;
  throw new InputError(`${join(dir, path)} is not the file that was listed: ${fix}`);
}

/**
 * Adds the rows of the published archive that the archive in the folder lacks. No row is removed, so figures that were
 * collected here and are not yet published stay. Returns the number of files fetched.
 * @param sha256 of the published archive's list
 * @param release the release that the list was published with
 * @param hashes those of this run, if it lists the archive more than once
 * @throws StoreError if a file is missing from the store or damaged
 */
export async function restoreArchive(
  store: ObjectStore,
  sha256: string,
  dir: string,
  atOnce: number,
  release: string | null = null,
  hashes = new KnownHashes(dir),
): Promise<number> {
  const { files } = await readList(store, sha256);
  const own = new Map((await readArchiveOf(dir, release, hashes)).list.files.map(([path, held]) => [path, held]));
  const differing = files.filter(([path, held]) => own.get(path) !== held);
  const fetched = mkdtempSync(join(tmpdir(), 'ratetree-archive-'));
  try {
    await concurrently(differing, atOnce, async ([path, held]) => {
      const file = join(fetched, path);
      mkdirSync(dirname(file), { recursive: true });
      const bytes = await readChecked(store, held);
      atPath(file, () => writeFileSync(file, bytes));
    });
    const textIn = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
    for (const [path] of differing.filter(([one]) => isLedger(one))) {
      await mergeIntoLedger(join(dir, path), textIn(fetched, path));
    }
    const lacking = differing.filter(
      ([path]) => !isLedger(path) && !(own.has(path) && hasLines(textIn(dir, path), textIn(fetched, path))),
    );
    for (const [provider, files] of groupBy(lacking, ([path]) => path.split('/')[0] ?? '')) {
      const names = files.map(([path]) => basename(path, '.csv'));
      await addRows(dir, fetched, provider, names);
    }
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  return differing.length;
}

/** Whether a text has every line of another, below the same header. */
function hasLines(text: string, other: string): boolean {
  const [header, ...lines] = text.split('\n');
  const [otherHeader, ...others] = other.split('\n');
  const held = new Set(lines);
  return header === otherHeader && others.every((line) => held.has(line));
}

/** @param names of the files, without their ending: years, and lists of documents */
async function addRows(dir: string, fetched: string, provider: string, names: readonly string[]): Promise<void> {
  const documents = await addUnlisted(dir, provider, (await readDocuments(fetched, provider)).values());
  for (const year of names.filter((name) => /^\d{4}$/.test(name))) {
    const span = { from: year, to: year };
    const own = await readRows(dir, provider, documents, span);
    const held = new Set(own.map(rowText));
    const added = (await readRows(fetched, provider, documents, span)).filter((row) => !held.has(rowText(row)));
    await writeRows(dir, { provider, rows: [...own, ...added].sort(compareRows), documents }, added);
  }
}

function rowText(row: ArchiveRow): string {
  return Object.values(row).join();
}

/** @throws StoreError if the list is missing or damaged */
export async function readList(store: ObjectStore, sha256: string): Promise<ArchiveList> {
  const bytes = await readChecked(store, sha256);
  return parsedFrom(store, archiveKey(sha256), bytes, (text) => archiveList.parse(JSON.parse(text)));
}

async function readChecked(store: ObjectStore, sha256: string): Promise<Buffer> {
  const found = await store.get(archiveKey(sha256));
  if (found === null) throw new StoreError(`${store.name}: ${archiveKey(sha256)} is missing`);
  if (hashOf(found.bytes) !== sha256) throw new StoreError(`${store.name}: ${archiveKey(sha256)} is damaged`);
  return found.bytes;
}
