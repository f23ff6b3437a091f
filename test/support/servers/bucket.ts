/** Uploads a folder laid out like a bucket to a bucket, the pointer last. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { concurrently } from '../../../generator/kit/items.ts';
import { type BucketConnection, toS3Client } from '../../../generator/kit/s3-client.ts';
import type { BucketAddress } from '../../../generator/wire/release/keys.ts';
import { POINTER_KEY } from '../../../generator/wire/release/pointer.ts';

const PUTS_AT_ONCE = 16;

export async function copyToBucket(
  folder: string,
  address: BucketAddress,
  connection: BucketConnection,
): Promise<void> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const keys = names.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const content = keys.filter((key) => key !== POINTER_KEY && !/^(v1|ecb)\//.test(key));
  await putObjects(folder, content, address, connection);
  await putObjects(folder, [POINTER_KEY], address, connection);
}

async function putObjects(
  folder: string,
  keys: readonly string[],
  { bucket, prefix }: BucketAddress,
  connection: BucketConnection,
): Promise<void> {
  const client = toS3Client(connection);
  // All at once would wait for a connection longer than they may.
  await concurrently(keys, PUTS_AT_ONCE, async (key) => {
    const Body = readFileSync(join(folder, key));
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}${key}`, Body }));
  });
  client.destroy();
}
