/** Recorded answers as a source, in place of the network: a folder per provider, with a source.json that describes it. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../kit/files.ts';
import { toInstant } from '../wire/calendar.ts';
import type { Delivery, FeedSource } from './delivery.ts';
import type { Feed, ProviderDefinition } from './provider.ts';

const recording = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.url(),
  requestBody: z.string().optional(),
  file: z.string().regex(/^[\w.-]+$/, 'a file name without a folder'),
  contentType: z.string(),
  recordedAt: z.union([z.iso.date(), z.iso.datetime({ offset: true })]),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const description = z.object({ provider: z.string(), requests: z.array(recording) });

export type Recording = z.infer<typeof recording>;

export interface ReplayOptions {
  readonly dir: string;
  /** Codes that have an adapter; other folders get a line. null: say nothing of them. */
  readonly adapters: readonly string[] | null;
}

export function replaySource({ dir, adapters }: ReplayOptions): FeedSource {
  return {
    async readNotes() {
      const strangers = (await readFolders(dir)).filter((name) => adapters !== null && !adapters.includes(name));
      return strangers.map((name) => `${name}: recorded, but there is no adapter for it`);
    },
    async *deliver(provider) {
      const recordings = await readRecordings(dir, provider.code);
      if (recordings === null) yield { kind: 'note', text: `no recording in ${dir}` };
      for (const recorded of recordings ?? []) yield await readDelivery(dir, provider, recorded);
    },
  };
}

/** Folders with a description; others (currency facts) hold no recordings. */
async function readFolders(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((cause) => {
    throw new Error(`the recordings cannot be read: name a folder laid out as <PROVIDER>/source.json (${dir})`, {
      cause,
    });
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const described = await Promise.all(folders.map((name) => readOrNull(join(dir, name, 'source.json'))));
  return folders.filter((_, index) => described[index] !== null).sort();
}

/** In the order in which they were recorded, so that the newer corrects the older; null where there is no such folder. */
export async function readRecordings(dir: string, code: string): Promise<readonly Recording[] | null> {
  const path = join(dir, code, 'source.json');
  const source = await readOrNull(path);
  if (source === null) return null;
  const read = description.safeParse(JSON.parse(source));
  if (!read.success) throw new SyntaxError(`${path}: ${z.prettifyError(read.error)}`);
  return [...read.data.requests].sort((left, right) => Date.parse(left.recordedAt) - Date.parse(right.recordedAt));
}

async function readDelivery(dir: string, { code, feeds }: ProviderDefinition, recorded: Recording): Promise<Delivery> {
  const { method, url, file, contentType, requestBody } = recorded;
  const feed: Feed<unknown> | undefined = feeds.find(({ matches }) => matches.test(url));
  if (feed === undefined) return { kind: 'note', text: `${method} ${url} (${file}) is no feed's address` };
  const bytes = await readFile(join(dir, code, file));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length !== recorded.bytes || sha256 !== recorded.sha256) {
    return {
      kind: 'failed',
      feed,
      reason: `${file} is not what was recorded: bytes or sha256 differ from source.json`,
    };
  }
  const request = { method, url, ...(requestBody === undefined ? {} : { body: requestBody }) };
  return {
    kind: 'document',
    feed,
    answer: { request, bytes, contentType },
    seen: toInstant(new Date(recorded.recordedAt)),
  };
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
