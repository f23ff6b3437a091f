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

  it('passes, and nobody has to act', () => {
    expect([...report.refusals, ...report.warnings].filter(({ level }) => level !== 'warn').map(toBrief)).toEqual([]);
  });
});
