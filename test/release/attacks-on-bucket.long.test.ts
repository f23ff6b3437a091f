/** The same attacks on a real bucket. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe } from 'vitest';
import { toS3Client } from '../../generator/kit/s3-client.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { parseBucketAddress } from '../../generator/wire/release/keys.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { copyToBucket } from '../support/servers/bucket.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { type AttackedPlace, attackLaws } from './attack-laws.ts';

let engine: Engine;
/** Folder → the bucket that was filled from it, and the tags of what it held then. */
const filled = new Map<string, { readonly target: string; readonly tags: ReadonlyMap<string, string> }>();
const FACTS = { contentType: 'application/json', cacheControl: '' };

async function tagsIn(target: string): Promise<ReadonlyMap<string, string>> {
  const { bucket, prefix } = parseBucketAddress(target);
  const client = toS3Client(engine.connection());
  const tags = new Map<string, string>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    for (const { Key = '', ETag = '' } of Contents) tags.set(Key.slice(prefix.length), ETag);
  client.destroy();
  return tags;
}

describe.skipIf(!engineIsThere)('in a bucket', () => {
  beforeAll(async () => {
    engine = await startEngine('memstore');
  });
  afterAll(() => engine?.kill());

  async function from(folder: string): Promise<AttackedPlace> {
    const known = filled.get(folder);
    const target = known?.target ?? `s3://${await engine.makeBucket()}/rates`;
    const store = await openObjectStore(target, { ...engine.connection(), willWrite: true });
    if (known === undefined) {
      await copyToBucket(folder, parseBucketAddress(target), engine.connection());
      filled.set(folder, { target, tags: await tagsIn(target) });
    } else {
      // What the attack before has left is undone: to fill a bucket takes longer than an attack.
      const left = await tagsIn(target);
      await store.delete([...left.keys()].filter((key) => !known.tags.has(key)));
      for (const [key, tag] of known.tags)
        if (left.get(key) !== tag) await store.put(key, readFileSync(join(folder, key)), FACTS);
    }
    return { target, store };
  }

  const run = (words: readonly string[]) => {
    const { RATETREE_SIGNING_KEY: _, ...env } = process.env;
    const place = { RATETREE_S3_ENDPOINT: engine.endpoint, RATETREE_S3_PATH_STYLE: 'true', ...engine.env };
    return runProgram(words, { cwd: freshFolder(), env: { ...env, ...place } });
  };

  attackLaws({ from, run });
});
