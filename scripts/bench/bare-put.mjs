/**
 * The bare loop beside which publish is measured: puts every file of a folder into a bucket, 32 at a time.
 * node scripts/bench/bare-put.mjs FOLDER BUCKET PREFIX ENDPOINT
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const [folder = '', Bucket = '', prefix = '', endpoint = ''] = process.argv.slice(2);
const client = new S3Client({ endpoint, forcePathStyle: true });
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const next = files.values();
await Promise.all(
  Array.from({ length: 32 }, async () => {
    for (const { parentPath, name } of next) {
      const path = join(parentPath, name);
      const Key = `${prefix}/${relative(folder, path)}`;
      await client.send(new PutObjectCommand({ Bucket, Key, Body: await readFile(path) }));
    }
  }),
);
