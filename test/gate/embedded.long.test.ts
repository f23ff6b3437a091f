/** The gate over consecutive nights of the embedded archive: real lists of eight banks, and a real GLOBAL. */
import { beforeAll, describe, expect, it } from 'vitest';
import { madeOn } from '../../generator/rates/blend/fixing.ts';
import { checkTree } from '../../generator/release/gate/gate.ts';
import type { GateReport } from '../../generator/release/gate/report.ts';
import type { TreeReader } from '../../generator/release/gate/stated.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { EUR, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { freshFolder, writeArchive, writeLines } from '../support/banks/archives.ts';
import { EMBEDDED, generateEmbedded } from '../support/trees/embedded.ts';
import { toBrief } from '../support/trees/nights.ts';

const FIRST = parseIsoDate('2026-03-03');
/** After every fixing, so that no dated rate files are written: the gate reads none. */
const SINCE = parseIsoDate('2026-04-01');
/** Few enough to follow, among them two whose recordings end on 5 March, before the others'. */
const BANKS = ['BNM', 'BNR', 'CBR', 'CNB', 'DNB', 'ECB', 'NBP', 'NBU'];
/** Two that had long been silent by then. The archive does not have them. */
const SILENT = { HMRC: '2021-06-01 GBP/USD 1.4146', HNB: '2023-01-06 EUR/USD 1.0500' };
const NIGHTS = Array.from({ length: 11 }, (_, place) => addDays(FIRST, place));

/** The archive as it was that evening: lists made up to that day, or dated the next day by banks that may date ahead. */
async function archiveOf(date: IsoDate): Promise<string> {
  const dir = freshFolder();
  for (const code of BANKS) {
    const whole = await readArchive(EMBEDDED, code);
    const definition = PROVIDERS.find((one) => one.code === code);
    if (definition === undefined) throw new TypeError(`no provider ${code}`);
    const lead = definition.setBefore === undefined ? Math.min(definition.schedule.leadDaysMax ?? 0, 1) : 0;
    const published = (row: { readonly date: IsoDate }) => addDays(madeOn(definition, row.date), -lead);
    const rows = whole.rows.filter((row) => published(row) <= date);
    // One document per date, so that what was seen on one night is the same on the next.
    const idOf = (document: string, day: IsoDate) => hashOf(Buffer.from(`${document} ${day}`)).slice(0, 12);
    const documents = rows.flatMap((row) => {
      const [document, held] = [idOf(row.document, row.date), whole.documents.get(row.document)];
      const fetched = `${published(row)}T20:00:00Z`;
      return held === undefined ? [] : [[document, { ...held, document, fetched }] as const];
    });
    const dated = rows.map((row) => ({ ...row, document: idOf(row.document, row.date) }));
    await writeArchive(dir, { ...whole, rows: dated, documents: new Map(documents) }, dated);
  }
  for (const [code, line] of Object.entries(SILENT)) await writeLines(dir, code, [line]);
  return dir;
}

describe('eleven nights of March 2026', () => {
  const reports: GateReport[] = [];

  beforeAll(async () => {
    let last: TreeReader | null = null;
    for (const now of [addDays(FIRST, -1), ...NIGHTS]) {
      const out = freshFolder();
      await generateEmbedded(out, { archiveDir: await archiveOf(now), date: now, bases: new Set([EUR]), since: SINCE });
      const tree = await openGenerated(out);
      reports.push(
        await checkTree({ tree, last, definitions: PROVIDERS, currencies: readCurrencies(), now, accepted: [] }),
      );
      last = tree;
    }
  });

  it('pass the gate, also the one on which GLOBAL lost a currency and somebody has to act', () => {
    expect(reports.flatMap(({ refusals }) => refusals)).toEqual([]);
    const toDo = reports.map(({ warnings }) =>
      warnings.filter(({ level }) => level === 'act').map(({ words }) => words),
    );
    const expected = reports.map((): string[] => []);
    // Only NBP quotes the peso, and the archive has no list of it after 5 March.
    expected[11] = ['GLOBAL 2026-03-13 lacks currencies that 2026-03-12 had: CLP'];
    expect(toDo).toEqual(expected);
  });

  it('warn about banks whose recordings have ended, and of silver, about which two banks disagreed on a day of a crash, and which one alone saw move', () => {
    const early = ['warn late HMRC 2021-06-01', 'warn late HNB 2023-01-06'];
    const spent = ['warn late CBR 2026-03-05', ...early, 'warn late NBP 2026-03-05'];
    const silver = 'warn thinner GLOBAL XAG';
    const expected = reports.map((_, night) =>
      night === 2 || night === 8 ? [silver, ...early] : night < 10 ? early : spent,
    );
    expect(reports.map(({ warnings }) => warnings.filter(({ level }) => level === 'warn').map(toBrief))).toEqual(
      expected,
    );
  });
});
