/**
 * The manifest of a release lists SHA-256 and size of every file. It is a tree of small texts, each named by its own
 * hash: two releases are compared by reading only what differs, and one file is checked with four small reads.
 *
 * root → provider → year → day; leaves list files. docs/format.md is the specification.
 */

import { z } from 'zod';
import type { TreePath } from '../answers/paths.ts';
import { toIsoDate } from '../words/calendar.ts';
import { InputError } from '../words/input-error.ts';
import { compareTexts } from '../words/order.ts';
import { isoDate, providerCode } from '../words/schemas.ts';
import { fileKey } from './keys.ts';

/**
 * The largest size of one text, so that checking one file stays cheap. A row of GLOBAL's day takes 118 bytes, so that
 * 280 bases in three formats fit; ISO 4217 has about 180 currencies in use. The 366 days of a year take 45 kB.
 */
export const MANIFEST_BYTES_MAX = 100_000;

/** A SHA-256 in lowercase hexadecimal. */
export const HASH = /^[0-9a-f]{64}$/;
export const hash = z.string().regex(HASH);
export const releaseId = z.string().regex(/^[0-9a-f]{16}$/);
/** A number of files or of bytes: whole, not negative, and small enough to be held exactly. */
export const count = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{32}$/);
const day = isoDate.refine((text) => toIsoDate(text) !== null, 'no such day');

/**
 * What a node says about a text below it: the digest of what its files were made from, the SHA-256 of the text, and the
 * number of files. A run that finds the digest of a unit (a date, a year of series, the latest rates) takes the reference
 * over, and neither computes nor reads what lies below. Of a text that lists other texts the digest is the first half of
 * its SHA-256.
 */
const reference = z.tuple([digest, hash, count]);

/** A relative path of plain parts, so that even a hostile manifest cannot name a file outside its folder. */
const treePath = z.string().regex(/^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/);

/** Rows of path, SHA-256 and size in bytes, in the order of paths. */
export const leaf = z.object({ files: z.array(z.tuple([treePath, hash, count])) });

/** Of a date without a fixing: the digest of what it was worked out from, and the reason. */
const gap = z.tuple([z.string(), z.string()]);
export type Gap = z.infer<typeof gap>;

export const yearNode = z.object({
  days: z.record(day, reference),
  gaps: z.record(day, gap),
  series: reference.nullable(),
});

export const providerNode = z.object({
  /** The provider's index. */
  files: reference.nullable(),
  latest: reference.nullable(),
  years: z.record(z.string().regex(/^\d{4}$/), reference),
});

/** Another format gets another name, so that a program which cannot read it says so: see `readRootNode`. */
export const MANIFEST_FORMAT = 'ratetree-manifest-3';

export const rootNode = z.object({
  format: z.literal(MANIFEST_FORMAT),
  /** Date of the newest fixing in force. */
  date: isoDate,
  /** Files that belong to no provider: lists, status, corrections, openapi, the page. */
  files: reference,
  providers: z.record(providerCode, reference),
});

/** The id of the release with that root: equal trees have equal ids on every machine. */
export function releaseOf(rootHash: string): string {
  return rootHash.slice(0, 16);
}

export type Reference = z.infer<typeof reference>;
type Leaf = z.infer<typeof leaf>;
export type YearNode = z.infer<typeof yearNode>;
export type ProviderNode = z.infer<typeof providerNode>;
export type RootNode = z.infer<typeof rootNode>;
export type ManifestNode = Leaf | YearNode | ProviderNode | RootNode;

export interface FileEntry {
  readonly path: TreePath;
  readonly sha256: string;
  readonly bytes: number;
}

/** Where the bytes of the file lie. */
export function keyOf({ path, sha256 }: FileEntry): string {
  return fileKey(path, sha256);
}

/** Members are sorted by key, so that the same content always has the same text. @throws RangeError above 100 kB */
export function manifestText(node: ManifestNode): string {
  const text = `${JSON.stringify(canonical(node))}\n`;
  const bytes = Buffer.byteLength(text);
  if (bytes > MANIFEST_BYTES_MAX) {
    throw new RangeError(`a manifest of ${bytes} bytes, ${MANIFEST_BYTES_MAX} at most: ${text.slice(0, 120)}…`);
  }
  return text;
}

export function toEntries({ files }: Leaf): readonly FileEntry[] {
  return files.map(([path, sha256, bytes]) => ({ path: path as TreePath, sha256, bytes }));
}

export function toLeaf(entries: Iterable<FileEntry>): Leaf {
  const rows = [...entries].sort((left, right) => compareTexts(left.path, right.path));
  return { files: rows.map(({ path, sha256, bytes }) => [path, sha256, bytes]) };
}

/** Skips the rows of a leaf, which have no members to sort and number hundreds of thousands. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return isMap(value[0]) ? value.map(canonical) : value;
  if (!isMap(value)) return value;
  const members = Object.entries(value).sort(([left], [right]) => compareTexts(left, right));
  return Object.fromEntries(members.map(([key, member]) => [key, canonical(member)]));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A store or a tree of another version is named, and left alone: it can be made again from the archive. */
export class OtherFormat extends InputError {
  override readonly name = 'OtherFormat';
  constructor(what: string, format: string, known: string) {
    super(
      `${what} has the format ${format}, and this version has ${known}: every version reads the archive, so publish ` +
        'from it into a fresh prefix, or generate into a fresh folder; see "Upgrade" in docs/install.md',
    );
  }
}
