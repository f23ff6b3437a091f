/** The commands that answer questions, over releases in a real bucket. */
import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/kit/program.ts';
import { copyToBucket } from '../support/servers/bucket.ts';
import { engineIsThere, startEngine } from '../support/servers/engine.ts';
import { generateRelease, publishAll } from '../support/trees/releases.ts';

// engine.ts prints a line when these tests are skipped.
describe.skipIf(!engineIsThere)('a bucket', async () => {
  if (!engineIsThere) return;
  const engine = await startEngine();
  afterAll(() => engine.stop());

  it('answers a question as the folder does that was copied into it', async () => {
    const folder = await publishAll([await generateRelease(1)]);
    const bucket = await engine.makeBucket();
    await copyToBucket(folder.dir, { bucket, prefix: 'rates/' }, engine.connection());
    const ask = (origin: string, ...words: readonly string[]) => {
      const own = {
        RATETREE_S3_ENDPOINT: engine.endpoint,
        RATETREE_S3_PATH_STYLE: 'true',
        RATETREE_S3_REGION: 'us-east-1',
      };
      const env = { ...process.env, ...engine.env, ...own };
      return execFileSync(process.execPath, [PROGRAM, ...words, '--origin', origin], { env, encoding: 'latin1' });
    };
    const latest = ['latest', 'USD', '--provider', 'ECB', '--json'];
    expect(ask(folder.dir, ...latest)).toMatch(
      /^\{"provider":"ECB","date":"[\d-]+","base":"EUR","exchangeRates":\{"USD":/,
    );
    expect(ask(`s3://${bucket}/rates`, ...latest)).toBe(ask(folder.dir, ...latest));
    for (const format of ['csv', 'parquet']) {
      const exported = ['export', '--format', format, '--currencies', 'JPY,USD'];
      expect(ask(folder.dir, ...exported).length).toBeGreaterThan(200);
      expect(ask(`s3://${bucket}/rates`, ...exported)).toBe(ask(folder.dir, ...exported));
    }
  });
});
