/** The lists of currencies and providers, and the facts about GLOBAL that no feed states. */

import { type ProviderDefinition, toCode, toReference } from '../../feeds/provider.ts';
import { listPath } from '../../wire/answers/paths.ts';
import type { Document } from '../../wire/encode/document.ts';
import { encode } from '../../wire/encode/encode.ts';
import { FORMATS } from '../../wire/encode/rendition.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type Currency, EUR, GLOBAL, type IsoDate, type Provider } from '../../wire/words/schemas.ts';
import type { TreeFile } from '../read/tree-file.ts';

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
export function toProviders(definitions: readonly ProviderDefinition[], hasGlobal: boolean, date: IsoDate): Provider[] {
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

function* renderList(document: Extract<Document, { readonly kind: 'currencies' | 'providers' }>): Generator<TreeFile> {
  for (const format of FORMATS) {
    yield { path: listPath(document.kind, format), bytes: encode(document, { format, header: true }) };
  }
}
