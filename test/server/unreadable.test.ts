/** A release that the gateway cannot read: the last good one answers, and health and metrics count and name the other. */

import { describe, expect, it } from 'vitest';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { createAdmin } from '../../server/watch/admin.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { type GatewayUnderTest, gatewayOver, withReads } from '../support/servers/gateway.ts';
import { listen } from '../support/servers/loopback.ts';
import { diskStore } from '../support/servers/stores.ts';
import { keysIn } from '../support/trees/manifests.ts';
import { copyOf, generateRelease, ours, publishAll } from '../support/trees/releases.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const healthOf = async ({ catalogue, metricsText }: GatewayUnderTest) => {
  const release = () => catalogue.current?.release.release ?? null;
  const unreadable = () => catalogue.unreadable;
  const admin = createAdmin({ release, unreadable, isStopping: () => false, metricsText });
  const { url } = await listen((request, response) => admin.emit('request', request, response));
  const answer = await fetch(`${url}/healthz`);
  return { httpStatus: answer.status, ...((await answer.json()) as object) };
};

const metricsOf = ({ metricsText }: GatewayUnderTest) =>
  metricsText()
    .split('\n')
    .filter((line) => line.startsWith('ratetree_unreadable'));

const withoutReferences = (text: string) => JSON.stringify({ ...JSON.parse(text), references: [] });

describe('a release in which', () => {
  it.each([
    ['an index has no reference currency', 'index/GLOBAL.json', withoutReferences],
    ['an index is truncated', 'index/NBU.json', (text: string) => text.slice(0, -10)],
    ['an index is missing', 'index/NBU.json', null],
    ['the list of currencies is of another form', 'v1/currencies.json', () => '{}'],
    ['the list of providers is empty bytes', 'v1/providers.json', () => ''],
  ])('%s does not answer, and is counted once and named until it can be read', async (_, path, damage) => {
    const tree = writeSmallTree();
    const gateway = await gatewayOver(diskStore(tree));
    const before = await gateway.ask('/v1/latest');
    expect(metricsOf(gateway)).toEqual(['ratetree_unreadable_releases_total 0']);

    const first = releaseIn(tree);
    const change = (files: Map<string, string | Buffer>) => {
      if (damage === null) files.delete(path);
      else files.set(path, damage(`${files.get(path)}`));
    };
    const broken = releaseIn(writeSmallTree(tree, { dollars: '1.25', change }));
    for (let times = 0; times < 2; times++) expect(await gateway.catalogue.refresh()).toBe(false);
    expect(await gateway.ask('/v1/latest')).toEqual(before);
    expect(metricsOf(gateway)).toEqual([
      'ratetree_unreadable_releases_total 1',
      `ratetree_unreadable_release_info{release="${broken}",date="2026-03-13"} 1`,
    ]);
    expect(await healthOf(gateway)).toEqual({
      httpStatus: 200,
      status: 'an older release answers, because the newest one cannot be read',
      release: first,
      unreadable: { release: broken, reason: expect.stringContaining(path) },
    });
    expect(gateway.said.at(-1)).toContain(`release ${broken} of 2026-03-13 cannot be read: `);

    const next = releaseIn(writeSmallTree(tree, { dollars: '1.25' }));
    expect(await gateway.catalogue.refresh()).toBe(true);
    expect((await gateway.ask('/v1/latest')).text).toContain('"USD":1.25');
    expect(metricsOf(gateway)).toEqual(['ratetree_unreadable_releases_total 1']);
    expect(await healthOf(gateway)).toEqual({ httpStatus: 200, status: 'ok', release: next });
  });
});

it('a gateway that has never read a release is not ready, and names the one that it cannot read', async () => {
  const change = (files: Map<string, string | Buffer>) => files.set('index/GLOBAL.json', '{}');
  const tree = writeSmallTree(freshFolder(), { change });
  const health = await healthOf(await gatewayOver(diskStore(tree)));
  const unreadable = { release: releaseIn(tree), reason: expect.stringContaining('index/GLOBAL.json') };
  expect(health).toEqual({ httpStatus: 503, status: 'no release has been read yet', release: null, unreadable });
});

describe('of a release whose indexes can be read, and whose tables', () => {
  /** @param lost the folder of tables that are lost */
  const healthAfter = async (lost: string) => {
    const folder = copyOf(await publishAll([await generateRelease(1)]));
    const release = folder.manifests[0]?.root.release ?? '';
    for (const [path, key] of await keysIn(folder.dir)) if (path.startsWith(lost)) folder.remove(key);
    const gateway = await gatewayOver(new ReleaseStore(folderObjects(folder.dir), ours.trusted));
    return { release, health: await healthOf(gateway) };
  };

  it('cannot, no rate can be told, so that a gateway is not ready', async () => {
    const { release, health } = await healthAfter('tables/');
    const unreadable = {
      release,
      reason: expect.stringMatching(/tables\/\w+\/2026\/2026-03-13.csv \(objects\/\S+\) is missing/),
    };
    expect(health).toEqual({ httpStatus: 503, status: 'no release has been read yet', release: null, unreadable });
  });

  it('can be read of one bank, that bank is answered', async () => {
    const { release, health } = await healthAfter('tables/GLOBAL/');
    expect(health).toEqual({ httpStatus: 200, status: 'ok', release });
  });
});

it('a store that is down makes no release unreadable', async () => {
  const down = withReads(diskStore(writeSmallTree()), () => Promise.reject(new StoreError('down')));
  const gateway = await gatewayOver(down);
  expect(metricsOf(gateway)).toEqual(['ratetree_unreadable_releases_total 0']);
  expect(gateway.catalogue.unreadable).toBeNull();
});
