/** Makes the proof of a figure from what lies in a store. */
import { z } from 'zod';
import { provenancePath, tablePath } from '../wire/answers/paths.ts';
import { DOCUMENT_ENDS, textKey } from '../wire/release/keys.ts';
import { type FileEntry, keyOf, type RootNode } from '../wire/release/manifest.ts';
import {
  checkedReader,
  ManifestFault,
  type ManifestReader,
  readChild,
  readRootNode,
  rootChildren,
} from '../wire/release/manifest-nodes.ts';
import { InputError } from '../wire/words/input-error.ts';
import { GLOBAL, type IsoDate, isoDate } from '../wire/words/schemas.ts';
import { loggedRelease, needed } from './logged-release.ts';
import { documentOf, figureIn, isAnswer, isLatest, PROOF_FORMAT, type Proof, type Question } from './proof.ts';
import type { VerifySource } from './source.ts';

/** The newest day that the provider has. */
export const LATEST = 'latest';
export type Asked = Omit<Question, 'date'> & { readonly date: IsoDate | typeof LATEST };

/**
 * @param release its id, or a day: the last release that was published by its end; null for the release in force
 * @throws InputError if the store has no log, or the release no such figure
 */
export async function toProof(source: VerifySource, wanted: Asked, release: string | null = null): Promise<string> {
  const logged = await loggedRelease(source, release);
  const { release: id, root } = logged.release;
  const reader = checkedReader((sha256) => source.read(textKey(sha256)));
  const texts: string[] = [];
  const noting: ManifestReader = {
    async read(sha256) {
      const text = await reader.read(sha256);
      texts.push(text);
      return text;
    },
  };
  const node = await rootOf(release === null ? null : id, root, noting);
  const asked = { ...wanted, date: await dayOf(source, wanted, node, reader) };
  const entries = await entriesAt(node, trailOf(asked), noting);
  const found = entries.find(({ path }) => isAnswer(path, asked));
  if (found === undefined) throw new InputError(`${source.name}: release ${id} ${whyNone(asked, entries)}`);
  const text = (await needed(source, keyOf(found))).toString('utf8');
  figureIn(text, asked);
  const provenance = await provenanceIn(source, asked, entries);
  const key = provenance === null ? null : documentOf(provenance, asked)?.key;
  const packed = key ? await source.read(`${key}${DOCUMENT_ENDS.bytes}`) : null;
  const made: Proof = {
    ...{ format: PROOF_FORMAT, ...asked, answer: [found.path, text], provenance, texts, log: logged.inclusion },
    document: packed?.toString('base64') ?? null,
  };
  return `${JSON.stringify(made, null, 1)}\n`;
}

/** @param release the one that was asked for; null for the one in force, which is not deleted */
async function rootOf(release: string | null, root: string, reader: ManifestReader): Promise<RootNode> {
  try {
    return await readRootNode(root, reader);
  } catch (error) {
    if (release === null || !(error instanceof ManifestFault && error.kind === 'missing')) throw error;
    const fix = 'choose one that v1/releases.csv lists, or keep more of them with "publish --keep"';
    throw new InputError(`--release ${release}: the store has deleted it; ${fix}`, { cause: error });
  }
}

const dated = z.looseObject({ date: isoDate });

/** @throws InputError if the release has no latest answer of the provider */
async function dayOf(source: VerifySource, wanted: Asked, root: RootNode, reader: ManifestReader): Promise<IsoDate> {
  if (wanted.date !== LATEST) return wanted.date;
  const entries = await entriesAt(root, [wanted.provider, LATEST], reader);
  const found = entries.find(({ path }) => isLatest(path, wanted));
  if (found === undefined)
    throw new InputError(`${source.name}: the release has no latest answer of ${wanted.provider}`);
  return dated.parse(JSON.parse((await needed(source, keyOf(found))).toString('utf8'))).date;
}

const trailOf = ({ provider, date }: Question) => [provider, date.slice(0, 4), date];

/** The files that the release lists there. */
async function entriesAt(
  root: RootNode,
  trail: readonly string[],
  reader: ManifestReader,
): Promise<readonly FileEntry[]> {
  let content: Awaited<ReturnType<typeof readChild>> = { kind: 'children', children: rootChildren(root) };
  for (const name of trail) {
    const children = content.kind === 'children' ? content.children : [];
    const child = children.find(({ trail: own }) => own.at(-1) === name);
    if (child === undefined) return [];
    content = await readChild(child, reader);
  }
  return content.kind === 'entries' ? content.entries : [];
}

/** @param entries of the day */
function whyNone({ provider, date }: Question, entries: readonly FileEntry[]): string {
  if (!entries.some(({ path }) => path === tablePath(provider, date)))
    return `has no fixing of ${provider} for ${date}: ask for a day that it has, or for latest`;
  const bases = provider === GLOBAL ? ' and with EUR among --history-bases' : '';
  return `has no dated file of ${provider} for ${date}: generate it with --since ${date} or without --since${bases}`;
}

async function provenanceIn(source: VerifySource, { provider, date }: Question, entries: readonly FileEntry[]) {
  const found = entries.find(({ path }) => path === provenancePath(provider, date));
  return found === undefined ? null : (await needed(source, keyOf(found))).toString('utf8');
}
