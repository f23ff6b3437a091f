/**
 * Makes a bucket from which everybody may read what is published: node make-bucket.mjs PACKAGE BUCKET. PACKAGE is the
 * folder of the program, whose client is used. It is safe to run it twice.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [folder, Bucket] = process.argv.slice(2);
const { CreateBucketCommand, PutBucketCorsCommand, PutBucketPolicyCommand, S3Client } = createRequire(
  `${folder}/package.json`,
)('@aws-sdk/client-s3');
const { RATETREE_S3_ENDPOINT: endpoint, RATETREE_S3_PATH_STYLE } = process.env;
const client = new S3Client({ endpoint, forcePathStyle: RATETREE_S3_PATH_STYLE === 'true' });
const read = (name) => readFileSync(new URL(`../bucket/${name}`, import.meta.url), 'utf8');

try {
  await client.send(new CreateBucketCommand({ Bucket }));
} catch (error) {
  if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
}
await client.send(new PutBucketPolicyCommand({ Bucket, Policy: read('policy.json') }));
await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: JSON.parse(read('cors.json')) }));
console.log(`the bucket ${Bucket} is there, and what is published in it may be read by everybody`);
