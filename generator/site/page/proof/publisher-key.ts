/**
 * The publisher's public key that the reader trusts. It is typed, or stands in the address, or was kept by an earlier
 * visit. What the host says its key is does not count: whoever could change the files could change a key beside them.
 */
import { fromBase64, toHex } from '../../../log/bytes.ts';
import { InputError } from '../../../wire/words/input-error.ts';
import { sha256 } from './crypto.ts';
import { keptTrust } from './kept-trust.ts';

export interface PublisherKey {
  readonly raw: Uint8Array;
  /** As pointers name it. */
  readonly id: string;
  readonly from: 'address' | 'browser';
}

const kept = keptTrust('ratetree-publisher-key');
/** The parameter of an address, named as the flag of the command. */
export const KEY_PARAMETER = 'public-key';
/** What every Ed25519 key in PEM begins with, and its 32 bytes. */
const PEM_START = 'MCowBQYDK2VwAyEA';
const PEM = new RegExp(`${PEM_START}([A-Za-z0-9+/]{43})(?:=|$)`);
/** As a log's key is written: name, id, and a byte of its type before the key. */
const OF_LOG = /^[^\s+]+\+[0-9a-f]{8}\+(AQ|AR|AS|AT)([A-Za-z0-9+/]{42})$/;

/** @throws InputError if there is one and it is not a key */
export async function publisherKey(inAddress: string): Promise<PublisherKey | null> {
  if (inAddress !== '') return parsed(inAddress, 'address');
  const text = kept.read();
  return text === null ? null : parsed(text, 'browser');
}

/** @throws InputError if it is not a key */
export async function keepKey(text: string): Promise<void> {
  await parsed(text, 'browser');
  kept.keep(text);
}

export const forgetPublisherKey = (): void => kept.forget();

async function parsed(text: string, from: PublisherKey['from']): Promise<PublisherKey> {
  const raw = rawIn(text);
  if (raw === null) throw new InputError('this is no public key: paste the file in PEM that the publisher gives out');
  const whole = Uint8Array.from([...fromBase64(PEM_START), ...raw]);
  return { raw, id: toHex(await sha256(whole)).slice(0, 16), from };
}

function rawIn(text: string): Uint8Array | null {
  const ofLog = OF_LOG.exec(text.trim());
  if (ofLog !== null) return fromBase64(`${ofLog[1]}${ofLog[2]}`).subarray(1);
  // Addresses have the letters of base64url.
  const letters = text
    .replaceAll(/-----[^-]*-----|\s/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const found = PEM.exec(letters);
  return found === null ? null : fromBase64(`${found[1]}=`);
}
