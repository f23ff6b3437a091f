/**
 * Computes GLOBAL of all recorded feeds a second time, by an implementation that shares only the archive with the
 * first.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { toGlobal } from '../../generator/rates/blend/global.ts';
import { History } from '../../generator/rates/blend/history.ts';
import { ALL_DAYS } from '../../generator/rates/quarantine/judge.ts';
import type { Quarantined } from '../../generator/rates/quarantine/list.ts';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { spokenHistories } from '../../generator/rates/walk/span-state.ts';
import { toGlobalSource } from '../../generator/release/tree/read/sources.ts';
import { rowKey } from '../../generator/sources/archive/rows.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Cells } from '../../scripts/audit/csv.ts';
import { datesOf, globalOn, readLaw } from '../../scripts/audit/global.ts';
import { readEvidence } from '../../scripts/audit/lists.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { recordedArchive, recordingsAreThere } from '../support/banks/recordings.ts';

const LAW = readLaw(join(packageRoot(), 'data'));

describe.skipIf(!recordingsAreThere('GLOBAL of the recorded feeds, recomputed'))('all recorded feeds', () => {
  it('give the same figures on each day from 2026 on, and on every twentieth of the years before', async () => {
    const dir = await recordedArchive();
    const holdings = await readHoldings(dir, PROVIDERS);
    const quarantined = toQuarantined(holdings);
    const heldBack = new Set(quarantined.map(({ row }) => row));
    const nameOf = ({ provider, row }: Quarantined) => `${provider},${rowKey(row)}`;
    const isAmong = (names: ReadonlySet<string>) => (provider: string, row: Cells) =>
      names.has([provider, row.date, row.base, row.quote, row.seen, row.document].join());
    const evidence = readEvidence(dir, isAmong(new Set(quarantined.map(nameOf))));
    const relisted = new Set(quarantined.filter(({ reason }) => reason.startsWith('all ')).map(nameOf));
    const whole = readEvidence(dir, isAmong(relisted));
    const histories = holdings.map(({ definition, archive }) => new History(definition, archive, heldBack));
    const source = toGlobalSource(
      toGlobal({
        histories,
        spoken: spokenHistories({ holdings, heldBack }, histories, ALL_DAYS.span),
        pegs: readPegs(),
        currencies: readCurrencies(),
        newestFetch: parseIsoDate(evidence.newestFetch),
      }),
    );
    expect(source.dates).toEqual(datesOf(evidence));
    const days = source.dates.filter((date, place) => date >= '2026' || place % 20 === 0);
    let [figures, alone] = [0, 0];
    for (const date of days) {
      const [built, recomputed] = [source.build(date), globalOn(date, evidence, LAW, whole)];
      const stated = 'gap' in built ? [] : [...built.table.figures].map(([code, { mid }]) => [code, `${mid}`] as const);
      expect(new Map(stated), date).toEqual(recomputed ?? new Map());
      figures += stated.length;
      if ('gap' in built && built.gap.startsWith('uses figures of one bank alone')) alone++;
    }
    expect(quarantined.length).toBeGreaterThan(0);
    expect(days.length).toBeGreaterThan(400);
    expect(figures).toBeGreaterThan(14_000);
    expect(alone).toBeGreaterThan(0);
  });
});
