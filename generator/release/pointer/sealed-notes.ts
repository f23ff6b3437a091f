/**
 * A store as the holder of a key sees it: what is written below `notes/` is signed, and what is read there is what the
 * key signed. A note decides what a night merges, holds and publishes, so one that somebody else wrote must not.
 *
 * A signed note is its JSON object with `key` and `signature` as the last members. The signed text names the place of
 * the note, so that none can be put in another one's: `ratetree-note-1 <place> <JSON without key and signature>`.
 */
import { verify } from 'node:crypto';
import { isSignedNote, NOTES_FOLDER } from '../../wire/release/keys.ts';
import { type ObjectStore, type StoredObject, StoreError } from '../store/store.ts';
import { type Signer, type Trust, trustedKeys } from './signing.ts';

/** A note is there, and nobody who is trusted signed it. */
export class UnsignedNote extends StoreError {}

const CURE = 'delete it if somebody else wrote it; after an upgrade "ratetree repair" writes it again';

/** @param onUnsigned gets one line for each note that is not believed, once */
export function withSealedNotes(store: ObjectStore, trust: Trust, onUnsigned: (line: string) => void): ObjectStore {
  const told = new Set<string>();
  const get = async (key: string) => {
    const found = await store.get(key);
    if (found === null || !isSignedNote(key)) return found;
    const bytes = unsealed(key, found, trust);
    if (bytes !== null) return { ...found, bytes };
    const keys = [...trustedKeys(trust).keys()].join(' or ');
    const line = `${store.name}${key} is not signed by key ${keys}: it is ignored; ${CURE}`;
    if (!told.has(key)) onUnsigned(line);
    told.add(key);
    throw new UnsignedNote(line);
  };
  const sealedFor = (key: string, bytes: Buffer) => (isSignedNote(key) ? sealed(key, bytes, trust.signer) : bytes);
  return {
    name: store.name,
    capabilities: store.capabilities,
    requests: store.requests,
    now: () => store.now(),
    get,
    async create(key, bytes, facts) {
      const result = await store.create(key, sealedFor(key, bytes), facts);
      if (result === 'created' || !isSignedNote(key) || (await isBelieved(get, key))) return result;
      await store.put(key, sealedFor(key, bytes), facts);
      return 'created';
    },
    replace: (key, bytes, facts, etag) => store.replace(key, sealedFor(key, bytes), facts, etag),
    put: (key, bytes, facts) => store.put(key, sealedFor(key, bytes), facts),
    copy: (from, to, facts) => store.copy(from, to, facts),
    delete: (keys) => store.delete(keys),
    list: (prefix) => store.list(prefix),
    listFolders: (prefix) => store.listFolders(prefix),
    close: () => store.close(),
  };
}

/** What is unsigned was named when it was read. */
export function noneIfUnsigned(error: unknown): null {
  if (error instanceof UnsignedNote) return null;
  throw error;
}

async function isBelieved(get: ObjectStore['get'], key: string): Promise<boolean> {
  return (await get(key).catch(noneIfUnsigned)) !== null;
}

/** Signs every note once more, when the key that signed them is replaced. @param store with sealed notes */
export async function sealAnew(store: ObjectStore): Promise<void> {
  const facts = { contentType: 'application/octet-stream', cacheControl: 'private, max-age=31536000, immutable' };
  for await (const { key } of store.list(NOTES_FOLDER)) {
    const found = isSignedNote(key) ? await store.get(key).catch(noneIfUnsigned) : null;
    if (found !== null) await store.put(key, found.bytes, facts);
  }
}

/** The content of a note for who does not ask who signed it. */
export function withoutSeal(note: unknown): unknown {
  if (typeof note !== 'object' || note === null || Array.isArray(note)) return note;
  const { key: _key, signature: _signature, ...content } = note as Record<string, unknown>;
  return content;
}

function sealed(key: string, bytes: Buffer, signer: Signer | null): Buffer {
  if (signer === null) return bytes;
  const body = JSON.parse(bytes.toString('utf8'));
  const signature = signer.sign(textOf(key, body)).toString('base64');
  return Buffer.from(`${JSON.stringify({ ...body, key: signer.id, signature })}\n`);
}

/** The note without its signature, or null if it must not be believed. */
function unsealed(key: string, { bytes }: StoredObject, trust: Trust): Buffer | null {
  const parsed = toObject(bytes);
  // What is no object was signed by nobody, and who has no key is told so by whatever parses it.
  if (parsed === null) return trust.signer === null ? bytes : null;
  const { key: id, signature, ...body } = parsed;
  const plain = Buffer.from(`${JSON.stringify(body)}\n`);
  if (trust.signer === null) return plain;
  if (id === undefined && signature === undefined) return trust.replaceKey === 'none' ? plain : null;
  const publicKey = trustedKeys(trust).get(`${id}`);
  const proof = Buffer.from(`${signature}`, 'base64');
  return publicKey !== undefined && verify(null, Buffer.from(textOf(key, body)), publicKey, proof) ? plain : null;
}

function textOf(key: string, body: object): string {
  return `ratetree-note-1 ${key} ${JSON.stringify(body)}`;
}

function toObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
