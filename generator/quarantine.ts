/**
 * Figures that the bytes cannot prove wrong and the market can: a unit that changed under an unchanged header, a spike, a
 * rate nobody else sees. They stay in the archive and out of the tree until a person accepts them or another provider
 * confirms them. Pure, and made anew from the whole archive each time: a witness that arrives later sets a figure free.
 */
import { type ArchiveRow, isWithdrawn, type ProviderArchive } from './archive.ts';
import type { ProviderDefinition } from './provider.ts';
import { addDays, daysBetween } from './wire/calendar.ts';
import { Ratio } from './wire/decimal.ts';
import type { IsoDate } from './wire/schemas.ts';
import { levelOf, type Testimony, Witnesses } from './witnesses.ts';

export interface Subject {
  readonly definition: ProviderDefinition;
  readonly archive: ProviderArchive;
  /** Keys of rows that a person has accepted. */
  readonly accepted: ReadonlySet<string>;
}

export interface Quarantined {
  readonly provider: string;
  readonly row: ArchiveRow;
  /** A sentence for a person. */
  readonly reason: string;
}

/** One table's statements of one pair for one date, oldest first. */
interface Group {
  readonly date: IsoDate;
  readonly rows: ArchiveRow[];
}

interface Level {
  readonly date: IsoDate;
  readonly value: Ratio;
}

/** So far from the provider's last figure: of 403,084 steps of up to ten days in our recordings, 64 are further. */
const STEP = Ratio.of(110n, 100n);
/** And so far, as 1,201 of those steps are, only where not two other providers deny it: Canada's and Australia's dollar are 3 % apart. */
const SMALL_STEP = Ratio.of(103n, 100n);
/** As STEP, where the source has been silent for longer than STEP_DAYS. */
const LONG_STEP = Ratio.of(125n, 100n);
const STEP_DAYS = 10;
/** After so long a silence of the source its last figure says nothing of the next. */
const SILENCE_DAYS = 92;
/** So far ahead a figure seen earlier is asked for where there is none before. */
const KNOWN_DAYS = 731;
/** Another provider's figure agrees when it is so near. */
const AGREEMENT = Ratio.of(105n, 100n);
/** From here on a lasting change looks like a change of units, and only another provider or a person confirms it. */
const UNITS = Ratio.of(2n, 1n);

/** Sorted as the subjects and their rows are. */
export function toQuarantined(subjects: readonly Subject[]): readonly Quarantined[] {
  const witnesses = new Witnesses(subjects);
  return subjects.flatMap((subject) => toQuarantinedOf(subject, witnesses));
}

/** One provider's, in the order of its pairs. */
export function toQuarantinedOf(subject: Subject, witnesses: Witnesses): readonly Quarantined[] {
  return [...toSeries(subject.archive).values()].flatMap((groups) => judged(subject, groups, witnesses));
}

/** Whether `PROVIDER`, `PROVIDER/CODE`, `PROVIDER/DATE` or `PROVIDER/DATE/CODE` means the figure. */
export function isSelected({ provider, row }: Quarantined, text: string): boolean {
  const [code, ...parts] = text.split('/');
  return code === provider && parts.every((part) => [row.date, row.base, row.quote].some((own) => own === part));
}

/** What identifies a row of a provider's archive. */
export function rowKey(row: Pick<ArchiveRow, 'date' | 'base' | 'quote' | 'seen' | 'document'>): string {
  const { date, base, quote, seen, document } = row;
  return `${date},${base},${quote},${seen},${document}`;
}

function toSeries({ rows, documents }: ProviderArchive): Map<string, Group[]> {
  const series = new Map<string, Group[]>();
  for (const row of rows) {
    const table = documents.get(row.document)?.table ?? '';
    const key = `${row.base}/${row.quote} ${row.unit} ${table}`;
    const groups = series.get(key) ?? [];
    if (groups.length === 0) series.set(key, groups);
    const last = groups.at(-1);
    if (last?.date === row.date) last.rows.push(row);
    else groups.push({ date: row.date, rows: [row] });
  }
  return series;
}

/** Date by date, and each date's statements in the order in which they were seen: what stands is what the next are held to. */
function judged(
  { definition: { code }, accepted }: Subject,
  groups: readonly Group[],
  witnesses: Witnesses,
): Quarantined[] {
  const found: Quarantined[] = [];
  let level: Level | null = null;
  for (const [index, { date, rows }] of groups.entries()) {
    const before = groups[index - 1]?.date ?? date;
    const silence = isSameMonth(before, date) ? 0 : daysBetween(before, date);
    if (silence > SILENCE_DAYS) level = null;
    const next = () => groups[index + 1]?.rows.findLast((row) => !isWithdrawn(row));
    let standing: Level | null = null;
    for (const row of rows) {
      if (isWithdrawn(row)) {
        standing = null;
        continue;
      }
      const value = levelOf(row);
      const ask = () => witnesses.about(code, date, row.base, row.quote);
      const known = () => laterKnown(groups, index, row);
      const reason = accepted.has(rowKey(row)) ? null : doubt(value, { level, standing, silence, next, known, ask });
      if (reason === null) standing = { date, value };
      else found.push({ provider: code, row, reason });
    }
    level = standing ?? level;
  }
  return found;
}

interface Context {
  /** Of the date before. */
  readonly level: Level | null;
  /** What the source had stated for the same date. */
  readonly standing: Level | null;
  /** Days since the source's last statement, whatever became of it. */
  readonly silence: number;
  readonly next: () => ArchiveRow | undefined;
  /** The source's nearest later figure that had been seen before this one. */
  readonly known: () => ArchiveRow | undefined;
  readonly ask: () => readonly Testimony[];
}

/** Why the figure is doubtful, or null where it is not. */
function doubt(value: Ratio, { level, standing, silence, next, known, ask }: Context): string | null {
  if (standing !== null && !isNear(value, standing.value, STEP)) {
    return unlessConfirmed(value, `a correction of ${percentBetween(standing.value, value)} %`, ask(), null);
  }
  if (level === null) return standing === null ? (strangeness(value, ask()) ?? reversal(value, known())) : null;
  if (isNear(value, level.value, SMALL_STEP)) return null;
  const change = `${percentBetween(level.value, value)} % from the figure of ${level.date}`;
  if (silence > STEP_DAYS && isNear(value, level.value, LONG_STEP)) return null;
  if (isNear(value, level.value, STEP)) {
    const testimonies = ask();
    return isDenied(value, testimonies, SMALL_STEP) ? `${change}, and ${dissent(value, testimonies)}` : null;
  }
  const after = next();
  return unlessConfirmed(
    value,
    change,
    ask(),
    after === undefined ? null : isShift(level.value, value, levelOf(after)),
  );
}

/** @param lasted whether the source's next figure bears it out, where there is one: counts where nobody else quotes the pair */
function unlessConfirmed(
  value: Ratio,
  change: string,
  testimonies: readonly Testimony[],
  lasted: boolean | null,
): string | null {
  if (testimonies.some(({ rate }) => isNear(value, rate, AGREEMENT))) return null;
  if (testimonies.length > 0) return `${change}, and ${dissent(value, testimonies)}`;
  return lasted === true ? null : `${change}, and no other provider quotes it about that day`;
}

/** A first figure has no past: two others that agree on nothing like it are needed to doubt it. */
function strangeness(value: Ratio, testimonies: readonly Testimony[]): string | null {
  return isDenied(value, testimonies, AGREEMENT) ? `without a past, and ${dissent(value, testimonies)}` : null;
}

/** A history that begins twice as high as where it was known to begin is of another unit or another column. */
function reversal(value: Ratio, known: ArchiveRow | undefined): string | null {
  if (known === undefined || isNear(value, levelOf(known), UNITS)) return null;
  return `${percentBetween(levelOf(known), value)} % from the figure of ${known.date}, which had been seen before`;
}

function laterKnown(groups: readonly Group[], index: number, { date, seen }: ArchiveRow): ArchiveRow | undefined {
  const last = addDays(date, KNOWN_DAYS);
  for (let place = index + 1; place < groups.length && (groups[place]?.date ?? '') <= last; place++) {
    const known = groups[place]?.rows.find((row) => row.seen < seen && !isWithdrawn(row));
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Two providers at least, and none of their figures near. */
function isDenied(value: Ratio, testimonies: readonly Testimony[], factor: Ratio): boolean {
  if (new Set(testimonies.map(({ provider }) => provider)).size < 2) return false;
  return !testimonies.some(({ rate }) => isNear(value, rate, factor));
}

/** The next figure stays near it or goes further the same way: no spike, which would return, and no change of units. */
function isShift(last: Ratio, value: Ratio, next: Ratio): boolean {
  if (!isNear(value, last, UNITS)) return false;
  return isNear(value, next, STEP) || value.compareTo(last) === next.compareTo(value);
}

function dissent(value: Ratio, testimonies: readonly Testimony[]): string {
  const names = [...new Set(testimonies.map(({ provider }) => provider))];
  const nearest = testimonies
    .map(({ rate }) => (rate.compareTo(value) > 0 ? rate.over(value) : value.over(rate)))
    .reduce((least, factor) => (factor.compareTo(least) < 0 ? factor : least));
  const off = percentBetween(Ratio.of(1n, 1n), nearest);
  return `${off} % or more from ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;
}

function isSameMonth(left: IsoDate, right: IsoDate): boolean {
  return left.slice(0, 7) === right.slice(0, 7);
}

function isNear(left: Ratio, right: Ratio, factor: Ratio): boolean {
  return left.compareTo(right.times(factor)) <= 0 && right.compareTo(left.times(factor)) <= 0;
}

function percentBetween(from: Ratio, to: Ratio): string {
  return to.over(from).plus(Ratio.of(-1n, 1n)).times(Ratio.of(100n, 1n)).round(1);
}
