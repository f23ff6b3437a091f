/** False alarms of a first release: everything that was recorded of all banks, judged against itself. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkTree } from '../../generator/release/gate/gate.ts';
import type { GateReport } from '../../generator/release/gate/report.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { recordedArchive, recordingsAreThere } from '../support/banks/recordings.ts';
import { generateEmbedded } from '../support/trees/embedded.ts';
import { toBrief } from '../support/trees/nights.ts';

const TODAY = parseIsoDate('2026-10-05');

const REFUSED = [
  // The peso lost half its value in December 2023, and no other recorded bank quotes it about that day.
  'refuse move GLOBAL 2024-01-01 ARS',
  'refuse move BCV 2024-01-02 ARS',
  // Rials are rounded to one digit: 0.0020 and 0.0019 shillings. Nothing was recorded after it that could bear it out.
  'refuse move BOTA 2026-03-28 IRR',
  // The Belarusian rouble in the last list of the litas, which nothing can follow.
  'refuse move LB 2014-12-31 BYR',
];

describe.skipIf(!recordingsAreThere('a first release of all recordings'))('a first release of all recordings', () => {
  let report: GateReport;

  beforeAll(async () => {
    const [archiveDir, out] = [await recordedArchive(), freshFolder()];
    // No dated rate files are written after every fixing: the gate reads none.
    await generateEmbedded(out, { archiveDir, date: TODAY, bases: new Set([EUR]), since: TODAY });
    const currencies = readCurrencies();
    report = await checkTree({
      tree: await openGenerated(out),
      last: null,
      definitions: PROVIDERS,
      currencies,
      now: TODAY,
      accepted: [],
    });
  }, 300_000);

  it('compares every figure, and refuses four of them', () => {
    expect(report.compared.figures).toBeGreaterThan(600_000);
    expect(report.refusals.map(toBrief)).toEqual(REFUSED);
  });
});
