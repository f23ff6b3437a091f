/** The requests that stand for what a chart shows: all years of it, and every currency that a cross is made of. */
import { expect, it } from 'vitest';
import type { Host } from '../../generator/site/page/base/asking.ts';
import { addressesOf } from '../../generator/site/page/chart/chart-lines.ts';
import type { Status } from '../../generator/wire/answers/status.ts';
import type { PeriodKind } from '../../generator/wire/words/calendar.ts';
import type { IsoDate, Provider } from '../../generator/wire/words/schemas.ts';

const known = {
  date: '2026-03-20',
  providers: ['ECB', 'GLOBAL'].map((provider) => ({
    ...{ provider, first: '2016-01-04', last: '2026-03-20', currencies: { USD: '', GBP: '' }, gaps: [] },
  })),
} as unknown as Status;
const query = 'format=csv&header=true';
const years = (from: bigint, to: bigint): readonly bigint[] => (from > to ? [] : [from, ...years(from + 1n, to)]);

it.each<[Host, string, string, string, PeriodKind | null, readonly string[]]>([
  ['gateway', 'ECB', 'EUR', 'USD', null, ['series?provider=ECB&currencies=USD&from=2016-01-04&to=2026-03-20']],
  ['gateway', 'ECB', 'USD', 'GBP', null, ['series?provider=ECB&currencies=USD%2CGBP&from=2016-01-04&to=2026-03-20']],
  ['gateway', 'ECB', 'USD', 'EUR', null, ['series?provider=ECB&currencies=USD&from=2016-01-04&to=2026-03-20']],
  [
    'gateway',
    'GLOBAL',
    'USD',
    'GBP',
    null,
    ['series?provider=GLOBAL&base=USD&currencies=GBP&from=2016-01-04&to=2026-03-20'],
  ],
  [
    'gateway',
    'ECB',
    'USD',
    'GBP',
    'month',
    ['series?provider=ECB&currencies=USD%2CGBP&from=2016-01-04&to=2026-03-20&period=month'],
  ],
  ['files', 'ECB', 'EUR', 'USD', null, years(2016n, 2026n).map((year) => `series/ECB/USD/${year}.csv`)],
  ['files', 'ECB', 'EUR', 'USD', 'quarter', years(2016n, 2026n).map((year) => `series/ECB/USD/${year}.csv`)],
])('at %s, %s, %s to %s, by %s', (host, code, base, currency, by, expected) => {
  const provider = { code, referenceCurrency: 'EUR' } as unknown as Provider;
  const [from, to] = ['2016-01-01', '2026-03-31'] as readonly string[] as [IsoDate, IsoDate];
  const found = addressesOf(host, provider, known, { base, currency, from, to, by, printed: null });
  expect(found.map((one) => one.replace('v1/', '').replace(`&${query}`, ''))).toEqual(expected);
});
