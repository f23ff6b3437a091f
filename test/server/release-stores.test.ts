/** One tree, wherever it lies: on a disk, behind HTTP, published to a folder, behind HTTP, in a bucket. The answers are the same bytes. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Origin, openStore } from '../../server/stores/open.ts';
import { copyToBucket } from '../support/servers/bucket.ts';
import { engineIsThere, startEngine } from '../support/servers/engine.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { gatewayOver, type Reply } from '../support/servers/gateway.ts';
import { generateRelease, ours, publishAll, QUESTIONS } from '../support/trees/releases.ts';

const tree = await generateRelease(1);
const folder = await publishAll([await generateRelease(2), tree]);
const engine = engineIsThere ? await startEngine() : null;

const REFUSED = ['/v1/latest?base=ZZZ&format=csv', '/v1/historical?date=1999-01-01', '/v1/convert?amount=1&to=AFN'];
const LISTS = ['/v1/currencies', '/v1/providers?format=xml', '/v1/currencies?code=USD,CHF&format=csv&header=true'];
const ASKED: readonly string[] = [...QUESTIONS, ...LISTS, ...REFUSED];

const http = (url: string): Origin => ({ kind: 'http', url });
const directory = (path: string): Origin => ({ kind: 'directory', path });
const bucket = async (prefix: string): Promise<Origin> => {
  if (engine === null) throw new Error('no engine');
  const name = await engine.makeBucket();
  const connection = engine.connection();
  await copyToBucket(folder.dir, { bucket: name, prefix }, connection);
  return { kind: 'bucket', address: { bucket: name, prefix }, connection };
};

const PLACES: readonly (readonly [string, () => Promise<Origin>, released: boolean])[] = [
  ['a tree behind HTTP', async () => http((await serveFolder(tree)).url), false],
  ['a release in a folder', async () => directory(folder.dir), true],
  ['a release behind HTTP', async () => http((await serveFolder(folder.dir)).url), true],
  [
    'a release behind HTTP, below a prefix',
    async () => http(`${(await serveFolder(join(folder.dir, '..'))).url}/${folder.dir.split('/').at(-1)}`),
    true,
  ],
  ...(engine === null
    ? []
    : ([
        ['a release in a bucket', () => bucket(''), true],
        ['a release in a bucket, below a prefix', () => bucket('rates/public/'), true],
      ] as const)),
];

async function replies(origin: Origin, released: boolean): Promise<readonly Reply[]> {
  const store = await openStore(origin, { timeoutMs: 5000, trusted: released ? ours.trusted : null });
  const { ask } = await gatewayOver(store);
  const first = await Promise.all(ASKED.map((url) => ask(url)));
  const second = await Promise.all(ASKED.map((url) => ask(url))); // from memory
  expect(second).toEqual(first);
  await store.close();
  return first;
}

const expected = await replies(directory(tree), false);

describe.each(PLACES)('%s', (_, open, released) => {
  it('gives the very answers that the tree on a disk gives, headers and all', async () => {
    const found = await replies(await open(), released);
    for (const [place, url] of ASKED.entries()) expect(found[place], url).toEqual(expected[place]);
    expect(found.map(({ status }) => status)).toEqual(ASKED.map((url) => (REFUSED.includes(url) ? 400 : 200)));
  });
});

describe.each(PLACES.filter(([, , released]) => released))('%s', (_, open) => {
  it('is taken without keys too, as what it is', async () => {
    const store = await openStore(await open(), { timeoutMs: 5000, trusted: null });
    const found = await store.current();
    expect(found?.root).toBe(folder.manifests.at(-1)?.rootHash);
    expect(store.following()?.pointer?.sequence).toBe(2);
    await store.close();
  });
});

describe('an origin without a pointer', () => {
  it.each([
    ['in a directory', async () => directory(tree)],
    ['behind HTTP', async () => http((await serveFolder(tree)).url)],
  ])(
    '%s is no release: with keys nothing is served from it, so that hiding the pointer helps nobody',
    async (_, open) => {
      const guarded = await openStore(await open(), { timeoutMs: 5000, trusted: ours.trusted });
      expect(await guarded.current()).toBeNull();
      const trusting = await openStore(await open(), { timeoutMs: 5000, trusted: null });
      expect(await trusting.current()).not.toBeNull();
    },
  );
});
