/**
 * Query and catalogue → Plan: which file of the tree answers, and from which table the same bytes are computed if there
 * is no such file. Pure. Problems that depend on the catalogue are found here, in the contract's order.
 */

import { historicalPath, latestPath, listPath, type TreePath } from '../../../generator/wire/answers/paths.ts';
import { toListed } from '../../../generator/wire/answers/rules.ts';
import type { Side, TableFacts, View } from '../../../generator/wire/answers/table.ts';
import type { ConversionWanted, RatesWanted } from '../../../generator/wire/answers/views.ts';
import type { Document, Rendition } from '../../../generator/wire/encode/document.ts';
import { type Catalogue, type KnownProvider, tableFactsOf } from '../../../generator/wire/release/catalogue.ts';
import { PLACES_MAX } from '../../../generator/wire/words/order.ts';
import type { CurrencyCode, IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Freshness } from '../http/answer.ts';
import { Problem } from '../query/problem.ts';
import type { ConvertQuery, HistoricalQuery, LatestQuery, ListQuery } from '../query/query.ts';
import { type RulePlan, toSource } from './chosen-fixing.ts';
import type { Now } from './due.ts';
import { judgeChoice, parseBase, parseCodes } from './rates-choice.ts';

export interface PlanFacts {
  readonly rendition: Rendition;
  readonly freshness: Freshness;
}

interface ListPlan extends PlanFacts {
  readonly kind: 'list';
  readonly file: TreePath | null;
  readonly document: Document;
  readonly release: string;
}

export interface RatesPlan extends PlanFacts {
  readonly kind: 'rates';
  /** Null when no file of the tree has exactly this content. */
  readonly file: TreePath | null;
  readonly table: TableFacts;
  /** Null when the table answers as it stands. */
  readonly rule: RulePlan | null;
  readonly wanted: RatesWanted;
}

/** The figures of a fixing as they were published. */
export interface PublishedPlan extends PlanFacts {
  readonly kind: 'published';
  readonly table: TableFacts;
  /** Null for all currencies. */
  readonly currencies: ReadonlySet<CurrencyCode> | null;
}

export interface ConversionPlan extends PlanFacts {
  readonly kind: 'conversion';
  readonly table: TableFacts;
  /** For which the fixing answers. */
  readonly day: IsoDate;
  readonly side: Side;
  readonly rule: RulePlan | null;
  readonly wanted: ConversionWanted;
  /** Whether the answer names the published figures that it was made from. */
  readonly published: boolean;
}

export type Plan = ListPlan | RatesPlan | PublishedPlan | ConversionPlan;

/** @throws Problem */
export function toPlan(
  query: ListQuery | LatestQuery | HistoricalQuery | ConvertQuery,
  catalogue: Catalogue,
  now: Now,
): Plan {
  if (query.operation === 'convert') return toConversionPlan(query, catalogue, now);
  return query.operation === 'latest' || query.operation === 'historical'
    ? toRatesPlan(query, catalogue, now)
    : toListPlan(query, catalogue);
}

function toListPlan({ operation, rendition, codes, countryCodes }: ListQuery, catalogue: Catalogue): ListPlan {
  const isAsked = (code: string, country: string) =>
    (codes === null || codes.has(code)) && (countryCodes === null || countryCodes.has(country));
  const isWhole = codes === null && countryCodes === null;
  const file = isWhole ? listPath(operation, rendition.format) : null;
  const { release } = catalogue.release;
  const document = toList(operation, catalogue, isAsked);
  return { kind: 'list', rendition, freshness: 'current', file, release, document };
}

function toList(
  kind: ListQuery['operation'],
  { currencies, providers, rules }: Catalogue,
  isAsked: (code: string, country: string) => boolean,
): Document {
  if (kind === 'currencies') return { kind, items: currencies.filter(({ code }) => isAsked(code, '')) };
  if (kind === 'rules') return { kind, items: rules.filter((one) => isAsked(one.code, one.country)).map(toListed) };
  return { kind, items: providers.filter(({ code, countryCode }) => isAsked(code, countryCode)) };
}

function toRatesPlan(query: LatestQuery | HistoricalQuery, catalogue: Catalogue, now: Now): RatesPlan | PublishedPlan {
  const { places, rendition } = query;
  const { provider, fixing, side, rule } = toSource(query, catalogue, now);
  const { facts } = provider;
  const view = viewOf(query, side, rule);
  const { currencies, base: asked } = judgeChoice({ ...query, view }, provider, fixing, catalogue);
  const table = toTableFacts(provider, fixing);
  const isLatest = query.operation === 'latest';
  const freshness = isLatest ? 'current' : 'dated';
  if (query.published) {
    refuseMade(rule);
    return { kind: 'published', freshness, rendition, table, currencies };
  }
  const base = asked ?? table.reference;
  const isPlain = rule === null && currencies === null && rendition.asText !== true;
  const isWhole = isPlain && places === PLACES_MAX && (view !== 'extended' || facts.bidAsk);
  const file = isLatest
    ? latestPath(facts.code, base, view, rendition.format)
    : historicalPath(facts.code, table.date, base, view, rendition.format);
  const wanted = { view, base, currencies, places };
  return { kind: 'rates', freshness, rendition, file: isWhole ? file : null, table, rule, wanted };
}

function toConversionPlan(query: ConvertQuery, catalogue: Catalogue, now: Now): ConversionPlan {
  const { amount, places, rendition, date } = query;
  const { provider, fixing, side, rule } = toSource(query, catalogue, now);
  const to = parseCodes(query.to, 'to', catalogue, provider, fixing);
  const asked = parseBase(query.base, catalogue);
  const table = toTableFacts(provider, fixing);
  const wanted = { base: asked ?? table.reference, to, amount, places };
  if (query.published) refuseMade(rule);
  return {
    kind: 'conversion',
    freshness: date === null ? 'current' : 'dated',
    rendition,
    table,
    day: date ?? table.date,
    side: side ?? 'mid',
    rule,
    wanted,
    published: query.published,
  };
}

/** @throws Problem for a rate that a law makes from published ones */
function refuseMade(rule: RulePlan | null): void {
  if (rule === null) return;
  throw new Problem(
    1029,
    'published=true cannot be combined with this rule, by which a rate is made from published ones',
  );
}

/** The table that is made for a rule has the side of the rule as its mids. */
function viewOf(query: LatestQuery | HistoricalQuery, side: Side | null, rule: RulePlan | null): View {
  if (side === null) return query.view;
  return side === 'mid' || rule !== null ? 'standard' : side;
}

/** @throws the Problem when there is no fixing */
function toTableFacts(provider: KnownProvider, fixing: IsoDate | Problem): TableFacts {
  if (fixing instanceof Problem) throw fixing;
  return tableFactsOf(provider, fixing);
}
