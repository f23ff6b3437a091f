import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Agent, MockAgent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { toUserAgent } from '../../generator/sources/feeds/net/dispatcher.ts';
import { type FetchLimits, fetchAnswer } from '../../generator/sources/feeds/net/fetch.ts';
import { errorLike } from '../support/kit/errors.ts';
import { inTurn, listen, ok, status } from '../support/servers/loopback.ts';

const dispatcher = new Agent();
afterAll(() => dispatcher.close());

const QUICK: Partial<FetchLimits> = { timeoutMs: 20_000, backoffMs: 1, retryAfterMsMax: 5 };

async function fetchText(url: string, limits: Partial<FetchLimits> = {}, headers: Record<string, string> = {}) {
  const context = { dispatcher, userAgent: toUserAgent('0.1.0'), limits: { ...QUICK, ...limits } };
  const { bytes } = await fetchAnswer({ method: 'GET', url, headers }, context);
  return Buffer.from(bytes).toString();
}

const cutGzip = status(200, { 'content-encoding': 'gzip' }, gzipSync('rates '.repeat(1000)).subarray(0, 30));
const reset = (request: { socket: { destroy(): void } }) => request.socket.destroy();

describe('an answer with status 2xx', () => {
  it('is read with all its bytes and its content type, and the request says who asks', async () => {
    let agent: string | undefined;
    const { url } = await listen((request, response) => {
      agent = request.headers['user-agent'];
      ok(request, response);
    });
    const answer = await fetchAnswer({ method: 'GET', url }, { dispatcher, userAgent: toUserAgent('0.1.0') });
    expect([Buffer.from(answer.bytes).toString(), answer.contentType]).toEqual(['rates', 'text/plain']);
    expect(agent).toBe('Mozilla/5.0 (compatible; ratetree/0.1.0)');
  });

  it.each<[string, Buffer, string?]>([
    ['gzip', gzipSync('rates')],
    ['deflate', deflateSync('rates')],
    ['a word that is no coding', Buffer.from('rates'), 'utf-8'],
    ['br', brotliCompressSync('rates')],
    ['identity', Buffer.from('rates')],
  ])('is decoded from %s', async (name, body, coding = name) => {
    const { url } = await listen((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
    expect(await fetchText(url)).toBe('rates');
  });

  it('answers a POST that was sent with its body', async () => {
    const { url } = await listen((request, response) => void request.pipe(response));
    const answer = await fetchAnswer({ method: 'POST', url, body: '<soap/>' }, { dispatcher, userAgent: 'x' });
    expect(Buffer.from(answer.bytes).toString()).toBe('<soap/>');
  });
});

describe('another attempt is made', () => {
  it.each([
    ['after status 429 with the seconds to wait', status(429, { 'retry-after': '1' })],
    ['after status 429 with a date to wait for', status(429, { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' })],
    ['after status 500', status(500)],
    ['after status 503 with an unreadable wait', status(503, { 'retry-after': 'soon' })],
    ['after a broken connection', reset],
    ['after a gzip that was truncated', cutGzip],
  ])('%s', async (_, first) => {
    const { url, asked } = await listen(inTurn(first, ok));
    expect(await fetchText(url)).toBe('rates');
    expect(asked).toHaveLength(2);
  });

  it('no more often than the limit allows', async () => {
    const { url, asked } = await listen(status(500));
    await expect(fetchText(url, { attemptsMax: 3 })).rejects.toThrow('the source answers 500');
    expect(asked).toHaveLength(3);
  });

  it.each([[400], [401], [403], [404], [410]])('never after status %i', async (code) => {
    const { url, asked } = await listen(status(code));
    await expect(fetchText(url)).rejects.toThrow(`the source answers ${code}`);
    expect(asked).toHaveLength(1);
  });

  it('after a wait of at most the limit, however long the source asks for', async () => {
    const { url, asked } = await listen(inTurn(status(429, { 'retry-after': '86400' }), ok));
    expect(await fetchText(url, { retryAfterMsMax: 1 })).toBe('rates');
    expect(asked).toHaveLength(2);
  });
});

describe('a FetchError is thrown for', () => {
  it('an answer that never comes', async () => {
    const { url, asked } = await listen(() => {});
    await expect(fetchText(url, { timeoutMs: 100 })).rejects.toThrow(
      errorLike('FetchError', 'no whole answer within 100 ms'),
    );
    // None, if the time is up before the request was sent.
    expect(asked.length).toBeLessThan(2);
  });

  it('an answer that begins and does not end', async () => {
    const { url } = await listen((_, response) => void response.writeHead(200).write('rat'));
    await expect(fetchText(url, { timeoutMs: 100 })).rejects.toThrow(
      errorLike('FetchError', 'no whole answer within 100 ms'),
    );
  });

  it('an answer whose connection breaks', async () => {
    const { url } = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('rat', () => response.destroy());
    });
    await expect(fetchText(url, { attemptsMax: 1 })).rejects.toThrow(errorLike('FetchError', 'other side closed'));
  });

  it('a request that begins when the time is used up, without a connection', async () => {
    let dispatched = 0;
    const counting = dispatcher.compose((dispatch) => (options, handler) => {
      dispatched++;
      return dispatch(options, handler);
    });
    const context = { dispatcher: counting, userAgent: 'x', signal: AbortSignal.abort() };
    await expect(fetchAnswer({ method: 'GET', url: 'http://127.0.0.1:9/' }, context)).rejects.toThrow(
      errorLike('FetchError', 'the time for collecting ran out'),
    );
    expect(dispatched).toBe(0);
  });

  it('a request after the time shared by several requests is used up', async () => {
    const { url } = await listen(() => {});
    const context = { dispatcher, userAgent: 'x', signal: AbortSignal.timeout(50) };
    await expect(fetchAnswer({ method: 'GET', url }, context)).rejects.toThrow(
      errorLike('FetchError', 'the time for collecting ran out'),
    );
  });

  it.each([
    ['as sent', {}, Buffer.alloc(2000)],
    ['after decoding', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2000))],
  ])('an answer that is too big %s', async (_, headers, body) => {
    const { url, asked } = await listen((__, response) => void response.writeHead(200, headers).end(body));
    await expect(fetchText(url, { bytesMax: 1999 })).rejects.toThrow(errorLike('FetchError', 'more than 1999 bytes'));
    expect(asked).toHaveLength(1);
  });

  it('bytes that do not have the named encoding', async () => {
    const { url } = await listen(status(200, { 'content-encoding': 'gzip' }, 'rates'));
    await expect(fetchText(url)).rejects.toThrow(errorLike('FetchError', 'incorrect header check'));
  });

  it('a gzip that is truncated each time', async () => {
    const { url, asked } = await listen(cutGzip);
    await expect(fetchText(url)).rejects.toThrow(errorLike('FetchError', 'unexpected end of file'));
    expect(asked).toHaveLength(4);
  });

  it('a source that cannot be reached', async () => {
    const { url, server } = await listen(ok);
    await new Promise((resolve) => server.close(resolve));
    await expect(fetchText(url)).rejects.toThrow(errorLike('FetchError', 'ECONNREFUSED'));
  });
});

describe('a redirect', () => {
  it.each([[301], [302], [303], [307], [308]])('(%i) is followed', async (code) => {
    const { url } = await listen(inTurn(status(code, { location: '/new' }), ok));
    expect(await fetchText(url)).toBe('rates');
  });

  it('is followed only as often as the limit allows', async () => {
    const { url, asked } = await listen(status(302, { location: '/again' }));
    await expect(fetchText(url, { redirectsMax: 3 })).rejects.toThrow(
      errorLike('FetchError', 'redirected more than 3 times'),
    );
    expect(asked).toHaveLength(4);
  });

  it('to something that is not an address is refused', async () => {
    const { url, asked } = await listen(status(302, { location: 'https://[' }));
    await expect(fetchText(url)).rejects.toThrow(errorLike('FetchError', 'not an address'));
    expect(asked).toHaveLength(1);
  });

  it('to another host does not pass the key on', async () => {
    const keys: unknown[] = [];
    const other = await listen((request, response) => {
      keys.push(request.headers.key);
      ok(request, response);
    });
    const { url } = await listen((request, response) => {
      keys.push(request.headers.key);
      response.writeHead(302, { location: other.url }).end();
    });
    await fetchText(url, {}, { key: 'secret' });
    expect(keys).toEqual(['secret', undefined]);
  });

  it('from https to http is refused', async () => {
    const answers = new MockAgent();
    answers.disableNetConnect();
    answers
      .get('https://bank.example')
      .intercept({ path: '/' })
      .reply(302, '', { headers: { location: 'http://bank.example/' } });
    const context = { dispatcher: answers, userAgent: 'x', limits: QUICK };
    await expect(fetchAnswer({ method: 'GET', url: 'https://bank.example/' }, context)).rejects.toThrow(
      errorLike('FetchError', 'insecure address'),
    );
  });
});
