/** The gateway on real sockets: what node:http would refuse by itself is answered like everything else. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../generator/wire/encode/document.ts';
import { parseProxies } from '../../server/request/http/proxies.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { gatewayOver, logInto } from '../support/servers/gateway.ts';
import {
  bodyOf,
  exchange as exchangeWith,
  get,
  KEY,
  startListener,
  statusOf,
} from '../support/servers/raw-requests.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const { handler } = await gatewayOver(diskStore(writeSmallTree()));
const malformed: number[] = [];
const { port } = await startListener(handler, { onMalformed: (status) => malformed.push(status) });
const exchange = (sent: string, to = port) => exchangeWith(sent, to);

describe('a request over a socket', () => {
  it('is answered, and so are more of them on the same connection', async () => {
    const one = `GET /v1/latest?provider=NBU HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`;
    const answers = await exchange(one + one + get('/v1/latest?provider=NBU', KEY));
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(answers.match(/\{"provider":"NBU"/g)).toHaveLength(3);
  });

  it('gets letters beyond ASCII unchanged', async () => {
    const answer = await exchange(get('/v1/currencies?code=STN', KEY));
    expect(JSON.parse(bodyOf(answer))[0].name).toBe('São Tomé & Príncipe Dobra');
    expect(Buffer.byteLength(bodyOf(answer))).toBe(
      Number.parseInt(/Content-Length: (\d+)/.exec(answer)?.[1] ?? '', 10),
    );
  });

  it('with HEAD gets the length and no body', async () => {
    const answer = await exchange(get('/v1/latest', KEY).replace('GET', 'HEAD'));
    expect(answer).toMatch(/Content-Length: [1-9]/);
    expect(bodyOf(answer)).toBe('');
  });

  it('may be in absolute form, be HTTP/1.0 without Host, have a body, or say Expect or Upgrade', async () => {
    expect(statusOf(await exchange(get('http://localhost/v1/latest', KEY)))).toBe('200');
    expect(statusOf(await exchange(`${get('/v1/latest', KEY, 'Content-Length: 2')}{}`))).toBe('200');
    expect(statusOf(await exchange(get('/v1/latest', KEY, 'Expect: wonders')))).toBe('200');
    expect(statusOf(await exchange(`GET /v1/latest HTTP/1.0\r\n${KEY}\r\n\r\n`))).toBe('200');
    expect(statusOf(await exchange(get('/v1/latest', KEY, 'Hose: water', 'X-Host: example.org')))).toBe('200');
    expect(statusOf(await exchange(get('/v1/latest', KEY, 'Upgrade: h2c', 'Connection: upgrade')))).toBe('200');
  });

  it.each(['xchunked', 'chunked, identity', 'gzip, chunked', 'identity', 'chunked, xchunked'])(
    'with Transfer-Encoding: %s is refused once, and what follows is not read as a request',
    async (coding) => {
      const body = '5\r\nGET /\r\n0\r\n\r\n';
      const head = ['POST /v1/latest HTTP/1.1', 'Host: localhost', KEY, `Transfer-Encoding: ${coding}`];
      for (const method of ['GET', 'POST']) {
        const request = [...head].join('\r\n').replace('POST', method);
        const answers = await exchange(`${request}\r\n\r\n${body}${get('/v1/latest', KEY)}`);
        expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
        expect(answers).toContain('Connection: close');
      }
    },
  );

  it('with Transfer-Encoding: chunked is read as one request', async () => {
    const request = get('/v1/latest', KEY, 'Transfer-Encoding: Chunked');
    expect(statusOf(await exchange(`${request}5\r\nhello\r\n0\r\n\r\n`))).toBe('200');
  });

  it('with two keys in headers is refused with 1100; an empty one beside the key does not matter', async () => {
    const twice = await exchange(get('/v1/latest?format=xml', KEY, KEY));
    expect(rowsOf('problem', 'xml', bodyOf(twice))[0]?.errorCode).toBe('1100');
    expect(statusOf(await exchange(get('/v1/latest', KEY, 'Subscription-Key:')))).toBe('200');
    expect(statusOf(await exchange(get('/v1/latest', 'Subscription-Key: a, b')))).toBe('401');
  });
});

describe.each(FORMATS)('in %s', (format) => {
  const target = `/v1/latest?format=${format}&header=true`;
  it.each([
    ['an unknown method', 1400, `G@T ${target} HTTP/1.1\r\n\r\n`],
    ['an unknown protocol', 1400, `GET ${target} HTTQ/1.1\r\n\r\n`],
    ['a header without a colon', 1400, `GET ${target} HTTP/1.1\r\nHost localhost\r\n\r\n`],
    ['two lengths', 1400, get(target, 'Content-Length: 1', 'Content-Length: 2')],
    ['no Host', 1400, `GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['two equal Hosts', 1400, get(target, KEY, 'Host: localhost')],
    ['two Hosts', 1400, get(target, KEY, 'hOST: example.org')],
    ['a second Host behind 2,100 headers', 1400, get(target, KEY, ...Array(2100).fill('a:'), 'Host: example.org')],
    ['an empty second Host', 1400, get(target, KEY, 'Host:')],
    ['two Hosts in HTTP/1.0', 1400, get(target, KEY, 'Host: example.org').replace('HTTP/1.1', 'HTTP/1.0')],
    ['a header of 60 KB', 1400, get(target, `X-Long: ${'x'.repeat(60_000)}`)],
    ['a URL of 17 KB', 1414, get(`${target}&x=${'x'.repeat(17_000)}`)],
    ['a URL of 60 KB', 1414, get(`${target}&x=${'x'.repeat(60_000)}`)],
  ])('%s is %i', async (_, code, sent) => {
    const answer = await exchange(sent);
    const readable = /^[A-Z]+ /.test(sent);
    const [row] = rowsOf('problem', readable ? format : 'json', bodyOf(answer));
    expect(row?.errorCode).toBe(`${code}`);
    expect(statusOf(answer)).toBe(code === 1414 ? '414' : '400');
    expect(answer).toContain('Access-Control-Allow-Origin: *');
    expect(answer).toContain('Cache-Control: no-store');
  });
});

it('bytes that are not a request are counted', async () => {
  malformed.length = 0;
  await exchange('G@T / HTTP/1.1\r\n\r\n');
  await exchange('GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
  await exchange(get(`/?${'x'.repeat(60_000)}`));
  await exchange(get('/v1/latest', KEY));
  expect(malformed).toEqual([400, 400, 414]);
});

describe('a client behind a proxy', () => {
  const askFrom = async (client: string, to: number) =>
    statusOf(await exchange(get('/v1/latest', 'Subscription-Key: unknown', `X-Forwarded-For: 1.1.1.1, ${client}`), to));

  it.each([
    ['named', '127.0.0.0/8', ['401 198.51.100.1', '401 198.51.100.2', '429 198.51.100.1']],
    ['not named', '10.0.0.0/8', ['401 127.0.0.1', '429 127.0.0.1', '429 127.0.0.1']],
  ])('that is %s has its address in the log and in the limit of unknown keys', async (_, names, logged) => {
    const lines: string[] = [];
    const accessLog = logInto(lines);
    const limited = await gatewayOver(diskStore(writeSmallTree()), { unknownKeysPerMinute: 1, accessLog });
    const behind = await startListener(limited.handler, { proxies: parseProxies(names) });
    for (const client of ['198.51.100.1', '198.51.100.2', '198.51.100.1']) await askFrom(client, behind.port);
    accessLog.flush();
    const seen = lines.map((line) => JSON.parse(line) as { readonly status: number; readonly remoteAddress: string });
    expect(seen.map(({ status, remoteAddress }) => `${status} ${remoteAddress}`)).toEqual(logged);
  });
});

describe('a client that', () => {
  it('asks for a tunnel gets 404', async () => {
    const answer = await exchange('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    expect(JSON.parse(bodyOf(answer)).errorCode).toBe(1404);
  });

  it('sends its headers too slowly gets 1400 and is disconnected', async () => {
    const slow = await startListener(handler, { headersTimeoutMs: 100, checkIntervalMs: 50 });
    const answer = await exchange('GET /v1/latest HTTP/1.1\r\nHost: loc', slow.port);
    expect(JSON.parse(bodyOf(answer)).errorCode).toBe(1400);
  });

  it('disconnects in the middle of a request does not disturb others', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /v1/lat');
    socket.resetAndDestroy();
    expect(statusOf(await exchange(get('/v1/latest', KEY)))).toBe('200');
  });

  it('exceeds the number of connections is disconnected', async () => {
    const small = await startListener(handler, { connectionsMax: 1 });
    const first = connect(small.port, '127.0.0.1');
    await once(first, 'connect');
    first.write(`GET /v1/latest HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`);
    await once(first, 'data');
    expect(await exchange(get('/v1/latest', KEY), small.port)).toBe('');
    first.destroy();
  });
});
