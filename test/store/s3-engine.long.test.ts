/** The script that starts a real S3 store for developers and CI: what a store of its keeps. */
import { describe, expect, it } from 'vitest';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { engineIsThere, startEngine } from '../support/servers/engine.ts';

describe('scripts/dev/s3-engine', () => {
  it.skipIf(!engineIsThere)('keeps acknowledged objects in a bluestore after kill -9', async () => {
    const engine = await startEngine('bluestore');
    const target = `s3://${await engine.makeBucket()}/rates`;
    const open = (willWrite: boolean) => openObjectStore(target, { ...engine.connection(), willWrite });
    const keys = Array.from({ length: 20 }, (_, place) => `objects/1/${place}.json`);
    try {
      const before = await open(true);
      const facts = { contentType: 'application/json', cacheControl: 'no-store' };
      await Promise.all(keys.map((key) => before.create(key, Buffer.from(key), facts)));
      await before.close();
      await engine.kill();
      await engine.restart();
      const after = await open(false);
      const held = await Promise.all(keys.map(async (key) => (await after.get(key))?.bytes.toString()));
      await after.close();
      expect(held).toEqual(keys);
    } finally {
      await engine.kill();
    }
  });
});
