/**
 * The manifest of a release: SHA-256 and size of every file as a tree of small texts, each named by its own hash, so that
 * two releases compare by reading only what differs and one cold file is checked with four small reads.
 *
 * root → provider → year → day; leaves list files. A file's bytes lie below the release that first had them.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TreePath } from './paths.ts';
import { isoDate, providerCode } from './schemas.ts';

/** No text of the manifest is larger, so that checking one file stays cheap. */
export const MANIFEST_BYTES_MAX = 100_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const releaseId = z.string().regex(/^[0-9a-f]{16}$/);
/** Digest of a unit's files as `inputs.csv` has it, and the hash of the leaf that lists them. */
const unit = z.tuple([z.string().regex(/^[0-9a-f]{32}$/), hash]);

/** Path, SHA-256, size in bytes, release that holds the bytes; in path order. */
export const leaf = z.object({ files: z.array(z.tuple([z.string(), hash, z.int().nonnegative(), releaseId])) });

export const yearNode = z.object({ days: z.record(isoDate, unit), series: unit.nullable() });

export const providerNode = z.object({
  /** index and inputs. */
  files: hash,
  latest: unit.nullable(),
  years: z.record(z.string().regex(/^\d{4}$/), hash),
});

/** What an operator has looked at and let pass: holds until the fact changes. */
export const acceptance = z.object({ fact: z.string().min(1), words: z.string(), time: z.string() });

export const rootNode = z.object({
  format: z.literal('ratetree-manifest-1'),
  release: releaseId,
  /** The release's UTC date. */
  date: isoDate,
  /** Files of no provider: lists, status, corrections, openapi, release. */
  files: hash,
  providers: z.record(providerCode, hash),
  accepted: z.array(acceptance),
});

export type Leaf = z.infer<typeof leaf>;
export type YearNode = z.infer<typeof yearNode>;
export type ProviderNode = z.infer<typeof providerNode>;
export type RootNode = z.infer<typeof rootNode>;
export type ManifestNode = Leaf | YearNode | ProviderNode | RootNode;

export interface FileEntry {
  readonly path: TreePath;
  readonly sha256: string;
  readonly bytes: number;
  readonly release: string;
}

/** Where in the manifest a path is listed. */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'provider'; readonly provider: string }
  | { readonly kind: 'latest'; readonly provider: string }
  | { readonly kind: 'series'; readonly provider: string; readonly year: string }
  | { readonly kind: 'day'; readonly provider: string; readonly date: string };

export function placeOf(path: string): Place {
  const parts = path.split('/');
  const [top, second = '', third = '', fourth = '', fifth = '', sixth = ''] = parts;
  const stem = (name: string) => name.split('.')[0] ?? '';
  if (top === 'index' && second !== 'release.json') return { kind: 'provider', provider: stem(second) };
  if (top === 'tables' && third === 'inputs.csv') return { kind: 'provider', provider: second };
  if (top === 'tables') return { kind: 'day', provider: second, date: stem(fourth) };
  if (top === 'v1' && second === 'latest') return { kind: 'latest', provider: third };
  if (top === 'v1' && second === 'series') return { kind: 'series', provider: third, year: stem(fifth) };
  if (top === 'v1' && (second === 'historical' || second === 'provenance')) {
    return { kind: 'day', provider: third, date: `${fourth}-${fifth}-${stem(sixth)}` };
  }
  return { kind: 'root' };
}

/** Members of maps in key order, so that one content has one text. @throws RangeError above 100 kB */
export function manifestText(node: ManifestNode): string {
  const text = `${JSON.stringify(node, (_, value) => (isMap(value) ? sorted(value) : value))}\n`;
  if (text.length > MANIFEST_BYTES_MAX)
    throw new RangeError(`a manifest of ${text.length} bytes: ${text.slice(0, 80)}`);
  return text;
}

export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function toEntries({ files }: Leaf): readonly FileEntry[] {
  return files.map(([path, sha256, bytes, release]) => ({ path: path as TreePath, sha256, bytes, release }));
}

export function toLeaf(entries: Iterable<FileEntry>): Leaf {
  const rows = [...entries].sort((left, right) => (left.path < right.path ? -1 : 1));
  return { files: rows.map(({ path, sha256, bytes, release }) => [path, sha256, bytes, release]) };
}

/** Reads manifest texts by hash, checking each. */
export interface ManifestReader {
  /** @throws Error when the text is missing or does not have that hash */
  read(sha256: string): Promise<string>;
}

/** The file's entry in the manifest below the root, or null where the release has no such file. */
export async function findEntry(root: RootNode, path: TreePath, reader: ManifestReader): Promise<FileEntry | null> {
  const found = await findLeaf(root, placeOf(path), reader);
  return (found === null ? [] : toEntries(found)).find((entry) => entry.path === path) ?? null;
}

async function findLeaf(root: RootNode, place: Place, reader: ManifestReader): Promise<Leaf | null> {
  const readLeaf = async (sha256: string | undefined) =>
    sha256 === undefined ? null : leaf.parse(JSON.parse(await reader.read(sha256)));
  if (place.kind === 'root') return readLeaf(root.files);
  const providerHash = root.providers[place.provider as keyof typeof root.providers];
  if (providerHash === undefined) return null;
  const provider = providerNode.parse(JSON.parse(await reader.read(providerHash)));
  if (place.kind === 'provider') return readLeaf(provider.files);
  if (place.kind === 'latest') return readLeaf(provider.latest?.[1]);
  const yearHash = provider.years[place.kind === 'series' ? place.year : place.date.slice(0, 4)];
  if (yearHash === undefined) return null;
  const year = yearNode.parse(JSON.parse(await reader.read(yearHash)));
  return readLeaf(place.kind === 'series' ? year.series?.[1] : year.days[place.date as keyof typeof year.days]?.[1]);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
