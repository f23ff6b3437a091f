/**
 * Rewrites a store in a folder as version 0.2 and older would have published it, in format 1: a file lies below the
 * release that first had it, the manifest names that release in its root and in the rows of its leaves, averages are
 * listed below their year, and the publisher's notes lie at the top.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Signer } from '../../../generator/release/pointer/signing.ts';
import type { TreePath } from '../../../generator/wire/answers/paths.ts';
import { fileKey, textKey } from '../../../generator/wire/release/keys.ts';
import { pointerText, signedText } from '../../../generator/wire/release/pointer.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';

type References = Readonly<Record<string, readonly [digest: string, sha256: string, files: number]>>;
interface ProviderText {
  readonly averages: References;
  readonly years: References;
}

interface Rewriting {
  readonly dir: string;
  readonly release: string;
  /** By hash in format 2: the hash in format 1. */
  readonly texts: Map<string, string>;
  /** By path and hash: the release that holds the file. */
  readonly holders: Map<string, string>;
}

/** @param signer signs the pointers again, because they name other roots */
export function toFormat1(dir: string, signer: Signer | null): void {
  const [texts, holders] = [new Map<string, string>(), new Map<string, string>()];
  const roots = new Map<string, string>();
  for (const { release, root } of readRecords(dir)) {
    roots.set(root, rewriteText({ dir, release, texts, holders }, root));
  }
  const withRoots = (text: string) => text.replace(/\b[0-9a-f]{64}\b/g, (hash) => roots.get(hash) ?? hash);
  for (const [from, to] of notesOf(dir)) write(dir, to, withRoots(readFileSync(join(dir, from), 'utf8')));
  for (const key of ['current.json', ...namesIn(dir, 'pointers').map((name) => `pointers/${name}`)]) {
    const old = JSON.parse(readFileSync(join(dir, key), 'utf8'));
    const unsigned = { ...old, format: 'ratetree-pointer-1', root: roots.get(old.root) ?? old.root };
    const key1 = { ...unsigned, key: signer?.id ?? null };
    write(dir, key, pointerText({ ...key1, signature: signer?.sign(signedText(key1)).toString('base64') ?? null }));
  }
  for (const folder of ['objects', 'notes', 'memory']) rmSync(join(dir, folder), { recursive: true, force: true });
}

function readRecords(dir: string): readonly { release: string; root: string; sequence: number }[] {
  const records = namesIn(dir, 'notes/releases').map((name) =>
    JSON.parse(readFileSync(join(dir, 'notes/releases', name), 'utf8')),
  );
  return records.sort((left, right) => left.sequence - right.sequence);
}

/** Where each note lies, and where it lay in format 1; the list of releases names roots as well. */
function notesOf(dir: string): readonly (readonly [string, string])[] {
  const below = (folder: string, toOld: (name: string) => string) =>
    namesIn(dir, folder).map((name) => [`${folder}/${name}`, toOld(name)] as const);
  return [
    ...below('notes/releases', (name) => `releases/${name.replace('.json', '')}/release.json`),
    ...below('notes/pending', (name) => `pending/${name}`),
    ...below('notes/superseded', (name) => `pending/superseded-${name}`),
    ...below('notes', (name) => name).filter(([from]) => from.endsWith('.json')),
    ...below('v1', (name) => `v1/${name}`).filter(([from]) => from === 'v1/releases.csv'),
  ];
}

/** Returns the hash of the text in format 1. Texts and files below it are rewritten as well. */
function rewriteText(rewriting: Rewriting, sha256: string): string {
  const known = rewriting.texts.get(sha256);
  if (known !== undefined) return known;
  const node = JSON.parse(readFileSync(join(rewriting.dir, textKey(sha256)), 'utf8'));
  const older = 'averages' in node ? withOlderYears(rewriting, node) : rewritten(rewriting, node);
  const hash = writeText(rewriting.dir, node.format === undefined ? older : { ...older, ...rootOf(rewriting) });
  rewriting.texts.set(sha256, hash);
  return hash;
}

const rootOf = ({ release }: Rewriting) => ({ format: 'ratetree-manifest-1', release });

/** A provider's text: its averages move below the years, and the years have no gaps. */
function withOlderYears(rewriting: Rewriting, { averages, years, ...rest }: ProviderText): object {
  const older = Object.entries(years).map(([year, [, sha256, files]]) => {
    const { gaps: _, ...node } = JSON.parse(readFileSync(join(rewriting.dir, textKey(sha256)), 'utf8'));
    const own = averages[year] ?? null;
    const hash = writeText(rewriting.dir, rewritten(rewriting, { ...node, averages: own, inputs: null }));
    return [year, [hash.slice(0, 32), hash, files + (own?.[2] ?? 0)]];
  });
  return { ...rewritten(rewriting, rest), years: Object.fromEntries(older) };
}

function writeText(dir: string, node: object): string {
  const text = `${JSON.stringify(node)}\n`;
  const hash = hashOf(text);
  write(dir, `manifests/${hash}`, text);
  return hash;
}

/** In JSON of a manifest a list is a reference to a text, a file's row, or has such lists. */
function rewritten(rewriting: Rewriting, node: object): object {
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, rewrittenMember(rewriting, member)]));
}

function rewrittenMember(rewriting: Rewriting, value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? rewritten(rewriting, value) : value;
  const [first, sha256, count] = value;
  if (typeof first !== 'string') return value.map((member) => rewrittenMember(rewriting, member));
  if (/^[0-9a-f]{32}$/.test(first)) return [first, rewriteText(rewriting, sha256), count];
  return [first, sha256, count, holderOf(rewriting, first as TreePath, sha256)];
}

/** Moves the file below the release that is being rewritten, unless an older one has it. */
function holderOf({ dir, release, holders }: Rewriting, path: TreePath, sha256: string): string {
  const held = holders.get(`${path} ${sha256}`);
  if (held !== undefined) return held;
  const to = join(dir, 'releases', release, path);
  mkdirSync(dirname(to), { recursive: true });
  renameSync(join(dir, fileKey(path, sha256)), to);
  holders.set(`${path} ${sha256}`, release);
  return release;
}

function namesIn(dir: string, folder: string): readonly string[] {
  return existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : [];
}

function write(dir: string, key: string, text: string): void {
  mkdirSync(dirname(join(dir, key)), { recursive: true });
  writeFileSync(join(dir, key), text);
}
