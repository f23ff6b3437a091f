/** Environment → Config, parsed once at the start. Errors name the variable and say what to write. */
import type { KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { toPathFault } from '../generator/kit/path-fault.ts';
import { parseBucketAddress } from '../generator/wire/release/keys.ts';
import { parseTrustedKeys, type TrustedKeys } from '../generator/wire/release/pointer.ts';
import { InputError, messageOf } from '../generator/wire/words/input-error.ts';
import { type Proxies, parseProxies } from './request/http/proxies.ts';
import { wholeNumber } from './request/query/values.ts';
import type { Origin } from './trees/open.ts';

/** The settings of a gateway. */
export type Config = Readonly<ReturnType<typeof parseConfig>>;

type Refuse = (message: string) => void;

/** A text, and what is read from it; whatever is refused is an issue of its own. */
const readBy = <Value>(read: (text: string, refuse: Refuse) => Value, missing?: string) =>
  z
    .string({ error: missing })
    .transform((text, context) => read(text, (message) => context.addIssue({ code: 'custom', message })));

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true');

const whole = (from: number, to: number, fallback: number) => wholeNumber(from, to).default(fallback);

const environment = z.object({
  RATETREE_ORIGIN: readBy(
    toOrigin,
    'is not set; set it to the directory of the tree, such as dist, to its http(s):// address, or to s3://BUCKET/PREFIX; ' +
      '"ratetree start" makes a tree and serves it',
  ),
  RATETREE_PUBLIC_KEYS: readBy(readTrustedKeys).optional(),
  RATETREE_SEQUENCE_FILE: z.string().optional(),
  RATETREE_SERVE_EXPIRED: flag,
  RATETREE_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' }).optional(),
  RATETREE_S3_REGION: z.string().optional(),
  RATETREE_S3_PATH_STYLE: flag,
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535, 8080),
  RATETREE_ADMIN_HOST: z.string().default('127.0.0.1'),
  RATETREE_ADMIN_PORT: whole(0, 65_535, 9090),
  RATETREE_KEYS: z.string().optional(),
  RATETREE_DEMO_KEY: z
    .string()
    .regex(/^[\w.~-]{1,200}$/, 'may have only letters, digits and . _ ~ -, at most 200')
    .optional(),
  RATETREE_TRUSTED_PROXIES: readBy(readProxies).optional(),
  RATETREE_CACHE_MB: whole(1, 65_536, 128),
  RATETREE_POLL_MS: whole(50, 3_600_000, 1000),
  RATETREE_ORIGIN_TIMEOUT_MS: whole(10, 60_000, 2000),
  RATETREE_REUSE_PORT: flag,
  RATETREE_CONNECTIONS_MAX: whole(1, 1_000_000, 10_000),
  RATETREE_UNKNOWN_KEYS_PER_MINUTE: whole(1, 1_000_000, 60),
  RATETREE_KEYLESS_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  RATETREE_DRAIN_MS: wholeNumber(0, 600_000).optional(),
  RATETREE_GRACE_MS: whole(0, 600_000, 10_000),
});

/** Two checks of a balancer that looks every other second, and some time to spare. */
const DRAIN_MS = 5000;

/** @param node the version of Node that will listen @throws InputError with one line for each variable that is wrong */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, node = process.versions.node) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new InputError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  }
  const found = parsed.data;
  const answersKeyless = found.RATETREE_KEYLESS_PER_MINUTE !== undefined;
  if (found.RATETREE_KEYS === undefined && found.RATETREE_DEMO_KEY === undefined && !answersKeyless) {
    throw new InputError(
      'RATETREE_KEYS is not set, so no request can be answered; ' +
        'set it to a key file ("ratetree keys add NAME --file keys.json" makes one), or set RATETREE_DEMO_KEY to a key of your choice',
    );
  }
  if (found.RATETREE_SEQUENCE_FILE !== undefined && found.RATETREE_PUBLIC_KEYS === undefined) {
    throw new InputError(
      'RATETREE_SEQUENCE_FILE needs RATETREE_PUBLIC_KEYS: anybody can write any sequence into a pointer that nobody signs',
    );
  }
  if (found.RATETREE_REUSE_PORT && !canReusePort(node)) {
    throw new InputError(
      `RATETREE_REUSE_PORT needs Node 22.12 or newer, and this is ${node}; give each process a PORT of its own`,
    );
  }
  const connection = {
    endpoint: found.RATETREE_S3_ENDPOINT ?? null,
    region: found.RATETREE_S3_REGION ?? null,
    pathStyle: found.RATETREE_S3_PATH_STYLE,
  };
  const named = found.RATETREE_ORIGIN;
  const origin: Origin = named.kind === 'bucket' ? { ...named, connection } : named;
  return {
    origin,
    /** Null when releases need no signature. */
    trusted: found.RATETREE_PUBLIC_KEYS ?? null,
    /** Where the highest signed sequence is remembered; null if it is not. */
    sequenceFile: found.RATETREE_SEQUENCE_FILE ?? null,
    /** Whether the gateway starts with a signed pointer that has expired. */
    takesExpired: found.RATETREE_SERVE_EXPIRED,
    host: found.HOST,
    /** With 0 the system picks a free port. */
    port: found.PORT,
    /** Whether other processes of this machine may listen at the same port. */
    reusePort: found.RATETREE_REUSE_PORT,
    adminHost: found.RATETREE_ADMIN_HOST,
    /** Null when there is no port for operators. */
    adminPort: found.RATETREE_ADMIN_PORT === 0 ? null : found.RATETREE_ADMIN_PORT,
    keysFile: found.RATETREE_KEYS ?? null,
    demoKey: found.RATETREE_DEMO_KEY ?? null,
    proxies: found.RATETREE_TRUSTED_PROXIES ?? null,
    cacheBytesMax: found.RATETREE_CACHE_MB * 1024 * 1024,
    pollMs: found.RATETREE_POLL_MS,
    originTimeoutMs: found.RATETREE_ORIGIN_TIMEOUT_MS,
    connectionsMax: found.RATETREE_CONNECTIONS_MAX,
    unknownKeysPerMinute: found.RATETREE_UNKNOWN_KEYS_PER_MINUTE,
    /** Requests without a key from one client address; null when every request needs a key. */
    keylessPerMinute: found.RATETREE_KEYLESS_PER_MINUTE ?? null,
    /** How long a gateway that stops goes on listening, so that balancers see that it is not ready; within `graceMs`. */
    drainMs: toDrain(found.RATETREE_DRAIN_MS, found.RATETREE_GRACE_MS),
    /** From the signal to stop until the last connection is closed. */
    graceMs: found.RATETREE_GRACE_MS,
  };
}

export function canReusePort(node: string): boolean {
  return node.localeCompare('22.12', 'en', { numeric: true }) >= 0;
}

/** Half of a short grace period is left to the requests that are in progress when the listener closes. */
function toDrain(drainMs: number | undefined, graceMs: number): number {
  if (drainMs === undefined) return Math.min(DRAIN_MS, Math.floor(graceMs / 2));
  if (drainMs <= graceMs) return drainMs;
  throw new InputError(
    `RATETREE_DRAIN_MS is ${drainMs}, and must not be longer than RATETREE_GRACE_MS, which is ${graceMs}`,
  );
}

type NamedOrigin = Exclude<Origin, { kind: 'bucket' }> | Omit<Extract<Origin, { kind: 'bucket' }>, 'connection'>;

function toOrigin(text: string, refuse: Refuse): NamedOrigin {
  if (/^https?:\/\//i.test(text)) {
    if (!URL.canParse(text)) refuse(`is not an address: ${text}`);
    return { kind: 'http', url: text };
  }
  if (text.startsWith('s3://')) {
    try {
      return { kind: 'bucket', address: parseBucketAddress(text) };
    } catch (error) {
      refuse(`is ${messageOf(error)}`);
    }
  } else if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    refuse(`must be a directory, an http(s):// address or s3://BUCKET/PREFIX, not ${text}`);
  } else if (!statSync(text, { throwIfNoEntry: false })?.isDirectory()) {
    refuse(`names no directory: ${text}; "ratetree start" makes a tree in dist and serves it`);
  }
  return { kind: 'directory', path: text };
}

/** @param text names of files, separated by commas; each file holds one or more keys */
function readTrustedKeys(text: string, refuse: Refuse): TrustedKeys {
  const trusted: (readonly [string, KeyObject])[] = [];
  for (const file of text.split(',').map((item) => item.trim())) {
    try {
      trusted.push(...parseTrustedKeys([readFileSync(file, 'utf8')]));
    } catch (error) {
      refuse(`names the file "${file}", which holds no key to trust: ${toPathFault(error) ?? messageOf(error)}`);
    }
  }
  return new Map(trusted);
}

function readProxies(text: string, refuse: Refuse): Proxies {
  try {
    return parseProxies(text);
  } catch (error) {
    refuse(`is wrong: ${messageOf(error)}`);
    return null;
  }
}
