import { expect, it } from 'vitest';
import { openFolderStore } from '../../generator/release/store/folder.ts';
import { objectsOf } from '../../generator/release/store/store.ts';
import { httpSource } from '../../generator/release/verify/address.ts';
import { folderSource } from '../../generator/release/verify/source.ts';
import { toDispatcher } from '../../generator/sources/feeds/net/dispatcher.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { httpObjects } from '../../server/trees/origin.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { listen } from '../support/servers/loopback.ts';
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

it.each([
  ['a gateway', (url: string) => plainObjects(httpObjects({ url, timeoutMs: 5000 }))],
  ['verify', (url: string) => httpSource(url, { userAgent: 'test', dispatcher: toDispatcher({}) })],
] as const)('an address that answers without end is left by %s', async (_, open) => {
  const part = Buffer.alloc(1024 * 1024);
  const { url } = await listen((_request, answer) => {
    const more = () => {
      while (answer.write(part));
    };
    answer.on('drain', more).on('error', () => {});
    more();
  });
  const source = open(url);
  await expect(source.read('current.json')).rejects.toThrow(/more than \d+ bytes|cannot be read/);
});
