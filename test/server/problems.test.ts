/** Every row of the table of problems: a request that causes it, in every format, with its status and message. */

import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../generator/wire/encode/document.ts';
import { PROBLEMS, type ProblemCode } from '../../generator/wire/words/problems.ts';
import { readExamples } from '../support/kit/examples.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import type { Asked, GatewayUnderTest } from '../support/servers/gateway.ts';
import { key, refusingGateways } from '../support/servers/refusing-gateways.ts';

const { gateway, cold, broken } = await refusingGateways();

type Case = readonly [code: ProblemCode, question: string, asked?: Asked, gateway?: GatewayUnderTest];
const LONG_LIST = Array.from({ length: 501 }, () => 'EUR').join(',');

const CASES: readonly Case[] = [
  ...readExamples('server/answers/problems.txt', 'with the demo key').map(
    ([code = '', question = '']): Case => [Number(code) as ProblemCode, question],
  ),
  [1018, `convert?amount=${'1'.repeat(41)}`],
  [1019, 'latest', key('narrow-key')],
  [1100, 'latest?subscription-key=a&subscription-key=a', { headers: {} }],
  [1100, 'latest', { headers: { 'subscription-key': ['a', 'b'] } }],
  [1103, `latest?currencies=${LONG_LIST}`],
  [1103, `currencies?code=${LONG_LIST}`],
  [1103, `providers?countryCode=${LONG_LIST}`],
  [1103, `convert?amount=1&to=${LONG_LIST}`],
  [1401, 'latest', { headers: {} }],
  [1401, 'latest', { headers: { 'subscription-key': ' ' } }],
  [1401, 'latest?subscription-key=', { headers: {} }],
  [1402, 'latest', key('never-given')],
  [1402, 'latest?subscription-key=never-given%zz', { headers: {} }],
  [1403, 'latest', key('off-key')],
  [1403, 'latest', key('old-key')],
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
