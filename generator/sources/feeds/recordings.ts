/**
 * Recorded answers in place of the network: one or more folders, each with a folder per provider and a source.json that
 * describes it, or with the documents that nights keep (keeping.ts). A provider may have recordings in several.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { namesIn, noneIfMissing } from '../../kit/files.ts';
import { DOCUMENT_ENDS } from '../../wire/release/keys.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { Delivery, FeedSource } from './delivery.ts';
import { faultOfStatus } from './net/page-kind.ts';
import type { Feed, ProviderDefinition } from './provider.ts';

const recording = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.url(),
  requestBody: z.string().optional(),
  file: z.string().regex(/^[\w.-]+$/, 'must be a file name without a folder'),
  contentType: z.string(),
  /** Of an answer that was no success; absent: 2xx. */
  status: z.int().min(100).max(599).optional(),
  /** As the request had it. */
  mayBeAbsent: z.literal(true).optional(),
  /** Of some saved copies only the month is known: it counts as the beginning of that month. */
  recordedAt: z.union([z.iso.date(), z.iso.datetime({ offset: true }), z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)]),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const description = z.object({ provider: z.string(), requests: z.array(recording) });

export type Recording = z.infer<typeof recording>;

/** A recording, and the folder that holds its file; `packed` if a night kept it, compressed. */
export type Recorded = Recording & { readonly folder: string; readonly packed?: true };

/** The largest answer that is fetched has 32 MB. */
const BYTES_MAX = 64 * 1024 * 1024;

interface ReplayOptions {
  readonly dirs: readonly string[];
  /** The codes that have an adapter; each other folder gets a line in the log. null: no lines. */
  readonly adapters: readonly string[] | null;
}

export function replaySource({ dirs, adapters }: ReplayOptions): FeedSource {
  return {
    async readNotes() {
      const names = [...new Set((await Promise.all(dirs.map(readFolders))).flat())].sort();
      const strangers = names.filter((name) => adapters !== null && !adapters.includes(name));
      return strangers.map((name) => `${name}: recorded, but there is no adapter for it`);
    },
    async *deliver(provider) {
      const found = await readRecordings(dirs, provider.code);
      if (found === null) yield { kind: 'note', text: `no recording in ${dirs.join(' or ')}` };
      const answers = (found ?? []).filter(
        (recorded) => recorded.status !== undefined || sessionFeedOf(provider, recorded) === undefined,
      );
      for (const recorded of answers) yield await readDelivery(provider, recorded);
    },
  };
}

/** The folders that have a description. Others, such as one with facts about currencies, hold no recordings. */
async function readFolders(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((cause) => {
    const fix = 'name a folder laid out as <PROVIDER>/source.json';
    throw new InputError(`the recordings cannot be read: ${fix} (${dir})`, { cause });
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const described = await Promise.all(folders.map((name) => readOrNull(join(dir, name, 'source.json'))));
  return folders.filter((_, index) => described[index] !== null);
}

/**
 * Of all folders, in the order in which they were recorded, so that a newer one corrects an older one; null if no
 * folder describes the provider.
 * @throws InputError naming the file and what is wrong in it
 */
export async function readRecordings(dirs: readonly string[], code: string): Promise<readonly Recorded[] | null> {
  const found: Recorded[] = [];
  let isDescribed = false;
  for (const folder of dirs.map((dir) => join(dir, code))) {
    const source = await readOrNull(join(folder, 'source.json'));
    if (source === null) continue;
    isDescribed = true;
    const recordings = toRecordings(source, join(folder, 'source.json'));
    found.push(...recordings.map((recording) => ({ ...recording, folder })));
  }
  const kept = await readKept(dirs, code);
  found.push(...kept);
  if (!isDescribed && kept.length === 0) return null;
  return found.sort((left, right) => Date.parse(left.recordedAt) - Date.parse(right.recordedAt));
}

/** Of the days in the folders. One whose bytes are missing is of a night that was killed. */
async function readKept(dirs: readonly string[], code: string): Promise<readonly Recorded[]> {
  const found: Recorded[] = [];
  for (const dir of dirs) {
    for (const day of namesIn(dir).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))) {
      const folder = join(dir, day, code);
      for (const name of namesIn(folder).filter((one) => one.endsWith(DOCUMENT_ENDS.bytes))) {
        const path = join(folder, `${name.slice(0, -DOCUMENT_ENDS.bytes.length)}${DOCUMENT_ENDS.recording}`);
        const text = await readOrNull(path);
        if (text === null) throw new InputError(`${path} is missing: take it from where the documents are kept`);
        found.push({ ...parseRecording(text, path), file: name, folder, packed: true });
      }
    }
  }
  return found;
}

function toRecordings(source: string, path: string): readonly Recording[] {
  const read = description.safeParse(parseJson(source, path));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new InputError(`${path}: ${issue?.path.join('.') || 'its top'}: ${issue?.message}`);
  }
  return read.data.requests;
}

/**
 * The feed whose session the page begins. Such pages may be recorded too, but they are no documents: if all went well,
 * nothing is delivered of them.
 */
function sessionFeedOf({ feeds }: ProviderDefinition, { method, url }: Recording): Feed<unknown> | undefined {
  if (feeds.some(({ matches }) => matches.test(url))) return undefined;
  return feeds.find(
    ({ session }) =>
      (session?.request.url === url && session.request.method === method) || session?.linked?.matches.test(url),
  );
}

async function readDelivery(definition: ProviderDefinition, recorded: Recorded): Promise<Delivery> {
  const path = join(recorded.folder, recorded.file);
  const bytes = await readFile(path).catch(noneIfMissing);
  if (bytes === null) throw new InputError(`${path} is missing: record it again, or remove it from source.json`);
  return toDelivery(definition, recorded, recorded.packed ? await unpacked(bytes) : bytes);
}

/** What cannot be unpacked has not the hash that its recording says. */
async function unpacked(bytes: Buffer): Promise<Buffer> {
  return promisify(gunzip)(bytes, { maxOutputLength: BYTES_MAX }).catch(() => bytes);
}

/** The recorded answer as the network would have delivered it to the feed whose address it has. */
export function toDelivery(definition: ProviderDefinition, recorded: Recording, bytes: Uint8Array): Delivery {
  const { method, url, file, contentType, requestBody, status, mayBeAbsent } = recorded;
  const own = definition.feeds.find(({ matches }) => matches.test(url));
  // A page that begins a session is no document, and a fault of the feed's only where it was refused.
  const feed = own ?? (status === undefined ? undefined : sessionFeedOf(definition, recorded));
  if (feed === undefined) return { kind: 'note', text: `${method} ${url} (${file}) is not the address of any feed` };
  if (bytes.length !== recorded.bytes || hashOf(bytes) !== recorded.sha256) {
    return {
      kind: 'failed',
      feed,
      reason: `${file} is not what was recorded: bytes or sha256 are not those of its recording`,
    };
  }
  if (status === 404 && mayBeAbsent) return { kind: 'absent', feed };
  if (status !== undefined) return { kind: 'failed', feed, reason: `${url}: ${faultOfStatus(status, bytes)}` };
  const request = {
    method,
    url,
    ...(requestBody === undefined ? {} : { body: requestBody }),
    ...(mayBeAbsent && { mayBeAbsent }),
  };
  return {
    kind: 'document',
    feed,
    answer: { request, bytes, contentType },
    seen: toInstant(new Date(recorded.recordedAt)),
  };
}

function readOrNull(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(noneIfMissing);
}

/** An entry of `requests`, alone. @throws InputError if it is none */
function parseRecording(text: string, path: string): Recording {
  const read = recording.safeParse(parseJson(text, path));
  if (read.success) return read.data;
  throw new InputError(`${path} is no recording: ${read.error.issues[0]?.message}`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${path} is not JSON: restore the file from a copy`, { cause });
  }
}
