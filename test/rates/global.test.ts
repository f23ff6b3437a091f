/** GLOBAL over time: from which day on it may have fixings. */
import { describe, expect, it } from 'vitest';
import { toGlobal } from '../../generator/rates/blend/global.ts';
import { banguat } from '../../generator/sources/providers/banguat.ts';
import { bdi } from '../../generator/sources/providers/bdi.ts';
import { providerIndex } from '../../generator/wire/answers/provider-index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder, history } from '../support/banks/archives.ts';
import { dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';

/** The bank that comes first by code begins on a Saturday, after the last day on which GLOBAL has a fixing. */
const BANGUAT = ['2026-03-14 USD/GTQ 7.6'];
const BDI = dailyLines('2026-03-11', '2026-03-13');
const newestFetch = parseIsoDate('2026-03-14');

describe('GLOBAL', () => {
  it('begins with the oldest date of any contributor, whichever comes first by code', () => {
    const histories = [history(banguat, BANGUAT), history(bdi, BDI)];
    const global = toGlobal({ histories, pegs: [], currencies: [], newestFetch });
    expect([global.since, ...global.dates]).toEqual(['2026-03-11', '2026-03-11', '2026-03-12', '2026-03-13']);
  });

  it('has no date and begins with the newest fetch if nobody contributes', () => {
    expect(toGlobal({ histories: [], pegs: [], currencies: [], newestFetch })).toMatchObject({
      since: newestFetch,
      dates: [],
    });
  });

  it('has an index with its reference currency if it is made from BDI and BANGUAT only', async () => {
    const out = freshFolder();
    await generateFrom({ BANGUAT, BDI }, out, { definitions: [banguat, bdi] });
    const index = providerIndex.parse(JSON.parse(readTree(out).get('index/GLOBAL.json') ?? ''));
    expect(index.references).toEqual([{ from: '2026-03-11', currency: 'EUR' }]);
  });
});

describe('the index of a provider', () => {
  it('states the first reference currency, also if every fixing is older than the first day of the list', async () => {
    const out = freshFolder();
    const late = { ...bdi, references: [{ from: parseIsoDate('2030-01-01'), currency: 'EUR' }] };
    await generateFrom({ BDI }, out, { definitions: [late] });
    const index = providerIndex.parse(JSON.parse(readTree(out).get('index/BDI.json') ?? ''));
    expect(index.references).toEqual([{ from: '2026-03-11', currency: 'EUR' }]);
  });
});
