/**
 * Tries out what a store does with conditional writes: some ignore conditions silently, and Ceph 16 and 18 accept a tag
 * only without its quotes. The result is not kept between runs, because a store can be moved or upgraded under its
 * address.
 */

import { randomBytes } from 'node:crypto';

/** How the store wants the tag of a compare-and-swap written; null if it has no compare-and-swap. */
type TagForm = 'quoted' | 'bare' | null;

export interface Probed {
  readonly createOnly: boolean;
  readonly tagForm: TagForm;
}

export interface ProbeWriter {
  /** Returns `unknown` if the store answers that it has no such condition. */
  write(key: string, bytes: Buffer, condition: Condition): Promise<Written | 'refused' | 'unknown'>;
  remove(key: string): Promise<void>;
}

export type Condition = { readonly ifNoneMatch: '*' } | { readonly ifMatch: string } | null;

export interface Written {
  readonly etag: string;
}

const FIRST = Buffer.from('first\n');
const SECOND = Buffer.from('second\n');
/** The MD5 of no bytes, which no write of the probe has. */
const STALE = 'd41d8cd98f00b204e9800998ecf8427e';

export async function probe(writer: ProbeWriter): Promise<Probed> {
  const key = `.probe/${randomBytes(8).toString('hex')}`;
  try {
    const createOnly = await probeCreateOnly(writer, key);
    const tagForm = await probeTagForm(writer, key);
    await writer.remove(key);
    return { createOnly, tagForm };
  } catch (error) {
    // Why it could not be written says more than why it could not be deleted.
    await writer.remove(key).catch(() => {});
    throw error;
  }
}

async function probeCreateOnly(writer: ProbeWriter, key: string): Promise<boolean> {
  // "refused" also means written: the answer to a first attempt was lost, and no other process has this key.
  if ((await writer.write(key, FIRST, { ifNoneMatch: '*' })) === 'unknown') return false;
  return (await writer.write(key, SECOND, { ifNoneMatch: '*' })) === 'refused';
}

async function probeTagForm(writer: ProbeWriter, key: string): Promise<TagForm> {
  const held = await writer.write(key, FIRST, null);
  if (typeof held === 'string') throw new Error(`an unconditional write was ${held}`);
  for (const stale of [`"${STALE}"`, STALE]) {
    if ((await writer.write(key, SECOND, { ifMatch: stale })) !== 'refused') return null;
  }
  for (const form of ['quoted', 'bare'] as const) {
    // The same bytes have the same tag, so a second attempt after a lost answer finds it unchanged.
    const written = await writer.write(key, FIRST, { ifMatch: toTag(held.etag, form) });
    if (typeof written !== 'string') return form;
  }
  return null;
}

export function toTag(etag: string, form: Exclude<TagForm, null>): string {
  const bare = etag.replace(/^"|"$/g, '');
  return form === 'bare' ? bare : `"${bare}"`;
}
