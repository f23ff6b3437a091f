/** How we ask: under which name, at which addresses of a host, and what a redirect makes of the request. */
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { toDispatcher, toUserAgent } from '../../generator/sources/feeds/net/dispatcher.ts';
import { fetchAnswer } from '../../generator/sources/feeds/net/fetch.ts';
import type { FeedRequest } from '../../generator/sources/feeds/provider.ts';
import { errorLike } from '../support/kit/errors.ts';
import { freePort } from '../support/servers/free-port.ts';
import { inTurn, listen, ok, status } from '../support/servers/loopback.ts';

const dispatcher = new Agent();
afterAll(() => dispatcher.close());

const userAgent = toUserAgent('0.1.0');
const QUICK = { timeoutMs: 20_000, backoffMs: 1, attemptsMax: 2 };

async function fetchText(request: FeedRequest): Promise<string> {
  const { bytes } = await fetchAnswer(request, { dispatcher, userAgent, limits: QUICK });
  return Buffer.from(bytes).toString();
}

/** A firewall that answers 200 with a page of its own to whoever does not look like a browser. */
const firewall = listen((request, response) => {
  const { accept, 'user-agent': agent = '' } = request.headers;
  const isLet = accept !== undefined && agent.startsWith('Mozilla/5.0 (compatible; ');
  response.end(isLet ? 'rates' : '<html><title>Request Rejected</title></html>');
});

describe('a request', () => {
  it('passes a firewall that refuses requests without Accept and unknown agents', async () => {
    const { url } = await firewall;
    expect(await fetchText({ method: 'GET', url })).toBe('rates');
  });

  it('has the Accept and the User-Agent of its feed where the feed has its own', async () => {
    const seen: unknown[] = [];
    const { url } = await listen((request, response) => {
      seen.push(request.headers.accept, request.headers['user-agent']);
      ok(request, response);
    });
    const headers = { Accept: 'application/vnd.BNM.API.v1+json', 'User-Agent': 'of the feed' };
    await fetchText({ method: 'GET', url, headers });
    expect(seen).toEqual(['application/vnd.BNM.API.v1+json', 'of the feed']);
  });

  it('offers no deflate, which some servers send without its header', async () => {
    const { url } = await listen((request, response) => response.end(request.headers['accept-encoding']));
    expect(await fetchText({ method: 'GET', url })).toBe('gzip, br');
  });

  it('names whom to ask, if the operator says so', () => {
    expect(toUserAgent('0.1.0', 'https://rates.example/about')).toBe(
      'Mozilla/5.0 (compatible; ratetree/0.1.0; +https://rates.example/about)',
    );
    expect(() => toUserAgent('0.1.0', 'me) evil')).toThrow(errorLike('InputError', 'RATETREE_CONTACT'));
  });
});

describe('a host with several addresses', () => {
  /** Looks every name up as these addresses, the next ones with each call, and the last ones ever after. */
  function looksUp(...answers: readonly (readonly string[])[]): LookupFunction {
    let next = 0;
    return (_, __, callback) => {
      const found = answers[Math.min(next++, answers.length - 1)] ?? [];
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
  }

  async function fetchFrom(port: string | number, lookup: LookupFunction): Promise<string> {
    const through = toDispatcher({}, { lookup });
    try {
      const url = `http://bank.example:${port}/`;
      const { bytes } = await fetchAnswer({ method: 'GET', url }, { dispatcher: through, userAgent, limits: QUICK });
      return Buffer.from(bytes).toString();
    } finally {
      await through.destroy();
    }
  }

  it('is reached at the one that answers', async () => {
    const { port } = new URL((await listen(ok)).url);
    expect(await fetchFrom(port, looksUp(['127.0.0.2', '::1', '127.0.0.1']))).toBe('rates');
  });

  it('is asked again after none of them answered', async () => {
    const { port } = new URL((await listen(ok)).url);
    expect(await fetchFrom(port, looksUp(['127.0.0.2', '127.0.0.3'], ['127.0.0.1']))).toBe('rates');
  });

  it('that answers at none is a failure that names each', async () => {
    const port = await freePort();
    await expect(fetchFrom(port, looksUp(['127.0.0.2', '127.0.0.3']))).rejects.toThrow(
      errorLike('FetchError', `connect ECONNREFUSED 127.0.0.2:${port}, connect ECONNREFUSED 127.0.0.3:${port}`),
    );
  });
});

describe('a redirect of a POST', () => {
  const post = (url: string): FeedRequest => ({
    method: 'POST',
    url,
    body: 'day=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const echo = async (
    request: Parameters<Parameters<typeof listen>[0]>[0],
    response: Parameters<Parameters<typeof listen>[0]>[1],
  ) => response.end(`${request.method} ${request.headers['content-type'] ?? '-'} ${(await text(request)) || '-'}`);

  it.each([
    [301, 'GET - -'],
    [302, 'GET - -'],
    [303, 'GET - -'],
    [307, 'POST application/x-www-form-urlencoded day=1'],
    [308, 'POST application/x-www-form-urlencoded day=1'],
  ])('by %i becomes %s', async (code, seen) => {
    const { url } = await listen(inTurn(status(code, { location: '/new' }), (...both) => void echo(...both)));
    expect(await fetchText(post(url))).toBe(seen);
  });

  it('never takes its body to another host', async () => {
    const other = await listen((...both) => void echo(...both));
    const see = await listen(status(303, { location: other.url }));
    expect(await fetchText(post(see.url))).toBe('GET - -');
    const repeat = await listen(status(307, { location: other.url }));
    await expect(fetchText(post(repeat.url))).rejects.toThrow(errorLike('FetchError', 'redirected to another host'));
    expect(other.asked).toHaveLength(1);
  });
});

describe('a redirect that sets a cookie', () => {
  it('is passed with that cookie, beside the feed’s own, and the session has it', async () => {
    const { url, asked } = await listen((request, response) => {
      if (request.headers.cookie === 'own=1; wall=2') response.end('rates');
      else response.writeHead(302, { location: request.url, 'set-cookie': 'wall=2; Path=/; HttpOnly' }).end();
    });
    const request: FeedRequest = { method: 'GET', url, headers: { cookie: 'own=1' } };
    const { bytes, cookies } = await fetchAnswer(request, { dispatcher, userAgent, limits: QUICK });
    expect([Buffer.from(bytes).toString(), cookies, asked.length]).toEqual(['rates', ['wall=2'], 2]);
  });

  it('does not give it to another host', async () => {
    const other = await listen((request, response) => response.end(request.headers.cookie ?? 'none'));
    const { url } = await listen(status(302, { location: other.url, 'set-cookie': 'wall=2' }));
    expect(await fetchText({ method: 'GET', url })).toBe('none');
  });
});
