/** Averages as /v1/series states them of a generated tree: of what figures they are, and which periods are complete. */

import { describe, expect, it } from 'vitest';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { AVERAGED_LINES, AVERAGED_OPTIONS, averagedTree } from '../support/trees/averaged.ts';
import { dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';

interface Item {
  readonly period: string;
  readonly to: string;
  readonly complete: boolean;
  readonly days: Readonly<Record<string, number>>;
  readonly exchangeRates: Readonly<Record<string, number>>;
}

/** The items of an answer about a tree in that folder. */
async function itemsOf(folder: string, query: string): Promise<readonly Item[]> {
  const { text } = await (await gatewayOver(diskStore(folder))).ask(`/v1/series?period=month&${query}`);
  return JSON.parse(text).series;
}

const sayComplete = (items: readonly Item[]) => items.map(({ to, complete }) => `${to} ${complete}`);

it('no file of the tree has them', async () => {
  expect([...readTree(await averagedTree()).keys()].filter((path) => path.includes('averages'))).toEqual([]);
});

describe('a month is complete', () => {
  const WHOLE = ['2026-01-30 true', '2026-02-27 true'];
  it.each([
    ['from=2026-01-01&to=2026-03-01', WHOLE],
    ['from=2026-01-01&to=2026-02-26', ['2026-01-30 true', '2026-02-26 false']],
    ['from=2026-01-05&to=2026-02-28', ['2026-01-30 false', '2026-02-27 true']],
    ['from=2026-01-01', [...WHOLE, '2026-03-13 false']],
  ])('as far as the span has its fixings: %s', async (span, expected) => {
    expect(sayComplete(await itemsOf(await averagedTree(), `provider=ECB&${span}`))).toEqual(expected);
  });

  it('again when its gap is so old that the status no longer lists it', async () => {
    const all = dailyLines('2025-12-01', '2026-05-29').filter((line) => !line.startsWith('2026-01-14'));
    const nights = ['2026-03-13', '2026-05-29'].map(async (date) => {
      const out = freshFolder();
      const ECB = all.filter((line) => line.slice(0, 10) <= date);
      await generateFrom({ ECB }, out, { ...AVERAGED_OPTIONS, date: parseIsoDate(date) });
      return sayComplete(await itemsOf(out, 'provider=ECB&from=2026-01-01&to=2026-01-31'));
    });
    expect(await Promise.all(nights)).toEqual([['2026-01-30 false'], ['2026-01-30 true']]);
  });
});

it('a day whose figure was withdrawn is not counted', async () => {
  const out = freshFolder();
  const ECB = [...AVERAGED_LINES.ECB, '2026-02-10 EUR/JPY withdrawn seen 2026-03-12'];
  await generateFrom({ ...AVERAGED_LINES, ECB }, out, AVERAGED_OPTIONS);
  const left = AVERAGED_LINES.ECB.filter((line) => /^2026-02-(?!10).*JPY/.test(line)).map((line) => line.slice(19));
  const sum = left.reduce((total, figure) => total.plus(Ratio.parse(figure)), Ratio.of(0n, 1n));
  const mean = sum.over(Ratio.of(BigInt(left.length), 1n)).round(10);
  const [february] = await itemsOf(out, 'provider=ECB&from=2026-02-01&to=2026-02-28');
  expect(february).toMatchObject({
    period: '2026-02',
    days: { JPY: 19, USD: 20 },
    exchangeRates: { JPY: Number(mean) },
  });
});
