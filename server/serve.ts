/** The gateway as a process: opens the store, listens, and stops on SIGTERM or SIGINT. */
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { POINTER_KEY } from '../generator/wire/release/pointer.ts';
import { StoreDown } from '../generator/wire/release/served-tree.ts';
import { InputError } from '../generator/wire/words/input-error.ts';
import type { Config } from './config.ts';
import { createGateway, type RunningGateway } from './gateway.ts';
import { closeListener, createListener } from './http/listener.ts';
import { LiveKeys } from './keys/live-keys.ts';
import { ADMIN_GRACE_MS, listen, onStop, say as sayPlainly, sayWhere } from './listen.ts';
import { openStore } from './trees/open.ts';
import { openBounds } from './trees/sequence-file.ts';
import type { Store } from './trees/store.ts';
import { createAdmin } from './watch/admin.ts';
import { AccessLog } from './watch/log.ts';
import type { Member } from './workers/member.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the usual 60 s of load balancers, so that they close first and no request is lost in between. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const WHOEVER = 'RATETREE_PUBLIC_KEYS is not set: releases are served whoever published them';

/** Resolves when it listens. What only several workers need is loaded for several workers only. */
export async function serve(config: Config): Promise<void> {
  if (config.workers === 1) return serveHere(config, null);
  const { default: cluster } = await import('node:cluster');
  if (cluster.isPrimary) return (await import('./lead.ts')).lead(config);
  const { Member } = await import('./workers/member.ts');
  return serveHere(config, new Member(process, cluster.worker?.id ?? 0));
}

/** @param member null for a gateway of one process, which has the operators' port itself */
async function serveHere(config: Config, member: Member | null): Promise<void> {
  const say = member === null ? sayPlainly : (line: string) => sayPlainly(`worker ${member.id}: ${line}`);
  const { origin, originTimeoutMs: timeoutMs, trusted, sequenceFile: file, takesExpired } = config;
  const bounds = await openBounds({ file, takesExpired, say });
  const store = await openStore(origin, { timeoutMs, trusted, bounds });
  await checkTree(store, config);
  const apiKeys = new LiveKeys(config.keysFile, config.demoKey, say);
  const accessLog = new AccessLog(process.stdout);
  const gateway = createGateway({
    ...config,
    store,
    subscribers: () => apiKeys.current,
    nowMs: Date.now,
    counterOf: member?.counterOf,
    accessLog,
    say,
  });
  await gateway.catalogue.refresh();
  // A tree on disk that was not published has no archive, and nobody signs it.
  if (trusted === null && (store.following()?.pointer?.archive ?? null) !== null) say(WHOEVER);
  gateway.catalogue.start(config.pollMs);
  apiKeys.start(config.pollMs);
  let stopping = false;
  const isStopping = () => stopping;
  const listener = listenerOf(gateway, config, isStopping);
  const release = () => gateway.catalogue.current?.release.release ?? null;
  const unreadable = () => gateway.catalogue.unreadable;
  const { metricsText } = gateway;
  member?.reports(() => ({ release: release(), unreadable: unreadable(), metricsText: metricsText() }));
  const sources = { release, unreadable, isStopping, metricsText };
  const admin = config.adminPort === null || member !== null ? null : createAdmin(sources);
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
    member?.leave();
  });
  const [address, adminAddress] = await Promise.all([
    listen(listener, config.port, config.host, 'PORT'),
    admin && listen(admin, config.adminPort ?? 0, config.adminHost, 'RATETREE_ADMIN_PORT'),
  ]);
  if (member === null) sayWhere(address, adminAddress);
}

function listenerOf(gateway: RunningGateway, config: Config, isStopping: () => boolean): Server {
  return createListener({
    handler: gateway.handler,
    onMalformed: gateway.countMalformed,
    isStopping,
    proxies: config.proxies,
    connectionsMax: Math.ceil(config.connectionsMax / config.workers),
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    keepAliveTimeoutMs: KEEP_ALIVE_TIMEOUT_MS,
  });
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
