import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderObjectStore, openFolderStore } from '../../generator/release/store/folder.ts';
import { objectsOf, StoreError } from '../../generator/release/store/store.ts';
import { httpSource } from '../../generator/release/verify/address.ts';
import { folderSource } from '../../generator/release/verify/source.ts';
import { toDispatcher } from '../../generator/sources/feeds/net/dispatcher.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { httpObjects } from '../../server/trees/origin.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { listen, slowly, withoutEnd } from '../support/servers/loopback.ts';
import { plainObjects, readerLaws } from './reader-laws.ts';

const address = async (folder: string) => (await serveFolder(folder)).url;

readerLaws([
  ['a folder, as a gateway reads it', async (folder) => plainObjects(folderObjects(folder))],
  ['a folder, as a publisher reads it', async (folder) => objectsOf(await openFolderStore(folder, false))],
  ['a folder, as verify reads it', async (folder) => folderSource(folder)],
  [
    'an address, as a gateway reads it',
    async (folder) => plainObjects(httpObjects({ url: await address(folder), timeoutMs: 5000 })),
  ],
  ['an address, as verify reads it', async (folder) => httpSource(await address(folder), { userAgent: 'test' })],
]);

const TIMEOUT_MS = 100;

describe.each([
  ['a gateway', (url: string) => plainObjects(httpObjects({ url, timeoutMs: 5000 }))],
  ['verify', (url: string) => httpSource(url, { userAgent: 'test', dispatcher: toDispatcher({}) })],
] as const)('an address that answers without end is left by %s', (_, open) => {
  it('for its bytes', async () => {
    const { url } = await listen(withoutEnd);
    await expect(open(url).read('current.json')).rejects.toThrow(/more than \d+ bytes|cannot be read/);
  });
});

describe.each([
  ['a gateway', (url: string) => plainObjects(httpObjects({ url, timeoutMs: TIMEOUT_MS }))],
  ['verify', (url: string) => httpSource(url, { userAgent: 'test', timeoutMs: TIMEOUT_MS })],
] as const)('an address that keeps %s waiting is left', (_, open) => {
  it.each([
    ['a byte now and then', slowly],
    ['an error without end', (request: IncomingMessage, answer: ServerResponse) => withoutEnd(request, answer, 500)],
  ])('by %s', async (_kind, answer) => {
    const { url } = await listen(answer);
    await expect(open(url).read('current.json')).rejects.toThrow(/cannot be read|status 500/);
  });
});

it.each([
  ['a gateway', (folder: string) => plainObjects(folderObjects(folder))],
  ['a publisher', (folder: string) => objectsOf(new FolderObjectStore(folder, Date.now))],
  ['verify', folderSource],
] as const)('a pipe or an endless file in the place of an object does not hold %s', async (_, open) => {
  const folder = freshFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  symlinkSync('/dev/zero', join(folder, 'endless'));
  writeFileSync(join(folder, 'large'), '');
  truncateSync(join(folder, 'large'), 65 * 1024 * 1024);
  for (const key of ['pipe', 'endless', 'large']) await expect(open(folder).read(key), key).rejects.toThrow(StoreError);
});
