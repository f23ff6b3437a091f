/**
 * A gateway that is asked through a real nginx with the configuration of `ratetree nginx-config`. With the variable
 * RATETREE_ROAD=nginx the tests of the contract ask in this way.
 */
import { hash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Pool } from 'undici';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { createGateway, type GatewayOptions, type RunningGateway } from '../../../server/gateway.ts';
import { closeListener } from '../../../server/http/listener.ts';
import { parseProxies } from '../../../server/http/proxies.ts';
import { type KeyRecord, type Subscribers, toNginxMark, toSubscribers } from '../../../server/keys/api-keys.ts';
import { type PlainAnswers, readAnswers } from '../../../server/nginx/answers.ts';
import { writeNginxFolder } from '../../../server/nginx/folder.ts';
import type { Store } from '../../../server/trees/store.ts';
import { freshFolder } from '../banks/archives.ts';
import { afterFile } from '../kit/after-file.ts';
import { type Asked, DEMO_KEY, KEYS_OF_TESTS, NOON_MS, type Reply } from './asking.ts';
import { freePort, startNginxRoad } from './nginx.ts';
import { startListener } from './raw-requests.ts';

/** What two servers on the way say of themselves and of the connection. */
const OF_THE_CONNECTION = new Set(['server', 'date', 'connection', 'keep-alive', 'transfer-encoding']);

export interface Road {
  readonly gateway: RunningGateway;
  readonly ask: (url: string, asked?: Asked) => Promise<Reply>;
  /** The lines of nginx's access log, one for each request that it answered itself. */
  readonly log: () => readonly string[];
  /** A key as the program makes them, for one of the tests. */
  readonly keyOf: (key: string) => string;
  /** All that is written beside the bodies: configuration and logs. */
  readonly written: () => readonly string[];
  readonly closeGateway: () => Promise<void>;
}

/** The question is asked over the road. Keys of tests are exchanged for such as the program makes. */
export async function gatewayBehindNginx(store: Store, options: Partial<GatewayOptions>) {
  const { ask, log, gateway } = await openRoad(store, options);
  const { RATETREE_ROAD_LOG: file } = process.env;
  if (file !== undefined) afterFile(() => appendFileSync(file, log().join('\n')));
  return { ...gateway, ask };
}

export async function openRoad(store: Store, options: Partial<GatewayOptions>): Promise<Road> {
  const nowMs = options.nowMs ?? (() => NOON_MS);
  const subscribers = options.subscribers ?? (() => toSubscribers([], DEMO_KEY));
  const gateway = createGateway({
    ...{ store, nowMs, cacheBytesMax: 16 * 1024 * 1024, accessLog: null, say: () => {} },
    ...{ unknownKeysPerMinute: 1_000_000, keylessPerMinute: null },
    ...options,
    subscribers: () => new Map([...subscribers(), ...madeOf(subscribers())]),
  });
  await gateway.catalogue.refresh();
  const listener = await startListener(gateway.handler, { proxies: parseProxies('127.0.0.1') });
  const [folder, port] = [freshFolder(), await freePort()];
  const { file } = await writeNginxFolder(await answersOf(store, nowMs), {
    ...{ folder, gateway: `127.0.0.1:${listener.port}`, listen: `127.0.0.1:${port}` },
    records: [...madeOf(subscribers()).values()],
  });
  const nginx = await startNginxRoad(file, port);
  const pool = new Pool(nginx.address, { connections: 4 });
  afterFile(() => {
    void pool.destroy();
    void nginx.stop();
    listener.server.close();
  });
  const textOf = (name: string) => readFileSync(join(dirname(file), name), 'utf8');
  return {
    gateway,
    ask: (url, asked) => askPool(pool, url, asked),
    log: () => textOf('access.log').split('\n').filter(Boolean),
    keyOf: made,
    written: () => [basename(file), 'access.log', 'error.log'].map(textOf),
    closeGateway: () => closeListener(listener.server, 0, 'closed'),
  };
}

async function askPool(pool: Pool, url: string, { method = 'GET', headers, remoteAddress }: Asked = {}) {
  const sent: Record<string, string | string[]> =
    remoteAddress === undefined ? {} : { 'x-forwarded-for': remoteAddress };
  for (const [name, value] of Object.entries(headers ?? { 'subscription-key': DEMO_KEY })) {
    if (value !== undefined) sent[name] = typeof value === 'string' ? toMade(value) : [...value];
  }
  const path = url.replace(/[^!-~]/gu, (other) => encodeURIComponent(/\p{Cs}/u.test(other) ? '\uFFFD' : other));
  const answer = await pool.request({ path, method: method as 'GET', headers: sent });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const named = Object.entries(answer.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  const hasBody = method !== 'HEAD' && answer.statusCode !== 204 && answer.statusCode !== 304;
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(named.map(([name, value]) => [name, `${value}`])),
    body: hasBody ? bytes : null,
    text: bytes.toString('utf8'),
  };
}

/** As `ratetree keys add` makes keys, but always the same one for a key of a test. */
const made = (key: string) => `rt_${hash('sha256', key, 'base64url')}`;
const toMade = (value: string) => (KEYS_OF_TESTS.has(hashOf(value)) ? made(value) : value);

function madeOf(subscribers: Subscribers): Map<string, KeyRecord> {
  return new Map(
    [...subscribers.values()].flatMap((record) => {
      const key = KEYS_OF_TESTS.get(record.digest);
      if (key === undefined) return [];
      const digest = hashOf(made(key));
      return [[digest, { ...record, digest, nginx: toNginxMark(made(key)) }] as const];
    }),
  );
}

/** No answers of a store that is down: then all questions go to the gateway. */
async function answersOf(store: Store, nowMs: () => number): Promise<PlainAnswers> {
  try {
    return await readAnswers({ store, nowMs, since: (date) => addDays(date, -400) });
  } catch {
    return { release: 'none', answers: (async function* () {})() };
  }
}
