/** A long span: read in bounded memory and in steps, refused when it is too large, and given up with its client. */

import { beforeAll, describe, expect, it } from 'vitest';
import { tablePath } from '../../generator/wire/answers/paths.ts';
import { type Figures, tableText, toTable } from '../../generator/wire/answers/table.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import type { Catalogue, KnownProvider } from '../../generator/wire/release/catalogue.ts';
import type { Tree } from '../../generator/wire/release/tree-file.ts';
import {
  addDays,
  parseIsoDate,
  periodBetween,
  periodOf,
  type SpanPeriod,
} from '../../generator/wire/words/calendar.ts';
import { type CurrencyCode, currencyCode, EUR, GLOBAL, type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { Rates } from '../../server/dialects/rates.ts';
import { ClientGone, Places } from '../../server/request/perform/places.ts';
import { performSeries } from '../../server/request/perform/series.ts';
import { SpanReader, type SpanWanted } from '../../server/request/perform/span.ts';
import { FIGURES_MAX, type SeriesPlan } from '../../server/request/plan/series-plan.ts';
import type { Shelf } from '../../server/trees/shelf.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { withReads } from '../support/servers/gateway.ts';
import { listOf, readerOf, shelfOf, treeOf } from '../support/servers/spans.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeRelease } from '../support/trees/written-release.ts';

/** GLOBAL with 400 fixings of 149 currencies and the euro, which is 60,000 figures. */
const CODES: readonly CurrencyCode[] = Array.from({ length: 149 }, (_, place) =>
  currencyCode.parse(`Q${String.fromCharCode(65 + Math.floor(place / 26), 65 + (place % 26))}`),
);
const DATES: readonly IsoDate[] = Array.from({ length: 400 }, (_, days) => addDays(parseIsoDate('2024-01-01'), days));

function knownGlobal(dates: readonly IsoDate[]): KnownProvider {
  const facts = { code: GLOBAL, bidAsk: false } as KnownProvider['facts'];
  const references = [{ from: parseIsoDate('1999-01-01'), currency: EUR }];
  const fixings = dates.map((date) => ({ date, until: date }));
  return { facts, index: { provider: GLOBAL, latest: null, references, fixings }, quoted: null };
}

const WHOLE = { isHead: false, ifNoneMatch: null };

/** How often others have their turn meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const takeTurn = () => {
    turns++;
    if (!isDone) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await work();
  isDone = true;
  return turns;
}

describe('a long span', () => {
  const figures: Figures = { mid: Ratio.parse('1.25'), bid: null, ask: null };
  const provider = knownGlobal(DATES);
  let tree: Tree;
  let shelf: Shelf;
  let [open, openMost] = [0, 0];
  const all: SpanWanted = { provider, dates: DATES, codes: null };

  beforeAll(async () => {
    const files = new Map<string, string>();
    for (const date of DATES) {
      const facts = { provider: GLOBAL, date, reference: EUR, bidAsk: false };
      const rows = CODES.map((code) => [code, figures] as const);
      files.set(tablePath(GLOBAL, date), tableText(toTable(facts, rows)));
    }
    const folder = writeRelease(freshFolder(), parseIsoDate('2026-03-13'), files);
    const store = withReads(diskStore(folder), async (_path, reading) => {
      openMost = Math.max(openMost, ++open);
      return reading().finally(() => open--);
    });
    tree = await treeOf(store);
    shelf = shelfOf(tree);
  });

  it('is read sixteen fixings at a time, and pushes no other file out of memory', async () => {
    const fixings = await listOf(readerOf(shelf).read(tree, { ...all, dates: DATES.slice(0, 300) }));
    expect(fixings.map(({ date }) => date)).toEqual(DATES.slice(0, 300));
    expect(fixings.every(({ figures: { size } }) => size === 150)).toBe(true);
    expect([openMost, shelf.bytes]).toEqual([16, 0]);
  });

  it('of more figures than an answer may have is refused before it is read to its end, with 1105', async () => {
    const seen: IsoDate[] = [];
    const reading = (async () => {
      for await (const { date } of readerOf(shelf).read(tree, all)) seen.push(date);
    })();
    await expect(reading).rejects.toMatchObject({ code: 1105, message: expect.stringContaining(`${FIGURES_MAX}`) });
    expect(seen.length).toBeLessThan(340);
    const tooMany = { ...all, dates: Array.from({ length: FIGURES_MAX / 2 + 1 }, () => DATES[0] as IsoDate) };
    const sources = {
      catalogue: { tree } as Catalogue,
      shelf,
      spans: readerOf(shelf),
      moment: { today: parseIsoDate('2026-03-13'), ms: Date.parse('2026-03-13T12:00:00Z'), releasedMs: 0, nextMs: 0 },
    };
    const ofTwoCodes = () => new Rates(sources).span({ ...tooMany, codes: new Set([EUR, USD]) });
    expect(ofTwoCodes).toThrow(expect.objectContaining({ code: 1105 }));
  });

  const planOf = (dates: readonly IsoDate[], period: SpanPeriod): SeriesPlan => ({
    ...{ ...all, dates, freshness: 'dated', published: false, form: null, licence: null },
    rendition: { format: 'json', header: false },
    stated: {
      provider: GLOBAL,
      view: 'standard',
      base: EUR,
      currencies: null,
      places: 10,
      period,
      statistic: 'average',
      whole: periodBetween(dates[0] as IsoDate, dates.at(-1) as IsoDate),
    },
    isComplete: () => true,
    pageTo: (to) => to,
  });
  const items = async (plan: SeriesPlan): Promise<readonly unknown[]> => {
    const { body } = await (await performSeries(plan, tree, readerOf(shelf))).answer('identity', WHOLE);
    return JSON.parse(String(body)).series;
  };

  it.each(['day', 'month', 'quarter'] as const)(
    'by %s is given in parts that join without a gap or a double',
    async (period) => {
      const joined: unknown[] = [];
      let parts = 0;
      for (let rest = DATES; rest.length > 0; parts++) {
        const problem = await performSeries(planOf(rest, period), tree, readerOf(shelf)).then(
          () => null,
          (error) => error,
        );
        const until = problem === null ? rest.at(-1) : problem.next;
        expect(problem?.code ?? 1105).toBe(1105);
        joined.push(
          ...(await items(
            planOf(
              rest.filter((date) => date <= until),
              period,
            ),
          )),
        );
        rest = rest.filter((date) => date > until);
      }
      // 333 × 150 figures are 49,950, so that a second part has the rest.
      expect(parts).toBe(2);
      const names = [...new Set(DATES.map((date) => (period === 'day' ? date : periodOf(date, period).name)))];
      const alone = (name: string) =>
        DATES.filter((date) => (period === 'day' ? date : periodOf(date, period).name) === name);
      const each: unknown[] = [];
      for (const name of names) each.push(...(await items(planOf(alone(name), period))));
      expect(joined).toEqual(each);
    },
  );

  it('is read in steps, and the requests of others have their turn between two of them', async () => {
    const held = new Map<string, Buffer>();
    for await (const { date } of readerOf(shelf).read(tree, { ...all, dates: DATES.slice(0, 300) })) {
      const path = tablePath(GLOBAL, date);
      const found = await tree.read(path, null);
      if (found !== null && found !== 'unchanged') held.set(path, found.bytes);
    }
    // A store that answers at once gives nobody a turn by itself.
    const bytesOf = (path: string) => ({ bytes: held.get(path) ?? Buffer.alloc(0), sha256: null });
    const instant: Tree = { ...tree, read: (path) => Promise.resolve(held.has(path) ? bytesOf(path) : null) };
    const turns = await turnsDuring(() =>
      listOf(readerOf(shelfOf(instant)).read(instant, { ...all, dates: DATES.slice(0, 300) })),
    );
    // 45,000 figures in steps of 500 and a part of a table.
    expect(turns).toBeGreaterThan(70);
    const plan = planOf(DATES.slice(0, 300), 'year');
    const ofMean = await turnsDuring(() => performSeries(plan, instant, readerOf(shelfOf(instant))));
    // To sum them up takes as many steps again.
    expect(ofMean).toBeGreaterThan(140);
  });

  it('stops when the client has gone away, and its place is free again', async () => {
    const [places, client] = [new Places(), new AbortController()];
    const asker = { name: 'somebody', signal: client.signal };
    const seen: IsoDate[] = [];
    const reading = (async () => {
      for await (const { date } of new SpanReader(shelf, places, asker).read(tree, {
        ...all,
        dates: DATES.slice(0, 300),
      })) {
        seen.push(date);
        if (seen.length === 20) client.abort();
      }
    })();
    await expect(reading).rejects.toThrow(ClientGone);
    expect(seen.length).toBeLessThan(40);
    await places.enter({ ...asker, signal: new AbortController().signal });
    await places.enter({ ...asker, signal: new AbortController().signal });
  });
});
