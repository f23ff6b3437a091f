/** The documents of nights in a real bucket, where each is an object of its own and a listing has pages. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { calm, DAYS, flagsOf, newDisk, recordings } from '../support/trees/nights-by-command.ts';

const FIVE = recordings(DAYS, calm);
const LIST = readFileSync(join(FIVE, 'ECB', '0.txt'), 'utf8');

describe.skipIf(!engineIsThere)('the documents of a night in a bucket', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine('memstore');
  });
  afterAll(() => engine?.kill());

  /** Beside this process, because the program asks a server that this one has started. */
  async function ratetree(words: readonly string[]) {
    const env = {
      ...process.env,
      ...engine.env,
      RATETREE_S3_ENDPOINT: engine.endpoint,
      RATETREE_S3_PATH_STYLE: 'true',
    };
    const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: freshFolder(), env });
    const said = { out: '', err: '' };
    child.stdout.on('data', (data) => (said.out += data));
    child.stderr.on('data', (data) => (said.err += data));
    const status = await new Promise<number | null>((done) => child.on('close', done));
    return { status, ...said };
  }

  it('are written, found again by why, and deleted by age', async () => {
    const store = `s3://${await engine.makeBucket()}/rates`;
    const night = async (...more: readonly string[]) => {
      const { status, out, err } = await ratetree(flagsOf(store, FIVE, newDisk(), more));
      expect(status, err).toBe(0);
      return JSON.parse(out.trim().split('\n').at(-1) ?? '').documents;
    };
    expect(await night()).toMatchObject({ kept: 1, daysDeleted: 0 });
    const why = ['why', 'ECB', '2026-03-13', 'SEK', '--origin', store, '--document', '-'];
    expect(await ratetree(why)).toMatchObject({ status: 0, out: LIST });
    expect(await night('--keep-raw', '1')).toMatchObject({ kept: 0, daysDeleted: 1 });
    expect(await ratetree(why)).toMatchObject({ status: 1, err: expect.stringContaining('is not kept here') });
  });
});
