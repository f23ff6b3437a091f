/** What a person names as the origin → an asker: a tree or releases in a folder, in a bucket or at an address, or a gateway. */
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { parseConfig } from '../../config.ts';
import { openObjects, openStore } from '../../trees/open.ts';
import { type ObjectReader, readNow } from '../../trees/store.ts';
import type { Asker } from './answers.ts';
import { gatewayAsker, type TreeAskerOptions, treeAsker } from './asker.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type AskerSettings = Pick<TreeAskerOptions, 'say' | 'subscribers' | 'pollMs'>;

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
 * @throws InputError naming the flag or the variable; StoreDown if the origin cannot be read
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
    throw new InputError(emptyWords(place, origin, config));
  }
  const key = env[KEY_VARIABLE] || null;
  return gatewayAsker({ address: config.origin.url, key, timeoutMs: config.originTimeoutMs });
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

function emptyWords(place: string, origin: string, { trusted }: { readonly trusted: unknown }): string {
  const sought = trusted === null ? 'no tree and no release' : 'no readable release';
  return `${place} names ${origin}, which holds ${sought}; make a tree with "ratetree generate", or name another origin`;
}
