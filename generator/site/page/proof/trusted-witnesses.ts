/**
 * The witnesses that the reader trusts, and how many of them must have signed, as `ratetree verify` is told of them. As
 * the publisher's key they are typed, or stand in the address, or were kept by an earlier visit.
 */
import type { Quorum } from '../../../log/judge.ts';
import { type NoteKey, parseNoteKey } from '../../../log/note.ts';
import { toSize } from '../../../log/sizes.ts';
import { solved } from '../../../proof/hashing.ts';
import { InputError } from '../../../wire/words/input-error.ts';
import { type Context, parameter } from '../base/context.ts';
import { sha256 } from './crypto.ts';
import { keptTrust } from './kept-trust.ts';

export interface TrustedWitnesses extends Quorum {
  readonly from: 'address' | 'browser';
}

const kept = keptTrust('ratetree-witnesses');
/** The parameters of an address, named as the flags of the command. */
const [KEYS, QUORUM] = ['witness', 'witness-quorum'] as const;

/** @throws InputError if some are named and cannot be read */
export async function trustedWitnesses(context: Context): Promise<TrustedWitnesses | null> {
  const inAddress = parameter(context, KEYS, '');
  if (inAddress !== '') return parsed(inAddress, parameter(context, QUORUM, ''), 'address');
  const params = new URLSearchParams(kept.read() ?? '');
  const keys = params.get(KEYS);
  return keys === null ? null : parsed(keys, params.get(QUORUM) ?? '', 'browser');
}

/** @param quorum '' for all of them @throws InputError if they are not keys, or it is no number of them */
export async function keepWitnesses(keys: string, quorum: string): Promise<void> {
  await parsed(keys, quorum, 'browser');
  kept.keep(`${new URLSearchParams({ [KEYS]: keys, [QUORUM]: quorum })}`);
}

export const forgetWitnesses = (): void => kept.forget();

async function parsed(text: string, quorum: string, from: TrustedWitnesses['from']): Promise<TrustedWitnesses> {
  const witnesses: NoteKey[] = [];
  for (const key of keysIn(text)) witnesses.push(await solved(parseNoteKey(key), sha256));
  const count = /^\d{1,3}$/.test(quorum) ? toSize(quorum) : 0;
  if (quorum === '') return { witnesses, quorum: witnesses.length, from };
  if (count > 0 && count <= witnesses.length) return { witnesses, quorum: count, from };
  throw new InputError(`${quorum.slice(0, 20)} must have signed, and the witnesses named are ${witnesses.length}`);
}

/** Blanks stand between keys. In an address a plus is a blank, too, so the length of a key says where it ends. */
function keysIn(text: string): readonly string[] {
  const words = text.trim().replaceAll(/\s+/g, '+');
  return words.match(/[^+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}(?=\+|$)|[^+].*/g) ?? [];
}
