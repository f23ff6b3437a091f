/** Objects on HTTP servers of all kinds and on a disk: with tags and without, open and closed, working and failing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { httpObjects } from '../../server/trees/origin.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { inTurn, listen, status } from '../support/servers/loopback.ts';

const KEY = 'current.json';
const TIMEOUT_MS = 20_000;
const tagged = () =>
  listen((request, response) => {
    const isKnown = request.headers['if-none-match'] === '"one"';
    response.writeHead(isKnown ? 304 : 200, isKnown ? {} : { etag: '"one"' }).end(isKnown ? '' : 'text');
  });

describe('an object on an HTTP server', () => {
  it('has a tag, by which it is found unchanged, even by a 304 without headers', async () => {
    const objects = httpObjects({ url: (await tagged()).url, timeoutMs: TIMEOUT_MS });
    expect(await objects.get(KEY, null)).toEqual({ bytes: Buffer.from('text'), etag: '"one"' });
    expect(await objects.get(KEY, '"one"')).toBe('unchanged');
    expect(await objects.get(KEY, '"two"')).toEqual({ bytes: Buffer.from('text'), etag: '"one"' });
  });

  it('that has no tag is read again', async () => {
    const { url } = await listen(status(200, {}, 'text'));
    expect(await httpObjects({ url, timeoutMs: TIMEOUT_MS }).get(KEY, null)).toEqual({
      bytes: Buffer.from('text'),
      etag: null,
    });
  });

  it.each([404, 410, 403])('with status %i is not there', async (code) => {
    const { url } = await listen(status(code));
    expect(await httpObjects({ url, timeoutMs: TIMEOUT_MS }).get(KEY, null)).toBeNull();
  });

  it.each([
    ['status 304 without a tag that was sent', status(304)],
    ['status 401', status(401)],
    ['status 503', status(503)],
    ['a redirect', status(302, { location: 'http://127.0.0.1:1/' })],
    ['nothing', () => {}],
    ['half an answer', status(200, { 'content-length': '100' }, 'half')],
  ])('of which %s is all that comes is down', async (_, answer) => {
    const objects = httpObjects({ url: (await listen(answer)).url, timeoutMs: 100 });
    await expect(objects.get(KEY, null)).rejects.toThrow(StoreError);
  });

  it('is down if nobody listens, but not if the second attempt succeeds', async () => {
    await expect(httpObjects({ url: 'http://127.0.0.1:9', timeoutMs: 100 }).get(KEY, null)).rejects.toThrow(StoreError);
    const { url, asked } = await listen(inTurn(status(503), status(200, {}, 'rates')));
    const found = await httpObjects({ url, timeoutMs: TIMEOUT_MS }).get(KEY, null);
    expect(found).toEqual({ bytes: Buffer.from('rates'), etag: null });
    expect(asked).toEqual(['GET /current.json', 'GET /current.json']);
  });
});

it('an object on a disk is not there below a file, and down where a folder is in its place', async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, KEY));
  expect(await folderObjects(folder).get('file/below', null)).toBeNull();
  await expect(folderObjects(folder).get(KEY, null)).rejects.toThrow(StoreError);
});
