/** Objects on HTTP servers of all kinds: with tags and without, open and closed, working and failing. */
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { httpObjects } from '../../server/trees/origin.ts';
import { listen, status } from '../support/servers/loopback.ts';

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

  it.each([
    [404, null],
    [410, null],
    [403, null],
    [304, 'down'],
    [401, 'down'],
    [503, 'down'],
  ] as const)('with status %i is %s', async (code, expected) => {
    const objects = httpObjects({ url: (await listen(status(code))).url, timeoutMs: TIMEOUT_MS });
    if (expected === null) expect(await objects.get(KEY, null)).toBeNull();
    else await expect(objects.get(KEY, null)).rejects.toThrow(StoreError);
  });
});
