/** A key in a wrong place: neither the log nor an answer repeats it. */

import { describe, expect, it } from 'vitest';
import { withoutKey } from '../../server/request/query/problem.ts';
import { DEMO_KEY, gatewayOver, logInto } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const KEY = 'rt_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9-B2_4F6h8J0L2n4P';
const encoded = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
const SHAPES = [
  KEY,
  KEY.toUpperCase(),
  encoded(KEY),
  encoded(KEY).toUpperCase(),
  KEY.replace('_', '%5F'),
  KEY.slice(0, 24),
];
const twice = encoded(KEY).replaceAll('%', '%25');

const lines: string[] = [];
const accessLog = logInto(lines);

describe('a key of `keys add`', async () => {
  const { ask } = await gatewayOver(diskStore(writeSmallTree()), { accessLog, keylessPerMinute: 10_000 });

  it.each(
    [...SHAPES, twice].flatMap((key) =>
      [
        `/${key}/v1/latest`,
        `/v1/latest/${key}`,
        `/v1/${key}`,
        `/v6//${key}/latest/EUR`,
        `/v1/latest?currencies=${key}`,
        `/v1/latest?base=${key}`,
        `/v1/latest?provider=x${key}`,
        `/v1/latest?${key}`,
        `/v1/latest?format=${key}&date=${key}`,
        `/v1/convert?amount=${key}`,
        `/v1/historical?date=${key}`,
        `/v1/rules?rule=${key}`,
        `/frankfurter/v1/latest?base=${key}`,
        `/frankfurter/v2/rates?quotes=${key}`,
        `/proof/${key}`,
        `//${key}`,
      ].map((url) => [url]),
    ),
  )('is not repeated by %s', async (url) => {
    lines.length = 0;
    for (const headers of [{}, { 'subscription-key': DEMO_KEY }]) {
      const { text, headers: answered } = await ask(url, { headers });
      expectHidden(text + JSON.stringify(answered));
    }
    accessLog.flush();
    expect(lines.length).toBe(2);
    expectHidden(lines.join('\n'));
  });

  it('leaves what is no key as it is', () => {
    for (const text of ['/v1/latest', 'start_date=2026-03-11', 'rt_', 'start_dates_of_all', 'EUR'])
      expect(withoutKey(text)).toBe(text);
  });
});

/** None of the shapes, nor eight characters of the secret in any of them. */
function expectHidden(text: string): void {
  for (const shape of [text, text.toLowerCase(), decoded(text), decoded(decoded(text))]) {
    expect(shape).not.toContain(KEY.slice(4, 12));
    expect(shape.toLowerCase()).not.toContain(KEY.slice(4, 12).toLowerCase());
  }
}

const decoded = (text: string) =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
