/**
 * Conversions around the end of a currency: on its last day by law or market, and afterwards by the number of its law,
 * whatever a list still says.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { dailyLines, generateFrom } from '../support/trees/trees.ts';

/** A list that still has both currencies a week after their end. */
const LEV = ['2025-12-30', '2025-12-31', '2026-01-05', '2026-01-07'].map((date) => `${date} EUR/BGN 1.9558`);
const KUNA = ['2022-12-29', '2022-12-30', '2023-01-02', '2023-01-05'].map((date) => `${date} EUR/HRK 7.5365`);

let gateway: GatewayUnderTest;
beforeAll(async () => {
  const out = freshFolder();
  const lines = [...dailyLines('2022-12-19', '2023-01-10'), ...dailyLines('2025-12-15', '2026-01-12'), ...LEV, ...KUNA];
  await generateFrom({ ECB: lines }, out, { pegs: readPegs(), date: parseIsoDate('2026-01-12') });
  gateway = await gatewayOver(diskStore(out));
});

const convert = (query: string) => gateway.ask(`/v1/convert?amount=100&${query}`).then(({ text }) => JSON.parse(text));

describe('GLOBAL', () => {
  it.each([
    ['the lev on its last day, by law', 'base=BGN&to=EUR&date=2025-12-31', '2025-12-31', { EUR: 51.1291881196 }],
    ['euros into levs on that day', 'base=EUR&to=BGN&date=2025-12-31', '2025-12-31', { BGN: 195.583 }],
    [
      'the kuna on its last weekday, by the market',
      'base=HRK&to=EUR&date=2022-12-30',
      '2022-12-30',
      { EUR: 13.2687587076 },
    ],
    ['the kuna on its last day, a Saturday', 'base=EUR&to=HRK&date=2022-12-31', '2022-12-30', { HRK: 753.65 }],
  ])('converts %s', async (_, query, date, conversions) => {
    expect(await convert(query)).toMatchObject({ date, conversions });
  });

  it.each([
    ['from levs on the day after', 'base=BGN&to=EUR&date=2026-01-01', { EUR: 51.1291881196 }],
    ['into levs on the day after', 'base=EUR&to=BGN&date=2026-01-01', { BGN: 195.583 }],
    ['into levs a week later', 'base=EUR&to=BGN&date=2026-01-07', { BGN: 195.583 }],
    ['from kunas on the first weekday after', 'base=HRK&to=EUR&date=2023-01-02', { EUR: 13.2722808415 }],
    ['into kunas on the first weekday after', 'base=EUR&to=HRK&date=2023-01-02', { HRK: 753.45 }],
  ])('converts by the number of the law %s', async (_, query, conversions) => {
    expect(await convert(query)).toMatchObject({ conversions });
  });
});

describe('a bank that still lists an ended currency', () => {
  it('is relayed as it publishes', async () => {
    const { text } = await gateway.ask('/v1/historical?provider=ECB&date=2026-01-05&currencies=BGN');
    expect(text).toBe('{"provider":"ECB","date":"2026-01-05","base":"EUR","exchangeRates":{"BGN":1.9558}}');
  });
});
