/** The gateway as a process: opens the store, listens, and stops on SIGTERM or SIGINT. */
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { POINTER_KEY } from '../generator/wire/release/pointer.ts';
import { StoreDown } from '../generator/wire/release/served-tree.ts';
import { InputError } from '../generator/wire/words/input-error.ts';
import type { Config } from './config.ts';
import { createGateway } from './gateway.ts';
import { closeListener, createListener } from './http/listener.ts';
import { LiveKeys } from './keys/live-keys.ts';
import { openStore } from './trees/open.ts';
import type { Store } from './trees/store.ts';
import { createAdmin } from './watch/admin.ts';
import { AccessLog } from './watch/log.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the usual 60 s of load balancers, so that they close first and no request is lost in between. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** The operators' port closes last. Its answers are made at once, so they need only the time to be read. */
const ADMIN_GRACE_MS = 1000;

/** Standard output belongs to the access log; messages for the operator go to standard error. */
const say = (line: string) => process.stderr.write(`ratetree: ${line}\n`);

/** Resolves when it listens. */
export async function serve(config: Config): Promise<void> {
  const store = await openStore(config.origin, { timeoutMs: config.originTimeoutMs, trusted: config.trusted });
  await checkTree(store, config);
  const apiKeys = new LiveKeys(config.keysFile, config.demoKey, say);
  const accessLog = new AccessLog(process.stdout);
  const gateway = createGateway({
    ...config,
    store,
    subscribers: () => apiKeys.current,
    nowMs: Date.now,
    accessLog,
    say,
  });
  await gateway.catalogue.refresh();
  // A tree on disk that was not published has no archive, and nobody signs it.
  if (config.trusted === null && (store.following()?.pointer?.archive ?? null) !== null) {
    say('RATETREE_PUBLIC_KEYS is not set: releases are served whoever published them');
  }
  gateway.catalogue.start(config.pollMs);
  apiKeys.start(config.pollMs);
  let stopping = false;
  const isStopping = () => stopping;
  const listener = createListener({
    handler: gateway.handler,
    onMalformed: gateway.countMalformed,
    isStopping,
    proxies: config.proxies,
    connectionsMax: config.connectionsMax,
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    keepAliveTimeoutMs: KEEP_ALIVE_TIMEOUT_MS,
  });
  const release = () => gateway.catalogue.current?.release.release ?? null;
  const unreadable = () => gateway.catalogue.unreadable;
  const sources = { release, unreadable, isStopping, metricsText: gateway.metricsText };
  const admin = config.adminPort === null ? null : createAdmin(sources);
  const stop = async (signal: 'SIGTERM' | 'SIGINT') => {
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
  };
  // This precedes the line that says where it listens: its reader may stop the process at that very moment. A terminal
  // tells every process of a group, and `ratetree start` hands on what it is told: the second one is no news.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping || void stop(signal));
  await Promise.all([
    listen(listener, config.port, config.host, 'PORT'),
    admin && listen(admin, config.adminPort ?? 0, config.adminHost, 'RATETREE_ADMIN_PORT'),
  ]);
}

/**
 * An empty origin is a mistake and is refused at once; an origin that is down may come back, so that the start goes on.
 */
async function checkTree(store: Store, { origin, trusted }: Config): Promise<void> {
  try {
    if ((await store.current()) !== null) return;
  } catch (error) {
    if (error instanceof StoreDown) return;
    throw error;
  }
  const release = `no release (no ${POINTER_KEY} that may be read); publish one with "ratetree publish"`;
  const tree = 'no tree (no current.json); make one with "ratetree generate --out DIR"';
  throw new InputError(`RATETREE_ORIGIN holds ${origin.kind === 'bucket' || trusted !== null ? release : tree}`);
}

function listen(server: Server, port: number, host: string, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new InputError(
          `${variable}: cannot listen on ${host}:${port} (${error.message}); set ${variable} to a free port`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      say(`${variable === 'PORT' ? 'gateway' : 'healthz and metrics'} at http://${host}:${bound}`);
      resolve();
    });
  });
}
