/** What is sent with a body: tags, caching, codings; HEAD, and what browsers ask for. */

import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Representation, toCoding } from '../../server/request/http/representation.ts';
import { readExamples } from '../support/kit/examples.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const tree = writeSmallTree();
const { ask } = await gatewayOver(diskStore(tree));
/** Bodies above and below the size from which they are coded. */
const LARGE = '/v1/currencies?format=xml';
const SMALL = '/v1/latest';
const asking = (headers: Record<string, string>, method = 'GET') => ({
  method,
  headers: { 'subscription-key': DEMO_KEY, ...headers },
});

describe('every answer', () => {
  it.each([SMALL, LARGE, '/v1/latest?base=ZZZ', '/v1/nowhere', '/v1/convert?amount=1&to=USD'])('%s', async (url) => {
    const { headers, body } = await ask(url);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Retry-After, Link, RateLimit, RateLimit-Policy, Ratetree-Release',
      'ratetree-release': releaseIn(tree),
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding, Subscription-Key',
      'content-length': `${body?.length}`,
    });
  });

  it.each([
    ['/v1/currencies', 60],
    ['/v1/providers', 60],
    ['/v1/latest', 60],
    ['/v1/latest?decimals=2', 60],
    ['/v1/convert?amount=1', 60],
    ['/v1/convert?amount=1&date=2026-03-13', 3600],
    ['/v1/historical?date=2026-03-13', 3600],
    ['/v1/historical?date=2026-03-14&latest=true', 3600],
  ])('to %s may be kept by its owner for %i seconds', async (url, seconds) => {
    expect((await ask(url)).headers['cache-control']).toBe(`private, max-age=${seconds}`);
  });
});

describe('the tag', () => {
  it('is the start of the SHA-256 of the uncoded body, followed by the coding if there is one', async () => {
    const plain = await ask(LARGE);
    const hash = createHash('sha256').update(plain.text).digest('hex').slice(0, 32);
    expect(plain.headers.etag).toBe(`"${hash}"`);
    expect((await ask(LARGE, asking({ 'accept-encoding': 'gzip' }))).headers.etag).toBe(`"${hash}-gzip"`);
    expect((await ask(LARGE, asking({ 'accept-encoding': 'br' }))).headers.etag).toBe(`"${hash}-br"`);
  });

  it.each([SMALL, LARGE, '/v1/convert?amount=3'])('saves the body of %s when it is sent back', async (url) => {
    const { etag = '', ...rest } = (await ask(url)).headers;
    for (const sent of [etag, `W/${etag}`, `"x", ${etag} ,"y"`, '*', ' * ']) {
      const reply = await ask(url, asking({ 'if-none-match': sent }));
      expect([sent, reply.status, reply.body]).toEqual([sent, 304, null]);
      expect(reply.headers).toMatchObject({ etag, vary: rest.vary, 'cache-control': rest['cache-control'] });
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers).not.toHaveProperty('content-type');
    }
    for (const sent of ['"x"', etag.slice(1, -1), `${etag.slice(0, -1)}-gzip"`]) {
      expect((await ask(url, asking({ 'if-none-match': sent }))).status).toBe(200);
    }
    expect((await ask(url, asking({ 'if-none-match': etag }, 'HEAD'))).status).toBe(304);
  });

  it('does not save any check: a refusal is still sent', async () => {
    const any = { 'if-none-match': '*' };
    expect((await ask('/v1/latest?base=ZZZ', asking(any))).status).toBe(400);
    expect((await ask('/v1/latest', { headers: any })).status).toBe(401);
    expect((await ask('/v1/nowhere', asking(any))).status).toBe(404);
  });
});

describe('the coding', () => {
  it('can be undone to the same text, and is not applied to small bodies', async () => {
    const plain = await ask(LARGE);
    const gzip = await ask(LARGE, asking({ 'accept-encoding': 'gzip, deflate' }));
    const br = await ask(LARGE, asking({ 'accept-encoding': 'gzip, deflate, br' }));
    expect([gzip.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br']);
    expect(gunzipSync(gzip.body ?? '').toString()).toBe(plain.text);
    expect(brotliDecompressSync(br.body ?? '').toString()).toBe(plain.text);
    expect(br.headers['content-length']).toBe(`${br.body?.length}`);
    expect((await ask(SMALL, asking({ 'accept-encoding': 'gzip, br' }))).headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  it.each(['gzip', 'br'] as const)('%s of a long body can be undone', async (coding) => {
    const bytes = Buffer.from('{"EUR":0.8534,"USD":1.1717}'.repeat(10_000));
    const facts = { contentType: 'application/json', freshness: 'dated', release: 'a release' } as const;
    const long = new Representation({ bytes, ...facts });
    const asked = { isHead: false, ifNoneMatch: null };
    const [one, other] = await Promise.all([long.answer(coding, asked), long.answer(coding, asked)]);
    expect(one).toEqual(other);
    const undone = coding === 'gzip' ? gunzipSync(one.body ?? '') : brotliDecompressSync(one.body ?? '');
    expect(undone.equals(bytes)).toBe(true);
  });

  it.each<(string | null)[]>([[null, 'identity'], ...readExamples('server/answers/headers.txt', 'codings')])(
    'that answers Accept-Encoding %s is %s',
    (header, coding) => {
      expect(toCoding(header)).toBe(coding);
    },
  );
});

describe('HEAD', () => {
  it.each([SMALL, LARGE, '/v1/convert?amount=1', '/v1/latest?base=ZZZ&format=csv', '/v1/nowhere'])(
    'of %s gives the status and headers of GET and no body',
    async (url) => {
      const [get, head] = [await ask(url), await ask(url, { method: 'HEAD' })];
      expect(head).toEqual({ ...get, body: null, text: '' });
      expect(get.body?.length).toBeGreaterThan(0);
    },
  );

  it('needs a key', async () => {
    expect((await ask(SMALL, { method: 'HEAD', headers: {} })).status).toBe(401);
  });
});

describe('a browser', () => {
  it('may send a preflight request without a key', async () => {
    const reply = await ask('/v1/convert', { method: 'OPTIONS', headers: { origin: 'https://example.org' } });
    expect([reply.status, reply.body]).toEqual([204, null]);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': '86400',
    });
    expect((await ask('/v1/nowhere', { method: 'OPTIONS', headers: {} })).status).toBe(404);
  });

  it.each([
    ['cache-control,pragma', 'cache-control, pragma'],
    ['authorization,traceparent,x-requested-with', 'authorization, traceparent, x-requested-with'],
    ['x-a,, x-b ,', 'x-a, x-b'],
    ['x-a\r\nset-cookie: y, x-b', 'x-b'],
    ['"quoted"', '*, Authorization'],
    ['', '*, Authorization'],
  ])('may send the headers that it asks for: %j', async (asked, allowed) => {
    const headers = { origin: 'https://example.org', 'access-control-request-headers': asked };
    for (const url of ['/v1/latest', '/fixer/latest', '/v1/openapi.json', '/']) {
      const reply = await ask(url, { method: 'OPTIONS', headers });
      expect([url, reply.status, reply.headers['access-control-allow-headers']]).toEqual([url, 204, allowed]);
      expect(reply.headers.vary).toContain('Access-Control-Request-Headers');
    }
  });

  it('that sends Range or Accept gets the same answer as other clients', async () => {
    const plain = await ask(SMALL);
    expect(await ask(SMALL, asking({ range: 'bytes=0-1', accept: 'text/csv' }))).toEqual(plain);
  });
});
