/** Spans of services that answer for every day: each day has what a question about it alone gives. */

import { describe, expect, it } from 'vitest';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

const { ask } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });

/** A span and a single day of each service, and where in the body of the day the rates are. */
const SERVICES = [
  ['/fixer/timeseries?start_date=A&end_date=B', '/fixer/A', 'rates'],
  ['/fixer/history?start_at=A&end_at=B', '/fixer/A', 'rates'],
  ['/fixer/v1/timeseries?start_date=A&end_date=B&base=USD', '/fixer/v1/A?base=USD', 'rates'],
  ['/currencylayer/timeframe?start_date=A&end_date=B', '/currencylayer/historical?date=A', 'quotes'],
  ['/oxr/api/time-series.json?start=A&end=B', '/oxr/api/historical/A.json', 'rates'],
] as const;

const MARCH = (...days: readonly number[]) => days.map((day) => `2026-03-${day}`);

describe.each(SERVICES)('%s', (span, single, member) => {
  it.each([
    ['Friday to Monday', '2026-03-13', '2026-03-16', MARCH(13, 14, 15, 16)],
    ['a weekend alone', '2026-03-14', '2026-03-15', MARCH(14, 15)],
    ['a Sunday', '2026-03-15', '2026-03-15', MARCH(15)],
    [
      'from before the first fixing',
      '2026-02-20',
      '2026-03-02',
      ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    ],
  ])('of %s has each day as it is alone', async (_name, from, to, days) => {
    const { status, text } = await ask(span.replace('A', from).replace('B', to));
    expect(status).toBe(200);
    const found = JSON.parse(text)[member];
    expect(Object.keys(found)).toEqual(days);
    for (const day of days) {
      expect([day, found[day]]).toEqual([day, JSON.parse((await ask(single.replace('A', day))).text)[member]]);
    }
  });

  it('ends with the last day that is answered alone', async () => {
    const { text } = await ask(span.replace('A', '2026-03-16').replace('B', '2026-12-31'));
    for (const day of Object.keys(JSON.parse(text)[member])) {
      expect([day, (await ask(single.replace('A', day))).status]).toEqual([day, 200]);
    }
    expect((await ask(single.replace('A', '2026-03-25'))).status).toBe(400);
    expect((await ask(span.replace('A', '2026-03-25').replace('B', '2026-12-31'))).status).toBe(400);
  });

  it('is refused where it is reversed, or before the first fixing', async () => {
    expect((await ask(span.replace('A', '2026-03-16').replace('B', '2026-03-13'))).status).toBe(400);
    expect((await ask(span.replace('A', '2025-12-01').replace('B', '2025-12-31'))).status).toBe(400);
  });
});

it('a span of pairs has every day, too', async () => {
  const days = JSON.parse(
    (await ask('/api/v7/convert?q=USD_EUR&compact=ultra&date=2026-03-13&endDate=2026-03-16')).text,
  );
  expect(Object.keys(days.USD_EUR)).toEqual(MARCH(13, 14, 15, 16));
  expect(days.USD_EUR['2026-03-15']).toBe(days.USD_EUR['2026-03-13']);
});

it('a year of all currencies is answered as before, and ten thousand years as far as there are rates', async () => {
  expect((await ask('/fixer/timeseries?start_date=2025-03-20&end_date=2026-03-20')).status).toBe(200);
  const { status, text } = await ask('/oxr/api/time-series.json?start=0001-01-01&end=9999-12-31&symbols=EUR');
  expect([status, Object.keys(JSON.parse(text).rates).slice(0, 2)]).toEqual([200, ['2026-02-27', '2026-02-28']]);
});

it.each([
  ['/frankfurter/v1/2026-03-13..2026-03-16?to=USD', ['2026-03-13', '2026-03-16']],
  ['/frankfurter/v1/2026-03-14..2026-03-15?to=USD', ['2026-03-13']],
  ['/ratesapi/history?start_at=2026-03-13&end_at=2026-03-16&symbols=USD', ['2026-03-13', '2026-03-16']],
])('Frankfurter has published fixings only: %s', async (url, days) => {
  expect(Object.keys(JSON.parse((await ask(url)).text).rates)).toEqual(days);
});

it('and so has /v1/series, whose span without one has no first and no last date', async () => {
  const { status, text } = await ask('/v1/series?from=2026-03-14&to=2026-03-15&currencies=USD');
  expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ from: '', to: '', series: [] })]);
});
