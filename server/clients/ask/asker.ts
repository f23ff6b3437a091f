/**
 * Asks a gateway: one in this process over a tree or releases, or another one by HTTP. So the command line computes and
 * refuses exactly as the service does, because it is the service that answers.
 */

import { randomBytes } from 'node:crypto';
import type { Fetch } from '../../../generator/wire/answers/asking.ts';
import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { parseConfig } from '../../config.ts';
import { createGateway } from '../../gateway.ts';
import { readForms } from '../../request/forms/files.ts';
import { type Subscribers, toSubscribers } from '../../request/keys/api-keys.ts';
import { openObjects, openStore } from '../../trees/open.ts';
import { type ObjectReader, readNow, type Store } from '../../trees/store.ts';
import { type Asker, type Patience, toAsker } from './answers.ts';

interface TreeAskerOptions {
  readonly store: Store;
  readonly nowMs: () => number;
  /** Is given what an operator would be told: that the store failed, or the stack of a bug. */
  readonly say: (line: string) => void;
  /** Who may ask besides this program itself; nobody by default. */
  readonly subscribers?: (() => Subscribers) | undefined;
  /** How often a program that runs on looks for a new release; a single question needs none. */
  readonly pollMs?: number | undefined;
  readonly patience?: Patience | undefined;
}

/** One question needs a few files, and a table of all dates of a provider none of them twice. */
const CACHE_BYTES_MAX = 16 * 1024 * 1024;
const UNKNOWN_KEYS_PER_MINUTE = 60;
/** The gateway in this process has no address. */
const HERE = 'http://here';

/** @throws StoreError if the store cannot be read, or holds nothing that can be served */
export async function treeAsker({ store, nowMs, say, pollMs, ...options }: TreeAskerOptions): Promise<Asker> {
  const ownKey = randomBytes(16).toString('hex');
  const own = toSubscribers([], ownKey);
  const failures: string[] = [];
  let isReady = false;
  const gateway = createGateway({
    store,
    subscribers: () => new Map([...(options.subscribers?.() ?? []), ...own]),
    cacheBytesMax: CACHE_BYTES_MAX,
    unknownKeysPerMinute: UNKNOWN_KEYS_PER_MINUTE,
    keylessPerMinute: null,
    nowMs,
    accessLog: null,
    forms: readForms,
    say: (line) => (isReady ? say(line) : failures.push(line)),
  });
  if (!(await gateway.catalogue.refresh())) throw new StoreError(failures.join('; '));
  isReady = true;
  if (pollMs !== undefined) gateway.catalogue.start(pollMs);
  const fetch: Fetch = async (url, { headers: sent }) => {
    const asked = { method: 'GET', url: url.slice(HERE.length), headers: sent, remoteAddress: '127.0.0.1' };
    const { status, headers, body } = await gateway.handler(asked);
    const get = (name: string) => headers.find((_, place) => headers[place - 1]?.toLowerCase() === name) ?? null;
    return { status, headers: { get }, text: async () => body?.toString('utf8') ?? '' };
  };
  const close = async () => {
    gateway.catalogue.stop();
    await store.close();
  };
  return toAsker({ root: HERE, key: ownKey, fetch, close }, options.patience);
}

// What a person names as the origin → an asker: a tree or releases in a folder, in a bucket or at an address, or a
// gateway.

type Environment = Readonly<Record<string, string | undefined>>;

export type AskerSettings = Pick<TreeAskerOptions, 'say' | 'subscribers' | 'pollMs' | 'patience'>;

/** The key with which the command line asks a gateway. It is not a flag, because flags are seen by other users. */
export const KEY_VARIABLE = 'RATETREE_SUBSCRIPTION_KEY';
const DEFAULT_ORIGIN = 'dist';
/** The settings of the gateway that also hold here. */
const SETTINGS = [
  'RATETREE_PUBLIC_KEYS',
  'RATETREE_S3_ENDPOINT',
  'RATETREE_S3_REGION',
  'RATETREE_S3_PATH_STYLE',
  'RATETREE_ORIGIN_TIMEOUT_MS',
];
/** A person waits longer for the first answer than a balancer does. */
const TIMEOUT_MS = '10000';

/**
 * @param named by --origin; otherwise RATETREE_ORIGIN is taken, and dist without it
 * @throws InputError naming the flag or the variable; StoreError if the origin cannot be read
 */
export async function openOrigin(named: string | null, env: Environment, options: AskerSettings): Promise<Asker> {
  const { origin, place, config } = readNamed(named, env);
  const store = await openStore(config.origin, { timeoutMs: config.originTimeoutMs, trusted: config.trusted });
  try {
    if ((await store.current()) !== null) return await treeAsker({ store, nowMs: Date.now, ...options });
  } catch (error) {
    await store.close();
    throw error;
  }
  await store.close();
  if (config.origin.kind !== 'http' || config.trusted !== null) {
    const held = config.trusted === null ? 'no tree and no release' : 'no readable release';
    const fix = '"ratetree start" makes a tree in dist, or name another origin';
    throw new InputError(`${place} names ${origin}, which holds ${held}; ${fix}`);
  }
  const key = env[KEY_VARIABLE] || null;
  // The client is as much to load as all the rest, and most questions are put to a folder.
  const { gatewayAsker } = await import('./over-http.ts');
  const elsewhere = { address: config.origin.url, key, timeoutMs: config.originTimeoutMs };
  return gatewayAsker(elsewhere, options.patience);
}

/**
 * Reads objects of an origin that no release names; each is null if it is not there, or not for the reader.
 * @throws as `openOrigin`
 */
export async function readObjects(
  named: string | null,
  env: Environment,
  keys: readonly string[],
): Promise<readonly (Buffer | null)[]> {
  const { config } = readNamed(named, env);
  const objects: ObjectReader = await openObjects(config.origin, config.originTimeoutMs);
  try {
    return await Promise.all(keys.map((key) => readNow(objects, key)));
  } finally {
    await objects.close();
  }
}

function readNamed(named: string | null, env: Environment) {
  const origin = named ?? (env.RATETREE_ORIGIN || DEFAULT_ORIGIN);
  const place = named === null && env.RATETREE_ORIGIN ? 'RATETREE_ORIGIN' : '--origin';
  return { origin, place, config: readConfig(origin, place, env) };
}

/** The gateway's own reading of an origin and its settings. The words that name a variable name the flag instead. */
function readConfig(origin: string, place: string, env: Environment) {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, env[name]]));
  try {
    return parseConfig({
      ...settings,
      RATETREE_ORIGIN_TIMEOUT_MS: env.RATETREE_ORIGIN_TIMEOUT_MS || TIMEOUT_MS,
      RATETREE_ORIGIN: origin,
      RATETREE_DEMO_KEY: 'unused',
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replaceAll('RATETREE_ORIGIN ', `${place} `), { cause: error });
  }
}
