/** What a night says of the tree that it made to a person on standard error, beside the facts of its report. */

import { parse as parseCsv } from 'csv-parse/sync';
import { type QUARANTINE_COLUMNS, toQuarantineNotes } from '../rates/quarantine/list.ts';
import { readRemarks } from '../release/gate/remarks.ts';
import type { GeneratedTree } from '../release/pointer/generated.ts';
import type { GenerateSummary } from '../release/publish/generate.ts';
import type { PublishSummary } from '../release/publish/publish.ts';
import { readPegs } from '../sources/facts/pegs.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { quarantinePath } from '../wire/answers/paths.ts';
import { isAlarming, noticeText } from '../wire/words/notices.ts';
import { GLOBAL, isoDate } from '../wire/words/schemas.ts';
import { today } from './cli/flags.ts';
import { type GenerateFlags, toLicensed } from './generate.ts';

/** Says what a person should see of the tree. Returns those notices for which somebody has to look. */
export async function sayNotices(
  tree: GeneratedTree,
  { notices }: GenerateSummary,
  { archive, licence }: GenerateFlags,
): Promise<readonly string[]> {
  for (const notice of notices)
    console.error(`${isAlarming(notice) ? 'notice' : 'note'}: GLOBAL/${noticeText(notice)}`);
  const { definitions } = toLicensed(PROVIDERS, licence);
  const remarks = await readRemarks({ archive, tree, definitions, pegs: readPegs(), now: today() });
  const said = remarks.map(({ about, words }) => `${about}: ${words}`);
  for (const text of said) console.error(`notice: ${text}`);
  return [...notices.filter(isAlarming).map(noticeText), ...said];
}

type ListedFigure = Readonly<Record<(typeof QUARANTINE_COLUMNS)[number], string>>;

/**
 * Says what the list of figures in quarantine of the tree has: a line for each figure seen today, and one for each
 * provider with older ones. Nothing is judged once more: for a hundred banks that takes 7 seconds.
 */
export async function sayQuarantine({ file }: GeneratedTree): Promise<void> {
  const listed: readonly ListedFigure[] = parseCsv(await file(quarantinePath), { columns: true });
  const ofProviders = listed.filter(({ provider }) => provider !== GLOBAL);
  const figures = ofProviders.map(({ provider, reason, date, unit, ...cells }) => {
    // The list does not name the table, and no note does.
    const row = { ...cells, date: isoDate.parse(date), unit: unit === 'g' ? unit : '', table: '' } as const;
    return { provider, reason, row };
  });
  for (const text of toQuarantineNotes(figures, today())) console.error(text);
}

/** Names a pointer that nobody could follow any more, so that somebody looks: at the nights before, or at the clock. */
export function sayExpiry(published: PublishSummary | null): readonly string[] {
  if (published === null || published.expired === null) return [];
  console.error(published.expired);
  return [published.expired];
}
