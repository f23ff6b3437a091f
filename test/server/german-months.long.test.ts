/**
 * DE-VAT over the whole embedded archive, as a newcomer without a network asks it: for every month since 2016 the service
 * gives the mean of the days that the archive states, recomputed here from its text with whole numbers alone.
 */

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../generator/release/publish/generate.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, EMBEDDED_UNTIL, WHOLE_EMBEDDED } from '../support/trees/embedded.ts';

/** As many places as the ministry prints, which are those of the ECB; 4 for all others. */
const PLACES: Readonly<Record<string, number>> = {
  GBP: 5,
  CZK: 3,
  PHP: 3,
  THB: 3,
  HUF: 2,
  IDR: 2,
  ISK: 2,
  JPY: 2,
  KRW: 2,
};

/** What the archive states, by month, currency and day. A later line about a day replaces an earlier one. */
const months = new Map<string, Map<string, Map<string, string>>>();
for (const year of readdirSync(join(WHOLE_EMBEDDED, 'ECB')).filter((name) => /^\d{4}\.csv$/.test(name))) {
  for (const line of readFileSync(join(WHOLE_EMBEDDED, 'ECB', year), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)) {
    const [day = '', base, currency = '', per, , mid = ''] = line.split(',');
    expect([base, per, mid]).toEqual(['EUR', '1', expect.stringMatching(/^\d+(\.\d+)?$/)]);
    const month = months.get(day.slice(0, 7)) ?? new Map<string, Map<string, string>>();
    months.set(day.slice(0, 7), month.set(currency, (month.get(currency) ?? new Map()).set(day, mid)));
  }
}
const over = [...months.keys()].sort().filter((month) => month < EMBEDDED_UNTIL.slice(0, 7));

/** The mean, rounded half up. */
function meanOf(figures: readonly string[], places: number): string {
  const sum = figures.reduce((total, text) => {
    const [whole = '', rest = ''] = text.split('.');
    return total + BigInt(whole + rest.padEnd(10, '0'));
  }, 0n);
  const scale = 10n ** BigInt(10 - places);
  const count = BigInt(figures.length) * scale;
  const rounded = `${(2n * sum + count) / (2n * count)}`.padStart(places + 1, '0');
  return `${rounded.slice(0, -places)}.${rounded.slice(-places)}`.replace(/\.?0+$/, '');
}

/** By currency, the means of a month. A currency that a day of the month lacks has none. */
function expectedOf(month: string): readonly (readonly [string, string])[] {
  const own = [...(months.get(month) ?? [])];
  const daysMax = new Set(own.flatMap(([, days]) => [...days.keys()])).size;
  const stated = own
    .filter(([, days]) => days.size === daysMax)
    .map(([currency, days]) => [currency, meanOf([...days.values()], PLACES[currency] ?? 4)] as const);
  return [['EUR', '1'] as const, ...stated].sort();
}

let gateway: GatewayUnderTest;
beforeAll(async () => {
  const [archiveDir, outDir] = [freshFolder(), freshFolder()];
  cpSync(join(WHOLE_EMBEDDED, 'ECB'), join(archiveDir, 'ECB'), { recursive: true });
  const definitions = PROVIDERS.filter(({ code }) => code === 'ECB');
  const only = { bases: new Set([EUR]), historyBases: new Set([EUR]) };
  const date = parseIsoDate(EMBEDDED_UNTIL);
  await generate({ archiveDir, outDir, date, definitions, currencies: readCurrencies(), pegs: [], ...only });
  gateway = await gatewayOver(diskStore(outDir), { nowMs: () => EMBEDDED_NOON_MS });
});

async function served(day: string, more = '') {
  const reply = await gateway.ask(`/v1/historical?rule=DE-VAT&date=${day}&format=csv&header=true${more}`);
  return { status: reply.status, text: reply.text };
}

function rowsOf(csv: string) {
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  const [currency, rate] = ['currency', 'rate'].map((name) => header.split(',').indexOf(name));
  return lines.map((line) => [line.split(',')[currency ?? 0], line.split(',')[rate ?? 0]]).sort();
}

describe('the German monthly means since 2016', () => {
  it('are there for every month that is over, without a gap', () => {
    const all = Array.from({ length: 122 }, (_, place) => {
      return `${2016 + Math.floor(place / 12)}-${`${(place % 12) + 1}`.padStart(2, '0')}`;
    });
    expect(over).toEqual(all);
  });

  it.each(over)('of %s are the exact means of its days, on each of them', async (month) => {
    const answer = await served(`${month}-15`);
    expect(answer.status, answer.text).toBe(200);
    expect(rowsOf(answer.text)).toEqual(expectedOf(month));
    expect(await served(`${month}-28`)).toEqual(answer);
  });

  it('leave out the rouble in March 2022, of which the ECB stated one day', async () => {
    expect(months.get('2022-03')?.get('RUB')?.size).toBe(1);
    expect((await served('2022-03-15', '&currencies=RUB')).text).not.toMatch(/117\.201/);
    expect((await served('2022-02-15')).text).toContain(',RUB,');
  });

  it('of a month that is not over are not stated', async () => {
    expect(await served('2026-03-15')).toMatchObject({ status: 400, text: expect.stringContaining('1007') });
  });
});
