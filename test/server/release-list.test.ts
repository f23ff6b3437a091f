/** `/v1/releases.csv`: the list of releases of a store, which the gateway passes on beside the documents of its tree. */

import { beforeAll, describe, expect, it } from 'vitest';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import type { ReleaseFolder } from '../support/trees/release-folder.ts';
import { generateRelease, ours, publishAll } from '../support/trees/releases.ts';

const PATH = '/v1/releases.csv';
const LIST = 'v1/releases.csv';

let trees: readonly string[];
beforeAll(async () => {
  trees = [await generateRelease(1), await generateRelease(2)];
});

const gatewayOf = ({ dir }: ReleaseFolder, nowMs = () => NOON_MS) =>
  gatewayOver(new ReleaseStore(folderObjects(dir), ours.trusted), { nowMs });

describe('the list of releases behind a gateway', () => {
  it('is the one of the store, for whoever may read the documents', async () => {
    const folder = await publishAll(trees);
    const { ask } = await gatewayOf(folder);
    const { status, text, headers } = await ask(PATH);
    expect([status, text]).toEqual([200, `${folder.read(LIST)}`]);
    expect(text.split('\r\n').map((line) => line.split(',').at(-1))).toEqual(['inForce', 'false', 'true', '']);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'cache-control': 'private, max-age=60',
      'ratetree-release': folder.manifests.at(-1)?.root.release,
    });
    expect((await ask(PATH, { headers: {} })).status).toBe(401);
    expect((await ask(PATH, { headers: { 'subscription-key': 'never-given' } })).status).toBe(401);
    expect((await ask(`${PATH}?date=2026-03-13`)).text).toContain('1104');
  });

  it('is seen again soon after it changes, although the release stays the same', async () => {
    const folder = await publishAll(trees);
    let nowMs = NOON_MS;
    const { ask } = await gatewayOf(folder, () => nowMs);
    const [header, , newer] = (await ask(PATH)).text.split('\r\n');
    const pruned = [header, newer, ''].join('\r\n');
    folder.write(LIST, pruned);
    expect((await ask(PATH)).text).not.toBe(pruned);
    nowMs += 30_000;
    expect((await ask(PATH)).text).toBe(pruned);
  });

  it.each<[string, (folder: ReleaseFolder) => void]>([
    ['that is not there', (folder) => folder.remove(LIST)],
    ['that is cut off', (folder) => folder.write(LIST, folder.read(LIST).subarray(0, -9))],
    ['that is something else', (folder) => folder.write(LIST, '<script>\r\n')],
  ])('%s is no document', async (_, harm) => {
    const folder = await publishAll(trees);
    harm(folder);
    const { status, text } = await (await gatewayOf(folder)).ask(PATH);
    expect([status, JSON.parse(text).errorCode]).toEqual([404, 1404]);
  });

  it('is no document of a tree that was not published', async () => {
    const { ask } = await gatewayOver(diskStore(trees[0] ?? ''));
    expect((await ask(PATH)).status).toBe(404);
  });
});
