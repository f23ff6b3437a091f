/** One currency of one provider through one year, for readers who chart it or load it as a column. Pure. */
import { compareTexts } from '../wire/order.ts';
import { seriesPath } from '../wire/paths.ts';
import type { CurrencyCode } from '../wire/schemas.ts';
import { SIDES, type Table } from '../wire/table.ts';
import { PLACES_MAX } from '../wire/views.ts';
import type { TreeFile } from './change.ts';

/** @param tables all fixings of one provider in one year, oldest first */
export function* renderSeries(tables: readonly Table[]): Generator<TreeFile> {
  const first = tables[0];
  if (first === undefined) return;
  const { provider, reference } = first;
  const year = first.date.slice(0, 4);
  for (const [currency, rows] of [...toRows(tables)].sort(([left], [right]) => compareTexts(left, right))) {
    const csv = ['date,mid,bid,ask', ...rows.map((cells) => cells.join(','))].join('\r\n');
    yield { path: seriesPath(provider, currency, year, 'csv'), bytes: Buffer.from(`${csv}\r\n`) };
    const items = rows.map(([date, mid, bid, ask]) => {
      return `{"date":"${date}","mid":${mid || null},"bid":${bid || null},"ask":${ask || null}}`;
    });
    const head = `"provider":"${provider}","base":"${reference}","currency":"${currency}"`;
    yield {
      path: seriesPath(provider, currency, year, 'json'),
      bytes: Buffer.from(`{${head},"series":[${items.join(',')}]}`),
    };
  }
}

function toRows(tables: readonly Table[]): Map<CurrencyCode, string[][]> {
  const byCurrency = new Map<CurrencyCode, string[][]>();
  for (const { date, reference, figures } of tables) {
    for (const [currency, sides] of figures) {
      if (currency === reference) continue;
      const rows = byCurrency.get(currency) ?? [];
      rows.push([date, ...SIDES.map((side) => sides[side]?.round(PLACES_MAX) ?? '')]);
      byCurrency.set(currency, rows);
    }
  }
  return byCurrency;
}
