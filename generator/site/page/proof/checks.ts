/** The steps from a figure to a signature and a log, each checked by the browser and told in one line. */
import { fromBase64, fromText, toHex, toText } from '../../../log/bytes.ts';
import { judgeWitnesses } from '../../../log/judge.ts';
import { signersOf, toNoteKey } from '../../../log/note.ts';
import { checkLogged, checkStated, type Logged } from '../../../proof/check.ts';
import { solved } from '../../../proof/hashing.ts';
import { readLogged } from '../../../proof/logged.ts';
import { type ProofSource, readStated, type Stated } from '../../../proof/make.ts';
import { figureIn, type Question } from '../../../proof/proof.ts';
import { CHECKPOINT_KEY } from '../../../wire/release/keys.ts';
import { isExpired, POINTER_KEY, type Pointer, parsePointer, signedText } from '../../../wire/release/pointer.ts';
import { isSigned, sha256, verified } from './crypto.ts';
import type { PublisherKey } from './publisher-key.ts';
import { checkGrown, keepCheckpoint, seenCheckpoint } from './seen.ts';
import type { TrustedWitnesses } from './trusted-witnesses.ts';

/** What is open was not checked: nothing speaks for it, and nothing against it. What is unasked nobody wants checked. */
export interface Step {
  readonly state: 'holds' | 'fails' | 'open' | 'unasked';
  readonly words: string;
}

/** What the steps have found so far. */
export interface Found {
  readonly source: ProofSource;
  readonly asked: Question;
  /** Null if the reader has given none. */
  readonly key: PublisherKey | null;
  readonly witnesses: TrustedWitnesses | null;
  pointer?: Pointer;
  stated?: Stated;
  /** The proof of inclusion as a text, and what it says. */
  log?: string;
  logged?: Logged;
  /** The id of the key that has signed the checkpoint; null if that was not checked. */
  signer?: string | null;
}

/** Null where a step before it has found nothing to go on from. @throws InputError, LogForked in place of a failure */
type Check = (found: Found) => Promise<Step | null>;

const holds = (words: string): Step => ({ state: 'holds', words });
const fails = (words: string): Step => ({ state: 'fails', words });
const open = (words: string): Step => ({ state: 'open', words });

const NO_KEY = 'you have given no key';
const NO_ED25519 = 'this browser has no Ed25519';

const release: Check = async (found) => {
  const bytes = await found.source.read(POINTER_KEY);
  if (bytes === null)
    return fails('This host has no pointer to a release: it serves plain files, which nothing proves.');
  const pointer = parsePointer(toText(bytes));
  found.pointer = pointer;
  const named = `Release ${pointer.release} (sequence ${pointer.sequence}) is in force`;
  const { key } = found;
  if (key === null) return open(`${named}, says this host. Who signed that is not checked: ${NO_KEY}.`);
  const other = pointer.key === null ? 'nobody has' : `key ${pointer.key} has, they say`;
  if (pointer.key !== key.id)
    return fails(`Your key ${key.id} has not signed that release ${pointer.release} is in force; ${other}.`);
  const words = fromText(signedText(pointer));
  const isGood = await isSigned(key.raw, words, fromBase64(pointer.signature ?? ''));
  if (isGood === null) return open(`${named}, says this host. Who signed that is not checked: ${NO_ED25519}.`);
  if (!isGood)
    return fails(
      `What names release ${pointer.release} as the one in force does not have the signature of your key ${key.id}.`,
    );
  if (!isExpired(pointer, new Date())) return holds(`${named} until ${pointer.expires}, signed by your key ${key.id}.`);
  return open(`${named}, signed by your key ${key.id}, and expired at ${pointer.expires}: newer ones may be hidden.`);
};

const figure: Check = async (found) => {
  const { source, asked, pointer } = found;
  if (pointer === undefined) return null;
  const stated = await readStated(source, pointer, asked);
  await checkStated(stated, pointer.root, sha256);
  found.stated = stated;
  const sources = stated.provenance === null ? '' : ', as is the file of its sources';
  const way = `${stated.texts.length} texts lead to it from the root`;
  return holds(`${figureIn(stated.answer[1], asked)}: this file is in release ${pointer.release}${sources}; ${way}.`);
};

const place: Check = async (found) => {
  const { source, pointer } = found;
  if (pointer === undefined) return null;
  if ((await source.read(CHECKPOINT_KEY)) === null)
    return open('This host has no log of releases: nothing says that everybody was shown the same.');
  found.log = (await readLogged(source, pointer.root)).inclusion;
  const logged = await checkLogged(found.log, sha256);
  if (logged.release.root !== pointer.root) return fails(`The log has another release than ${pointer.release} there.`);
  found.logged = logged;
  const { position, checkpoint } = logged;
  const number = `number ${position + 1} of ${checkpoint.size} in the log ${checkpoint.origin}`;
  return holds(`Release ${pointer.release} is ${number}, put there at ${logged.release.time}.`);
};

const checkpoint: Check = async (found) => {
  const { logged, key } = found;
  if (logged === undefined) return null;
  const { origin, size, root, note } = logged.checkpoint;
  const named = `The checkpoint (${size} entries, root ${toHex(root).slice(0, 16)}…)`;
  if (key === null) {
    found.signer = null;
    return open(`${named} is what this host shows. Who signed it is not checked: ${NO_KEY}.`);
  }
  const own = await solved(toNoteKey(origin, key.raw), sha256);
  const signers = await verified(signersOf(note, [own]));
  if (signers?.size === 0) return fails(`${named} is not signed by your key ${key.id}.`);
  found.signer = signers === null ? null : key.id;
  if (signers !== null) return holds(`${named} is signed by your key ${key.id}.`);
  return open(`${named} is what this host shows. Who signed it is not checked: ${NO_ED25519}.`);
};

const cosignatures: Check = async ({ logged, witnesses }) => {
  if (logged === undefined) return null;
  if (witnesses === null)
    return { state: 'unasked', words: 'No witness is named: nothing says that anybody else was shown this log.' };
  const judged = await verified(judgeWitnesses(logged.checkpoint, witnesses));
  if (judged === null) return open(`Whether your witnesses have signed the checkpoint is not checked: ${NO_ED25519}.`);
  const { seen, fault } = judged;
  const who = seen.join('; ');
  return fault === null ? holds(`The checkpoint is signed by ${who}.`) : fails([fault, ...seen].join('; ').concat('.'));
};

const history: Check = async ({ source, logged, signer }) => {
  if (logged === undefined || signer === undefined) return null;
  const seen = seenCheckpoint(signer);
  const kept = () => keepCheckpoint(logged.checkpoint, signer);
  if (seen === null) {
    kept();
    return open(
      'You see this log for the first time. This browser keeps the checkpoint, to compare it with later ones.',
    );
  }
  await checkGrown(source, seen, logged.checkpoint);
  kept();
  return holds(`You saw checkpoint ${seen.size} before: the log was not rewritten since.`);
};

/** In the order in which they build on each other. */
export const CHECKS: readonly Check[] = [release, figure, place, checkpoint, cosignatures, history];
/** The last one compares with what this browser has kept. */
export const isOfHistory = (check: Check): boolean => check === history;
