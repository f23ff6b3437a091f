/**
 * What a store does with conditions, found out by trying: some ignore them silently, Ceph 16 and 18 know a tag only without its
 * quotes. Nothing is remembered between runs: a store can be moved or upgraded under its address.
 */
import { randomBytes } from 'node:crypto';

/** How the store wants the tag of a compare-and-swap; null: it has none. */
export type TagForm = 'quoted' | 'bare' | null;

export interface Probed {
  readonly createOnly: boolean;
  readonly tagForm: TagForm;
}

/** One conditional write: `unknown` where the store says that it has no such condition. */
export interface ProbeWriter {
  write(key: string, bytes: Buffer, condition: Condition): Promise<Written | 'refused' | 'unknown'>;
  remove(key: string): Promise<void>;
}

export type Condition = { readonly ifNoneMatch: '*' } | { readonly ifMatch: string } | null;

export interface Written {
  readonly etag: string;
}

const FIRST = Buffer.from('first\n');
const SECOND = Buffer.from('second\n');
/** The MD5 of nothing: no write of the probe has it. */
const STALE = 'd41d8cd98f00b204e9800998ecf8427e';

export async function probe(writer: ProbeWriter): Promise<Probed> {
  const key = `.probe/${randomBytes(8).toString('hex')}`;
  try {
    const createOnly = await probeCreateOnly(writer, key);
    return { createOnly, tagForm: await probeTagForm(writer, key) };
  } finally {
    await writer.remove(key);
  }
}

async function probeCreateOnly(writer: ProbeWriter, key: string): Promise<boolean> {
  // "refused" as well is written: the answer to a first attempt was lost, and nobody else has this key.
  if ((await writer.write(key, FIRST, { ifNoneMatch: '*' })) === 'unknown') return false;
  return (await writer.write(key, SECOND, { ifNoneMatch: '*' })) === 'refused';
}

async function probeTagForm(writer: ProbeWriter, key: string): Promise<TagForm> {
  const held = await writer.write(key, FIRST, null);
  if (typeof held === 'string') throw new Error(`a write without condition was ${held}`);
  for (const stale of [`"${STALE}"`, STALE]) {
    if ((await writer.write(key, SECOND, { ifMatch: stale })) !== 'refused') return null;
  }
  for (const form of ['quoted', 'bare'] as const) {
    // The same bytes have the same tag: a second attempt after a lost answer finds it unchanged.
    const written = await writer.write(key, FIRST, { ifMatch: toTag(held.etag, form) });
    if (typeof written !== 'string') return form;
  }
  return null;
}

export function toTag(etag: string, form: Exclude<TagForm, null>): string {
  const bare = etag.replace(/^"|"$/g, '');
  return form === 'bare' ? bare : `"${bare}"`;
}
