/** Query → whose fixing answers, and which: the one of a date, or those that a rule names. */

import type { RuleReading } from '../../../generator/wire/answers/rules.ts';
import { toTableSide } from '../../../generator/wire/answers/rules.ts';
import type { Side, TableFacts } from '../../../generator/wire/answers/table.ts';
import { type Catalogue, type KnownProvider, tableFactsOf } from '../../../generator/wire/release/catalogue.ts';
import { GLOBAL, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { whyUnknown } from '../../../generator/wire/words/written-codes.ts';
import { Problem, quoted } from '../query/problem.ts';
import type { AskedRule, ConvertQuery, HistoricalQuery, LatestQuery } from '../query/query.ts';
import type { Now } from './due.ts';
import { toFixingDate } from './fixing-date.ts';
import { toRuleFixings } from './rule-fixings.ts';

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
  const { currencies } = rule;
  const rounding = isRounded ? rule.rounding : null;
  if (fixings.length === 1 && rounding === null && currencies === null) return { provider, fixing, side, rule: null };
  const tables = fixings.map((one) => tableFactsOf(provider, one));
  return { provider, fixing, side, rule: { side, rounding, currencies, tables } };
}

/** @throws Problem if there is no such provider */
export function findProvider({ byCode, status }: Catalogue, asked: string | null): KnownProvider {
  const code = asked ?? GLOBAL;
  const found = byCode.get(code);
  if (found !== undefined) return found;
  const isKnown = code === GLOBAL || status?.withoutFigures?.some((one) => one === code) === true;
  const words = isKnown
    ? 'is known, but this release has no figures for it'
    : `is not one of /v1/providers${whyUnknown(code)}`;
  throw new Problem(1001, `provider ${quoted(code)} ${words}`);
}
