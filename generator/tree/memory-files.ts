/**
 * The files of `.memory/`: a header with the notes of all half months, and for each half month what it left. A file is
 * believed only if its hash is the one in the header, and the header only if it ends with its own digest.
 */
import { z } from 'zod';
import type { SpanNotes } from '../rates/walk-memory.ts';
import { digestOf, hashOf } from '../wire/hash.ts';
import { memoryPath } from '../wire/paths.ts';
import { isoDate, providerCode } from '../wire/schemas.ts';
import type { TreeFile, TreeInPlace } from './change.ts';
import { DamagedInPlace } from './in-place.ts';

const lines = z.array(z.string());

const spanNotes = z.object({
  key: z.string(),
  levels: z.string(),
  held: z.string(),
  lookups: z.array(
    z.object({ provider: z.string(), pair: z.string(), from: isoDate, until: isoDate, seen: z.string() }),
  ),
  /** SHA-256 of the file of the half month. */
  file: z.string(),
  /** How many of its figures are in quarantine. */
  quarantined: z.int().nonnegative(),
  /** One line for each date whose rows do not make a fixing. */
  failures: lines,
});

/** What a half month leaves behind. */
const spanLeft = z.object({ levels: lines, held: lines, corrections: lines, quarantine: lines });
export type SpanLeft = z.infer<typeof spanLeft>;

/** What of a provider's part of the tree is needed each night. */
const part = z.object({
  latest: isoDate.nullable(),
  last: isoDate.nullable(),
  /** Digest of its index and of its digests of years. */
  digest: z.string(),
});
export type PartNotes = z.infer<typeof part>;

const status = z.object({ key: z.string(), line: z.string() });

const header = z.object({
  /** The release of the tree that the run made. */
  release: z.string(),
  /** Digest of the program, its options and its lists of facts. */
  facts: z.string(),
  /** The releases that the archive knew, oldest first. */
  releases: lines,
  /** The newest instant at which anything in the archive was seen or written. */
  newestSeen: z.string(),
  firsts: z.record(z.string(), isoDate),
  spans: z.record(z.string(), spanNotes),
  /** SHA-256 of the pieces of each provider. */
  pieces: z.record(z.string(), z.string()),
  /** By first day, of one piece of all providers: their digest, and the newest instant at which a row of it was seen. */
  joined: z.record(z.string(), z.tuple([z.string(), z.string()])),
  parts: z.record(providerCode, part),
  statuses: z.record(z.string(), status),
  /** By provider a digest of all that its averages were made from. */
  averages: z.record(z.string(), z.string()),
  /** Lines of corrections and of quarantine that belong to no half month. */
  loose: z.object({ corrections: lines, quarantine: lines }),
  /** The lists that are frozen on the tree's date. */
  frozen: z.object({
    date: isoDate,
    lists: z.array(z.object({ provider: providerCode, table: z.string(), since: isoDate, isSilenced: z.boolean() })),
  }),
});
export type MemoryHeader = z.infer<typeof header>;
export type SpanEntry = MemoryHeader['spans'][string];

const HEADER = memoryPath('header.json');
const spanPath = (first: string) => memoryPath(`spans/${first}.json`);
const piecesPath = (provider: string) => memoryPath(`pieces/${provider}.csv`);

export function headerFile(notes: MemoryHeader): TreeFile {
  const text = JSON.stringify(notes);
  return { path: HEADER, bytes: Buffer.from(`${text}\n${digestOf([text])}\n`) };
}

/** Null where there is none, or one that is damaged or of another version. */
export function readHeader(inPlace: TreeInPlace): MemoryHeader | null {
  const [text = '', digest = ''] = (inPlace.read(HEADER)?.toString('utf8') ?? '').split('\n');
  if (text === '' || digest !== digestOf([text])) return null;
  return header.safeParse(JSON.parse(text)).data ?? null;
}

export function spanFile(first: string, left: SpanLeft): TreeFile {
  return { path: spanPath(first), bytes: Buffer.from(JSON.stringify(left)) };
}

/** @throws DamagedInPlace where it is not the file that the header names */
export function readSpan(inPlace: TreeInPlace, first: string, { file }: SpanEntry): SpanLeft {
  const text = readNamed(inPlace, spanPath(first), file);
  return spanLeft.parse(JSON.parse(text));
}

export function piecesFile(provider: string, text: string): TreeFile {
  return { path: piecesPath(provider), bytes: Buffer.from(text) };
}

/** @throws DamagedInPlace where it is not the file that the header names */
export function readPieces(inPlace: TreeInPlace, provider: string, { pieces }: MemoryHeader): string {
  const hash = pieces[provider];
  return hash === undefined ? '' : readNamed(inPlace, piecesPath(provider), hash);
}

export function toEntry(notes: SpanNotes, file: TreeFile, quarantined: number, failures: readonly string[]): SpanEntry {
  const { key, levels, held, lookups } = notes;
  return {
    ...{ key, levels, held, lookups: [...lookups] },
    ...{ file: hashOf(file.bytes ?? ''), quarantined, failures: [...failures] },
  };
}

function readNamed(inPlace: TreeInPlace, path: TreeFile['path'], hash: string): string {
  const bytes = inPlace.read(path);
  if (bytes !== null && hashOf(bytes) === hash) return bytes.toString('utf8');
  throw new DamagedInPlace(path, `${path} is not what the run before wrote`);
}
