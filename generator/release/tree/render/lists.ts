/** The lists of currencies, providers and rules, and the facts about GLOBAL that no feed states. */

import { readRules } from '../../../sources/facts/rules.ts';
import { type ProviderFacts, toCode, toReference } from '../../../sources/feeds/provider.ts';
import { fullRulesPath, listPath } from '../../../wire/answers/paths.ts';
import { type ProviderIndex, parseInterval } from '../../../wire/answers/provider-index.ts';
import { fullRulesText, toListed } from '../../../wire/answers/rules.ts';
import { type Document, FORMATS } from '../../../wire/encode/document.ts';
import { encode } from '../../../wire/encode/encode.ts';
import { laterOf } from '../../../wire/words/calendar.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import { type Currency, EUR, GLOBAL, type IsoDate, type Provider } from '../../../wire/words/schemas.ts';
import type { PartFacts } from '../read/sources.ts';
import type { TreeFile } from '../read/tree-options.ts';

const GLOBAL_PROVIDER: Provider = {
  code: GLOBAL,
  description: 'Global blend of central bank rates',
  country: 'GLOBAL',
  referenceCurrency: EUR,
  timeSeries: true,
  monthly: false,
  countryCode: '',
  bidAsk: false,
  obsolete: false,
};

/** @param definitions of the providers that have a fixing, in any order */
export function toProviders(definitions: readonly ProviderFacts[], hasGlobal: boolean, date: IsoDate): Provider[] {
  const own = definitions.map((definition) => ({
    code: toCode(definition),
    description: definition.description,
    country: definition.country,
    referenceCurrency: toReference(definition, date),
    timeSeries: definition.timeSeries,
    monthly: definition.monthly ?? false,
    countryCode: definition.countryCode,
    bidAsk: definition.bidAsk,
    obsolete: definition.obsolete ?? false,
  }));
  own.sort((left, right) => compareTexts(left.code, right.code));
  return hasGlobal ? [GLOBAL_PROVIDER, ...own] : own;
}

export function* renderLists(currencies: readonly Currency[], providers: readonly Provider[]): Generator<TreeFile> {
  yield* renderList({ kind: 'currencies', items: currencies });
  yield* renderList({ kind: 'providers', items: providers });
}

/** The list of rules, and what a gateway needs to apply them. @throws InputError if data/rules.csv cannot be used */
export function* renderRules(): Generator<TreeFile> {
  const rules = readRules();
  yield* renderList({ kind: 'rules', items: rules.map(toListed) });
  yield { path: fullRulesPath, bytes: Buffer.from(fullRulesText(rules)) };
}

type List = Extract<Document, { readonly kind: 'currencies' | 'providers' | 'rules' }>;

function* renderList(document: List): Generator<TreeFile> {
  for (const format of FORMATS) {
    yield { path: listPath(document.kind, format), bytes: encode(document, { format, header: true }) };
  }
}

// The index of a provider: what the tree in place has, and what this run changed. Pure.

/**
 * @param changed for each date that changed, its period as the index writes it, or null where there is no fixing now
 * @param today the release's UTC date
 */
export function toIndex(
  { provider, references }: PartFacts,
  before: ProviderIndex | null,
  changed: ReadonlyMap<IsoDate, string | null>,
  today: IsoDate,
): ProviderIndex | null {
  const kept = before?.fixings.filter(({ date }) => !changed.has(date)) ?? [];
  const made = [...changed.values()].flatMap((text) => (text === null ? [] : [parseInterval(text)]));
  const fixings =
    made.length === 0 ? kept : [...kept, ...made].sort((left, right) => compareTexts(left.date, right.date));
  const [first, last] = [fixings[0]?.date, fixings.at(-1)?.date];
  if (first === undefined || last === undefined) return null;
  // The first reference counts before its day, too, as in `referenceOn`: an index without one cannot be read.
  const stated = references
    .filter(({ from }, place, all) => (place === 0 || from <= last) && (all[place + 1]?.from ?? last) >= first)
    .map(({ from, currency }, place) => ({ from: place === 0 ? first : laterOf(from, first), currency }));
  const latest = fixings.findLast(({ date }) => date <= today)?.date ?? null;
  return { provider, latest, references: stated, fixings };
}
