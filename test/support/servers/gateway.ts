/** A complete gateway without a port: given a URL, it returns status, headers and body. */
import { Writable } from 'node:stream';
import { OPERATION_NAMES } from '../../../generator/wire/answers/operations.ts';
import type { TreePath } from '../../../generator/wire/answers/paths.ts';
import { StoreError, type Tree } from '../../../generator/wire/release/tree-file.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { createGateway, type GatewayOptions, type RunningGateway } from '../../../server/gateway.ts';
import { readForms } from '../../../server/request/forms/files.ts';
import type { Answer } from '../../../server/request/http/answer.ts';
import { type KeyRecord, toSubscribers } from '../../../server/request/keys/api-keys.ts';
import type { Following, Store } from '../../../server/trees/store.ts';
import { AccessLog } from '../../../server/watch/log.ts';
import { type Asked, DEMO_KEY, NOON_MS, type Reply } from './asking.ts';

export { type Asked, DEMO_KEY, NOON_MS, type Reply } from './asking.ts';

export interface GatewayUnderTest extends RunningGateway {
  /** Sends the demo key in a header, unless other headers are given. */
  readonly ask: (url: string, asked?: Asked) => Promise<Reply>;
  readonly said: string[];
}

export async function gatewayOver(store: Store, options: Partial<GatewayOptions> = {}): Promise<GatewayUnderTest> {
  const said: string[] = [];
  const subscribers = toSubscribers([], DEMO_KEY);
  const gateway = createGateway({
    store,
    subscribers: () => subscribers,
    cacheBytesMax: 16 * 1024 * 1024,
    unknownKeysPerMinute: 1_000_000,
    keylessPerMinute: null,
    nowMs: () => NOON_MS,
    accessLog: null,
    forms: readForms,
    say: (line) => said.push(line),
    ...options,
  });
  await gateway.catalogue.refresh();
  const ask = async (url: string, { method = 'GET', headers, remoteAddress = '192.0.2.1' }: Asked = {}) =>
    toReply(
      await gateway.handler({ method, url, headers: headers ?? { 'subscription-key': DEMO_KEY }, remoteAddress }),
    );
  return { ...gateway, ask, said };
}

/** The same tree without the files under latest, historical and ecb, so that each answer has to be computed. */
export function withoutStaticRates(store: Store): Store {
  return withReads(store, async (path, read) => (/^(v1\/(latest|historical)|ecb)\//.test(path) ? null : read()));
}

type Found = ReturnType<Tree['read']>;

/** The same store with another way to read files. @param readInstead is given the path and the original read */
export function withReads(store: Store, readInstead: (path: TreePath, read: () => Found) => Found): Store {
  const changed = new WeakMap<Tree, Tree>();
  const toChanged = (tree: Tree): Tree => {
    const read: Tree['read'] = (path, held) => readInstead(path, () => tree.read(path, held));
    const made = changed.get(tree) ?? { ...tree, read };
    changed.set(tree, made);
    return made;
  };
  return {
    current: async () => {
      const tree = await store.current();
      return tree === null ? null : toChanged(tree);
    },
    following: () => store.following(),
    close: () => store.close(),
  };
}

/** Of a store that a test has made up: it has no pointer. */
export const NOTHING_FOLLOWED: Following = { pointer: null, refused: 0, corrupted: 0 };

/** A store that is down. */
export function downStore(words = 'no one there'): Store {
  return {
    current: () => Promise.reject(new StoreError(words)),
    following: () => NOTHING_FOLLOWED,
    close: async () => {},
  };
}

export function keyRecord(name: string, key: string, more: Partial<KeyRecord> = {}): KeyRecord {
  const plan = { operations: [...OPERATION_NAMES], requestsPerMinute: null };
  return { name, digest: hashOf(key), enabled: true, expires: null, plan, ...more };
}

export function toReply({ status, headers, body }: Answer): Reply {
  const named: Record<string, string> = {};
  for (let place = 0; place < headers.length; place += 2) {
    const name = (headers[place] ?? '').toLowerCase();
    if (name in named) throw new Error(`the answer has the header ${name} twice`);
    named[name] = headers[place + 1] ?? '';
  }
  return { status, headers: named, body, text: body?.toString('utf8') ?? '' };
}

/** An access log that writes into the list, line by line. */
export function logInto(lines: string[]): AccessLog {
  return new AccessLog(
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(...chunk.toString('utf8').split('\n').filter(Boolean));
        done();
      },
    }),
  );
}
