/** The same attacks on a real bucket. */
import { afterAll, beforeAll, describe } from 'vitest';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { parseBucketAddress } from '../../generator/wire/release/keys.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { copyToBucket } from '../support/servers/bucket.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { type AttackedPlace, attackLaws } from './attack-laws.ts';

let engine: Engine;

describe.skipIf(!engineIsThere)('in a bucket', () => {
  beforeAll(async () => {
    engine = await startEngine('memstore');
  });
  afterAll(() => engine?.kill());

  async function from(folder: string): Promise<AttackedPlace> {
    const target = `s3://${await engine.makeBucket()}/rates`;
    await copyToBucket(folder, parseBucketAddress(target), engine.connection());
    return { target, store: await openObjectStore(target, { ...engine.connection(), willWrite: true }) };
  }

  const run = (words: readonly string[]) => {
    const { RATETREE_SIGNING_KEY: _, ...env } = process.env;
    const place = { RATETREE_S3_ENDPOINT: engine.endpoint, RATETREE_S3_PATH_STYLE: 'true', ...engine.env };
    return runProgram(words, { cwd: freshFolder(), env: { ...env, ...place } });
  };

  attackLaws({ from, run });
});
