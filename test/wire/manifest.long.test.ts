/** The manifest of the whole embedded tree, asked for each of its files. */
import { expect, it } from 'vitest';
import { toManifest } from '../../generator/release/objects/build-manifest.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { missedOf } from '../support/trees/manifests.ts';
import { readTree } from '../support/trees/trees.ts';

it('every file is found by its path, by four reads at most', async () => {
  const tree = await embeddedTree();
  const paths = [...readTree(tree).keys()];
  expect(await missedOf(paths, tree, await toManifest(await openGenerated(tree), null, []))).toEqual([]);
  expect(paths.length).toBeGreaterThan(7000);
}, 240_000);
