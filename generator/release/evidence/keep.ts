/**
 * Puts the documents that a night collected into the store, and deletes those that are too old. A document is in the
 * store before the archive that names it, so a night that is killed leaves no figure of its own without evidence.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../kit/files.ts';
import { concurrently, inPortions } from '../../kit/items.ts';
import { keyOfWaiting, WAITING } from '../../sources/feeds/keeping.ts';
import { DOCUMENT_ENDS, DOCUMENTS } from '../../wire/release/keys.ts';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { FACTS_OF_ARCHIVE } from '../pointer/caching.ts';
import type { DraftSigning } from '../pointer/draft.ts';
import { beginFirst } from '../pointer/lost-pointer.ts';
import type { ObjectStore } from '../store/store.ts';

/** A document has up to 32 MB. */
const AT_ONCE = 8;

/** As many keys as one request to a bucket may name. */
const KEYS_OF_REQUEST = 1000;

export interface KeptDocuments {
  /** How many documents were put into the store, and their compressed size. */
  readonly kept: number;
  readonly bytes: number;
  /** How many days of documents were deleted because they are too old. */
  readonly daysDeleted: number;
}

/**
 * May be run again after it was killed: what is in the store already is not written again.
 * @param isPublished false if nothing was published yet
 * @param age how many days a document is kept, that of its figure included; null: for ever
 */
export async function keepDocuments(
  signing: DraftSigning,
  archiveDir: string,
  isPublished: boolean,
  age: { readonly days: number | null; readonly today: IsoDate },
): Promise<KeptDocuments> {
  const { store } = signing;
  const folder = join(archiveDir, WAITING);
  const waiting = documentsIn(folder);
  if (waiting.length > 0 && !isPublished) await beginFirst(signing);
  let bytes = 0;
  await concurrently(waiting, AT_ONCE, async (path) => {
    for (const end of [DOCUMENT_ENDS.recording, DOCUMENT_ENDS.bytes]) {
      const content = readFileSync(join(folder, `${path}${end}`));
      await store.create(`${keyOfWaiting(path)}${end}`, content, FACTS_OF_ARCHIVE);
      bytes += content.length;
    }
  });
  rmSync(folder, { recursive: true, force: true });
  return {
    kept: waiting.length,
    bytes,
    daysDeleted: age.days === null ? 0 : await deleteOld(store, age.today, age.days),
  };
}

/** The path of each document without the end of its name. One whose bytes are missing is of a run that was killed. */
function documentsIn(folder: string): readonly string[] {
  const days = namesIn(folder);
  const folders = days.flatMap((day) => namesIn(join(folder, day)).map((provider) => `${day}/${provider}`));
  const files = folders.flatMap((path) => namesIn(join(folder, path)).map((name) => `${path}/${name}`));
  return files
    .filter((path) => path.endsWith(DOCUMENT_ENDS.bytes))
    .map((path) => path.slice(0, -DOCUMENT_ENDS.bytes.length));
}

async function deleteOld(store: ObjectStore, today: IsoDate, days: number): Promise<number> {
  const last = addDays(today, -days);
  const old = (await store.listFolders(DOCUMENTS)).filter((day) => day <= last);
  for (const day of old) {
    for await (const keys of inPortions(store.list(`${DOCUMENTS}${day}/`), KEYS_OF_REQUEST)) {
      await store.delete(keys.map(({ key }) => key));
    }
  }
  return old.length;
}
