/** Refusals: their format and message, what would help, and what is not a reason to refuse. */

import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../generator/wire/encode/document.ts';
import { readExamples } from '../support/kit/examples.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { key, refusingGateways } from '../support/servers/refusing-gateways.ts';

const { gateway, cold, broken } = await refusingGateways();

describe('a refusal', () => {
  it.each([
    ['format=YAML&header=true', 'application/json; charset=utf-8'],
    ['format=XML&format=XML', 'application/json; charset=utf-8'],
    ['format=xml&type=x', 'application/xml; charset=utf-8'],
    ['format=csv&header=true&type=x', 'text/csv; charset=utf-8; header=present'],
    ['format=csv&header=maybe', 'text/csv; charset=utf-8; header=absent'],
    ['format=csv&header=true&header=true', 'text/csv; charset=utf-8; header=absent'],
    ['format=csv&type=x', 'text/csv; charset=utf-8; header=absent'],
  ])('of ?%s has the content type %s', async (parameters, contentType) => {
    const reply = await gateway.ask(`/v1/latest?${parameters}`);
    expect(reply.status).toBe(400);
    expect(reply.headers['content-type']).toBe(contentType);
  });

  it.each([
    ['%00%07%1b', '"???"'],
    ['%ef%bf%be%ef%bf%bf', '"??"'],
    ['%3Cscript%3E', '"<script>"'],
    ['%3D1%2B1', '"=1+1"'],
    [encodeURIComponent('😀'.repeat(41)), `"${'😀'.repeat(40)}…"`],
    ['a'.repeat(1000), `"${'a'.repeat(40)}…"`],
    ['\uD800', '"?"'],
  ])('quotes the value %s as %s', async (sent, quoted) => {
    for (const format of FORMATS) {
      const reply = await gateway.ask(`/v1/latest?type=${sent}&format=${format}&header=true`);
      expect(rowsOf('problem', format, reply.text)[0]?.message).toContain(quoted);
    }
  });

  it('names the right parameter if there is one', async () => {
    const said = async (question: string) => JSON.parse((await gateway.ask(`/v1/${question}`)).text).message;
    expect(await said('latest?symbols=USD')).toMatch(/is currencies$/);
    expect(await said('latest?from=USD')).toMatch(/is base$/);
    expect(await said('convert?currency=USD&amount=1')).toMatch(/is to$/);
    expect(await said('latest?date=2026-01-01')).toContain('/v1/historical');
    expect(await said('latest?amount=1')).toContain('/v1/convert');
    expect(await said('currencies?symbol=USD')).toMatch(/is code$/);
    expect(await said('convert?amount=1&to=AFN')).toBe('to names AFN, which is not quoted by GLOBAL on 2026-03-13');
    expect(await said('convert?amount=1&to=ZZZ')).toMatch(/"ZZZ".*GLOBAL on 2026-03-13/);
    expect(await said('historical?date=1998-01-01')).toContain('2026-03-11');
  });

  it.each(readExamples('server/answers/refusals.txt', 'nearly written'))(
    'names the parameter that was nearly written, as it would be ignored: %s',
    async (question, near) => {
      const { message, errorCode } = JSON.parse((await gateway.ask(`/v1/${question}`)).text);
      expect([message.split(': ').at(-1), errorCode]).toEqual([`did you mean ${near}?`, 1104]);
    },
  );

  it('because of the key, the method or the rate says what would help', async () => {
    expect((await gateway.ask('/v1/latest', { headers: {} })).headers['www-authenticate']).toBe(
      'SubscriptionKey realm="ratetree"',
    );
    expect((await gateway.ask('/v1/latest', { method: 'DELETE' })).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await cold.ask('/v1/latest')).headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await gateway.ask('/v1/latest', key('slow-key'));
    const limited = await gateway.ask('/v1/latest?format=xml', key('slow-key'));
    expect(rowsOf('problem', 'xml', limited.text)[0]?.errorCode).toBe('1429');
    expect(limited.headers['retry-after']).toBe('60');
  });

  it('because of a bug tells the operator why, and the client nothing', async () => {
    const reply = await broken.ask('/v1/latest');
    expect(reply.text).not.toContain('a bug');
    expect(broken.said.join()).toContain('a bug');
  });
});

it('unknown and blank parameters are ignored if they do no harm', async () => {
  for (const question of [
    'latest?utm_source=x',
    'latest?date=&symbols=,&to=%20',
    'currencies?base',
    'latest?curencies=,&decimal=',
    'latest?t=1&ts=2&_=3&v=4&lang=en&callback=x&tz=UTC&token=x&dates=x&form=x',
    'convert?amount=1&t=1&o=2&ts=3&tz=4&go=5&dates=x',
    'latest?%zz=1&=2&&',
  ]) {
    expect((await gateway.ask(`/v1/${question}`)).status).toBe(200);
  }
});
