/** The CDN's configuration in a real nginx, in front of an origin that records its requests. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nginxIsThere, startCdn } from '../support/servers/nginx.ts';

/**
 * An origin like a bucket: tags, Cache-Control and 304, with one more part in its paths than visitors of the proxy use.
 */
class Origin {
  readonly files = new Map<string, { readonly body: string; readonly maxAge: number }>();
  readonly asked: string[] = [];
  readonly headers: Record<string, string | string[] | undefined>[] = [];
  delayMs = 0;
  isBroken = false;
  readonly #server: Server = createServer(async (message, response) => {
    const path = message.url ?? '';
    this.asked.push(`${path}${message.headers['if-none-match'] === undefined ? '' : ' if changed'}`);
    this.headers.push(message.headers);
    await sleep(this.delayMs);
    const file = this.files.get(path.replace('/public', ''));
    if (this.isBroken) return response.writeHead(503).end();
    if (file === undefined) return response.writeHead(404).end();
    const tag = `"${createHash('sha256').update(file.body).digest('hex').slice(0, 32)}"`;
    const facts = { ETag: tag, 'Cache-Control': `public, max-age=${file.maxAge}`, 'Content-Type': 'application/json' };
    if (message.headers['if-none-match'] === tag) return response.writeHead(304, facts).end();
    return response.writeHead(200, facts).end(file.body);
  });

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe.skipIf(!nginxIsThere)('the CDN', () => {
  const origin = new Origin();
  let cdn = '';
  let stop = async () => {};

  beforeAll(async () => {
    const nginx = await startCdn(`${await origin.listen()}/public`);
    cdn = nginx.address;
    stop = nginx.stop;
  });
  afterAll(async () => {
    await stop();
    origin.close();
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(`${cdn}${path}`, { headers });
    return {
      status: answer.statusCode,
      cache: answer.headers['x-cache'],
      headers: answer.headers,
      text: await answer.body.text(),
    };
  };
  const asksOf = (path: string) => origin.asked.filter((asked) => asked.startsWith(`/public${path}`));

  it('fetches a file once and then serves its copy', async () => {
    origin.files.set('/v1/historical/ECB/2020/01/02/EUR.json', { body: '{"USD":1.1193}', maxAge: 3600 });
    const first = await get('/v1/historical/ECB/2020/01/02/EUR.json');
    const second = await get('/v1/historical/ECB/2020/01/02/EUR.json');
    expect([first.cache, second.cache]).toEqual(['MISS', 'HIT']);
    expect(second.text).toBe('{"USD":1.1193}');
    expect(second.headers['cache-control']).toBe('public, max-age=3600');
    expect(asksOf('/v1/historical/ECB/2020')).toHaveLength(1);
  });

  it('revalidates an expired copy, and does not fetch an unchanged file again', async () => {
    origin.files.set('/v1/latest/ECB/EUR.json', { body: '{"USD":1.17}', maxAge: 1 });
    await get('/v1/latest/ECB/EUR.json');
    await sleep(2100);
    expect((await get('/v1/latest/ECB/EUR.json')).cache).toBe('REVALIDATED');
    expect(asksOf('/v1/latest/ECB/EUR.json')).toEqual([
      '/public/v1/latest/ECB/EUR.json',
      '/public/v1/latest/ECB/EUR.json if changed',
    ]);
  });

  it('serves a new release after the max-age of its files', async () => {
    origin.files.set('/v1/latest/CNB/CZK.json', { body: 'old', maxAge: 1 });
    expect((await get('/v1/latest/CNB/CZK.json')).text).toBe('old');
    origin.files.set('/v1/latest/CNB/CZK.json', { body: 'new', maxAge: 1 });
    await sleep(2100);
    expect((await get('/v1/latest/CNB/CZK.json')).text).toBe('new');
  });

  it('sends one request to the origin for fifty simultaneous visitors', async () => {
    origin.files.set('/v1/latest/GLOBAL/USD.json', { body: '{"EUR":0.85}', maxAge: 60 });
    origin.delayMs = 300;
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/v1/latest/GLOBAL/USD.json')));
    origin.delayMs = 0;
    expect(answers.every(({ status, text }) => status === 200 && text === '{"EUR":0.85}')).toBe(true);
    expect(asksOf('/v1/latest/GLOBAL/USD.json')).toHaveLength(1);
  });

  it('serves its copies while the origin is broken', async () => {
    origin.files.set('/v1/status.json', { body: '{"date":"2026-03-13"}', maxAge: 1 });
    await get('/v1/status.json');
    await sleep(2100);
    origin.isBroken = true;
    const answer = await get('/v1/status.json');
    origin.isBroken = false;
    expect([answer.status, answer.cache, answer.text]).toEqual([200, 'STALE', '{"date":"2026-03-13"}']);
  });

  it('sends no credentials or cookies of its visitors to the origin', async () => {
    origin.files.set('/v1/currencies.json', { body: '[]', maxAge: 60 });
    origin.headers.length = 0;
    await get('/v1/currencies.json', { authorization: 'Bearer x', cookie: 'a=b', 'subscription-key': 'secret' });
    expect(origin.headers).toHaveLength(1);
    for (const name of ['authorization', 'cookie', 'subscription-key'])
      expect(origin.headers[0]?.[name]).toBeUndefined();
  });

  it.each(['/current.json', '/objects/aa/aa', '/archive/aa', '/pointers/copies.json', '/notes/draft.json'])(
    'does not serve %s',
    async (path) => {
      const before = origin.asked.length;
      expect((await get(path)).status).toBe(404);
      expect(origin.asked.slice(before)).toEqual([]);
    },
  );

  it('asks the origin for the page of the tree at /', async () => {
    const before = origin.asked.length;
    expect((await get('/')).status).toBe(404);
    expect(origin.asked.slice(before)).toEqual(['/public/index.html']);
  });
});
