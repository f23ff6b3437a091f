/**
 * Puts the proof of a figure together in the browser, as `ratetree prove` does. It is a bundle of its own, because the
 * program's modules want parts of Node: the build replaces them (scripts/dev/bundle.ts). Whether the proof is good is for
 * `ratetree verify` to say: a page of the host that is to be checked cannot check it.
 */
import type { Asked } from '../../../release/proof/make.ts';
import { toProof } from '../../../release/verify/prove.ts';
import { type Fetch, FetchAsker, RatetreeError } from '../../../wire/answers/asking.ts';
import { isOfProofs } from '../../../wire/release/keys.ts';

/** The address of the page's folder. */
interface Place {
  readonly root: string;
  readonly host: 'files' | 'gateway';
  readonly key: string | null;
}

/** @throws Error in words for the reader, if the host has no log or the release no such figure */
export function proofOf({ root, host, key }: Place, asked: Asked): Promise<string> {
  const isGateway = host === 'gateway';
  const asker = new FetchAsker({ key: (isGateway ? key : null) ?? undefined, fetch: fetchBytes });
  const read = async (path: string) => {
    const address = new URL(isGateway && isOfProofs(path) ? `proof/${path}` : path, root);
    const reply = await asker.ask(address.href).catch(noneIfAbsent);
    return reply === null ? null : Buffer.from(reply.text, 'latin1');
  };
  return toProof({ name: new URL(root).host, read, list: null, isGateway, close: async () => {} }, asked);
}

export type ProofOf = typeof proofOf;

/** The text of an answer is its bytes, as characters of 0 to 255. What the browser keeps may be of the release before. */
const fetchBytes: Fetch = async (url, sent) => {
  const answer = await fetch(url, { ...sent, cache: 'no-cache' });
  const text = async () => Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { status: answer.status, headers: answer.headers, text };
};

/** A bucket answers 403 for what it does not have, a gateway for what a key may not read, and has words for it. */
function noneIfAbsent(error: unknown): null {
  if (!(error instanceof RatetreeError)) throw error;
  const { status, errorCode } = error;
  if (status === 404 || (errorCode === null && (status === 403 || status === 410))) return null;
  throw error;
}
