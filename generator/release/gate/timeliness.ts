/**
 * Findings about what should be there: fixings dated too far ahead or gone, providers that are behind their own
 * schedule, and far fewer banks behind GLOBAL's newest fixing than behind those of the last release. A figure that is
 * carried forward stays the same, so no other check notices when banks fall silent.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { GLOBAL_SCHEDULE } from '../../rates/blend/global.ts';
import { isFresh } from '../../rates/blend/voices.ts';
import { missedWords } from '../../rates/status/lateness.ts';
import { HELD } from '../../sources/archive/holds.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { quarantinePath, voicesPath, yearListPath } from '../../wire/answers/paths.ts';
import { addDays, daysBetween } from '../../wire/words/calendar.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import { type DayVoices, parseVoices } from '../../wire/words/voices.ts';
import { newestUpTo } from './lists.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/**
 * @param definition null for GLOBAL, which is never dated later than today
 * @param fixings the dates of the provider's fixings, oldest first, and the newest of them
 */
export function dateFindings(
  provider: ProviderCode,
  definition: ProviderFacts | null,
  fixings: Pick<StatedFixings, 'dates' | 'newest'>,
  now: IsoDate,
): readonly Finding[] {
  const schedule = definition?.schedule ?? GLOBAL_SCHEDULE;
  const leadDaysMax = schedule.leadDaysMax ?? 0;
  const newestAllowed = addDays(now, leadDaysMax);
  const { newest } = fixings;
  const ahead = newest !== null && newest > newestAllowed ? fixings.dates.filter((date) => date > newestAllowed) : [];
  const findings = ahead.map((date) => {
    const days = daysBetween(now, date);
    const words = `${provider} ${date} is ${days} days ahead of ${now}; at most ${leadDaysMax} are declared`;
    // A day of GLOBAL is ahead because one of a bank is.
    const hold = definition === null ? '' : `${provider}/${date}`;
    return toFinding('ahead', provider, { subject: date, figures: [], words, hold });
  });
  const missed = definition === null || newest === null ? null : missedWords(definition, newest, now);
  if (newest === null || missed === null) return findings;
  const late = { subject: newest, figures: [], words: `${provider}: the newest fixing is dated ${newest}, ${missed}` };
  return [...findings, toFinding('late', provider, late)];
}

/** So many days a bank may withdraw in one night. */
const FEW = 3;
const SHOWN = 5;

/**
 * Names the fixings that the last release had and this tree lacks. A bank withdraws a day now and then; when it loses a
 * part of its past, a list was cut off or the archive was damaged. Held figures are no loss: quarantine names them. A
 * tree without any fixing of the provider has a finding of its own.
 */
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

/** The days with a figure in quarantine; for GLOBAL, the days on which a figure of any bank is held. */
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

/** So many of the last release's fixings, the newest ones, say what is usual: four weeks. */
const DAYS_COMPARED = 20;
/** Banks that have fallen silent are named up to this number. */
const NAMED_MAX = 8;

const MEASURES = {
  'fresh contributors': ({ fresh }: DayVoices) => fresh,
  'currencies with two voices or more': ({ byTwo, byMore }: DayVoices) => byTwo + byMore,
  'currencies with three voices or more': ({ byMore }: DayVoices) => byMore,
} as const;

interface Shortfall {
  readonly level: 'refuse' | 'warn';
  /** `3 fresh contributors instead of 58` */
  readonly words: string;
  readonly count: number;
}

/** What has fallen to less than half of its median, and what to less than three quarters. @param usual in any order */
export function toShortfalls(tonight: DayVoices, usual: readonly DayVoices[]): readonly Shortfall[] {
  return Object.entries(MEASURES).flatMap(([name, measure]) => {
    const [count, twice] = [measure(tonight), twiceMedian(usual.map(measure))];
    if (8 * count >= 3 * twice) return [];
    const level = 4 * count < twice ? 'refuse' : 'warn';
    return [{ level, count, words: `${count} ${name} instead of ${twice / 2}` } as const];
  });
}

/** There is no finding for a first release, nor for a fixing that the last release has with as many voices. */
export async function readVoiceFindings({ tree, last }: TwoTrees, now: IsoDate): Promise<readonly Finding[]> {
  const newest = newestUpTo(tree, now);
  if (newest === null || (await tree.isAlike(last, newest))) return [];
  const [tonight] = await readDays(tree, [newest]);
  const usual = await readDays(last, last.dates.filter((date) => date <= now).slice(-DAYS_COMPARED));
  if (tonight === undefined || usual.length === 0) return [];
  const released = usual.find(({ date }) => date === newest);
  if (JSON.stringify(tonight) === JSON.stringify(released)) return [];
  const shortfalls = toShortfalls(tonight, usual);
  if (shortfalls.length === 0) return [];
  const kind = shortfalls.some(({ level }) => level === 'refuse') ? 'silence' : 'quieter';
  const figures = shortfalls.map(({ count }) => `${count}`);
  const counted = shortfalls.map((one) => one.words).join(', ');
  const words = `GLOBAL ${newest} has ${counted}${await silentWords(tree, newest, last, usual)}`;
  return [toFinding(kind, tree.subject.code, { subject: newest, figures, words })];
}

/** The counts of those dates. A release from before voices were counted has none. */
async function readDays(stated: StatedFixings, dates: readonly IsoDate[]): Promise<readonly DayVoices[]> {
  const years = [...new Set(dates.map((date) => date.slice(0, 4)))];
  const rows = await Promise.all(years.map((year) => stated.readIfThere(voicesPath(year), parseVoices)));
  const byDate = new Map(rows.flatMap((ofYear) => [...(ofYear ?? [])]));
  return dates.flatMap((date) => byDate.get(date) ?? []);
}

/** Names the banks that were fresh in the last release's best fixing and no longer are, each with its newest date. */
async function silentWords(tree: StatedFixings, newest: IsoDate, last: StatedFixings, usual: readonly DayVoices[]) {
  const best = usual.reduce((freshest, day) => (day.fresh >= freshest.fresh ? day : freshest)).date;
  const [before, after] = [(await last.origins(best)).contributors, (await tree.origins(newest)).contributors];
  const isStillFresh = (date: IsoDate | undefined) => date !== undefined && isFresh(date, newest);
  const silent = [...before].filter(([code, date]) => isFresh(date, best) && !isStillFresh(after.get(code)));
  if (silent.length === 0) return '';
  const names = silent.slice(0, NAMED_MAX).map(([code, date]) => `${code} (${after.get(code) ?? date})`);
  const more = silent.length > NAMED_MAX ? ` and ${silent.length - NAMED_MAX} more` : '';
  return `; nothing new from ${names.join(', ')}${more}`;
}

/** Twice, so that it is a whole number. */
function twiceMedian(counts: readonly number[]): number {
  const sorted = [...counts].sort((left, right) => left - right);
  return (sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0);
}
