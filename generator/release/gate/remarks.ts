/**
 * What a person should look at although the gate lets it pass: it is read from the archive once the tree is made, and
 * nothing is withheld for it.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { exclusionOf } from '../../rates/blend/global.ts';
import { splitHeld } from '../../rates/quarantine/quarantine.ts';
import { HELD, holdsUntil, readHoldRows } from '../../sources/archive/holds.ts';
import { type ArchiveRow, type ProviderArchive, rowKey } from '../../sources/archive/rows.ts';
import { ArchiveWindow } from '../../sources/archive/window.ts';
import { type Peg, pegInForce } from '../../sources/facts/pegs.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { quarantinePath } from '../../wire/answers/paths.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { type CurrencyCode, GLOBAL, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { type Spoken, toBankVoices } from './bank-voices.ts';
import { type Remark, toDenied, toUnheard } from './dissent.ts';
import { newestUpTo } from './lists.ts';
import { toRelisted } from './relisted.ts';
import { StatedFixings, type TreeReader } from './stated.ts';

/** Before its list of the day a bank's own figures of so many days say what is usual. */
const USUAL_DAYS = 30;
/** A list is compared with those of two months before it: a cache that is older would be far off, and is named as a move. */
const RELISTED_DAYS = 60;
/** Lists of so many days up to the newest one of GLOBAL are news. */
const NEWS_DAYS = 5;

interface RemarkOptions {
  readonly archive: string;
  readonly tree: TreeReader;
  readonly definitions: readonly ProviderFacts[];
  readonly pegs: readonly Peg[];
  /** UTC day. */
  readonly now: IsoDate;
}

/** None before GLOBAL has a fixing. @throws InputError if archive or tree are damaged */
export async function readRemarks({
  archive,
  tree,
  definitions,
  pegs,
  now,
}: RemarkOptions): Promise<readonly Remark[]> {
  const global = await StatedFixings.open({ code: GLOBAL, definition: null }, tree);
  const day = newestUpTo(global, now);
  if (day === null) return [];
  const quarantined = await readQuarantined(tree);
  const spoken: Spoken[] = [];
  const relisted: Remark[] = [];
  for (const definition of definitions.filter(({ obsolete }) => obsolete !== true)) {
    const whole = await readFree(archive, definition, {
      from: addDays(day, -RELISTED_DAYS),
      to: addDays(now, NEWS_DAYS),
    });
    relisted.push(...relistedIn(definition, whole, addDays(day, 1 - NEWS_DAYS), pegs));
    if (exclusionOf(definition) !== null) continue;
    const since = addDays(day, -USUAL_DAYS);
    const own = { ...whole, rows: whole.rows.filter(({ date }) => date >= since) };
    const held = new Set(own.rows.filter((row) => quarantined.has(`${definition.code} ${rowKey(row)}`)));
    spoken.push({ definition, archive: own, held });
  }
  const { figures } = await global.table(day);
  const mids = new Map([...figures].flatMap(([code, { mid }]) => (mid === null ? [] : [[code, mid] as const])));
  const voices = toBankVoices(spoken, day, mids.get(USD) ?? null);
  const { unstated } = await global.origins(day);
  const unnoticed = new Map([...voices].filter(([code]) => !unstated.has(code)));
  return [...relisted, ...toDenied(voices), ...toUnheard(unnoticed, mids)];
}

/** The rows of those days that nobody holds by name. */
async function readFree(
  dir: string,
  definition: ProviderFacts,
  span: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<ProviderArchive> {
  const archive = new ArchiveWindow(dir, definition.code, null).archive(span);
  const holds = holdsUntil(await readHoldRows(dir, definition.code), null);
  return splitHeld({ definition, archive, accepted: new Set(), holds }).free.archive;
}

/** The figures that are held by their values: those that are held by name are another matter. */
async function readQuarantined(tree: TreeReader): Promise<ReadonlySet<string>> {
  const rows: Record<string, string>[] = parseCsv((await tree.read(quarantinePath)) ?? '', { columns: true });
  const judged = rows.filter(({ reason = '' }) => !HELD.test(reason));
  return new Set(judged.map((row) => `${row.provider} ${rowKey(row as unknown as ArchiveRow)}`));
}

function relistedIn(
  definition: ProviderFacts,
  archive: ProviderArchive,
  since: IsoDate,
  pegs: readonly Peg[],
): readonly Remark[] {
  const isFloating = ({ base, quote, date }: ArchiveRow) =>
    [base, quote].every((code) => pegInForce(pegs, code as CurrencyCode, date) === null);
  return toRelisted(archive, since, isFloating).map(({ table, date, original, figures }) => ({
    about: `${definition.code}/${date}`,
    words: `${table}: all ${figures} figures are those of ${original}, and others were stated since: hold the list if the bank shows another`,
  }));
}
