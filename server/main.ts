#!/usr/bin/env node
/** The gateway as a process: config → store → handler → listen, and close on SIGTERM or SIGINT. */
import type { Server } from 'node:http';
import { createAdmin } from './admin.ts';
import { readRelease } from './catalogue.ts';
import { type Config, parseConfig } from './config.ts';
import { createGateway } from './gateway.ts';
import { closeListener, createListener } from './listener.ts';
import { LiveKeys } from './live-keys.ts';
import { AccessLog } from './log.ts';
import type { Store } from './store.ts';
import { StoreDown } from './store.ts';
import { openStore } from './stores/open.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the 60 s of the usual load balancers, so that it is they who close and no request is lost in between. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Standard output is the access log's; what an operator should know goes to standard error. */
const say = (line: string) => process.stderr.write(`ratetree: ${line}\n`);

async function serve(config: Config): Promise<void> {
  const store = openStore(config.origin, config.originTimeoutMs);
  await checkTree(store);
  const keys = new LiveKeys({
    file: config.keysFile,
    demoKey: config.demoKey,
    onChange: (subscribers) => say(`keys read again: ${subscribers.size}`),
    onBroken: (error) => say(`keys not read again, the old ones stay: ${error.message}`),
  });
  const accessLog = new AccessLog(process.stdout);
  const gateway = createGateway({
    store,
    subscribers: () => keys.current,
    cacheBytesMax: config.cacheBytesMax,
    unknownKeysPerMinute: config.unknownKeysPerMinute,
    nowMs: Date.now,
    accessLog,
    say,
  });
  await gateway.catalogue.refresh();
  gateway.catalogue.start(config.pollMs);
  keys.start(config.pollMs);
  const listener = createListener({
    handler: gateway.handler,
    onMalformed: gateway.countMalformed,
    connectionsMax: config.connectionsMax,
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    keepAliveTimeoutMs: KEEP_ALIVE_TIMEOUT_MS,
  });
  await listen(listener, config.port, config.host, 'PORT');
  const servers = [listener];
  if (config.adminPort !== null) {
    const release = () => gateway.catalogue.current?.release.release ?? null;
    const admin = createAdmin({ release, metricsText: gateway.metricsText });
    await listen(admin, config.adminPort, config.adminHost, 'RATETREE_ADMIN_PORT');
    servers.push(admin);
  }
  const close = async () => {
    gateway.catalogue.stop();
    keys.stop();
    await Promise.all(servers.map((server) => closeListener(server, config.graceMs)));
    await Promise.all([store.close(), accessLog.close()]);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close());
}

/** An empty directory is a mistake to be told at once; an origin that is down may come back, and until then we say so. */
async function checkTree(store: Store): Promise<void> {
  try {
    if ((await readRelease(store)) !== null) return;
  } catch (error) {
    if (error instanceof StoreDown) return;
    throw error;
  }
  throw new Error('RATETREE_ORIGIN holds no tree (no index/release.json); make one with "ratetree generate --out DIR"');
}

function listen(server: Server, port: number, host: string, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Error(`${variable}: cannot listen on ${host}:${port} (${error.message}); set ${variable} to a free port`),
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

try {
  await serve(parseConfig(process.env));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
