/** Every row of the table of problems: a request that causes it, in every format, with its status and message. */

import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../generator/wire/encode/document.ts';
import { PROBLEMS, type ProblemCode } from '../../generator/wire/words/problems.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import type { Asked, GatewayUnderTest } from '../support/servers/gateway.ts';
import { key, refusingGateways } from '../support/servers/refusing-gateways.ts';

const { gateway, cold, broken } = await refusingGateways();

type Case = readonly [code: ProblemCode, question: string, asked?: Asked, gateway?: GatewayUnderTest];
const LONG_LIST = Array.from({ length: 501 }, () => 'EUR').join(',');

const CASES: readonly Case[] = [
  [1001, 'latest?provider=NOBODY'],
  [1001, 'latest?provider=ECB%zz'],
  [1001, 'historical?date=2026-03-11&rule=PL-VAT'],
  [1001, 'series?from=2026-03-11&provider=NOBODY'],
  [1002, 'latest?currencies=EUR,EURO'],
  [1002, 'latest?currencies=EUR,%zz'],
  [1002, 'convert?amount=1&to=AFN'],
  [1002, 'convert?amount=1&to=USD,ZZZ'],
  [1002, 'convert?amount=1&provider=TCMB&to=XDR'],
  [1002, 'series?from=2026-03-11&currencies=USD,EURO'],
  [1003, 'latest?base=ZZZ'],
  [1003, 'latest?base=AFN'],
  [1003, 'historical?date=2026-03-11&base=XDR'],
  [1003, 'convert?amount=1&base=ZZZ'],
  [1003, 'series?from=2026-03-11&base=ZZZ'],
  [1003, 'series?from=2026-03-11&to=2026-03-13&base=PLN'],
  [1003, 'series?provider=HNB&from=2022-12-31&to=2023-01-02'],
  [1004, 'latest?provider=HNB&base=EUR'],
  [1004, 'latest?provider=HNB&base=ZZZ'],
  [1004, 'historical?date=2026-03-11&rule=GB-VAT&base=EUR'],
  [1004, 'series?from=2026-01-01&provider=HMRC&base=EUR'],
  [1005, 'latest?decimals=11'],
  [1005, 'latest?decimals=-1'],
  [1005, 'latest?decimals=%2B1'],
  [1005, 'latest?decimals=02'],
  [1005, 'latest?decimals=2.0'],
  [1005, 'latest?decimals=%D9%A2'],
  [1006, 'historical'],
  [1006, 'historical?date='],
  [1006, 'historical?date=2026-3-1'],
  [1006, 'historical?date=20260301'],
  [1006, 'convert?amount=1&date=today'],
  [1006, 'convert?amount=1&rule=TR-VAT'],
  [1006, 'series'],
  [1006, 'series?from='],
  [1006, 'series?from=2026-3-1'],
  [1006, 'series?from=2026-03-11&to=today'],
  [1006, 'series?from=2026-03-13&to=2026-03-11'],
  [1026, 'series?from=2026-03-11&period=week'],
  [1007, 'historical?date=2026-02-30'],
  [1007, 'historical?date=2026-03-12'],
  [1007, 'historical?date=2999-01-01'],
  [1007, 'series?from=2026-02-30'],
  [1007, 'series?from=2026-03-11&to=2026-02-30'],
  [1007, 'series?from=2999-01-01'],
  [1007, 'series?from=2026-03-11&to=2999-01-01'],
  [1007, 'series?from=2026-03-14&provider=NBG'],
  [1008, 'historical?date=1998-01-01'],
  [1008, 'series?from=1998-01-01'],
  [1008, 'series?from=1998-01-01&to=1998-02-01&provider=HMRC'],
  [1009, 'historical?date=2026-03-11&latest=yes'],
  [1017, 'convert'],
  [1017, 'convert?amount=%20'],
  [1018, 'convert?amount=1,5'],
  [1018, 'convert?amount=1%'],
  [1018, 'convert?amount=1e31'],
  [1018, 'convert?amount=1e-31'],
  [1018, 'convert?amount=1e001'],
  [1018, 'convert?amount=.'],
  [1018, 'convert?amount=%2B%20 5'],
  [1018, 'convert?amount=NaN'],
  [1018, 'convert?amount=0x10'],
  [1018, `convert?amount=${'1'.repeat(41)}`],
  [1019, 'latest', key('narrow-key')],
  [1021, 'convert?amount=1&base=AFN'],
  [1021, 'convert?amount=1&provider=TCMB&base=XDR'],
  [1022, 'latest?type=middle'],
  [1027, 'series?from=2026-03-11&period=month&statistic=median'],
  [1027, 'series?from=2026-03-11&statistic=end'],
  [1027, 'series?from=2026-03-11&period=day&statistic=average'],
  [1023, 'latest?type=bid'],
  [1023, 'latest?provider=NBU&type=ask'],
  [1023, 'series?from=2026-03-11&type=ask'],
  [1024, 'latest?type=mid&extended=true'],
  [1025, 'historical?date=2026-03-11&rule=XX-NONE'],
  [1025, 'convert?amount=1&date=2026-03-11&rule=PL-VAT%zz'],
  [1100, 'latest?base=EUR&BASE=EUR'],
  [1100, 'latest?base&base'],
  [1100, 'latest?to=EUR&to=USD'],
  [1100, 'latest?subscription-key=a&subscription-key=a'],
  [1100, 'latest?subscription-key=a&subscription-key=a', { headers: {} }],
  [1100, 'latest', { headers: { 'subscription-key': ['a', 'b'] } }],
  [1101, 'latest?format=YAML'],
  [1102, 'latest?header=yes'],
  [1102, 'currencies?header=1'],
  [1102, 'latest?extended=on'],
  [1103, `latest?currencies=${LONG_LIST}`],
  [1103, `currencies?code=${LONG_LIST}`],
  [1103, `providers?countryCode=${LONG_LIST}`],
  [1103, `convert?amount=1&to=${LONG_LIST}`],
  [1104, 'latest?date=2026-03-11'],
  [1104, 'latest?symbols=USD'],
  [1104, 'historical?date=2026-03-11&to=USD'],
  [1104, 'convert?amount=1&currencies=USD'],
  [1104, 'convert?amount=1&From=USD'],
  [1104, 'providers?provider=TCMB'],
  [1104, 'currencies?decimals=2'],
  [1104, 'latest?rule=PL-VAT'],
  [1104, 'rules?rule=PL-VAT'],
  [1104, 'rules?provider=NBP'],
  [1104, 'series?from=2026-03-11&date=2026-03-11'],
  [1104, 'series?from=2026-03-11&latest=true'],
  [1104, 'series?from=2026-03-11&rule=PL-VAT'],
  [1104, 'historical?date=2026-03-11&period=month'],
  [1104, 'latest?statistic=end'],
  [1106, 'historical?date=2026-03-11&rule=TR-VAT&provider=TCMB'],
  [1106, 'historical?date=2026-03-11&rule=TR-VAT&type=mid'],
  [1106, 'historical?date=2026-03-11&rule=TR-VAT&latest=false'],
  [1106, 'historical?date=2026-03-11&rule=TR-VAT&extended=false'],
  [1106, 'convert?amount=1&date=2026-03-11&rule=TR-VAT&provider=ECB'],
  [1401, 'latest', { headers: {} }],
  [1401, 'latest', { headers: { 'subscription-key': ' ' } }],
  [1401, 'latest?subscription-key=', { headers: {} }],
  [1402, 'latest', key('never-given')],
  [1402, 'latest?subscription-key=never-given%zz', { headers: {} }],
  [1403, 'latest', key('off-key')],
  [1403, 'latest', key('old-key')],
  [1404, 'latest/x/'],
  [1404, 'Latest'],
  [1404, 'latest/GLOBAL/EUR.json'],
  [1404, 'index/release.json'],
  [1404, '%6Catest'],
  [1405, 'latest', { method: 'POST' }],
  [1405, 'latest', { method: 'get' }],
  [1414, `latest?x=${'x'.repeat(16 * 1024)}`],
  [1500, 'latest', {}, broken],
  [1503, 'latest', {}, cold],
  [1503, 'historical?date=2026-03-11&rule=TR-VAT', {}, cold],
];

describe.each(FORMATS)('in %s', (format) => {
  const named = CASES.map(([code, question, asked, over]) => ({
    code,
    question,
    asked,
    over,
    shown: question.slice(0, 60),
  }));

  it.each(named)('$code answers $shown', async ({ code, question, asked, over = gateway }) => {
    const separator = question.includes('?') ? '&' : '?';
    const own = question.includes('format=') || question.includes('header=');
    const url = `/v1/${question}${separator}${own ? '' : `format=${format}&header=true`}`;
    const reply = await over.ask(url, asked);
    const [row, ...more] = rowsOf('problem', own ? 'json' : format, reply.text);
    expect(row).toEqual({ message: expect.stringMatching(/^[A-Za-z/]/), errorCode: `${code}` });
    expect(more).toEqual([]);
    expect(reply.status).toBe(PROBLEMS[code].status);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers['content-length']).toBe(`${reply.body?.length}`);
    expect(reply.headers).not.toHaveProperty('etag');
  });
});

it('every row of the table has a case, except those of listener, limit and spans, which have their own tests', () => {
  const covered = new Set(CASES.map(([code]) => code));
  const all = Object.keys(PROBLEMS).filter((code) => !['1105', '1400', '1429'].includes(code));
  expect([...covered].map(String).sort()).toEqual(all.sort());
});
