/**
 * Checks the archive of a release against the documents that were kept: each by its hash, and each figure by reading it
 * in its document again. It takes nothing from the network.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readArchive } from '../archive/archive.ts';
import type { ArchiveRow } from '../archive/rows.ts';
import { toFaults } from '../collect/read-again.ts';
import type { Redenomination } from '../facts/redenominations.ts';
import { readKept } from '../feeds/kept-documents.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import { concurrently } from '../kit/concurrently.ts';
import { groupBy } from '../kit/group.ts';
import type { ListedFile } from '../kit/known-files.ts';
import { readChecked, readList } from '../release/archive/archive-in-store.ts';
import type { ObjectStore } from '../store/store.ts';
import { DOCUMENT_ENDS, DOCUMENTS, documentKey } from '../wire/release/keys.ts';
import { hashOf } from '../wire/words/hash.ts';
import { InputError } from '../wire/words/input-error.ts';
import { compareTexts } from '../wire/words/order.ts';

export interface DocumentsReport {
  /** How many documents were read again, and how many figures of the archive name them. */
  readonly documents: number;
  readonly figures: number;
  /** How many documents of the days from the first kept one on are not in the store. */
  readonly missing: number;
  /** What is damaged, and what does not stand in its document. */
  readonly faults: readonly string[];
}

interface Checking {
  readonly store: ObjectStore;
  /** SHA-256 of the archive's list. */
  readonly archive: string;
  readonly providers: readonly ProviderDefinition[];
  readonly redenominations: readonly Redenomination[];
  readonly onProgress: (part: string, done: number, total: number) => void;
}

/** A document that the archive names, and the rows that were seen in it on one day. */
interface Named {
  readonly key: string;
  readonly url: string;
  readonly rows: readonly ArchiveRow[];
}

/** A document has up to 32 MB, and more when it is read. */
const AT_ONCE = 4;

/** @throws DamagedArchive if a file of the archive is missing from the store or damaged */
export async function verifyDocuments(checking: Checking): Promise<DocumentsReport> {
  const { store, archive, providers, onProgress } = checking;
  const since = [...(await store.listFolders(DOCUMENTS))].sort().at(0) ?? null;
  const [counts, faults] = [{ documents: 0, figures: 0, missing: 0 }, [] as string[]];
  if (since === null) return { ...counts, faults };
  const files = groupBy((await readList(store, archive)).files, ([path]) => path.split('/')[0] ?? '');
  for (const [place, definition] of providers.entries()) {
    onProgress('banks', place, providers.length);
    const named = await namedSince(checking, files.get(definition.code) ?? [], definition.code, since);
    await concurrently(named, AT_ONCE, async (one) => {
      const found = await checkOne(checking, definition, one);
      if (found === null) counts.missing++;
      else {
        counts.documents++;
        counts.figures += one.rows.length;
        faults.push(...found);
      }
    });
  }
  return { ...counts, faults: faults.sort(compareTexts) };
}

/** What the rows of a bank name that were seen on that day or later. */
async function namedSince(
  { store }: Checking,
  files: readonly ListedFile[],
  provider: string,
  since: string,
): Promise<readonly Named[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ratetree-archive-'));
  try {
    await concurrently(files, AT_ONCE, async ([path, sha256]) => {
      mkdirSync(join(dir, dirname(path)), { recursive: true });
      writeFileSync(join(dir, path), await readChecked(store, sha256));
    });
    const { rows, documents } = await readArchive(dir, provider);
    const recent = rows.filter(({ seen }) => seen >= since);
    const groups = groupBy(recent, ({ seen, document }) => `${seen.slice(0, 10)} ${document}`);
    return [...groups.values()].map((own) => {
      const [{ seen, document } = { seen: '', document: '' }] = own;
      const { url, sha256 } = documents.get(document) ?? { url: '', sha256: '' };
      return { key: documentKey(provider, seen, sha256), url, rows: own };
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Returns null if the document was not kept. */
async function checkOne(
  { store, redenominations }: Checking,
  definition: ProviderDefinition,
  { key, url, rows }: Named,
): Promise<readonly string[] | null> {
  const [packed, recorded] = await Promise.all(
    [DOCUMENT_ENDS.bytes, DOCUMENT_ENDS.recording].map((end) => store.get(`${key}${end}`)),
  );
  if (packed === null || packed === undefined) return null;
  const damaged = `${store.name}${key}${DOCUMENT_ENDS.bytes} is damaged`;
  try {
    const { bytes, recording } = await readKept(packed.bytes, recorded?.bytes ?? Buffer.alloc(0));
    if (!key.endsWith(hashOf(bytes))) return [`${damaged}: it has not the hash that its name says`];
    // The address is the archive's, which is signed.
    return toFaults(definition, { bytes, recording: { ...recording, url }, rows }, redenominations);
  } catch (error) {
    if (error instanceof InputError) return [`${damaged}: ${error.message}`];
    throw error;
  }
}
