/**
 * Query and catalogue → Plan: which file of the tree answers, and from which table the same bytes are computed if there
 * is no such file. Pure. Problems that depend on the catalogue are found here, in the contract's order.
 */

import { type Catalogue, type KnownProvider, tableFactsOf } from '../generator/wire/catalogue.ts';
import type { Document } from '../generator/wire/document.ts';
import type { Rendition } from '../generator/wire/encode.ts';
import { historicalPath, latestPath, listPath, type TreePath } from '../generator/wire/paths.ts';
import { type CurrencyCode, currencyCode, GLOBAL, type IsoDate } from '../generator/wire/schemas.ts';
import type { TableFacts } from '../generator/wire/table.ts';
import { type ConversionWanted, PLACES_MAX, type RatesWanted } from '../generator/wire/views.ts';
import { toFixingDate } from './fixing-date.ts';
import { Problem, quoted } from './problem.ts';
import type { ConvertQuery, HistoricalQuery, LatestQuery, Query } from './query.ts';

/** Dated answers change only when a figure is corrected; current ones change with every release. */
export type Freshness = 'current' | 'dated';

interface PlanFacts {
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
  readonly wanted: RatesWanted;
}

export interface ConversionPlan extends PlanFacts {
  readonly kind: 'conversion';
  readonly table: TableFacts;
  readonly wanted: ConversionWanted;
}

export type Plan = ListPlan | RatesPlan | ConversionPlan;

/** @throws Problem */
export function toPlan(query: Query, catalogue: Catalogue, today: IsoDate): Plan {
  switch (query.operation) {
    case 'currencies':
    case 'providers':
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

function toListPlan(query: Extract<Query, { operation: 'currencies' | 'providers' }>, catalogue: Catalogue): ListPlan {
  const { operation, rendition, codes } = query;
  const has = (asked: ReadonlySet<string> | null, code: string) => asked === null || asked.has(code);
  const facts = { kind: 'list', rendition, freshness: 'current', release: catalogue.release.release } as const;
  if (operation === 'currencies') {
    const items = catalogue.currencies.filter(({ code }) => has(codes, code));
    const file = codes === null ? listPath(operation, rendition.format) : null;
    return { ...facts, file, document: { kind: operation, items } };
  }
  const { countryCodes } = query;
  const items = catalogue.providers.filter(
    ({ code, countryCode }) => has(codes, code) && has(countryCodes, countryCode),
  );
  const file = codes === null && countryCodes === null ? listPath(operation, rendition.format) : null;
  return { ...facts, file, document: { kind: operation, items } };
}

function toRatesPlan(query: LatestQuery | HistoricalQuery, catalogue: Catalogue, today: IsoDate): RatesPlan {
  const { provider: code, view, places, rendition } = query;
  const provider = findProvider(catalogue, code);
  const { facts } = provider;
  const fixing = toFixingDate({ query, provider, release: catalogue.release, today });
  const currencies = parseCodes(query.currencies, 'currencies', catalogue, provider, fixing);
  if (query.base !== null && facts.code !== GLOBAL) {
    const words = 'base may be chosen for GLOBAL only';
    throw new Problem(
      1004,
      `${words}; the rates of ${facts.code} are stated in ${facts.referenceCurrency}: leave base out`,
    );
  }
  const asked = parseBase(query.base, catalogue);
  if ((view === 'bid' || view === 'ask') && !facts.bidAsk) {
    throw new Problem(1023, `type=${view} is not supported by ${facts.code}, which publishes no bid and ask rates`);
  }
  const table = toTableFacts(provider, fixing);
  const base = asked ?? table.reference;
  const isWhole = currencies === null && places === PLACES_MAX && (view !== 'extended' || facts.bidAsk);
  const wanted = { view, base, currencies, places };
  if (query.operation === 'latest') {
    const file = isWhole ? latestPath(facts.code, base, view, rendition.format) : null;
    return { kind: 'rates', freshness: 'current', rendition, file, table, wanted };
  }
  const file = isWhole ? historicalPath(facts.code, table.date, base, view, rendition.format) : null;
  return { kind: 'rates', freshness: 'dated', rendition, file, table, wanted };
}

function toConversionPlan(query: ConvertQuery, catalogue: Catalogue, today: IsoDate): ConversionPlan {
  const { amount, places, rendition, date } = query;
  const provider = findProvider(catalogue, query.provider);
  const fixing = toFixingDate({ query, provider, release: catalogue.release, today });
  const to = parseCodes(query.to, 'to', catalogue, provider, fixing);
  const asked = parseBase(query.base, catalogue);
  const table = toTableFacts(provider, fixing);
  const wanted = { base: asked ?? table.reference, to, amount, places };
  return { kind: 'conversion', freshness: date === null ? 'current' : 'dated', rendition, table, wanted };
}

function findProvider({ byCode }: Catalogue, code: string | null): KnownProvider {
  const found = byCode.get(code ?? GLOBAL);
  if (found !== undefined) return found;
  throw new Problem(1001, `provider ${quoted(code ?? GLOBAL)} is not one of /v1/providers`);
}

function parseCodes(
  codes: ReadonlySet<string> | null,
  parameter: 'currencies' | 'to',
  { currencyCodes }: Catalogue,
  { facts }: KnownProvider,
  fixing: IsoDate | Problem,
): ReadonlySet<CurrencyCode> | null {
  if (codes === null) return null;
  for (const code of codes) {
    if (currencyCodes.has(code)) continue;
    const where = fixing instanceof Problem ? facts.code : `${facts.code} on ${fixing}`;
    throw new Problem(
      1002,
      `${parameter} names ${quoted(code)}, which is not one of /v1/currencies (asked of ${where})`,
    );
  }
  return new Set([...codes].map((code) => currencyCode.parse(code)));
}

function parseBase(base: string | null, { currencyCodes }: Catalogue): CurrencyCode | null {
  if (base === null) return null;
  if (!currencyCodes.has(base)) throw new Problem(1003, `base ${quoted(base)} is not one of /v1/currencies`);
  return currencyCode.parse(base);
}

/** @throws the Problem when there is no fixing */
function toTableFacts(provider: KnownProvider, fixing: IsoDate | Problem): TableFacts {
  if (fixing instanceof Problem) throw fixing;
  return tableFactsOf(provider, fixing);
}
