/** The gateway as a process: opens the store, listens, and stops on SIGTERM or SIGINT. */
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen, refuseTaken } from '../generator/kit/listen.ts';
import { POINTER_KEY } from '../generator/wire/release/pointer.ts';
import { StoreError } from '../generator/wire/release/tree-file.ts';
import { InputError } from '../generator/wire/words/input-error.ts';
import type { Config } from './config.ts';
import { createGateway, type RunningGateway } from './gateway.ts';
import { readForms } from './request/forms/files.ts';
import { closeListener, createListener } from './request/http/listener.ts';
import { LiveKeys } from './request/keys/live-keys.ts';
import { openStore } from './trees/open.ts';
import { openBounds } from './trees/sequence-file.ts';
import type { Store } from './trees/store.ts';
import { createAdmin } from './watch/admin.ts';
import { AccessLog } from './watch/log.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the usual 60 s of load balancers, so that they close first and no request is lost in between. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** The operators' port closes last. Its answers are made at once, so they need only the time to be read. */
const ADMIN_GRACE_MS = 1000;
const WHOEVER = 'RATETREE_PUBLIC_KEYS is not set: releases are served whoever published them';

const PORT = '--port or PORT';

/** Standard output belongs to the access log; messages for the operator go to standard error. */
const say = (line: string) => process.stderr.write(`ratetree: ${line}\n`);

/** Resolves when it listens. */
export async function serve(config: Config): Promise<void> {
  const { origin, originTimeoutMs: timeoutMs, trusted, sequenceFile: file, takesExpired } = config;
  const { host, port, reusePort, adminHost, adminPort } = config;
  const place = { host, port, reusePort };
  await refuseTaken(place, PORT);
  const bounds = await openBounds({ file, takesExpired, say });
  const store = await openStore(origin, { timeoutMs, trusted, bounds });
  await checkTree(store);
  const apiKeys = new LiveKeys(config.keysFile, config.demoKey, say);
  const accessLog = new AccessLog(process.stdout);
  const gateway = createGateway({
    ...config,
    store,
    subscribers: () => apiKeys.current,
    nowMs: Date.now,
    accessLog,
    forms: readForms,
    say,
  });
  await gateway.catalogue.refresh();
  // A tree on disk that was not published has no archive, and nobody signs it.
  if (trusted === null && (store.following().pointer?.archive ?? null) !== null) say(WHOEVER);
  gateway.catalogue.start(config.pollMs);
  apiKeys.start(config.pollMs);
  let stopping = false;
  const isStopping = () => stopping;
  const listener = listenerOf(gateway, config, isStopping);
  const sources = {
    release: () => gateway.catalogue.current?.release.release ?? null,
    unreadable: () => gateway.catalogue.unreadable,
    isStopping,
    metricsText: gateway.metricsText,
  };
  const admin = config.adminPort === null ? null : createAdmin(sources);
  // This precedes the line that says where it listens: its reader may stop the process at that very moment.
  onStop(async (signal) => {
    stopping = true;
    // Behind a balancer, requests arrive until it has seen that /healthz fails. A person at a terminal does not wait.
    const [drainMs, idle] = signal === 'SIGTERM' ? ([config.drainMs, 'kept'] as const) : ([0, 'closed'] as const);
    say(`${signal}: stops listening in ${drainMs} ms, and ends in ${config.graceMs} ms at the latest`);
    await delay(drainMs);
    await closeListener(listener, config.graceMs - drainMs, idle);
    gateway.catalogue.stop();
    apiKeys.stop();
    if (admin !== null) await closeListener(admin, ADMIN_GRACE_MS, 'closed');
    await Promise.all([store.close(), accessLog.close()]);
  });
  const [address, adminAddress] = await Promise.all([
    listen(listener, place, PORT),
    admin && listen(admin, { host: adminHost, port: adminPort ?? 0 }, 'RATETREE_ADMIN_PORT'),
  ]);
  say(`gateway at ${address}`);
  if (adminAddress !== null) say(`healthz and metrics at ${adminAddress}`);
}

function listenerOf(gateway: RunningGateway, config: Config, isStopping: () => boolean): Server {
  return createListener({
    handler: gateway.handler,
    onMalformed: gateway.countMalformed,
    isStopping,
    proxies: config.proxies,
    connectionsMax: config.connectionsMax,
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    keepAliveTimeoutMs: KEEP_ALIVE_TIMEOUT_MS,
  });
}

/**
 * Calls at the first signal to stop. A terminal tells every process of a group, and `ratetree start` hands on what it is
 * told: the second one is no news.
 */
function onStop(stop: (signal: 'SIGTERM' | 'SIGINT') => Promise<void>): void {
  let isTold = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isTold) return;
      isTold = true;
      void stop(signal);
    });
  }
}

/**
 * An empty origin is a mistake and is refused at once; an origin that is down may come back, so that the start goes on.
 */
async function checkTree(store: Store): Promise<void> {
  try {
    if ((await store.current()) !== null) return;
  } catch (error) {
    if (error instanceof StoreError) return;
    throw error;
  }
  throw new InputError(
    `RATETREE_ORIGIN holds no release (no ${POINTER_KEY} that may be read, and a tree of version 0.2 has none): look at ` +
      'the address and at who may read it; "ratetree publish" makes a release, "ratetree generate --out DIR" a tree',
  );
}
