/**
 * `v1/dataset.jsonld` describes the Parquet files in the vocabulary of schema.org: whose figures they hold, and under
 * what terms. Data catalogues read this form.
 */
import { licenceOf } from '../../../sources/facts/licences.ts';
import type { ProviderFacts } from '../../../sources/feeds/provider.ts';
import { datasetPath, parquetPath } from '../../../wire/answers/paths.ts';
import type { ProviderIndex } from '../../../wire/answers/provider-index.ts';
import { addDays } from '../../../wire/words/calendar.ts';
import { GLOBAL, type IsoDate } from '../../../wire/words/schemas.ts';
import type { TreeFile } from '../read/tree-options.ts';
import type { BuiltProvider } from './provider-tree.ts';

interface Held {
  readonly definition: ProviderFacts;
  readonly built: BuiltProvider;
}

const PARQUET_TYPE = 'application/vnd.apache.parquet';
const COLUMNS: readonly (readonly [name: string, description: string])[] = [
  ['provider', 'Code of the provider'],
  ['date', 'Date of the fixing'],
  ['base', 'Reference currency of the provider; the figures are per unit of it'],
  ['currency', 'Currency in which the figures state the worth of one unit of the base'],
  ['mid', 'Decimal with 10 places; null where the provider does not state it'],
  ['bid', 'As mid, for the rate at which the provider buys'],
  ['ask', 'As mid, for the rate at which the provider sells'],
];

/** @param held the providers that have a fixing */
export function datasetFile(held: readonly Held[], global: BuiltProvider): TreeFile {
  return { path: datasetPath, bytes: Buffer.from(`${JSON.stringify(toDataset(held, global))}\n`) };
}

function toDataset(held: readonly Held[], global: BuiltProvider): object {
  const own = held.flatMap(({ definition, built }) => toPart(built.index(), factsOf(definition, built.last)));
  const parts = [...toPart(global.index(), GLOBAL_FACTS), ...own];
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: 'Exchange rates of central banks',
    description:
      'Official exchange rates by provider and year, each as published by a central bank or another authority, and a ' +
      'blend of them named GLOBAL. The addresses of files are relative to the address of this document.',
    temporalCoverage: coverage(parts.map(({ temporalCoverage }) => temporalCoverage)),
    variableMeasured: COLUMNS.map(([name, description]) => ({ '@type': 'PropertyValue', name, description })),
    hasPart: parts,
  };
}

interface Facts {
  readonly name: string;
  readonly [member: string]: unknown;
}

const GLOBAL_FACTS: Facts = {
  name: 'Global blend of central bank rates',
  license: {
    '@type': 'CreativeWork',
    text: 'Made from figures of the other providers, whose terms apply; the provenance of each fixing names them.',
  },
};

function factsOf(definition: ProviderFacts, last: IsoDate | null): Facts {
  const { code, description, terms } = definition;
  return {
    name: description,
    creator: { '@type': 'Organization', name: description },
    isBasedOn: last === null ? [] : sourcesOf(definition, last),
    license: { '@type': 'CreativeWork', name: licenceOf(code), url: terms.url, text: terms.note },
  };
}

/** The servers from which the provider's documents come. An ended source is no longer asked for its newest ones. */
export function sourcesOf({ feeds }: ProviderFacts, last: IsoDate): readonly string[] {
  const newest = feeds.flatMap((feed) => feed.latest(last, {}));
  const span = { from: addDays(last, -1), to: last };
  const asked = newest.length > 0 ? newest : feeds.flatMap((feed) => feed.between?.(span, {}, last) ?? []);
  return [...new Set(asked.map(({ url }) => new URL(url).origin))].sort();
}

function toPart(index: ProviderIndex | null, { name, ...facts }: Facts) {
  const [first, last] = [index?.fixings[0]?.date, index?.fixings.at(-1)?.date];
  if (index === null || first === undefined || last === undefined) return [];
  const years = [...new Set(index.fixings.map(({ date }) => date.slice(0, 4)))];
  const { provider } = index;
  return [
    {
      '@type': 'Dataset',
      '@id': `#${provider}`,
      identifier: provider,
      name: provider === GLOBAL ? name : `Exchange rates of ${name}`,
      ...facts,
      temporalCoverage: `${first}/${last}`,
      distribution: years.map((year) => ({
        '@type': 'DataDownload',
        name: year,
        encodingFormat: PARQUET_TYPE,
        contentUrl: parquetPath(provider, year).slice(datasetPath.lastIndexOf('/') + 1),
      })),
    },
  ];
}

/** @param spans with a slash between the first and the last date */
function coverage(spans: readonly string[]): string {
  const firsts = spans.map((span) => span.slice(0, 10)).sort();
  const lasts = spans.map((span) => span.slice(11)).sort();
  return `${firsts[0]}/${lasts.at(-1)}`;
}
