/** Makes the proof of a figure from what lies in a store. */
import { parseCheckpoint } from '../log/checkpoint.ts';
import { inclusionText } from '../log/inclusion.ts';
import { parseLeaf } from '../log/leaf.ts';
import { readEntries } from '../log/read-log.ts';
import { CHECKPOINT_KEY } from '../log/tiles.ts';
import { leafHash } from '../log/tree.ts';
import { provenancePath } from '../wire/answers/paths.ts';
import { DOCUMENT_ENDS, textKey } from '../wire/release/keys.ts';
import { keyOf, type RootNode } from '../wire/release/manifest.ts';
import {
  checkedReader,
  type ManifestReader,
  readChild,
  readRootNode,
  rootChildren,
} from '../wire/release/manifest-nodes.ts';
import { POINTER_KEY, parsePointer } from '../wire/release/pointer.ts';
import { InputError } from '../wire/words/input-error.ts';
import { documentOf, figureIn, isAnswer, PROOF_FORMAT, type Proof, type Question } from './proof.ts';
import type { VerifySource } from './source.ts';

/** @throws InputError if the store has no log, or the release no such figure */
export async function toProof({ read, name }: VerifySource, asked: Question): Promise<string> {
  const { provider, date } = asked;
  const needed = async (key: string) => {
    const bytes = await read(key);
    if (bytes === null) throw new InputError(`${name}: ${key} is missing`);
    return bytes;
  };
  const { root } = parsePointer((await needed(POINTER_KEY)).toString('utf8'));
  const texts: string[] = [];
  const checked = checkedReader((sha256) => read(textKey(sha256)));
  const reader: ManifestReader = {
    async read(sha256) {
      const text = await checked.read(sha256);
      texts.push(text);
      return text;
    },
  };
  const entries = await entriesOf(await readRootNode(root, reader), asked, reader);
  const found = entries.find(({ path }) => isAnswer(path, asked));
  if (found === undefined)
    throw new InputError(
      `${name}: the release has no dated file of ${provider} for ${date}; a tree begins at its --since`,
    );
  const text = (await needed(keyOf(found))).toString('utf8');
  figureIn(text, asked);
  const source = entries.find(({ path }) => path === provenancePath(provider, date));
  const provenance = source === undefined ? null : (await needed(keyOf(source))).toString('utf8');
  const key = provenance === null ? null : documentOf(provenance, asked)?.key;
  const packed = key ? await read(`${key}${DOCUMENT_ENDS.bytes}`) : null;
  const log = await logged(read, needed, root);
  const made: Proof = {
    ...{ format: PROOF_FORMAT, ...asked, answer: [found.path, text], provenance, texts, log },
    document: packed?.toString('base64') ?? null,
  };
  return `${JSON.stringify(made, null, 1)}\n`;
}

/** The files of that day. */
async function entriesOf(root: RootNode, { provider, date }: Question, reader: ManifestReader) {
  let content: Awaited<ReturnType<typeof readChild>> = { kind: 'children', children: rootChildren(root) };
  for (const name of [provider, date.slice(0, 4), date]) {
    const children = content.kind === 'children' ? content.children : [];
    const child = children.find(({ trail }) => trail.at(-1) === name);
    if (child === undefined) return [];
    content = await readChild(child, reader);
  }
  return content.kind === 'entries' ? content.entries : [];
}

async function logged(
  read: VerifySource['read'],
  needed: (key: string) => Promise<Buffer>,
  root: string,
): Promise<string> {
  const { note, size } = parseCheckpoint((await needed(CHECKPOINT_KEY)).toString('utf8'));
  const entries = await readEntries(read, size);
  const position = entries.findIndex((entry) => parseLeaf(`${entry}`)?.root === root);
  const entry = entries[position];
  if (entry === undefined) throw new InputError(`${CHECKPOINT_KEY}: the release in force is not in the log`);
  return inclusionText(entry, position, entries.map(leafHash), note);
}
