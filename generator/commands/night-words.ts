/** What a night says of the tree that it made to a person on standard error, beside the facts of its report. */

import { parse as parseCsv } from 'csv-parse/sync';
import { type QUARANTINE_COLUMNS, toQuarantineNotes } from '../rates/quarantine/list.ts';
import { reportLines } from '../release/gate/report.ts';
import type { GeneratedTree } from '../release/pointer/generated.ts';
import type { GenerateSummary } from '../release/publish/generate.ts';
import { type Comparison, judgeTree } from '../release/publish/plan.ts';
import type { PublishSummary } from '../release/publish/publish.ts';
import { quarantinePath } from '../wire/answers/paths.ts';
import { isAlarming, noticeText } from '../wire/words/notices.ts';
import { GLOBAL, isoDate } from '../wire/words/schemas.ts';
import { today } from './cli/flags.ts';

/** Says what a person should see of GLOBAL. Returns those notices for which somebody has to look. */
export function sayNotices({ notices }: GenerateSummary): readonly string[] {
  for (const notice of notices)
    console.error(`${isAlarming(notice) ? 'notice' : 'note'}: GLOBAL/${noticeText(notice)}`);
  return notices.filter(isAlarming).map(noticeText);
}

/** Asks the gate, and says what it found. Returns the facts that refuse the tree, and those for which somebody must act. */
export async function sayJudgement(comparison: Comparison, accepted: readonly string[]) {
  const report = await judgeTree(comparison, accepted);
  for (const line of reportLines(report)) console.error(line);
  const toDo = report.warnings.filter(({ level }) => level === 'act').map(({ words, fact }) => `${words} [${fact}]`);
  return { refusals: report.refusals.map(({ fact }) => fact), toDo };
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
