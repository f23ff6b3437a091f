/** Query → whose fixing answers, and which: the one of a date, or those that a rule names. */
import { dueWithin, gapWithin, holeWithin, toRhythm } from '../../../generator/wire/answers/missing.ts';
import { fixingOnOrBefore } from '../../../generator/wire/answers/provider-index.ts';
import { DATE_RULES, type FixingChoice } from '../../../generator/wire/answers/rule-dates.ts';
import { type RuleFacts, type RuleReading, toTableSide } from '../../../generator/wire/answers/rules.ts';
import type { ProviderStatus } from '../../../generator/wire/answers/status.ts';
import type { Side, TableFacts } from '../../../generator/wire/answers/table.ts';
import { type Catalogue, type KnownProvider, tableFactsOf } from '../../../generator/wire/release/catalogue.ts';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import { isPeriodic, publicationAfter } from '../../../generator/wire/words/schedule.ts';
import { GLOBAL, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { whyUnknown } from '../../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../query/problem.ts';
import type { AskedRule, ConvertQuery, HistoricalQuery, LatestQuery } from '../query/query.ts';
import { type Now, toFixingDate, toRun, whenDue } from './due.ts';

type RatesQuery = LatestQuery | HistoricalQuery | ConvertQuery;

/** How one table is made for a rule: from the tables of all the fixings that the rule names, oldest first. */
export interface RulePlan extends RuleReading {
  readonly tables: readonly TableFacts[];
}

interface ChosenFixing {
  readonly provider: KnownProvider;
  /** The date of the fixing, or why there is none: problems that take precedence name the date if there is one. */
  readonly fixing: IsoDate | Problem;
  /** The side that a rule chooses; null without a rule. */
  readonly side: Side | null;
  /** Null if the table of the fixing answers as it stands. */
  readonly rule: RulePlan | null;
}

/** @throws Problem if there is no such provider */
export function toSource(query: RatesQuery, catalogue: Catalogue, now: Now): ChosenFixing {
  const { date, asked } = query.operation === 'latest' ? { date: null } : query;
  if (asked !== undefined && date !== null) return toRuleSource(asked, date, catalogue, now.today);
  const provider = findProvider(catalogue, query.provider);
  const earlier = query.operation === 'convert' ? 'recent' : 'latest' in query && query.latest ? 'any' : 'none';
  const fixing = toFixingDate({ date, earlier, provider, catalogue, now });
  return { provider, fixing, side: null, rule: null };
}

function toRuleSource(
  { rule, isRounded }: AskedRule,
  date: IsoDate,
  catalogue: Catalogue,
  today: IsoDate,
): ChosenFixing {
  const provider = findProvider(catalogue, rule.provider);
  const side = toTableSide(rule.side);
  const fixings = toRuleFixings({ rule, date, provider, catalogue, today });
  if (fixings instanceof Problem) return { provider, fixing: fixings, side, rule: null };
  const fixing = fixings.at(-1);
  if (fixing === undefined) throw new TypeError(`rule ${rule.code} names no fixing for ${date}`);
  const { currencies, dateRule } = rule;
  const rounding = isRounded ? rule.rounding : null;
  if (fixings.length === 1 && rounding === null && currencies === null) return { provider, fixing, side, rule: null };
  const tables = fixings.map((one) => tableFactsOf(provider, one));
  return { provider, fixing, side, rule: { side, rounding, currencies, dateRule, tables } };
}

/** @throws Problem if there is no such provider */
export function findProvider({ byCode, status }: Catalogue, asked: string | null): KnownProvider {
  const code = asked ?? GLOBAL;
  const found = byCode.get(code);
  if (found !== undefined) return found;
  const isKnown = code === GLOBAL || status?.withoutFigures.some((one) => one === code) === true;
  const isLeftOut = status?.leftOut?.some((one) => one === code) === true;
  if (isLeftOut) throw new Problem(1001, `provider ${quoted(code)} is left out of this release for its licence`);
  const words = isKnown
    ? 'is known, but this release has no figures for it'
    : `is not one of /v1/providers${whyUnknown(code)}`;
  throw new Problem(1001, `provider ${quoted(code)} ${words}`);
}

// Rule and day → the dates of the fixings that the rule names, or why there are none yet. A rule never answers with
// a fixing that one that is still to come, or one that the release lacks, would replace.

/** A rule about a month, a quarter or a year to come cannot be asked for further ahead than this. */
const AHEAD_DAYS_MAX = 400;
/** How far before a day the fixing that counts on it may be: a week of holidays. */
const DAYS_BEFORE = 10;
/** Until the next release may be read. */
const RETRY_AFTER_SECONDS = 60;
/** The reason of a gap whose figures were fetched, so that fetching them again changes nothing. */
const WITHHELD = 'left out';

interface RuleQuestion {
  readonly rule: RuleFacts;
  readonly date: IsoDate;
  readonly provider: KnownProvider;
  readonly catalogue: Catalogue;
  /** The UTC day. */
  readonly today: IsoDate;
}

/** Oldest first, at least one. */
function toRuleFixings(question: RuleQuestion): readonly IsoDate[] | Problem {
  const { rule, date, provider, catalogue, today } = question;
  const { facts, index } = provider;
  if (date > addDays(today, AHEAD_DAYS_MAX)) {
    return new Problem(1007, `date ${date} is more than ${AHEAD_DAYS_MAX} days ahead, and no rule has a fixing for it`);
  }
  if (rule.since !== null && date < rule.since) {
    return new Problem(1007, `rule ${rule.code} applies from ${rule.since} on, not to ${date}`);
  }
  const first = index.fixings[0]?.date ?? '';
  const status = catalogue.status?.providers.find((one) => one.provider === facts.code);
  // No bank has figures of a day before 1900 to collect, and a year before 0000 has no date.
  if (date < first && (date < '1900' || status === undefined))
    return new Problem(1008, `date ${date} is before the first fixing of ${facts.code}, on ${first}`);
  if (status === undefined) {
    const words = `the status of ${facts.code}, which rules need, is not available; ask again shortly`;
    return new Problem(1503, words, RETRY_AFTER_SECONDS);
  }
  const choice = DATE_RULES[rule.dateRule](date, index);
  const problem = missing(choice, status, question);
  return problem !== null && date < first ? new Problem(1008, problem.message) : (problem ?? choice.fixings);
}

/** The Problem of a choice without a fixing, or of one that is not settled; null for any other. */
function missing(
  choice: FixingChoice,
  status: ProviderStatus,
  { rule, date, provider, today }: RuleQuestion,
): Problem | null {
  const { needs, fixings, awaited } = choice;
  const of = `rule ${rule.code} for ${date} needs`;
  const code = provider.facts.code;
  if (needs !== null && awaited === undefined) {
    const due = dueWithin(needs, status);
    if (due !== null)
      return new Problem(1007, `${of} what ${code} publishes up to ${needs.to}, which ${whenDue(due, status, today)}`);
    const gap = gapWithin(needs, status);
    if (gap !== null) {
      const words = `${of} the fixing of ${code} of ${gap.from}, which this release lacks: ${gap.reason}`;
      return new Problem(1007, gap.reason === WITHHELD ? words : `${words}; ${toRun(code, gap.from, gap.to)}`);
    }
    const hole = isPeriodic(status) ? null : holeWithin(needs, provider.index);
    if (hole !== null) {
      const words = `${of} fixings of ${code} from ${hole.from} to ${hole.to}, and there are none`;
      return new Problem(1007, `${words}; ${toRun(code, hole.from, hole.to)}`);
    }
  }
  if (fixings.length > 0) return null;
  if (awaited !== undefined) {
    const due = firstDue(awaited, status);
    return new Problem(
      1007,
      `${of} the first fixing of ${code} on or after ${awaited}, which ${whenDue(due, status, today)}`,
    );
  }
  const day = needs?.to ?? date;
  const nearest = fixingOnOrBefore(provider.index, day);
  if (nearest === null) {
    const words = `${of} a fixing of ${code} up to ${day}, and this release has ${code} from ${status.first} on`;
    return new Problem(1007, `${words}; for earlier ones ${toRun(code, addDays(day, -DAYS_BEFORE), day)}`);
  }
  const words = `${of} a fixing of ${code} for ${day}, and there is none`;
  const isNewest = nearest === provider.index.fixings.at(-1)?.date;
  const next = status.next !== null && isNewest ? `; the next list ${whenDue(status.next, status, today)}` : '';
  return new Problem(1007, `${words}; the nearest earlier one is dated ${nearest}${next}`);
}

function firstDue(day: IsoDate, status: ProviderStatus): IsoDate | null {
  if (status.next === null || isPeriodic(status)) return status.next;
  return publicationAfter(toRhythm(status), addDays(day < status.next ? status.next : day, -1));
}
