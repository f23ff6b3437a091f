/** The law of incremental.test.ts, over more ways in which an archive and the options of a run change. */
import { describe, it } from 'vitest';
import {
  codes,
  day,
  ECB,
  expectNights,
  FIRST_BUT_USD,
  HMRC,
  LINES,
  NBP,
  type Options,
  only,
  without,
} from '../support/trees/grown.ts';
import type { Lines } from '../support/trees/trees.ts';

describe('a run makes the tree as if from nothing, and so does the night after, when the archive', () => {
  const broken = (line: string) => `${line.slice(0, 18)} 0.9~0.8 in C`;

  it.each<[string, Lines]>([
    ['loses a provider that never contributes to GLOBAL', { ECB, NBP }],
    ['loses two providers', { ECB }],
    ['loses a currency in the only year that it had', { ...LINES, NBP: without(NBP, /USD/) }],
    ['loses the newer year of a currency', { ...LINES, ECB: without(ECB, /^2026.*JPY/) }],
    ['loses the older year of a currency', { ...LINES, ECB: without(ECB, /^2025.*JPY/) }],
    ['loses the last year of a provider', { ...LINES, NBP: only(NBP, /^2025/) }],
    ['loses the first year of every provider', { ECB: only(ECB, /^2026/), NBP: only(NBP, /^2026/), HMRC }],
    ['has too little for any date of GLOBAL', { ...LINES, ECB: only(ECB, /USD|GBP/) }],
    ['loses the newest date of all daily providers', { HMRC, ECB: without(ECB, /01-02/), NBP: without(NBP, /01-02/) }],
    ['has a date whose rows no longer make a fixing', { ...LINES, NBP: [...NBP, broken('2025-12-31 EUR/PLN')] }],
    ['keeps only fixings dated ahead of a provider', { ...LINES, HMRC: only(HMRC, /^2026-02/) }],
  ])('%s', async (_, lines) => {
    await expectNights({ lines: LINES }, { lines }, { lines: LINES });
  });
});

describe('a run makes the tree as if from nothing, also when the archive has lost dates and a provider, after', () => {
  it.each<[string, Options, Options]>([
    ['--bases is narrowed', { bases: null }, {}],
    ['--history-bases is narrowed', {}, { historyBases: codes('EUR') }],
    ['--since is later', { since: day('2025-12-31') }, { since: day('2026-01-02') }],
    ['--since is taken back', { since: day('2026-01-02') }, {}],
    ['the day lies before the newest fixings', {}, { date: day('2025-12-31') }],
    ['the pegs are other', {}, { pegs: [] }],
    ['all options change', {}, { historyBases: codes('USD'), since: day('2025-12-31'), date: day('2026-01-01') }],
    ['--bases is widened', { bases: codes('EUR') }, {}],
    ['--bases is exchanged', {}, { bases: codes('GBP') }],
    ['--bases names no currency of the tree', {}, { bases: codes('XAU') }],
    ['--history-bases is widened', { historyBases: codes('EUR') }, {}],
    ['--since is set', {}, { since: day('2026-01-01') }],
    ['--since is earlier', { since: day('2026-01-02') }, { since: day('2025-12-31') }],
    ['--since is after the last fixing', {}, { since: day('2027-01-01') }],
    ['the day lies before all fixings', {}, { date: day('2025-12-01') }],
    ['the year turns', { date: day('2025-12-31') }, { date: day('2026-01-01') }],
  ])('%s', async (_, before, after) => {
    const withGap: Lines = { ...LINES, ECB: without(ECB, FIRST_BUT_USD) };
    const fewer: Lines = { ECB: only(ECB, /^2026/), HMRC };
    await expectNights({ lines: withGap, options: before }, { lines: withGap, options: after });
    await expectNights({ lines: LINES, options: before }, { lines: fewer, options: after });
  });
});
