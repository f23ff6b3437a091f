/** What status.json means at an instant, which is an argument: a report for programs, tables for a person. Pure. */

import { columns } from '../../kit/terminal.ts';
import { type Punctuality, punctualityAt } from '../../wire/answers/punctuality.ts';
import {
  type FrozenStatus,
  frozenText,
  type Gap,
  gapDays,
  type ProviderStatus,
  type Status,
} from '../../wire/answers/status.ts';
import { daysBetween, toInstant, utcDay, weekday } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { noticeText } from '../../wire/words/notices.ts';
import { type CurrencyCode, currencyCode, GLOBAL, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import { localText } from '../../wire/words/zone-time.ts';

interface CurrencyReport {
  readonly currency: CurrencyCode;
  readonly last: IsoDate;
  readonly ageDays: number;
}

interface ProviderReport extends Punctuality {
  readonly provider: ProviderCode;
  readonly last: IsoDate;
  readonly timeZone: string;
  readonly obsolete: boolean;
  readonly gapDays: Readonly<Record<string, number>>;
  readonly gaps: readonly Gap[];
  readonly frozen: readonly FrozenStatus[];
  /** null if there is none. */
  readonly caveat: string | null;
  readonly currencies: readonly CurrencyReport[];
}

export interface StatusReport {
  /** The UTC instant at which ages are measured. */
  readonly now: string;
  /** The tree's date. */
  readonly date: IsoDate;
  readonly notices: Status['notices'];
  readonly providers: readonly ProviderReport[];
}

/**
 * @param only codes of providers; null reports on all
 * @throws InputError if a code has no status, naming those that have one
 */
export function toStatusReport(status: Status, only: readonly string[] | null, nowMs: number): StatusReport {
  const codes: readonly string[] = status.providers.map(({ provider }) => provider);
  const stranger = only?.find((code) => !codes.includes(code));
  if (stranger !== undefined) throw new InputError(`no status of "${stranger}": choose from ${codes.join(', ')}`);
  const chosen = status.providers.filter(({ provider }) => only === null || only.includes(provider));
  const notices = only === null || only.includes(GLOBAL) ? status.notices : [];
  const providers = chosen.map((one) => toProviderReport(one, nowMs));
  return { now: toInstant(new Date(nowMs)), date: status.date, notices, providers };
}

/** @param emphasize marks a line about a provider that is late */
export function statusLines(
  { now, date, notices, providers }: StatusReport,
  emphasize: (line: string) => string,
): string[] {
  const header = [
    'PROVIDER',
    'LAST',
    'AGE',
    'EXPECTED, BY ITS OWN CLOCK',
    'IN UTC',
    'STATE',
    'MISSED',
    'NO FIXING, DAYS',
  ];
  const [head = '', ...lines] = columns([header, ...providers.map(toCells)]);
  const late = providers.filter(({ overdue }) => overdue).length;
  const rows = lines.map((line, place) => (providers[place]?.overdue === true ? emphasize(line) : line));
  const hasOther = providers.some(({ gapDays }) => 'other' in gapDays);
  const frozen = providers.flatMap((one) => one.frozen.map((list) => `frozen: ${one.provider} ${frozenText(list)}`));
  return [
    ...[head, ...rows, '', ...notices.map((one) => `notice: GLOBAL/${noticeText(one)}`), ...frozen],
    ...providers.flatMap(({ provider, caveat }) => (caveat === null ? [] : [`caveat: ${provider}: ${caveat}`])),
    ...(hasOther ? ['other: GLOBAL gives the reason in its own words; --provider GLOBAL shows them'] : []),
    `tree of ${date}, seen at ${now}: ${late} of ${providers.length} late`,
  ];
}

/** One provider's currencies, those with the oldest figure first, and its gaps. */
export function detailLines({ provider, currencies, gaps }: ProviderReport): string[] {
  const byAge = [...currencies].sort((left, right) => right.ageDays - left.ageDays);
  const rows = byAge.map(({ currency, last, ageDays }) => [currency, last, ageText(ageDays)]);
  const days = gaps.map(({ from, to, days, reason }) => [from === to ? from : `${from} to ${to}`, `${days}`, reason]);
  return [
    ...['', provider, ...columns([['CURRENCY', 'LAST', 'AGE'], ...rows])],
    ...(days.length === 0 ? ['', 'no gaps'] : ['', ...columns([['NO FIXING', 'DAYS', 'REASON'], ...days])]),
  ];
}

function toProviderReport(one: ProviderStatus, nowMs: number): ProviderReport {
  const { provider, last, obsolete, schedule, gaps, frozen = [], caveat = null } = one;
  const currencies = Object.entries(one.currencies).map(([code, date]) => {
    return { currency: currencyCode.parse(code), last: date, ageDays: daysBetween(date, utcDay(nowMs)) };
  });
  const found = [...gapDays(one)].filter(([, days]) => days > 0);
  return {
    provider,
    last,
    timeZone: schedule.timeZone,
    obsolete,
    ...punctualityAt(one, nowMs),
    gapDays: Object.fromEntries(found),
    gaps,
    frozen,
    caveat,
    currencies,
  };
}

function toCells({ provider, last, ageDays, expected, timeZone, overdue, missed, gapDays }: ProviderReport): string[] {
  const gaps = Object.entries(gapDays).map(([reason, days]) => `${days} ${reason}`);
  const [local, utc] = expected === null ? ['none', ''] : [localText(Date.parse(expected.at), timeZone), expected.at];
  const day = expected === null ? '' : `${WEEKDAYS[weekday(expected.day) - 1]} `;
  const state = expected === null ? 'ended' : overdue ? 'late' : 'on time';
  return [
    ...[provider, last, ageText(ageDays)],
    ...[expected === null ? local : `${day}${local} ${timeZone}`, utc.slice(0, 16).replace('T', ' ')],
    ...[state, `${missed.length}`, gaps.join(', ') || '-'],
  ];
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function ageText(days: number): string {
  return days < 0 ? `${-days} d ahead` : `${days} d`;
}
