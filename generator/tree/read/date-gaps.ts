/** The dates of GLOBAL, each with the reason why it has no fixing, or ''. Its status tells them. */
import type { ProviderNode } from '../../wire/release/manifest.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import type { TreeInForce } from './in-force.ts';

export interface DateGap {
  readonly date: IsoDate;
  readonly gap: string;
}

/** @param years as this run leaves them */
export function dateGaps({ objects, of }: TreeInForce, { years }: ProviderNode): readonly DateGap[] {
  const rows = Object.values(years).flatMap((reference) => {
    const { days, gaps } = of(GLOBAL, () => objects.year(reference));
    const fixings = Object.keys(days).map((date) => ({ date: date as IsoDate, gap: '' }));
    return [...fixings, ...Object.entries(gaps).map(([date, [, gap]]) => ({ date: date as IsoDate, gap }))];
  });
  return rows.sort((left, right) => compareTexts(left.date, right.date));
}
