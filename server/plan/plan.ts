/**
 * Query and catalogue → Plan: which file of the tree answers, and from which table the same bytes are computed if there
 * is no such file. Pure. Problems that depend on the catalogue are found here, in the contract's order.
 */

import { historicalPath, latestPath, listPath, type TreePath } from '../../generator/wire/answers/paths.ts';
import { toListed } from '../../generator/wire/answers/rules.ts';
import type { Side, TableFacts, View } from '../../generator/wire/answers/table.ts';
import type { ConversionWanted, RatesWanted } from '../../generator/wire/answers/views.ts';
import type { Document } from '../../generator/wire/encode/document.ts';
import type { Rendition } from '../../generator/wire/encode/rendition.ts';
import { type Catalogue, type KnownProvider, tableFactsOf } from '../../generator/wire/release/catalogue.ts';
import { type IsoDate, PLACES_MAX } from '../../generator/wire/words/schemas.ts';
import type { Freshness } from '../http/headers.ts';
import { Problem } from '../query/problem.ts';
import type { ConvertQuery, HistoricalQuery, LatestQuery, Query, SeriesQuery } from '../query/query.ts';
import { type RulePlan, toSource } from './chosen-fixing.ts';
import { judgeChoice, parseBase, parseCodes } from './rates-choice.ts';

export interface PlanFacts {
  readonly rendition: Rendition;
  readonly freshness: Freshness;
}

export interface ListPlan extends PlanFacts {
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

export interface ConversionPlan extends PlanFacts {
  readonly kind: 'conversion';
  readonly table: TableFacts;
  readonly side: Side;
  readonly rule: RulePlan | null;
  readonly wanted: ConversionWanted;
}

export type Plan = ListPlan | RatesPlan | ConversionPlan;

/** @throws Problem */
export function toPlan(query: Exclude<Query, SeriesQuery>, catalogue: Catalogue, today: IsoDate): Plan {
  switch (query.operation) {
    case 'currencies':
    case 'providers':
    case 'rules':
      return toListPlan(query, catalogue);
    case 'latest':
    case 'historical':
      return toRatesPlan(query, catalogue, today);
    case 'convert':
      return toConversionPlan(query, catalogue, today);
    default:
      throw new TypeError(`no plan for ${JSON.stringify(query satisfies never)}`);
  }
}

function toListPlan(
  query: Extract<Query, { operation: 'currencies' | 'providers' | 'rules' }>,
  catalogue: Catalogue,
): ListPlan {
  const { operation, rendition, codes } = query;
  const has = (asked: ReadonlySet<string> | null, code: string) => asked === null || asked.has(code);
  const isWhole = codes === null && (operation === 'currencies' || query.countryCodes === null);
  const file = isWhole ? listPath(operation, rendition.format) : null;
  const facts = { kind: 'list', rendition, freshness: 'current', file, release: catalogue.release.release } as const;
  if (operation === 'currencies') {
    const items = catalogue.currencies.filter(({ code }) => has(codes, code));
    return { ...facts, document: { kind: operation, items } };
  }
  const { countryCodes } = query;
  if (operation === 'rules') {
    const rules = catalogue.rules.filter(({ code, country }) => has(codes, code) && has(countryCodes, country));
    return { ...facts, document: { kind: operation, items: rules.map(toListed) } };
  }
  const items = catalogue.providers.filter(
    ({ code, countryCode }) => has(codes, code) && has(countryCodes, countryCode),
  );
  return { ...facts, document: { kind: operation, items } };
}

function toRatesPlan(query: LatestQuery | HistoricalQuery, catalogue: Catalogue, today: IsoDate): RatesPlan {
  const { places, rendition } = query;
  const { provider, fixing, side, rule } = toSource(query, catalogue, today);
  const { facts } = provider;
  const view = viewOf(query, side, rule);
  const { currencies, base: asked } = judgeChoice({ ...query, view }, provider, fixing, catalogue);
  const table = toTableFacts(provider, fixing);
  const base = asked ?? table.reference;
  const isWhole =
    rule === null && currencies === null && places === PLACES_MAX && (view !== 'extended' || facts.bidAsk);
  const wanted = { view, base, currencies, places };
  if (query.operation === 'latest') {
    const file = isWhole ? latestPath(facts.code, base, view, rendition.format) : null;
    return { kind: 'rates', freshness: 'current', rendition, file, table, rule, wanted };
  }
  const file = isWhole ? historicalPath(facts.code, table.date, base, view, rendition.format) : null;
  return { kind: 'rates', freshness: 'dated', rendition, file, table, rule, wanted };
}

function toConversionPlan(query: ConvertQuery, catalogue: Catalogue, today: IsoDate): ConversionPlan {
  const { amount, places, rendition, date } = query;
  const { provider, fixing, side, rule } = toSource(query, catalogue, today);
  const to = parseCodes(query.to, 'to', catalogue, provider, fixing);
  const asked = parseBase(query.base, catalogue);
  const table = toTableFacts(provider, fixing);
  const wanted = { base: asked ?? table.reference, to, amount, places };
  return {
    kind: 'conversion',
    freshness: date === null ? 'current' : 'dated',
    rendition,
    table,
    side: side ?? 'mid',
    rule,
    wanted,
  };
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
