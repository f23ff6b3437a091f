/**
 * A bucket that fails, or the network to it: passing faults are waited out, all others end as an error that says what
 * to do.
 */
import { inspect } from 'node:util';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketConnection, toS3Client } from '../../generator/kit/s3-client.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import type { ObjectFacts, ObjectStore } from '../../generator/release/store/store.ts';
import { CREDENTIALS, type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { type Decide, type Fault, type FaultProxy, startFaultProxy } from '../support/servers/fault-proxy.ts';

const FACTS: ObjectFacts = { contentType: 'text/csv; charset=utf-8', cacheControl: 'public, max-age=300' };
const SLOW_DOWN: Fault = { kind: 'answer', status: 503, code: 'SlowDown' };
const BYTES = Buffer.from('figures');

describe.skipIf(!engineIsThere)('a bucket behind a bad network', () => {
  let engine: Engine;
  let proxy: FaultProxy;
  let bucket: string;
  let store: ObjectStore;
  let number = 0;
  let key: string;

  beforeAll(async () => {
    engine = await startEngine('memstore');
    proxy = await startFaultProxy(engine.endpoint);
    bucket = await engine.makeBucket();
    store = await open({});
  });
  beforeEach(() => {
    proxy.decide = null;
    key = `t${++number}/a.csv`;
  });
  afterAll(async () => {
    await store?.close();
    await proxy?.stop();
    await engine?.kill();
  });

  const open = (more: Partial<BucketConnection>, willWrite = true, name = bucket) =>
    openObjectStore(`s3://${name}/p`, { ...engine.connection(proxy.endpoint), ...more, willWrite });

  // All at once, each through a proxy of its own, because they mostly wait.
  it.concurrent.each<[string, Fault]>([
    ['503 SlowDown', SLOW_DOWN],
    ['500', { kind: 'answer', status: 500, code: 'InternalError' }],
    ['429', { kind: 'answer', status: 429, code: 'TooManyRequests' }],
    ['409 for two writes at the same time', { kind: 'answer', status: 409, code: 'ConditionalRequestConflict' }],
    ['a reset connection', { kind: 'reset' }],
    ['a lost answer', { kind: 'lose-answer' }],
  ])('%s is waited out by every operation', async (what, fault) => {
    const own = await startFaultProxy(engine.endpoint);
    const patient = await open({ endpoint: own.endpoint });
    const name = `${what.replaceAll(' ', '-')}.csv`;
    own.decide = failingFirst(2, fault);
    expect(await patient.create(name, BYTES, FACTS)).toBe('created');
    const created = await patient.get(name);
    expect(created?.bytes).toEqual(BYTES);
    expect(await patient.replace(name, Buffer.from('new'), FACTS, created?.etag ?? '')).toBe('replaced');
    await patient.copy(name, `${name}.copy`, FACTS);
    await patient.put(name, BYTES, FACTS);
    const keys = [];
    for await (const found of patient.list(name)) keys.push(found.key);
    expect(keys).toEqual([name, `${name}.copy`]);
    await patient.delete(keys);
    expect(await patient.get(name)).toBeNull();
    await patient.close();
    await own.stop();
  });

  it('does not take another process’s object for its own after a lost answer', async () => {
    await store.put(key, Buffer.from('of another'), FACTS);
    const { etag = '' } = (await store.get(key)) ?? {};
    await store.put(key, Buffer.from('of a third'), FACTS);
    proxy.decide = failingFirst(1, { kind: 'lose-answer' });
    expect(await store.create(key, BYTES, FACTS)).toBe('exists');
    expect(await store.replace(key, BYTES, FACTS, etag)).toBe('changed');
    expect((await store.get(key))?.bytes.toString()).toBe('of a third');
  });

  it('loses none of sixty files when it answers SlowDown to all of them', async () => {
    const keys = Array.from({ length: 60 }, (_, place) => `${key}/${place}`);
    proxy.decide = failingFirst(3, SLOW_DOWN);
    const made = await Promise.all(keys.map((own) => store.create(own, Buffer.from(own), FACTS)));
    expect(new Set(made)).toEqual(new Set(['created']));
    proxy.decide = null;
    const held = await Promise.all(keys.map(async (own) => (await store.get(own))?.bytes.toString()));
    expect(held).toEqual(keys);
  });

  it('answers 200 to a copy that failed on its way, which is made again', async () => {
    await store.put(key, BYTES, FACTS);
    const failing = failingFirst(1, { kind: 'answer', status: 200, code: 'InternalError' });
    proxy.decide = (asked) => (asked.headers['x-amz-copy-source'] === undefined ? null : failing(asked));
    await store.copy(key, `${key}.copy`, FACTS);
    expect((await store.get(`${key}.copy`))?.bytes).toEqual(BYTES);
  });

  it('holds keys with characters that an address or a signature writes otherwise', async () => {
    const odd = await openObjectStore(`s3://${bucket}/r (1)/it's *new*!/é+ü`, {
      ...engine.connection(proxy.endpoint),
      willWrite: true,
    });
    expect(await odd.create('a b&c=d.csv', BYTES, FACTS)).toBe('created');
    await odd.copy('a b&c=d.csv', 'copy~@$,;:.csv', FACTS);
    const { etag = '' } = (await odd.get('copy~@$,;:.csv')) ?? {};
    expect(await odd.replace('copy~@$,;:.csv', Buffer.from('new'), FACTS, etag)).toBe('replaced');
    const held: string[] = [];
    for await (const found of odd.list('')) held.push(`${found.key}: ${(await odd.get(found.key))?.bytes}`);
    expect(held).toEqual(['a b&c=d.csv: figures', 'copy~@$,;:.csv: new']);
    await odd.close();
  });

  it('refuses an upload that was damaged on its way, which is then sent again', async () => {
    const before = store.requests.PUT ?? 0;
    proxy.decide = failingFirst(1, { kind: 'damage-upload' });
    expect(await store.create(key, BYTES, FACTS)).toBe('created');
    expect((store.requests.PUT ?? 0) - before).toBe(2);
    expect((await store.get(key))?.bytes).toEqual(BYTES);
  });

  it.each<[string, Fault]>([
    ['never answers', { kind: 'hang' }],
    ['stops in the middle of an answer', { kind: 'hang-in-body' }],
  ])('that %s ends as an error that says so', async (_, fault) => {
    await store.put(key, BYTES, FACTS);
    const impatient = await open({ timeoutMs: 400, attemptsMax: 2 }, false);
    proxy.decide = () => fault;
    await expect(impatient.get(key)).rejects.toThrow(`s3://${bucket}/p/: GET ${key}: no answer in time (2 attempts)`);
    await impatient.close();
  });

  it('that answers the second attempt has succeeded', async () => {
    const patient = await open({ timeoutMs: 5000 }, false);
    proxy.decide = failingFirst(1, { kind: 'hang' });
    await patient.put(key, BYTES, FACTS);
    await patient.close();
    proxy.decide = null;
    expect((await store.get(key))?.bytes).toEqual(BYTES);
  });

  it('that is down is named in the error, with the operation and the key', async () => {
    const down = await open({ endpoint: 'http://127.0.0.1:1', attemptsMax: 2 }, false);
    const fault = await rejectionOf(down.put(key, BYTES, FACTS));
    expect(fault.name).toBe('StoreError');
    expect(fault.message).toContain(`s3://${bucket}/p/: PUT ${key}: ECONNREFUSED`);
    expect(fault.message).toContain('start the store');
    expect(fault.cause).toBeInstanceOf(Error);
    await down.close();
  });

  it.each([
    ['a wrong secret', { secretAccessKey: 'wrongsecret' }, /403 SignatureDoesNotMatch; the secret key is wrong/],
    ['an unknown access key', { accessKeyId: 'unknownkey' }, /403 InvalidAccessKeyId; the store does not know/],
  ])('that refuses %s is asked only once, and the error contains no credential', async (_, wrong, message) => {
    const refused = await open({ credentials: { ...CREDENTIALS, ...wrong } }, false);
    const before = proxy.requests.length;
    const fault = await rejectionOf(refused.put(key, BYTES, FACTS));
    expect(fault.message).toMatch(message);
    expect(proxy.requests.length).toBe(before + 1);
    expect(inspect(fault, { depth: 9, showHidden: true })).not.toMatch(/testtest|wrongsecret|unknownkey|Credential=/);
    await refused.close();
  });

  it('that does not exist is refused when it is opened', async () => {
    await expect(open({}, true, 'no-such-bucket')).rejects.toThrow(/404 NoSuchBucket; create the bucket first/);
  });

  it('stores the content type and caching of each object, also of a copy', async () => {
    await store.put(key, BYTES, FACTS);
    await store.copy(key, `${key}.copy`, { contentType: 'text/plain', cacheControl: 'no-store' });
    const client = toS3Client(engine.connection());
    const facts = async (Key: string) => {
      const { ContentType, CacheControl } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      return { contentType: ContentType, cacheControl: CacheControl };
    };
    expect(await facts(`p/${key}`)).toEqual(FACTS);
    expect(await facts(`p/${key}.copy`)).toEqual({ contentType: 'text/plain', cacheControl: 'no-store' });
    client.destroy();
  });
});

/** Lets the first attempts of each operation fail. */
function failingFirst(times: number, fault: Fault): Decide {
  const failed = new Map<string, number>();
  return ({ method, target, headers }) => {
    // The SDK names its operation in the query.
    const operation = [method, target.replace(/\?.*/, ''), headers['if-match'], headers['x-amz-copy-source']].join(' ');
    const before = failed.get(operation) ?? 0;
    failed.set(operation, before + 1);
    return before < times ? fault : null;
  };
}

async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  const [result] = await Promise.allSettled([promise]);
  if (result.status === 'fulfilled') throw new Error('the operation should have failed');
  return result.reason as Error;
}
