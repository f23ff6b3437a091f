/** A store that answers what no store answers, as whoever took it over may let it: nobody waits or reads for ever. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseCopies } from '../../generator/release/objects/stable-copies.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { listFew, type ObjectStore, StoreError } from '../../generator/release/store/store.ts';
import { parseReleaseList, releaseListText } from '../../generator/wire/release/release-list.ts';
import { bucketObjects } from '../../server/trees/bucket.ts';
import { listen, status, withoutEnd } from '../support/servers/loopback.ts';

const SIGNED = { accessKeyId: 'me', secretAccessKey: 'secret' };
const connectionTo = (endpoint: string) => ({ endpoint, region: 'here', pathStyle: true, credentials: SIGNED });

async function storeAt(answer: RequestListener): Promise<ObjectStore> {
  const { url } = await listen(answer);
  const options = { ...connectionTo(url), socketsMax: 4, attemptsMax: 2, timeoutMs: 10_000 };
  return openObjectStore('s3://rates/public', { ...options, willWrite: false });
}

const failing = (request: IncomingMessage, response: ServerResponse) => withoutEnd(request, response, 500);
const listing = (more: (asked: number) => string) => {
  let asked = 0;
  return (_: IncomingMessage, response: ServerResponse) =>
    response.end(`<ListBucketResult>${more(++asked)}</ListBucketResult>`);
};
const contents = (...keys: readonly string[]) => keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
const goesOn = (token: string) =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;

async function keysIn(list: AsyncIterable<{ readonly key: string }>): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of list) keys.push(key);
  return keys;
}

describe('a publisher leaves a bucket', () => {
  it.each<[string, RequestListener]>([
    ['whose objects have no end', withoutEnd],
    ['whose errors have no end', failing],
  ])('%s', async (_, answer) => {
    const store = await storeAt(answer);
    await expect(store.get('current.json')).rejects.toThrow(/has more than 67108864 bytes/);
    // The first request is made by the SDK, and those after it without it.
    await expect(store.get('current.json')).rejects.toThrow(/has more than 67108864 bytes/);
    await store.close();
  });

  it('whose objects have no end once it has answered well', async () => {
    let asked = 0;
    const store = await storeAt((request, response) =>
      ++asked === 1 ? status(200, {}, 'text')(request, response) : withoutEnd(request, response),
    );
    expect((await store.get('a'))?.bytes.toString()).toBe('text');
    await expect(store.get('b')).rejects.toThrow(/the answer has more than 67108864 bytes/);
    await store.close();
  });

  it.each<[string, RequestListener]>([
    ['is without end', withoutEnd],
    ['goes on where it began', listing(() => `${contents('public/p/a')}${goesOn('same')}`)],
    ['goes on and says nothing', listing((asked) => `<KeyCount>0</KeyCount>${goesOn(`${asked}`)}`)],
  ])('whose list %s', async (_, answer) => {
    const store = await storeAt(answer);
    await expect(keysIn(store.list('p/'))).rejects.toThrow(/the list has no end|has more than \d+ bytes/);
    await expect(store.listFolders('p/')).rejects.toThrow(/the list has no end|has more than \d+ bytes/);
    await store.close();
  });

  it('that has more pointers or tiles than any store', async () => {
    const page = (asked: number) => contents(...Array.from({ length: 1000 }, (_, at) => `public/p/${asked}-${at}`));
    const store = await storeAt(listing((asked) => `${page(asked)}${goesOn(`${asked}`)}`));
    await expect(keysIn(listFew(store, 'p/'))).rejects.toThrow(/more than 200000 objects below p\//);
    await store.close();
  }, 120_000);
});

it('takes no key of another prefix for one of its own', async () => {
  const strange = ['/etc/passwd', 'other/p/a', 'public/q/a', 'publi', 'public/p', 'xxxxxxp/a'];
  const folders = '<CommonPrefixes><Prefix>elsewhere/day/</Prefix></CommonPrefixes>';
  const store = await storeAt(listing(() => `${contents(...strange, 'public/p/a')}${folders}`));
  expect(await keysIn(store.list('p/'))).toEqual(['p/a']);
  expect(await store.listFolders('p/')).toEqual([]);
  await store.close();
});

it('a gateway leaves a bucket whose objects have no end', async () => {
  const { url } = await listen(withoutEnd);
  const address = { bucket: 'rates', prefix: 'public/' };
  const objects = bucketObjects({ address, connection: connectionTo(url), timeoutMs: 20_000 });
  const error = await objects.get('current.json', null).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect((error as Error).cause).toMatchObject({ message: expect.stringContaining('more than 67108864 bytes') });
  await objects.close();
});

it('notes that nobody signs are not looked at if they are longer than any', () => {
  const mark = JSON.stringify({ root: 'a'.repeat(64) });
  expect(parseCopies(mark.padEnd(1000))).toEqual({ root: 'a'.repeat(64) });
  expect(() => parseCopies(mark.padEnd(1001))).toThrow();
  const [header] = releaseListText([], '').split('\r\n');
  const line = `${'a'.repeat(16)},1,2026-03-13T17:00:00Z,2026-03-13,m,${'a'.repeat(64)},false\r\n`;
  expect(parseReleaseList(`${header}\r\n${line.repeat(50_000)}`)?.releases).toHaveLength(50_000);
  expect(parseReleaseList(`${header}\r\n${line.repeat(50_001)}`)).toBeNull();
});
