/** What proves a figure, as the page's host gives it: a store by its own addresses, a gateway below `proof/`. */
import { fromText, toHex } from '../../../log/bytes.ts';
import type { ProofSource } from '../../../proof/make.ts';
import { placedKey } from '../../../wire/release/keys.ts';
import type { FileEntry } from '../../../wire/release/manifest.ts';
import { bytesOf, isAbsent, type PageSource } from '../base/source.ts';
import { sha256 } from './crypto.ts';

/** Each object is asked for once, so that all steps judge the same bytes. */
export function proofSource(source: PageSource): ProofSource {
  const held = new Map<string, Promise<Uint8Array | null>>();
  const ask = (address: string) => {
    const found = held.get(address) ?? bytesOrNull(source, address);
    held.set(address, found);
    return found;
  };
  const isGateway = source.host === 'gateway';
  return {
    name: 'This host',
    sha256,
    read: (key) => ask(isGateway ? `proof/${key}` : key),
    file: async (entry) => ask(isGateway ? addressOf(entry) : await keyOf(entry)),
  };
}

async function keyOf({ path, sha256: hash }: FileEntry): Promise<string> {
  return placedKey(hash, toHex(await sha256(fromText(path))));
}

/** A gateway answers rates to questions; all else of the tree has its path. */
function addressOf({ path }: FileEntry): string {
  const [, provider = '', year, month, day, base = ''] =
    /^v1\/historical\/(\w+)\/(\d+)\/(\d+)\/(\d+)\/(\w+)\.json$/.exec(path) ?? [];
  if (provider === '') return path;
  const date = `${year}-${month}-${day}`;
  return `v1/historical?${new URLSearchParams({ provider, date, ...(provider === 'GLOBAL' ? { base } : {}) })}`;
}

async function bytesOrNull(source: PageSource, address: string): Promise<Uint8Array | null> {
  try {
    return await bytesOf(source, address);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
