/** Requests of other services' clients and the answers that they get: a table for each dialect of GLOBAL's rates. */

import { describe, expect, it } from 'vitest';
import { DIALECT_NAMES } from '../../generator/wire/answers/operations.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { type Asked, downStore, gatewayOver, keyRecord, logInto } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const tree = writeSmallTree();
const store = diskStore(tree);
const { ask } = await gatewayOver(store);
const key = 'subscription-key=demo-key-of-the-tests';

/** 2026-03-13T00:00:00Z. */
const FRIDAY = 1773360000;
/** Of the release's newest fixing: 1.1717 dollars and 0.8649 pounds per euro. */
const [DOLLARS, USD_EUR, USD_GBP] = ['1.1717', '0.8534607835', '0.7381582316'];
/** Of 2026-03-11: 1.1622 dollars per euro. */
const USD_EUR_11 = '0.860437102';
const TERMS = /^\{"disclaimer":"[^"]+","license":"[^"]+",/;

type Row = readonly [request: string, status: number, answer: string];

const OXR: readonly Row[] = [
  [
    'latest.json?app_id=x&symbols=EUR,GBP',
    200,
    `"timestamp":${FRIDAY},"base":"USD","rates":{"EUR":${USD_EUR},"GBP":${USD_GBP}}}`,
  ],
  ['latest.json?base=eur&symbols=usd,', 200, `"timestamp":${FRIDAY},"base":"EUR","rates":{"USD":${DOLLARS}}}`],
  [
    'historical/2026-03-11.json?symbols=EUR,USD',
    200,
    `"timestamp":1773273599,"base":"USD","rates":{"EUR":${USD_EUR_11},"USD":1}}`,
  ],
  [
    'historical/2026-03-11.json?base=EUR&symbols=USD',
    200,
    '"timestamp":1773273599,"base":"EUR","rates":{"USD":1.1622}}',
  ],
  ['historical/2026-03-12.json?symbols=EUR', 200, `"timestamp":1773273599,"base":"USD","rates":{"EUR":${USD_EUR_11}}}`],
  [
    'time-series.json?start=2026-03-11&end=2026-03-13&symbols=EUR',
    200,
    `"start_date":"2026-03-11","end_date":"2026-03-13","base":"USD","rates":{"2026-03-11":{"EUR":${USD_EUR_11}},"2026-03-12":{"EUR":${USD_EUR_11}},"2026-03-13":{"EUR":${USD_EUR}}}}`,
  ],
  [
    'time-series.json?start=2026-03-01&end=2026-03-12&base=EUR&symbols=USD,PLN',
    200,
    '"start_date":"2026-03-01","end_date":"2026-03-12","base":"EUR","rates":{"2026-03-11":{"USD":1.1622},"2026-03-12":{"USD":1.1622}}}',
  ],
  ['latest.json?symbols=EUR,AFN,HRK', 200, `"timestamp":${FRIDAY},"base":"USD","rates":{"EUR":${USD_EUR}}}`],
  ['latest.json?currencies=EUR,AFN', 200, `"timestamp":${FRIDAY},"base":"USD","rates":{"EUR":${USD_EUR}}}`],
  ['latest.json?symbols=AFN', 200, `"timestamp":${FRIDAY},"base":"USD","rates":{}}`],
  [
    'historical/2026-03-11.json?symbols=EUR,PLN',
    200,
    `"timestamp":1773273599,"base":"USD","rates":{"EUR":${USD_EUR_11}}}`,
  ],
  [
    'time-series.json?start=2026-03-11&end=2026-03-11&currencies=EUR',
    200,
    `"start_date":"2026-03-11","end_date":"2026-03-11","base":"USD","rates":{"2026-03-11":{"EUR":${USD_EUR_11}}}}`,
  ],
  ['latest.json?base=ZZZ', 400, 'invalid_base'],
  ['latest.json?base=AFN', 400, 'invalid_base'],
  ['latest.json?source=EUR', 400, 'invalid_request'],
  ['latest.json?symbols=EUR,ZZZ', 400, 'not_available'],
  ['latest.json?symbols=EUR&currencies=USD', 400, 'invalid_request'],
  ['latest.json?base=USD&base=EUR', 400, 'invalid_request'],
  ['historical/2026-02-30.json', 400, 'not_available'],
  ['historical/yesterday.json', 400, 'not_available'],
  ['historical/2026-03-10.json', 400, 'not_available'],
  ['historical/2999-01-01.json', 400, 'not_available'],
  ['time-series.json?start=2026-03-11', 400, 'not_available'],
  ['time-series.json?start=2026-03-13&end=2026-03-11', 400, 'not_available'],
  ['time-series.json?start=2020-01-01&end=2020-01-31', 400, 'not_available'],
  [
    'time-series.json?start=2026-03-14&end=2026-03-15&symbols=EUR',
    200,
    `"start_date":"2026-03-14","end_date":"2026-03-15","base":"USD","rates":{"2026-03-14":{"EUR":${USD_EUR}}}}`,
  ],
  ['time-series.json?start=2026-03-15&end=9999-12-31', 400, 'not_available'],
  ['time-series.json?start=2026-03-11&end=2026-03-13&base=ZZZ', 400, 'invalid_base'],
  ['time-series.json?start=2026-03-11&end=2026-03-13&symbols=ZZZ', 400, 'not_available'],
  ['time-series.json?start=2026-03-11&end=2026-03-13&base=AFN', 400, 'not_available'],
  [
    'convert/100/usd/EUR?prettyprint=0',
    200,
    `"request":{"query":"/convert/100/USD/EUR","amount":100,"from":"USD","to":"EUR"},"meta":{"timestamp":${FRIDAY},"rate":${USD_EUR}},"response":85.3460783477}`,
  ],
  ['convert/x/USD/EUR', 400, 'invalid_request'],
  ['convert/100/ZZZ/EUR', 400, 'invalid_base'],
  ['convert/100/USD/ZZZ', 400, 'not_available'],
  ['convert/100/USD', 404, 'not_found'],
];

const FIXER: readonly Row[] = [
  [
    'latest?access_key=x&apikey=x&symbols=USD',
    200,
    `{"success":true,"timestamp":${FRIDAY},"base":"EUR","date":"2026-03-13","rates":{"USD":${DOLLARS}}}`,
  ],
  [
    '2026-03-12?base=USD&symbols=EUR',
    200,
    `{"success":true,"timestamp":1773273599,"historical":true,"base":"USD","date":"2026-03-11","rates":{"EUR":${USD_EUR_11}}}`,
  ],
  [
    'timeseries?start_date=2026-03-11&end_date=2026-03-13&symbols=USD',
    200,
    `{"success":true,"timeseries":true,"start_date":"2026-03-11","end_date":"2026-03-13","base":"EUR","rates":{"2026-03-11":{"USD":1.1622},"2026-03-12":{"USD":1.1622},"2026-03-13":{"USD":${DOLLARS}}}}`,
  ],
  [
    'timeseries?start_date=2026-03-11&end_date=2026-03-12&base=USD&symbols=EUR',
    200,
    `{"success":true,"timeseries":true,"start_date":"2026-03-11","end_date":"2026-03-12","base":"USD","rates":{"2026-03-11":{"EUR":${USD_EUR_11}},"2026-03-12":{"EUR":${USD_EUR_11}}}}`,
  ],
  [
    'latest?symbols=USD,AFN,HRK',
    200,
    `{"success":true,"timestamp":${FRIDAY},"base":"EUR","date":"2026-03-13","rates":{"USD":${DOLLARS}}}`,
  ],
  ['latest?base=ZZZ', 400, '201'],
  ['latest?symbols=USD,ZZZ', 400, '202'],
  ['latest?source=USD', 400, '1104'],
  ['2026-03-12?currencies=USD', 400, '1104'],
  ['timeseries?start_date=2026-03-11&end_date=2026-03-12&source=USD', 400, '1104'],
  ['2026-13-01', 400, '302'],
  ['2026', 400, '302'],
  ['1998-01-01', 400, '106'],
  ['timeseries?start_date=2026-03-11', 400, '302'],
  ['timeseries?start_date=2026-03-13&end_date=2026-03-11', 400, '302'],
  ['timeseries?start_date=2025-03-12&end_date=2026-03-13', 400, '505'],
  [
    'timeseries?start_date=2026-03-14&end_date=2026-03-14&symbols=USD',
    200,
    `{"success":true,"timeseries":true,"start_date":"2026-03-14","end_date":"2026-03-14","base":"EUR","rates":{"2026-03-14":{"USD":${DOLLARS}}}}`,
  ],
  ['timeseries?start_date=2026-03-15&end_date=2026-03-16', 400, '106'],
  ['timeseries?start_date=2026-03-01&end_date=2026-03-10', 400, '106'],
  [
    'convert?from=USD&to=EUR&amount=100',
    200,
    `{"success":true,"query":{"from":"USD","to":"EUR","amount":100},"info":{"timestamp":${FRIDAY},"rate":${USD_EUR}},"date":"2026-03-13","result":85.3460783477}`,
  ],
  [
    'convert?from=USD&to=EUR&amount=100&date=2026-03-12',
    200,
    `{"success":true,"query":{"from":"USD","to":"EUR","amount":100},"info":{"timestamp":1773273599,"rate":${USD_EUR_11}},"historical":true,"date":"2026-03-11","result":86.0437102048}`,
  ],
  [
    'history?start_at=2026-03-11&end_at=2026-03-13&symbols=USD',
    200,
    `{"base":"EUR","start_at":"2026-03-11","end_at":"2026-03-13","rates":{"2026-03-11":{"USD":1.1622},"2026-03-12":{"USD":1.1622},"2026-03-13":{"USD":${DOLLARS}}}}`,
  ],
  ['convert?from=EUR&to=USD', 400, '403'],
  ['convert?to=USD&amount=1', 400, '202'],
  ['convert?from=EUR&to=USD&amount=1&base=USD', 400, '1104'],
  ['history?start_at=2026-03-11', 400, '302'],
  ['fluctuation', 404, '404'],
];

const CURRENCYLAYER: readonly Row[] = [
  [
    'live?access_key=x&currencies=EUR,GBP,AFN',
    200,
    `{"success":true,"timestamp":${FRIDAY},"source":"USD","quotes":{"USDEUR":${USD_EUR},"USDGBP":${USD_GBP}}}`,
  ],
  [
    'live?source=eur&currencies=USD,EUR',
    200,
    `{"success":true,"timestamp":${FRIDAY},"source":"EUR","quotes":{"EUREUR":1,"EURUSD":${DOLLARS}}}`,
  ],
  [
    'historical?date=2026-03-12&currencies=EUR',
    200,
    `{"success":true,"historical":true,"date":"2026-03-11","timestamp":1773273599,"source":"USD","quotes":{"USDEUR":${USD_EUR_11}}}`,
  ],
  [
    'convert?from=USD&to=GBP&amount=100',
    200,
    `{"success":true,"query":{"from":"USD","to":"GBP","amount":100},"info":{"timestamp":${FRIDAY},"quote":${USD_GBP}},"result":73.8158231629}`,
  ],
  [
    'convert?from=usd&to=eur&amount=1e-1&date=2026-03-11',
    200,
    `{"success":true,"query":{"from":"USD","to":"EUR","amount":0.1},"info":{"timestamp":1773273599,"quote":${USD_EUR_11}},"historical":true,"date":"2026-03-11","result":0.0860437102}`,
  ],
  [
    'historical?date=2026-03-11&source=EUR&currencies=USD',
    200,
    '{"success":true,"historical":true,"date":"2026-03-11","timestamp":1773273599,"source":"EUR","quotes":{"EURUSD":1.1622}}',
  ],
  ['live?base=EUR', 400, '1104'],
  ['live?symbols=EUR', 400, '1104'],
  ['historical?date=2026-03-12&base=EUR', 400, '1104'],
  ['convert?from=USD&to=AFN&amount=1', 400, '202'],
  ['convert?from=USD&to=EUR,GBP&amount=1', 400, '202'],
  ['convert?to=EUR&amount=1', 400, '202'],
  ['live?source=ZZZ', 400, '201'],
  ['live?currencies=EUR,ZZZ', 400, '202'],
  ['historical', 400, '302'],
  ['historical?date=13.03.2026', 400, '302'],
  ['historical?date=2999-01-01', 400, '106'],
  ['convert?from=USD&to=EUR', 400, '403'],
  ['convert?from=USD&to=EUR&amount=one', 400, '403'],
  ['convert?from=USD&amount=1', 400, '202'],
  ['convert?from=AFN&to=EUR&amount=1', 400, '201'],
  [
    'timeframe?start_date=2026-03-11&end_date=2026-03-13&currencies=EUR',
    200,
    `{"success":true,"timeframe":true,"start_date":"2026-03-11","end_date":"2026-03-13","source":"USD","quotes":{"2026-03-11":{"USDEUR":${USD_EUR_11}},"2026-03-12":{"USDEUR":${USD_EUR_11}},"2026-03-13":{"USDEUR":${USD_EUR}}}}`,
  ],
  ['timeframe?start_date=2026-03-11', 400, '302'],
  ['timeframe?start_date=2025-03-12&end_date=2026-03-13', 400, '505'],
  ['change', 404, '404'],
];

/** currencylayer says beside `success` what it has to say about the use of its figures. */
function withTerms([request, status, answer]: Row): Row {
  const terms = 'Derived from the rates of central banks. Not a benchmark, and endorsed by no bank.';
  const said = `"terms":"${terms}","privacy":"That of whoever runs this service."`;
  return [request, status, answer.replace('{"success":true', `{"success":true,${said}`)];
}

const askOf = (prefix: string, request: string, asked?: Asked) => ask(`${prefix}${request}`, asked);

describe('Open Exchange Rates', () => {
  it.each(OXR)('%s answers %i', async (request, status, answer) => {
    const reply = await askOf('/oxr/api/', request);
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.text.replace(TERMS, '')).toBe(answer);
    else {
      expect(JSON.parse(reply.text)).toEqual({
        ...{ error: true, status, message: answer },
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
  ['fixer', '/fixer/', FIXER],
  ['currencylayer', '/currencylayer/', CURRENCYLAYER.map(withTerms)],
] as const)('%s', (_, prefix, rows) => {
  it.each(rows)('%s answers %i', async (request, status, answer) => {
    const reply = await askOf(prefix, request);
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.text).toBe(answer);
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
  it.each([
    ['/fixer/v1/latest', '/fixer/latest'],
    ['/fixer/api/2026-03-12', '/fixer/2026-03-12'],
    ['/currencylayer/api/live', '/currencylayer/live'],
    ['/oxr/latest.json', '/oxr/api/latest.json'],
    ['/oxr/historical/2026-03-12.json', '/oxr/api/historical/2026-03-12.json'],
    ['/npm/@fawazahmed0/currency-api@latest/v1/currencies/eur.json', '/latest/v1/currencies/eur.json'],
    ['/npm/@fawazahmed0/currency-api@2026.3.12/v1/currencies/eur.json', '/2026-03-12/v1/currencies/eur.json'],
  ])('%s answers as %s', async (other, usual) => {
    const [found, expected] = [await ask(other), await ask(usual)];
    expect([found.status, found.text]).toEqual([200, expected.text]);
  });
});

describe('a fault', () => {
  it.each([
    ['/oxr/api/latest.json?symbols=USD,XQQ', 'symbols names "XQQ", which is not a currency that we know'],
    ['/oxr/api/latest.json?currencies=XQQ', 'currencies names "XQQ", which is not a currency that we know'],
    ['/oxr/api/latest.json?source=EUR', 'there is no parameter source here; write base'],
    ['/oxr/api/latest.json?symbols=USD&currencies=EUR', 'symbols and currencies mean the same; give one of them'],
    ['/fixer/latest?symbols=XQQ', 'symbols names "XQQ", which is not a currency that we know'],
    ['/fixer/latest?base=AFN', 'base AFN is not quoted by GLOBAL on 2026-03-13'],
    ['/fixer/latest?currencies=USD', 'there is no parameter currencies here; write symbols'],
    [
      '/fixer/timeseries?start_date=2026-03-11&end_date=2026-03-12&symbols=XQQ',
      'symbols names "XQQ", which is not a currency that we know',
    ],
    ['/currencylayer/live?currencies=XQQ', 'currencies names "XQQ", which is not a currency that we know'],
    ['/currencylayer/live?source=XQQ', 'source "XQQ" is not a currency that we know'],
    ['/currencylayer/live?source=AFN', 'source AFN is not quoted by GLOBAL on 2026-03-13'],
    ['/currencylayer/live?base=EUR', 'there is no parameter base here; write source'],
    ['/currencylayer/convert?from=AFN&to=EUR&amount=1', 'from AFN is not quoted by GLOBAL on 2026-03-13'],
    ['/currencylayer/convert?from=EUR&to=AFN&amount=1', 'to names AFN, which is not quoted by GLOBAL on 2026-03-13'],
  ])('is named by the parameter that the client sent: %s', async (url, words) => {
    const { description, error } = JSON.parse((await ask(url)).text);
    expect(description ?? error.info).toBe(words);
  });
});

describe('Prebid', () => {
  it('gets its file with one base', async () => {
    const { text, headers } = await ask(`/prebid/latest.json?${key}`, { headers: {} });
    const rates = `"CHF":0.7979858326,"EUR":${USD_EUR},"GBP":${USD_GBP},"JPY":147.6401809337,"PLN":3.6283178288`;
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
  const words = expect.stringMatching(/^[a-z]/i);
  const ofFrankfurter = (status: number) => ({ status, message: words });
  const ofApilayer = (code: number, type: string) => ({ success: false, error: { code, type, info: words } });
  const ofOxr = (status: number, message: string) => ({ error: true, status, message, description: words });
  const ofExchangerateApi = (type: string) => ({ result: 'error', 'error-type': type, 'extra-info': words });
  const disabled = keyRecord('disabled', 'disabled', { enabled: false });
  const limited = keyRecord('limited', 'limited', {
    plan: { operations: [...DIALECT_NAMES], requestsPerMinute: 1 },
  });

  it.each([
    ['/v2/rates', ofFrankfurter(403)],
    ['/frankfurter/v1/latest', { message: words }],
    ['/currencylayer/live', ofApilayer(101, 'inactive_user')],
    ['/fixer/latest', ofApilayer(101, 'inactive_user')],
    ['/oxr/api/latest.json', ofOxr(403, 'access_restricted')],
    ['/prebid/latest.json', { message: words, errorCode: 1403 }],
    ['/v4/latest/USD', { result: 'error', error_type: 'inactive_account', 'extra-info': words }],
    ['/v6/latest/USD', ofExchangerateApi('inactive-account')],
    ['/api/v7/convert?q=USD_EUR', { status: 403, error: words }],
    ['/daily/usd.json', { message: words, errorCode: 1403 }],
    ['/latest/v1/currencies/usd.json', { message: words, errorCode: 1403 }],
  ])('a key is disabled: %s', async (url, body) => {
    const guarded = await gatewayOver(store, { subscribers: () => toSubscribers([disabled], null) });
    const reply = await guarded.ask(url, { headers: { 'subscription-key': 'disabled' } });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([403, body]);
  });

  it.each([
    ['/v2/rates', ofFrankfurter(429)],
    ['/frankfurter/v1/currencies', { message: words }],
    ['/currencylayer/live', ofApilayer(104, 'rate_limit_reached')],
    ['/fixer/latest', ofApilayer(104, 'rate_limit_reached')],
    ['/oxr/api/latest.json', ofOxr(429, 'access_restricted')],
    ['/prebid/latest.json', { message: words, errorCode: 1429 }],
    ['/v6/latest/USD', ofExchangerateApi('quota-reached')],
    ['/api/v7/convert?q=USD_EUR', { status: 429, error: words }],
    ['/daily/usd.json', { message: words, errorCode: 1429 }],
    ['/latest/v1/currencies/usd.json', { message: words, errorCode: 1429 }],
  ])('a key has asked too often: %s', async (url, body) => {
    const guarded = await gatewayOver(store, { subscribers: () => toSubscribers([limited], null) });
    const asked = { headers: { 'subscription-key': 'limited' } };
    await guarded.ask(url, asked);
    const reply = await guarded.ask(url, asked);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([429, body]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['/v2/rates', ofFrankfurter(503)],
    ['/frankfurter/v1/latest', { message: words }],
    ['/currencylayer/convert?from=USD&to=EUR&amount=1', ofApilayer(1503, 'internal_error')],
    ['/fixer/latest', ofApilayer(1503, 'internal_error')],
    ['/oxr/api/latest.json', ofOxr(503, 'service_unavailable')],
    ['/prebid/latest.json', { message: words, errorCode: 1503 }],
    ['/v6/latest/USD', ofExchangerateApi('service-unavailable')],
    ['/api/v7/convert?q=USD_EUR', { status: 503, error: words }],
    ['/daily/usd.json', { message: words, errorCode: 1503 }],
    ['/latest/v1/currencies/usd.json', { message: words, errorCode: 1503 }],
  ])('the store is down: %s', async (url, body) => {
    const reply = await (await gatewayOver(downStore())).ask(url);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([503, body]);
  });
});
