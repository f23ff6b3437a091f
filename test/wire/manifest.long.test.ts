/** The manifest of the whole embedded tree, asked for each of its files. */
import { expect, it } from 'vitest';
import { embeddedTree } from '../support/trees/embedded.ts';
import { missedOf } from '../support/trees/manifests.ts';
import { releasedIn } from '../support/trees/release-folder.ts';
import { readTree } from '../support/trees/trees.ts';

it('every file is found by its path, by four reads at most', async () => {
  const tree = await embeddedTree();
  const files = readTree(tree);
  expect(await missedOf(files, releasedIn(tree))).toEqual([]);
  expect(files.size).toBeGreaterThan(7000);
});
