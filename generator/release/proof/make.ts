/** Makes the proof of a figure from what a store has, wherever it is read: on a disk, in a bucket, or over HTTP. */

import { z } from 'zod';
import { provenancePath, tablePath } from '../../wire/answers/paths.ts';
import { CHECKPOINT_KEY } from '../../wire/release/keys.ts';
import type { FileEntry } from '../../wire/release/manifest.ts';
import { type NodeContent, type Texts, textsIn } from '../../wire/release/manifest-nodes.ts';
import { Release } from '../../wire/release/release.ts';
import type { Objects } from '../../wire/release/tree-file.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { GLOBAL, type IsoDate, isoDate } from '../../wire/words/schemas.ts';
import { inclusionProof, leafHash } from '../log/merkle.ts';
import { inclusionText, type LoggedRelease, parseCheckpoint, parseLeaf } from '../log/note.ts';
import { readEntries } from '../log/tiles.ts';
import { figureIn, isAnswer, isLatest, PROOF_FORMAT, type Proof, type Question } from './proof.ts';

export interface ProofSource extends Objects {
  /** A file of the release; null if it is missing. */
  file(entry: FileEntry): Promise<Buffer | null>;
}

/** What the release states, and the texts that lead to it. */
export type Stated = Pick<Proof, 'answer' | 'provenance' | 'texts'> & { readonly asked: Question };

/** The newest day that the provider has. */
export const LATEST = 'latest';
export type Asked = Omit<Question, 'date'> & { readonly date: IsoDate | typeof LATEST };

/**
 * That the answer is the one of the release is not checked here.
 * @param logged the release @throws InputError if it has no such figure, or its texts are not there
 */
export async function readStated(
  source: ProofSource,
  { release, root }: LoggedRelease,
  wanted: Asked,
): Promise<Stated> {
  const texts: string[] = [];
  const opened = await Release.open(source, root, notedTexts(source, texts));
  const asked = { ...wanted, date: await dayOf(source, wanted, root) };
  const { provider, date } = asked;
  const entries = entriesOf(await opened.at([provider, date.slice(0, 4), date]));
  const found = entries.find(({ path }) => isAnswer(path, asked));
  if (found === undefined) throw whyNone(`${source.name}: release ${release}`, asked, entries);
  const text = await textOf(source, found);
  figureIn(text, asked);
  const origin = entries.find(({ path }) => path === provenancePath(provider, date));
  const provenance = origin === undefined ? null : await textOf(source, origin);
  return { asked, answer: [found.path, text], provenance, texts };
}

const dated = z.looseObject({ date: isoDate });

/** @throws InputError if the release has no latest answer of the provider */
async function dayOf(source: ProofSource, wanted: Asked, root: string): Promise<IsoDate> {
  if (wanted.date !== LATEST) return wanted.date;
  const release = await Release.open(source, root);
  const found = entriesOf(await release.at([wanted.provider, LATEST])).find(({ path }) => isLatest(path, wanted));
  if (found === undefined)
    throw new InputError(`${source.name}: the release has no latest answer of ${wanted.provider}`);
  return dated.parse(JSON.parse(await textOf(source, found))).date;
}

function entriesOf(content: NodeContent | null): readonly FileEntry[] {
  return content?.kind === 'entries' ? content.entries : [];
}

/** The release has the figures, and computes the answer when it is asked for: there is no file whose hash it names. */
export class NoDatedFile extends InputError {
  override readonly name = 'NoDatedFile';
  constructor(
    readonly what: string,
    readonly asked: Question,
  ) {
    const { provider, date } = asked;
    const bases = provider === GLOBAL ? ' and with EUR among --history-bases' : '';
    super(`${what}: generate it with --since ${date} or without --since${bases}`);
  }
}

/** @param entries of the day */
function whyNone(name: string, asked: Question, entries: readonly FileEntry[]): InputError {
  const { provider, date } = asked;
  if (entries.some(({ path }) => path === tablePath(provider, date)))
    return new NoDatedFile(`${name} has no dated file of ${provider} for ${date}`, asked);
  return new InputError(`${name} has no fixing of ${provider} for ${date}: ask for a day that it has, or for latest`);
}

export function proofText({ asked, ...stated }: Stated, log: string, document: string | null): string {
  const { answer, provenance, texts } = stated;
  const made: Proof = { format: PROOF_FORMAT, ...asked, answer, provenance, texts, log, document };
  return `${JSON.stringify(made, null, 1)}\n`;
}

async function textOf({ file, name }: ProofSource, entry: FileEntry): Promise<string> {
  const bytes = await file(entry);
  if (bytes === null) throw new InputError(`${name}: ${entry.path} is missing`);
  return bytes.toString('utf8');
}

/** Notes the texts that are read. */
function notedTexts(source: ProofSource, texts: string[]): Texts {
  const checked = textsIn(source);
  return {
    async read(hash) {
      const text = await checked.read(hash);
      texts.push(text);
      return text;
    },
  };
}

// Finds the release to be proved in the log of its store.

interface Found {
  readonly release: LoggedRelease;
  /** C2SP tlog-proof that it is in the log. */
  readonly inclusion: string;
}

/**
 * @param root of the release in force
 * @param asked its id, or a day: the last release that was published by its end; null for the release in force
 * @throws InputError if the store has no log, or the log no such release
 */
export async function readLogged(source: ProofSource, root: string, asked: string | null = null): Promise<Found> {
  const { checkpoint, entries, releases } = await readReleases(source);
  const position = releases.findLastIndex((one) => {
    if (one === null) return false;
    if (asked === null) return one.root === root;
    return isDay(asked) ? one.time.slice(0, asked.length) <= asked : one.release === asked;
  });
  const [entry, release] = [entries[position], releases[position]];
  if (entry === undefined || !release) throw new InputError(`${CHECKPOINT_KEY}: ${whyNotLogged(asked, releases[0])}`);
  const proof = inclusionProof(position, entries.map(leafHash));
  return { release, inclusion: inclusionText({ entry, position, proof, checkpoint }) };
}

/** All that were ever logged, oldest first; null for an entry that is not a release. */
export async function readReleases({ read, name }: ProofSource) {
  const note = await read(CHECKPOINT_KEY);
  if (note === null) throw new InputError(`${name}: ${CHECKPOINT_KEY} is missing; "publish --log NAME" begins a log`);
  const checkpoint = parseCheckpoint(`${note}`);
  const entries = await readEntries(read, checkpoint.size);
  return { checkpoint, entries, releases: entries.map((entry) => parseLeaf(`${entry}`)) };
}

const isDay = (asked: string) => asked.includes('-');

function whyNotLogged(asked: string | null, first: LoggedRelease | null | undefined): string {
  if (asked === null) return 'the release in force is not in the log';
  const fault = isDay(asked) ? 'the log has nothing so old' : 'the log has no such release';
  const begins = first ? `; it begins with release ${first.release} at ${first.time}` : '';
  return `--release ${asked}: ${fault}${begins}`;
}
