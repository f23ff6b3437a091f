/** Reads and checks one text of a manifest, and says which further texts or files it lists. */

import { z } from 'zod';
import { hashOf } from '../words/hash.ts';
import { type CurrencyCode, currencyCode } from '../words/schemas.ts';
import { textKey } from './keys.ts';
import {
  type FileEntry,
  leaf,
  MANIFEST_FORMAT,
  OtherFormat,
  providerNode,
  type Reference,
  type RootNode,
  rootNode,
  toEntries,
  yearNode,
} from './manifest.ts';
import { CorruptObject, type Objects } from './tree-file.ts';

/** Reads texts of manifests by their hash. */
export interface Texts {
  /** @throws CorruptObject when the text is missing or does not have that hash */
  read(sha256: string): Promise<string>;
}

/** @param read returns null when there is no such object; what it throws is passed on */
export function textsIn({ name, read }: Objects): Texts {
  return {
    async read(sha256) {
      const bytes = await read(textKey(sha256));
      if (bytes === null) throw corrupt(sha256, 'is missing', { kind: 'missing', name });
      if (hashOf(bytes) !== sha256) throw corrupt(sha256, 'does not have that hash', { name });
      return Buffer.from(bytes).toString('utf8');
    },
  };
}

function corrupt(
  sha256: string,
  what: string,
  { kind = 'bad', name = '', ...options }: ErrorOptions & { kind?: 'missing' | 'bad'; name?: string } = {},
): CorruptObject {
  const words = `manifest ${sha256} ${what}`;
  return new CorruptObject(textKey(sha256), name === '' ? words : `${name}: ${words}`, { ...options, kind });
}

/**
 * Every reader of a release comes through here first.
 * @throws CorruptObject, also when the text is not that of a root; InputError if it is of a format of another version
 */
export async function readRootNode(sha256: string, reader: Texts): Promise<RootNode> {
  const text = await reader.read(sha256);
  const root = parsed(sha256, () => formatted.parse(JSON.parse(text)));
  if (root.format === MANIFEST_FORMAT) return parsed(sha256, () => rootNode.parse(root));
  throw new OtherFormat('the release', root.format, MANIFEST_FORMAT);
}

const formatted = z.looseObject({ format: z.string() });

/** A text that another one names: the names by which it is reached from the root, and what its parent says about it. */
export interface Child {
  readonly trail: readonly string[];
  readonly kind: 'provider' | 'year' | 'leaf';
  readonly digest: string;
  readonly sha256: string;
  readonly files: number;
}

/** The content of a text: a leaf lists files, any other node lists further texts. */
export type NodeContent =
  | { readonly kind: 'entries'; readonly entries: readonly FileEntry[] }
  | { readonly kind: 'children'; readonly children: readonly Child[] };

export function rootChildren({ files, providers }: RootNode): readonly Child[] {
  return [...toChildren([], 'provider', providers), ...toChildren([], 'leaf', { files })];
}

/** @throws CorruptObject when the text lists other places or another number of files than its parent says */
export async function readChild(child: Child, reader: Texts): Promise<NodeContent> {
  const text = await reader.read(child.sha256);
  const content = parsed(child.sha256, () => contentOf(child, JSON.parse(text)));
  const files = content.kind === 'entries' ? content.entries.length : countOf(content.children);
  if (files === child.files) return content;
  throw corrupt(child.sha256, `lists ${files} files where its parent says ${child.files}`);
}

/** The names by which the leaf of a place is reached from the root. */
export function trailOf(place: ManifestPlace): readonly string[] {
  switch (place.kind) {
    case 'root':
      return ['files'];
    case 'provider':
      return [place.provider, 'files'];
    case 'latest':
      return [place.provider, 'latest'];
    case 'series':
      return [place.provider, place.year, place.kind];
    case 'day':
      return [place.provider, place.date.slice(0, 4), place.date];
    default:
      throw new TypeError(`no place ${JSON.stringify(place satisfies never)}`);
  }
}

/** Whether the leaf is that of a day, or of a year of series. */
export function isDated({ trail }: Pick<Child, 'trail'>): boolean {
  return trail.length === 3;
}

/** A leaf may list only files that belong there; otherwise walking would find files that are not found by path. */
function contentOf({ kind, trail }: Child, value: unknown): NodeContent {
  switch (kind) {
    case 'provider': {
      const { files, latest, years } = providerNode.parse(value);
      const children = [...toChildren(trail, 'year', years), ...toChildren(trail, 'leaf', { files, latest })];
      return { kind: 'children', children };
    }
    case 'year': {
      const { days, series } = yearNode.parse(value);
      return { kind: 'children', children: toChildren(trail, 'leaf', { ...days, series }) };
    }
    case 'leaf': {
      const entries = toEntries(leaf.parse(value));
      const stray = entries.find(({ path }) => trailOf(placeOf(path)).join() !== trail.join());
      if (stray !== undefined) throw new TypeError(`${stray.path} must not be listed at ${trail.join('/')}`);
      return { kind: 'entries', entries };
    }
    default:
      throw new TypeError(`no node ${JSON.stringify(kind satisfies never)}`);
  }
}

function toChildren(
  trail: readonly string[],
  kind: Child['kind'],
  references: Readonly<Record<string, Reference | null>>,
): readonly Child[] {
  const children: Child[] = [];
  for (const name of Object.keys(references).sort()) {
    const reference = references[name] ?? null;
    if (reference === null) continue;
    const [digest, sha256, files] = reference;
    children.push({ trail: [...trail, name], kind, digest, sha256, files });
  }
  return children;
}

function parsed<Node>(sha256: string, parse: () => Node): Node {
  try {
    return parse();
  } catch (cause) {
    throw corrupt(sha256, 'is not a text of a manifest', { cause });
  }
}

export function countOf(children: readonly Child[]): number {
  return children.reduce((total, { files }) => total + files, 0);
}

/** The texts of 700,000 files have 100 MB; a night and a day's requests need a few hundred of them. */
const REMEMBERED_MAX = 16 * 1024 * 1024;

/**
 * Keeps texts in memory until they fill it, and shares one read among simultaneous requests for the same text. Each is
 * named by its hash, so that none is ever out of date.
 */
export function remembering({ read }: Texts, lengthMax = REMEMBERED_MAX): Texts {
  const texts = new Map<string, Promise<string>>();
  let length = 0;
  const readNew = (sha256: string) => {
    const text = read(sha256);
    const count = (known: string) => {
      length += known.length;
      if (length <= lengthMax) return;
      texts.clear();
      length = 0;
    };
    text.then(count, () => texts.delete(sha256));
    texts.set(sha256, text);
    return text;
  };
  return { read: (sha256) => texts.get(sha256) ?? readNew(sha256) };
}

// The part of a manifest that lists a file of the tree.

/** The part of the manifest in which a path is listed. */
type ManifestPlace =
  | { readonly kind: 'root' }
  | { readonly kind: 'provider'; readonly provider: string }
  | { readonly kind: 'latest'; readonly provider: string }
  | { readonly kind: 'series'; readonly provider: string; readonly year: string }
  | { readonly kind: 'day'; readonly provider: string; readonly date: string };

export function placeOf(path: string): ManifestPlace {
  const parts = path.split('/');
  const [top = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = parts;
  const stem = (name: string) => name.split('.')[0] ?? '';
  if (top === 'index') return { kind: 'provider', provider: stem(second) };
  if (top === 'tables' && exactCurrencyOf(fourth) !== null) return { kind: 'series', provider: second, year: third };
  if (top === 'tables') return { kind: 'day', provider: second, date: stem(fourth) };
  if (top === 'v1' && second === 'latest') return { kind: 'latest', provider: third };
  if (top === 'v1' && second === 'series' && fourth !== '') {
    // In releases of earlier versions, a file of all currencies may lie beside the folders of currencies.
    return { kind: 'series', provider: third, year: stem(fifth || fourth) };
  }
  if (top === 'v1' && (second === 'historical' || second === 'provenance')) {
    return { kind: 'day', provider: third, date: `${fourth}-${fifth}-${stem(sixth)}` };
  }
  return { kind: 'root' };
}

/** The currency of a file of exact figures, by its name, or null for any other file of that folder. */
export function exactCurrencyOf(name: string): CurrencyCode | null {
  const code = /^([A-Z]{3})\.csv$/.exec(name)?.[1];
  return code === undefined ? null : (currencyCode.safeParse(code).data ?? null);
}
