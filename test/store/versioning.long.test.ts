/** A bucket with versioning, as docs/first-week.md asks for: what somebody deletes or overwrites can be brought back. */
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toS3Client } from '../../generator/kit/s3-client.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { fileKey } from '../../generator/wire/release/keys.ts';
import { POINTER_KEY } from '../../generator/wire/release/pointer.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';

const PREFIX = 'rates/';
const RELEASED = fileKey('v1/latest/ECB/EUR.json' as TreePath, hashOf('released'));
const FACTS = { contentType: 'application/json', cacheControl: 'no-store' };

describe.skipIf(!engineIsThere)('in a bucket with versioning', () => {
  let engine: Engine;
  let client: S3Client;
  let bucket = '';
  beforeAll(async () => {
    engine = await startEngine();
    bucket = await engine.makeBucket();
    client = toS3Client(engine.connection());
    const status = { Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } } as const;
    await client.send(new PutBucketVersioningCommand(status));
    expect(await client.send(new GetBucketVersioningCommand({ Bucket: bucket }))).toMatchObject({ Status: 'Enabled' });
    const store = await openObjectStore(`s3://${bucket}/${PREFIX}`, { ...engine.connection(), willWrite: true });
    await store.create(RELEASED, Buffer.from('released'), FACTS);
    const first = await store.replace(POINTER_KEY, Buffer.from('pointer 1'), FACTS, null);
    expect(first).toBe('replaced');
    const etag = (await store.get(POINTER_KEY))?.etag ?? null;
    expect(await store.replace(POINTER_KEY, Buffer.from('pointer 2'), FACTS, etag)).toBe('replaced');
    await store.close();
  });
  afterAll(async () => {
    client.destroy();
    await engine.stop();
  });

  const versionsOf = async (key: string) => {
    const listed = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: PREFIX + key }));
    return { markers: listed.DeleteMarkers ?? [], versions: listed.Versions ?? [] };
  };
  const textOf = async (key: string, version?: string) => {
    const got = await client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: PREFIX + key,
        ...(version === undefined ? {} : { VersionId: version }),
      }),
    );
    return got.Body?.transformToString();
  };

  it.each([
    [RELEASED, 'released'],
    [POINTER_KEY, 'pointer 2'],
  ])('%s is there again once the mark of its deletion is removed', async (key, text) => {
    const own = { Bucket: bucket, Key: PREFIX + key };
    await client.send(new DeleteObjectCommand(own));
    await expect(textOf(key)).rejects.toThrow(expect.objectContaining({ name: 'NoSuchKey' }));
    const { markers } = await versionsOf(key);
    for (const { VersionId } of markers) await client.send(new DeleteObjectCommand({ ...own, VersionId }));
    expect(await textOf(key)).toBe(text);
  });

  it('the pointers before the newest one can be read', async () => {
    const { versions } = await versionsOf(POINTER_KEY);
    const texts = await Promise.all(versions.map(({ VersionId }) => textOf(POINTER_KEY, VersionId)));
    expect(texts).toEqual(['pointer 2', 'pointer 1']);
  });

  it('what was overwritten is there again once its old version is written', async () => {
    const own = { Bucket: bucket, Key: PREFIX + RELEASED };
    await client.send(new PutObjectCommand({ ...own, Body: 'damaged' }));
    const { versions } = await versionsOf(RELEASED);
    const [, good] = versions;
    await client.send(new PutObjectCommand({ ...own, Body: (await textOf(RELEASED, good?.VersionId)) ?? '' }));
    expect(await textOf(RELEASED)).toBe('released');
  });
});
