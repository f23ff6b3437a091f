/** Requests of other services' clients and the answers that they get: a table for each dialect of GLOBAL's rates. */

import { describe, expect, it } from 'vitest';
import { DIALECT_NAMES } from '../../generator/wire/answers/operations.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { readExamples } from '../support/kit/examples.ts';
import { type Asked, downStore, gatewayOver, keyRecord, logInto } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const tree = writeSmallTree();
const store = diskStore(tree);
const { ask } = await gatewayOver(store);
const key = 'subscription-key=demo-key-of-the-tests';

const TERMS = /^\{"disclaimer":"[^"]+","license":"[^"]+",/;

/** currencylayer says beside `success` what it has to say about the use of its figures. */
function withTerms([request = '', status = '', answer = '']: readonly string[]): [string, string, string] {
  const terms = 'Derived from the rates of central banks. Not a benchmark, and endorsed by no bank.';
  const said = `"terms":"${terms}","privacy":"That of whoever runs this service."`;
  return [request, status, answer.replace('{"success":true', `{"success":true,${said}`)];
}

const askOf = (prefix: string, request: string, asked?: Asked) => ask(`${prefix}${request}`, asked);

describe('Open Exchange Rates', () => {
  it.each(readExamples('server/answers/oxr.txt', 'answers'))('%s answers %i', async (request, status, answer) => {
    const reply = await askOf('/oxr/api/', request);
    expect(`${reply.status}`).toBe(status);
    if (status === '200') expect(reply.text.replace(TERMS, '')).toBe(answer);
    else {
      expect(JSON.parse(reply.text)).toEqual({
        ...{ error: true, status: reply.status, message: answer },
        description: expect.stringMatching(/^[A-Za-z]+ /),
      });
    }
  });

  it('names currencies without a key, but no ended ones', async () => {
    const reply = await askOf('/oxr/api/', 'currencies.json', { headers: {} });
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/^\{"AFN":"Afghan Afghani",.*"STN":"São Tomé & Príncipe Dobra"/);
    expect(reply.text).not.toContain('HRK');
  });

  it('tells of no use, because nothing is counted by the month', async () => {
    const { status, data } = JSON.parse((await askOf('/oxr/api/', 'usage.json')).text);
    expect([status, data.status, data.plan.features.convert, data.usage]).toEqual([200, 'active', true, undefined]);
    expect((await askOf('/oxr/api/', 'usage.json', { headers: {} })).status).toBe(401);
  });

  it.each([
    [{}, 401, 'missing_app_id'],
    [{ apikey: 'guess' }, 401, 'invalid_app_id'],
  ])('says in its own words what is wrong with the key of %o', async (headers, status, message) => {
    const reply = await askOf('/oxr/api/', 'latest.json', { headers });
    expect([reply.status, JSON.parse(reply.text).message]).toEqual([status, message]);
  });
});

describe.each([
  ['fixer', '/fixer/', readExamples('server/answers/fixer.txt', 'answers')],
  ['currencylayer', '/currencylayer/', readExamples('server/answers/currencylayer.txt', 'answers').map(withTerms)],
] as const)('%s', (_, prefix, rows) => {
  it.each(rows)('%s answers %i', async (request, status, answer) => {
    const reply = await askOf(prefix, request);
    expect(`${reply.status}`).toBe(status);
    if (status === '200') expect(reply.text).toBe(answer);
    else {
      const error = { code: JSON.parse(answer), type: expect.stringMatching(/^\w+$/), info: expect.any(String) };
      expect(JSON.parse(reply.text)).toEqual({ success: false, error });
    }
  });

  it('has its own words for a key that is missing', async () => {
    const reply = await askOf(prefix, 'latest'.replace('latest', prefix === '/fixer/' ? 'latest' : 'live'), {
      headers: {},
    });
    expect(reply.status).toBe(401);
    expect(JSON.parse(reply.text).error).toMatchObject({ code: 101, type: 'missing_access_key' });
  });
});

describe('names of currencies', () => {
  it.each([
    ['/fixer/symbols', 'symbols'],
    ['/currencylayer/list', 'currencies'],
  ])('are in %s, but no ended ones', async (url, member) => {
    const body = JSON.parse((await ask(url)).text);
    expect(body).toMatchObject({ success: true, [member]: { AFN: 'Afghan Afghani', USD: 'US Dollar' } });
    expect(body[member]).not.toHaveProperty('HRK');
  });
});

describe('an address that a client makes of another base', () => {
  it.each(readExamples('server/answers/dialects.txt', 'other bases'))('%s answers as %s', async (other, usual) => {
    const [found, expected] = [await ask(other), await ask(usual)];
    expect([found.status, found.text]).toEqual([200, expected.text]);
  });
});

describe('a fault', () => {
  it.each(readExamples('server/answers/dialects.txt', 'faults'))(
    'is named by the parameter that the client sent: %s',
    async (url, words) => {
      const { description, error } = JSON.parse((await ask(url)).text);
      expect(description ?? error.info).toBe(words);
    },
  );
});

describe('Prebid', () => {
  it('gets its file with one base', async () => {
    const { text, headers } = await ask(`/prebid/latest.json?${key}`, { headers: {} });
    const rates = `"CHF":0.7979858326,"EUR":0.8534607835,"GBP":0.7381582316,"JPY":147.6401809337,"PLN":3.6283178288`;
    expect(text.slice(0, text.indexOf(',"TRY"'))).toBe(
      `{"dataAsOf":"2026-03-13","generatedAt":"2026-03-13T00:00:00.000Z","conversions":{"USD":{${rates}`,
    );
    expect(text).toMatch(/"USD":1,"XAU":[\d.]+,"XDR":[\d.]+\}\}\}$/);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is told of other paths and of no data in our words', async () => {
    expect(JSON.parse((await ask('/prebid/other.json')).text).errorCode).toBe(1404);
    const cold = await gatewayOver(downStore());
    const reply = await cold.ask('/prebid/latest.json');
    expect([reply.status, JSON.parse(reply.text).errorCode, reply.headers['retry-after']]).toEqual([503, 1503, '5']);
  });
});

describe('every dialect', () => {
  const latest = [
    ...['/v2/rates', '/currencylayer/live', '/oxr/api/latest.json', '/fixer/latest', '/prebid/latest.json'],
    ...['/v6/latest/USD', '/v4/latest/USD', '/api/v7/currencies', '/daily/usd.xml', '/latest/v1/currencies/usd.json'],
    '/ecb/GLOBAL/eurofxref-daily.xml',
  ];
  /** It is of the ECB alone, which is not in this tree. */
  const OF_ECB = 'sdmx';

  it.each(latest)('has our headers, tags, codings, HEAD, preflight and methods: %s', async (url) => {
    const first = await ask(url);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      'access-control-allow-origin': '*',
      'ratetree-release': releaseIn(tree),
      'content-length': `${first.body?.length}`,
    });
    const headers = { 'subscription-key': 'demo-key-of-the-tests' };
    const again = await ask(url, { headers: { ...headers, 'if-none-match': first.headers.etag } });
    expect([again.status, again.body]).toEqual([304, null]);
    const head = await ask(url, { method: 'HEAD' });
    expect([head.status, head.body, head.headers.etag]).toEqual([200, null, first.headers.etag]);
    expect((await ask(url, { method: 'OPTIONS', headers: {} })).status).toBe(204);
    const posted = await ask(url, { method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await ask(`${url}?base=${'x'.repeat(20_000)}`)).status).toBe(414);
  });

  it('is an operation of the metrics and of the log', async () => {
    const lines: string[] = [];
    const accessLog = logInto(lines);
    const counted = await gatewayOver(store, { accessLog });
    for (const url of [...latest, '/v2/nowhere', '/frankfurter/v1/latest']) await counted.ask(url);
    await accessLog.close();
    expect(lines.map((line) => JSON.parse(line).path)).toEqual([...latest, '/v2/nowhere', '/frankfurter/v1/latest']);
    const metrics = counted.metricsText();
    for (const name of DIALECT_NAMES.filter((own) => own !== OF_ECB))
      expect(metrics).toContain(`ratetree_requests_total{operation="${name}",status="200"}`);
    expect(metrics).toContain('ratetree_requests_total{operation="frankfurter",status="404"} 1');
  });
});

describe('a dialect says in its own body that', () => {
  type Status = 403 | 429 | 503;
  const words = expect.stringMatching(/^[a-z]/i);
  const ofApilayer = (status: Status) => {
    const [code, type] = {
      403: [101, 'inactive_user'],
      429: [104, 'rate_limit_reached'],
      503: [1503, 'internal_error'],
    }[status];
    return { success: false, error: { code, type, info: words } };
  };
  const OXR = { 403: 'access_restricted', 429: 'access_restricted', 503: 'service_unavailable' };
  const EXCHANGERATE_API = { 403: 'inactive-account', 429: 'quota-reached', 503: 'service-unavailable' };
  const ownWords = (status: Status) => ({ message: words, errorCode: 1000 + status });
  const BODIES: readonly (readonly [url: string, bodyOf: (status: Status) => unknown])[] = [
    ['/v2/rates', (status) => ({ status, message: words })],
    ['/frankfurter/v1/currencies', () => ({ message: words })],
    ['/currencylayer/live', ofApilayer],
    ['/fixer/latest', ofApilayer],
    ['/oxr/api/latest.json', (status) => ({ error: true, status, message: OXR[status], description: words })],
    ['/prebid/latest.json', ownWords],
    [
      '/v4/latest/USD',
      (status) => ({ result: 'error', error_type: EXCHANGERATE_API[status].replace('-', '_'), 'extra-info': words }),
    ],
    ['/v6/latest/USD', (status) => ({ result: 'error', 'error-type': EXCHANGERATE_API[status], 'extra-info': words })],
    ['/api/v7/convert?q=USD_EUR', (status) => ({ status, error: words })],
    ['/daily/usd.json', ownWords],
    ['/latest/v1/currencies/usd.json', ownWords],
  ];
  const plan = { operations: [...DIALECT_NAMES], requestsPerMinute: 1 };
  const records = [keyRecord('disabled', 'disabled', { enabled: false }), keyRecord('limited', 'limited', { plan })];

  it.each(BODIES)('a key is disabled or has asked too often, and the store is down: %s', async (url, bodyOf) => {
    const guarded = await gatewayOver(store, { subscribers: () => toSubscribers(records, null) });
    const down = await gatewayOver(downStore());
    const asked = (key: string) => guarded.ask(url, { headers: { 'subscription-key': key } });
    await asked('limited');
    const [disabled, limited, unavailable] = [await asked('disabled'), await asked('limited'), await down.ask(url)];
    for (const [status, reply] of [
      [403, disabled],
      [429, limited],
      [503, unavailable],
    ] as const)
      expect([reply.status, JSON.parse(reply.text)]).toEqual([status, bodyOf(status)]);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  });
});
