/** A gateway is started again over a store into which somebody has put an earlier signed pointer, or that nobody signs any more. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { generateRelease, ours } from '../support/trees/releases.ts';

const trees = [await generateRelease(1), await generateRelease(2)] as const;

/** A store with two releases that were signed now, so that only the sequence tells them apart. */
async function twoReleases() {
  const folder = freshFolder();
  const keyFile = join(folder, 'publisher.pub');
  writeFileSync(keyFile, ours.pem);
  const store = new ReleaseFolder(join(folder, 'store'), ours.signer, new Date());
  await store.publish(trees[0]);
  const old = store.read('current.json');
  await store.publish(trees[1]);
  const sequenceFile = join(folder, 'sequence');
  const env = {
    RATETREE_ORIGIN: store.dir,
    RATETREE_PUBLIC_KEYS: keyFile,
    RATETREE_DEMO_KEY: DEMO_KEY,
    RATETREE_POLL_MS: '50',
    RATETREE_DRAIN_MS: '0',
    RATETREE_ADMIN_PORT: '0',
    PORT: '0',
  };
  return { store, old, env, sequenceFile, remembering: { ...env, RATETREE_SEQUENCE_FILE: sequenceFile } };
}

/** The number in the file. Its line has the store, too. */
function kept(file: string): string {
  return /^(\d+) [0-9a-f]{16}\n$/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'no such line';
}

/** Runs a gateway until it has been asked once, and kills it as a crash does. */
async function askOnce(env: Readonly<Record<string, string>>) {
  const { child, says, ended, heard } = startGateway(env);
  const [, address] = await says(/gateway at (\S+)/);
  const { statusCode, headers, body } = await request(`${address}/v1/latest`, {
    headers: { 'subscription-key': DEMO_KEY },
  });
  await body.dump();
  child.kill('SIGKILL');
  await ended;
  return { status: statusCode, release: headers['ratetree-release'], said: heard.err };
}

describe('an earlier signed pointer that was put back', () => {
  it('is refused by a gateway that is started again, and the file says what was served', async () => {
    const { store, old, remembering, sequenceFile } = await twoReleases();
    const newest = store.manifests[1]?.root.release;
    expect(await askOnce(remembering)).toMatchObject({ status: 200, release: newest });
    expect(kept(sequenceFile)).toBe('2');
    store.write('current.json', old);
    const again = await askOnce(remembering);
    expect(again.status).toBe(503);
    expect(again.said).toContain(`its sequence is 1, and ${sequenceFile} has 2: an old one shown again?`);
    expect(kept(sequenceFile)).toBe('2');
    store.point();
    expect(await askOnce(remembering)).toMatchObject({ status: 200, release: newest });
    expect(kept(sequenceFile)).toBe('3');
  });

  it('is refused where our key signed it for another store, until the operator says that the store is new', async () => {
    const { store, remembering, sequenceFile } = await twoReleases();
    const newest = store.manifests[1]?.root.release;
    await askOnce(remembering);
    store.point({ store: 'f'.repeat(16), sequence: 400 });
    const refused = await askOnce(remembering);
    expect(refused.status).toBe(503);
    expect(refused.said).toContain(`it is of the store ${'f'.repeat(16)}, and ${sequenceFile} has `);
    expect(kept(sequenceFile)).toBe('2');
    writeFileSync(sequenceFile, '400');
    expect(await askOnce(remembering)).toMatchObject({ status: 200, release: newest });
    expect(readFileSync(sequenceFile, 'utf8')).toBe(`400 ${'f'.repeat(16)}\n`);
  });

  it('is served once the operator has lowered the number or removed the file', async () => {
    const { store, old, remembering, sequenceFile } = await twoReleases();
    await askOnce(remembering);
    store.write('current.json', old);
    writeFileSync(sequenceFile, '1');
    const first = store.manifests[0]?.root.release;
    expect(await askOnce(remembering)).toMatchObject({ status: 200, release: first });
    rmSync(sequenceFile);
    expect(await askOnce(remembering)).toMatchObject({ status: 200, release: first });
    expect(kept(sequenceFile)).toBe('1');
  });

  it('writes the file as a whole, at each new sequence', async () => {
    const { store, remembering, sequenceFile } = await twoReleases();
    const { child, says, ended } = startGateway(remembering);
    await says(/gateway at/);
    for (let sequence = 3; sequence <= 5; sequence++) {
      store.point();
      while (kept(sequenceFile) !== `${sequence}`) {
        expect(kept(sequenceFile)).toMatch(/^\d$/);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    child.kill('SIGKILL');
    await ended;
  });

  it('is not served where the file is damaged, which is named and left as it is', async () => {
    const { remembering, sequenceFile } = await twoReleases();
    writeFileSync(sequenceFile, '');
    const { ended, heard } = startGateway(remembering);
    expect(await ended).toEqual([1, null]);
    expect(heard.err).toContain(`RATETREE_SEQUENCE_FILE names ${sequenceFile}, which is damaged: it holds ""`);
    expect(readFileSync(sequenceFile, 'utf8')).toBe('');
  });

  it('needs a file that can be written, and public keys', async () => {
    const { env, sequenceFile } = await twoReleases();
    const nowhere = join(sequenceFile, 'in', 'no', 'folder');
    const unwritable = startGateway({ ...env, RATETREE_SEQUENCE_FILE: nowhere });
    expect(await unwritable.ended).toEqual([1, null]);
    expect(unwritable.heard.err).toContain(
      `RATETREE_SEQUENCE_FILE names ${nowhere}, which cannot be written: there is no folder `,
    );
    const { RATETREE_PUBLIC_KEYS: _, ...unsigned } = { ...env, RATETREE_SEQUENCE_FILE: sequenceFile };
    const trusting = startGateway(unsigned);
    expect(await trusting.ended).toEqual([1, null]);
    expect(trusting.heard.err).toContain('RATETREE_SEQUENCE_FILE needs RATETREE_PUBLIC_KEYS');
    expect(existsSync(sequenceFile)).toBe(false);
  });

  it('leaves the number alone if a stranger signs a high one', async () => {
    const { store, remembering, sequenceFile } = await twoReleases();
    await askOnce(remembering);
    store.point({ sequence: 9999 }, newKeys().signer);
    expect((await askOnce(remembering)).status).toBe(503);
    expect(kept(sequenceFile)).toBe('2');
  });
});

describe('a signed pointer that has expired', () => {
  it('is refused at a start, which waits for a new one, and is served if the operator says so', async () => {
    const { store, env } = await twoReleases();
    store.point({}, ours.signer, new Date(Date.now() - 9 * 86_400_000));
    const refused = await askOnce(env);
    expect(refused.status).toBe(503);
    expect(refused.said).toMatch(/it expired at 20\S+Z: run a night, or set RATETREE_SERVE_EXPIRED=true/);
    expect((await askOnce({ ...env, RATETREE_SERVE_EXPIRED: 'true' })).status).toBe(200);

    const { says, child, ended } = startGateway(env);
    const [, address] = await says(/gateway at (\S+)/);
    store.point({}, ours.signer, new Date());
    await says(/release \w+ of \S+ answers/);
    const { statusCode } = await request(`${address}/v1/latest`, { headers: { 'subscription-key': DEMO_KEY } });
    expect(statusCode).toBe(200);
    child.kill('SIGKILL');
    await ended;
  });

  it('stops no gateway that is running', async () => {
    const { store, env } = await twoReleases();
    const { says, child, ended, heard } = startGateway(env);
    const [, address] = await says(/gateway at (\S+)/);
    store.point({}, ours.signer, new Date(Date.now() - 9 * 86_400_000));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { statusCode } = await request(`${address}/v1/latest`, { headers: { 'subscription-key': DEMO_KEY } });
    expect([statusCode, heard.err]).toEqual([200, expect.not.stringContaining('refused')]);
    child.kill('SIGKILL');
    await ended;
  });
});
