/**
 * One tree has the same answers, byte for byte, wherever it lies: on a disk, behind HTTP, published, or in a bucket.
 */
import { describe, expect, it } from 'vitest';
import { type Origin, openStore } from '../../server/trees/open.ts';
import { gatewayOver, type Reply } from '../support/servers/gateway.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { generateRelease, ours, publishAll, QUESTIONS } from '../support/trees/releases.ts';

export interface Published {
  readonly tree: string;
  /** The tree of another release and then this one. */
  readonly folder: ReleaseFolder;
}

/** Generates and publishes for the test file that calls it. */
export async function publishTwo(): Promise<Published> {
  const tree = await generateRelease(1);
  return { tree, folder: await publishAll([await generateRelease(2), tree]) };
}

const REFUSED = ['/v1/latest?base=ZZZ&format=csv', '/v1/historical?date=1999-01-01', '/v1/convert?amount=1&to=AFN'];
const LISTS = ['/v1/currencies', '/v1/providers?format=xml', '/v1/currencies?code=USD,CHF&format=csv&header=true'];
const ASKED: readonly string[] = [...QUESTIONS, ...LISTS, ...REFUSED];

export const directory = (path: string): Origin => ({ kind: 'directory', path });

async function replies(origin: Origin, released: boolean): Promise<readonly Reply[]> {
  const store = await openStore(origin, { timeoutMs: 5000, trusted: released ? ours.trusted : null });
  const { ask } = await gatewayOver(store);
  const first = await Promise.all(ASKED.map((url) => ask(url)));
  const second = await Promise.all(ASKED.map((url) => ask(url))); // from memory
  expect(second).toEqual(first);
  await store.close();
  return first;
}

/** A name, what opens the place, and whether a pointer names a release there. */
export type Place = readonly [name: string, open: () => Promise<Origin>, released: boolean];

export function placeLaws({ tree, folder }: Published, places: readonly Place[]): void {
  describe.each(places)('%s', (_, open, released) => {
    it('gives the very answers that the tree on a disk gives, headers and all', async () => {
      const expected = await replies(directory(tree), false);
      const found = await replies(await open(), released);
      for (const [place, url] of ASKED.entries()) expect(found[place], url).toEqual(expected[place]);
      expect(found.map(({ status }) => status)).toEqual(ASKED.map((url) => (REFUSED.includes(url) ? 400 : 200)));
    });
  });

  describe.each(places.filter(([, , released]) => released))('%s', (_, open) => {
    it('is taken without keys too, as what it is', async () => {
      const store = await openStore(await open(), { timeoutMs: 5000, trusted: null });
      const found = await store.current();
      expect(found?.root).toBe(folder.manifests.at(-1)?.rootHash);
      expect(store.following().pointer?.sequence).toBe(2);
      await store.close();
    });
  });
}
