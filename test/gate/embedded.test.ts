/** The gate over the nights of the embedded archive: real lists of the banks that have them, a real GLOBAL, night after night. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readArchive, writeArchive } from '../../generator/archive/archive.ts';
import { readCurrencies } from '../../generator/facts/currencies.ts';
import { checkTree } from '../../generator/gate/gate.ts';
import type { GateReport } from '../../generator/gate/report.ts';
import type { TreeReader } from '../../generator/gate/stated.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { addDays, parseIsoDate } from '../../generator/wire/calendar.ts';
import { hashOf } from '../../generator/wire/hash.ts';
import { EUR, type IsoDate } from '../../generator/wire/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { EMBEDDED, generateEmbedded } from '../support/trees/embedded.ts';
import { folderTree, toBrief } from '../support/trees/nights.ts';

const FIRST = parseIsoDate('2026-03-03');
/** No dated rate files: the gate reads none. */
const SINCE = parseIsoDate('2026-04-01');
/**
 * Banks of which the archive has night after night, and two that were long silent by then. Of the others it has one fixing
 * each: they would be new on one night and late on all the others, and GLOBAL would stand on other banks every week.
 */
const BANKS = ['BNR', 'BOC', 'CBR', 'CNB', 'ECB', 'HMRC', 'HNB', 'NBP', 'NBU', 'TCMB'];
const NIGHTS = Array.from({ length: 11 }, (_, place) => addDays(FIRST, place));

/** The archive as it stood that evening: lists to that day, and for those that date ahead to the next. */
async function archiveOf(date: IsoDate): Promise<string> {
  const dir = freshFolder();
  for (const code of BANKS) {
    const whole = await readArchive(EMBEDDED, code);
    const lead = PROVIDERS.find((definition) => definition.code === code)?.schedule.leadDaysMax ?? 0;
    const rows = whole.rows.filter((row) => row.date <= addDays(date, lead > 0 ? 1 : 0));
    // One document a date, so that what was seen on one night is the same on the next.
    const idOf = (document: string, day: IsoDate) => hashOf(Buffer.from(`${document} ${day}`)).slice(0, 12);
    const documents = rows.flatMap((row) => {
      const [document, held] = [idOf(row.document, row.date), whole.documents.get(row.document)];
      const fetched = `${addDays(row.date, lead > 0 ? -1 : 0)}T20:00:00Z`;
      return held === undefined ? [] : [[document, { ...held, document, fetched }] as const];
    });
    const dated = rows.map((row) => ({ ...row, document: idOf(row.document, row.date) }));
    await writeArchive(dir, { ...whole, rows: dated, documents: new Map(documents) }, dated);
  }
  return dir;
}

describe('eleven nights of March 2026', () => {
  const reports: GateReport[] = [];

  beforeAll(async () => {
    let last: TreeReader | null = null;
    for (const now of [addDays(FIRST, -1), ...NIGHTS]) {
      const out = freshFolder();
      await generateEmbedded(out, { archiveDir: await archiveOf(now), date: now, bases: new Set([EUR]), since: SINCE });
      const tree = folderTree(out);
      reports.push(
        await checkTree({ tree, last, definitions: PROVIDERS, currencies: readCurrencies(), now, accepted: [] }),
      );
      last = tree;
    }
  });

  it('pass, but two: silver that one bank alone saw fall by an eighth, and the Chilean peso, which NBP alone quotes until the 5th', () => {
    const refused = reports.map(({ refusals }) => refusals.map(({ words }) => words));
    const expected: string[][] = [...NIGHTS.map(() => []), ['GLOBAL 2026-03-13 lacks what 2026-03-12 had: CLP']];
    // The next morning's 3730.37 hryvnias bear out 3619.37 after 4112.11, and quarantine lets go of it.
    expected[2] = ['GLOBAL 2026-03-04 lacks what 2026-03-03 had: XAG'];
    expect(refused).toEqual(expected);
  });

  it('look at what is new: a few hundred figures a night, on a Sunday those of one bank', () => {
    expect(reports.map(({ compared }) => compared.figures)).toEqual([
      0, 322, 441, 379, 342, 45, 82, 379, 379, 379, 379, 296,
    ]);
    expect(reports[6]?.compared).toEqual({ providers: 2, fixings: 2, figures: 82 });
  });

  it('warn of what only one bank saw, and of banks that are recorded no more', () => {
    const early = ['warn late HMRC 2021-06-01', 'warn late HNB 2023-01-06'];
    const spent = ['warn late CBR 2026-03-05', ...early, 'warn late NBP 2026-03-05'];
    const moved: Readonly<Record<number, readonly string[]>> = {
      1: ['NBP 2026-03-04 CLP'],
      2: ['GLOBAL 2026-03-04 CLP'],
      6: ['BNR 2026-03-09 EGP'],
      7: ['BNR 2026-03-10 HUF'],
    };
    const expected = reports.map((_, night) => [
      ...(night < 10 ? early : spent),
      ...(moved[night] ?? []).map((subject) => `warn moderate ${subject}`),
    ]);
    expect(reports.map(({ warnings }) => warnings.map(toBrief))).toEqual(expected);
  });
});
