/**
 * What a night has collected or made and has not put into force, because it was refused, held or cut short. One signed
 * note says where its archive lies, so that the next night goes on from it even on an empty disk; and which release is
 * about to be logged, so that nobody but a publisher can put one into the log.
 */
import { DRAFT_KEY } from '../../wire/release/keys.ts';
import {
  type Draft,
  type Pointer,
  parseDraft,
  pointerText,
  type Released,
  toDraft,
} from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { FACTS_OF_POINTER } from './caching.ts';
import { distrust, sealed, type Trust } from './signing.ts';

/** What was in force when a night began. */
interface Before {
  readonly pointer: Pointer;
}

interface FoundDraft {
  readonly draft: Draft;
  readonly etag: string;
}

/** A store without a draft, or with one that must not be believed, which is told. */
export type DraftState = FoundDraft | { readonly draft: null; readonly etag: string | null };

/**
 * A draft counts if a trusted key signed it, and for this store.
 * @param say gets one line about a draft that is ignored
 */
export async function readDraft(
  store: ObjectStore,
  before: Before | null,
  trust: Trust,
  say: (line: string) => void = () => {},
): Promise<DraftState> {
  const found = await store.get(DRAFT_KEY);
  if (found === null) return { draft: null, etag: null };
  const { etag } = found;
  try {
    const draft = parseDraft(found.bytes.toString('utf8'));
    const isOther = draft.store !== storeIdOf(store, before?.pointer ?? null);
    const fault = distrust(draft, trust) ?? (isOther ? `it is of the store ${draft.store}` : null);
    if (fault === null) return { draft, etag };
    say(`${store.name}${DRAFT_KEY} is ignored: ${fault}; delete it if somebody else wrote it`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    say(`${store.name}${DRAFT_KEY} is ignored: ${error.message}; delete it`);
  }
  return { draft: null, etag };
}

/** The pointer has it, wherever the store was moved. One that begins is named after its place. */
export function storeIdOf({ name }: Pick<ObjectStore, 'name'>, before: Pick<Pointer, 'store'> | null): string {
  return before?.store ?? hashOf(name).slice(0, 16);
}

/** Another night has written the draft meanwhile. */
export class DraftChanged extends StoreError {}

interface DraftFacts {
  readonly archive: string | null;
  readonly next?: readonly Released[];
  /** The sequence that readers have seen of a store of which nothing is left. */
  readonly above?: number;
}

export interface DraftSigning extends Trust {
  readonly store: ObjectStore;
  readonly now: () => Date;
}

/** @param etag of the draft that is replaced; null if there was none. @throws DraftChanged */
export async function writeDraft(
  { store, signer, now }: DraftSigning,
  before: Before | null,
  { archive, next = [], above = before?.pointer.sequence ?? 0 }: DraftFacts,
  etag: string | null,
): Promise<Draft> {
  const draft = sealed(
    toDraft({
      store: storeIdOf(store, before?.pointer ?? null),
      above,
      archive,
      next: [...next],
      time: toInstant(now()),
    }),
    signer,
  );
  const bytes = Buffer.from(pointerText(draft));
  if ((await store.replace(DRAFT_KEY, bytes, FACTS_OF_POINTER, etag)) === 'replaced') return draft;
  throw new DraftChanged(`${store.name}${DRAFT_KEY}: another night is at work on this store; run it again`);
}

/** Removes the draft when a release has all that it names; one that another night has written meanwhile stays. */
export async function dropDraft(store: ObjectStore, archives: readonly (string | null)[]): Promise<void> {
  const found = await store.get(DRAFT_KEY);
  if (found === null) return;
  try {
    if (!archives.includes(parseDraft(found.bytes.toString('utf8')).archive)) return;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  await store.delete([DRAFT_KEY]);
}
