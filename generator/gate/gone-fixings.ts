/**
 * Names the fixings that the last release had and this tree lacks. A bank withdraws a day now and then; when it loses a
 * part of its past, a list was cut off or the archive was damaged. Held figures are no loss: quarantine names them.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { HELD } from '../archive/holds.ts';
import { quarantinePath, yearListPath } from '../wire/answers/paths.ts';
import { GLOBAL, type IsoDate } from '../wire/words/schemas.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/** So many days a bank may withdraw in one night. */
const FEW = 3;
const SHOWN = 5;

/** A tree without any fixing of the provider has a finding of its own. */
export async function readGoneFixings({ tree, last }: TwoTrees): Promise<readonly Finding[]> {
  const dates = tree.newest === null ? [] : datesGone(tree, last);
  if (dates.length === 0) return [];
  const { code } = tree.subject;
  const quarantined = await readQuarantinedDates(tree, dates);
  const lost = dates.filter((date) => !quarantined.has(date));
  const shown = dates.slice(0, SHOWN).join(', ');
  const others = dates.length > SHOWN ? ` and ${dates.length - SHOWN} more up to ${dates.at(-1)}` : '';
  const ofThem = quarantined.size === 0 ? '' : `; ${quarantined.size} of them are in quarantine`;
  const subject = dates.length === 1 ? shown : `${dates.length} fixings`;
  const words = `${code} lacks fixings that the last release had: ${shown}${others}${ofThem}`;
  return [toFinding(lost.length > FEW ? 'cut' : 'gone', code, { subject, figures: dates, words })];
}

/** Both lists are in order. */
function datesGone(tree: StatedFixings, last: StatedFixings): readonly IsoDate[] {
  const { dates } = tree;
  let place = 0;
  return last.dates.filter((date) => {
    while ((dates[place] ?? '9999') < date) place++;
    return dates[place] !== date;
  });
}

/** The days of which a figure is in quarantine; of GLOBAL, those of which a figure of any bank is held. */
async function readQuarantinedDates({ subject, reader }: StatedFixings, dates: readonly IsoDate[]) {
  const years = [...new Set(dates.map((date) => date.slice(0, 4)))];
  const quarantined = new Set<string>();
  for (const path of [quarantinePath, ...years.map((year) => yearListPath('quarantine', year))]) {
    const rows: Record<string, string>[] = parseCsv((await reader?.read(path)) ?? '', { columns: true });
    for (const { provider, date = '', reason = '' } of rows) {
      if (subject.code === GLOBAL ? HELD.test(reason) : provider === subject.code) quarantined.add(date);
    }
  }
  return new Set(dates.filter((date) => quarantined.has(date)));
}
