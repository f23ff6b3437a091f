/** The times by which caches of other services' clients live: when the release was made, and when the next one is due. */
import { describe, expect, it } from 'vitest';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { NOW } from '../support/trees/release-pair.ts';
import { copyOf, generateRelease, ours, publishAll } from '../support/trees/releases.ts';

/** A Friday's release, which was published on that day at 17:00 UTC. GLOBAL is due at 23:59 UTC of each weekday. */
const published = await publishAll([await generateRelease(1)]);
const RELEASED = NOW.getTime() / 1000;
const at = (instant: string) => Date.parse(instant) / 1000;
const MONDAY = at('2026-03-16T23:59:00Z');

async function serving(now: string) {
  const folder = copyOf(published);
  const clock = { ms: Date.parse(now) };
  const store = new ReleaseStore(folderObjects(folder.dir), ours.trusted);
  const gateway = await gatewayOver(store, { nowMs: () => clock.ms });
  const json = async (url: string) => JSON.parse((await gateway.ask(url)).text);
  return { folder, clock, gateway, json };
}

/** Each answer that says when its rates were made, and the member that does. */
const NEWEST = [
  ['/oxr/api/latest.json', 'timestamp'],
  ['/oxr/api/convert/1/USD/EUR', 'meta.timestamp'],
  ['/fixer/latest', 'timestamp'],
  ['/fixer/convert?from=USD&to=EUR&amount=1', 'info.timestamp'],
  ['/currencylayer/live', 'timestamp'],
  ['/currencylayer/convert?from=USD&to=EUR&amount=1', 'info.timestamp'],
  ['/v4/latest/USD', 'time_last_updated'],
  ['/v6/latest/USD', 'time_last_update_unix'],
  ['/v6/latest/USD', 'time_last_update_utc'],
  ['/v6/-/pair/USD/EUR', 'time_last_update_unix'],
  ['/prebid/latest.json', 'generatedAt'],
] as const;
const V6 = ['/v6/latest/USD', '/v6/-/latest/USD', '/v6/-/pair/USD/EUR', '/v6/-/pair/USD/EUR/5'];

describe('the newest rates', () => {
  it.each(NEWEST)('%s are as of the release, in %s', async (url, member) => {
    const { json } = await serving('2026-03-14T10:00:00Z');
    const found = member.split('.').reduce((within, name) => within[name], await json(url));
    expect(typeof found === 'string' ? at(found) : found).toBe(RELEASED);
  });

  it('are as of the night that found no news and signed the same release again', async () => {
    const { folder, clock, gateway, json } = await serving('2026-03-14T10:00:00Z');
    const before = await json('/fixer/latest');
    folder.point({}, folder.signer, new Date('2026-03-15T02:00:00Z'));
    clock.ms = Date.parse('2026-03-15T02:05:00Z');
    await gateway.catalogue.refresh();
    expect(await json('/fixer/latest')).toEqual({ ...before, timestamp: at('2026-03-15T02:00:00Z') });
  });

  it('are in FloatRates, too, beside the day of the rates', async () => {
    const { gateway, json } = await serving('2026-03-14T10:00:00Z');
    const { text } = await gateway.ask('/daily/usd.xml');
    expect(text).toContain('<lastBuildDate>Fri, 13 Mar 2026 17:00:00 GMT</lastBuildDate>');
    expect((await json('/daily/usd.json')).eur.date).toBe('Fri, 13 Mar 2026 00:00:00 GMT');
  });
});

describe('the next rates', () => {
  it.each([
    ['2026-03-13T18:00:00Z', at('2026-03-13T23:59:00Z')],
    ['2026-03-14T10:00:00Z', MONDAY],
    ['2026-03-16T23:58:59Z', MONDAY],
    ['2026-03-16T23:59:00Z', at('2026-03-17T23:59:00Z')],
    ['2026-04-04T12:00:00Z', at('2026-04-06T23:59:00Z')],
  ])('at %s are due at the next publication that is to come', async (now, due) => {
    const { json } = await serving(now);
    for (const url of V6) {
      const body = await json(url);
      const next = [body.time_next_update_unix, Date.parse(body.time_next_update_utc) / 1000];
      // GLOBAL has its fixing of Friday, so that the next one is that of Monday.
      expect([url, ...next]).toEqual([url, ...(now < '2026-03-14' ? [MONDAY, MONDAY] : [due, due])]);
      expect(body.time_next_update_unix).toBeGreaterThan(at(now));
    }
  });

  it('are never in the past, also not in an answer that was made before', async () => {
    const { clock, json } = await serving('2026-03-16T23:58:00Z');
    expect((await json('/v6/latest/USD')).time_next_update_unix).toBe(MONDAY);
    clock.ms = Date.parse('2026-03-16T23:59:30Z');
    expect((await json('/v6/latest/USD')).time_next_update_unix).toBe(at('2026-03-17T23:59:00Z'));
  });
});

describe('the rates of a day', () => {
  it.each([
    ['2026-03-11', at('2026-03-11T23:59:59Z')],
    ['2026-03-13', RELEASED],
    ['2026-03-14', RELEASED],
  ])('%s are as of its last second, or as of the release that was made before it', async (day, time) => {
    const { json } = await serving('2026-03-14T10:00:00Z');
    const stated = [
      (await json(`/oxr/api/historical/${day}.json`)).timestamp,
      (await json(`/fixer/${day}`)).timestamp,
      (await json(`/fixer/convert?from=USD&to=EUR&amount=1&date=${day}`)).info.timestamp,
      (await json(`/currencylayer/historical?date=${day}`)).timestamp,
    ];
    expect(stated).toEqual([time, time, time, time]);
  });
});
