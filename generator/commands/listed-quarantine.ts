/**
 * What the list of figures in quarantine of a new tree says to the operator of a night. The tree was made by judging
 * every figure, so nothing is judged once more: for a hundred banks that takes 7 seconds.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { type QUARANTINE_COLUMNS, toQuarantineNotes } from '../quarantine/list.ts';
import type { GeneratedTree } from '../release/pointer/generated.ts';
import { quarantinePath } from '../wire/answers/paths.ts';
import { GLOBAL, isoDate } from '../wire/words/schemas.ts';

type ListedFigure = Readonly<Record<(typeof QUARANTINE_COLUMNS)[number], string>>;

/** A line for each figure seen on that day, and one for each provider with older ones in the newest list. */
export async function listedQuarantine({ file }: GeneratedTree, today: string): Promise<readonly string[]> {
  const listed: readonly ListedFigure[] = parseCsv(await file(quarantinePath), { columns: true });
  const ofProviders = listed.filter(({ provider }) => provider !== GLOBAL);
  const figures = ofProviders.map(({ provider, reason, date, unit, ...cells }) => {
    // The list does not name the table, and no note does.
    const row = { ...cells, date: isoDate.parse(date), unit: unit === 'g' ? unit : '', table: '' } as const;
    return { provider, reason, row };
  });
  return toQuarantineNotes(figures, today);
}
