/**
 * What catalogues and programs are told of the Parquet files: which there are, whose figures they hold and under what
 * terms. `v1/dataset.jsonld` says it in the vocabulary of schema.org and Croissant, `v1/datapackage.json` in that of Data
 * Package.
 */
import { licenceOf } from '../../../sources/facts/licences.ts';
import { type ProviderFacts, toCode } from '../../../sources/feeds/provider.ts';
import { datasetPath, packagePath } from '../../../wire/answers/paths.ts';
import type { FileEntry } from '../../../wire/release/manifest.ts';
import { addDays } from '../../../wire/words/calendar.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import type { Tables, YearsTable } from './tables.ts';
import type { ProviderSetting } from './year-part.ts';

const PARQUET_TYPE = 'application/vnd.apache.parquet';
const TITLE = 'Exchange rates of central banks';
const DESCRIPTION =
  'Official exchange rates by provider, each as published by a central bank or another authority, and a blend of them ' +
  'named GLOBAL. The addresses of files are relative to the address of this document.';
const OTHERS = 'Made from figures of the providers, whose terms apply; the provenance of each fixing names them.';

const COLUMNS: readonly (readonly [name: string, kind: keyof typeof CROISSANT_TYPES, description: string])[] = [
  ['provider', 'string', 'Code of the provider'],
  ['date', 'date', 'Date of the fixing'],
  ['base', 'string', 'Reference currency of the provider; the figures are per unit of it'],
  ['currency', 'string', 'Currency in which the figures state the worth of one unit of the base'],
  ['mid', 'number', 'Decimal with 10 places; null where the provider does not state it'],
  ['bid', 'number', 'As mid, for the rate at which the provider buys'],
  ['ask', 'number', 'As mid, for the rate at which the provider sells'],
];
const CROISSANT_TYPES = { string: 'sc:Text', date: 'sc:Date', number: 'sc:Float' } as const;

/** @param definitions of all providers that have a fixing */
export function describingFiles(
  tables: Tables,
  definitions: readonly ProviderFacts[],
  date: IsoDate,
  { memory, writer }: Pick<ProviderSetting, 'memory' | 'writer'>,
): readonly FileEntry[] {
  const files = [tables.newest, ...tables.ofYears.map(({ file }) => file)];
  const licences = definitions.map(({ code }) => licenceOf(code));
  const key = digestOf([date, ...licences, ...files.map(({ path, sha256 }) => `${path} ${sha256}`)]);
  const text = memory.remember('dataset', key, () => {
    const byCode = new Map(definitions.map((definition) => [toCode(definition), definition]));
    const all = [
      { title: 'The newest rates of every provider', file: tables.newest, coverage: null, definition: null },
      ...tables.ofYears.map((one) => toDescribed(one, byCode.get(one.built.facts.provider) ?? null, date)),
    ];
    const documents = [
      { path: datasetPath, bytes: Buffer.from(`${JSON.stringify(toDataset(all, tables.newest, date))}\n`) },
      { path: packagePath, bytes: Buffer.from(`${JSON.stringify(toPackage(all))}\n`) },
    ];
    return JSON.stringify(documents.map((document) => writer.put(document)));
  });
  return JSON.parse(text);
}

interface Described {
  readonly title: string;
  readonly file: FileEntry;
  /** The first and the last date. */
  readonly coverage: readonly [IsoDate, IsoDate] | null;
  /** Null for what is made of the figures of several providers. */
  readonly definition: ProviderFacts | null;
}

function toDescribed({ built, year, file }: YearsTable, definition: ProviderFacts | null, date: IsoDate): Described {
  const dates = (built.index()?.fixings ?? []).map((fixing) => fixing.date);
  const own = dates.filter((one) => (year === null ? one < `${date.slice(0, 4)}-01-01` : one.startsWith(year)));
  const [first, last] = [own[0], own.at(-1)];
  const whose =
    definition === null ? 'Global blend of central bank rates' : `Exchange rates of ${definition.description}`;
  return {
    title: `${whose}, ${year ?? 'whole years'}`,
    file,
    coverage: first === undefined || last === undefined ? null : [first, last],
    definition,
  };
}

/** The servers from which the provider's documents come. An ended source is no longer asked for its newest ones. */
export function sourcesOf({ feeds }: ProviderFacts, last: IsoDate): readonly string[] {
  const newest = feeds.flatMap((feed) => feed.latest(last, {}));
  const span = { from: addDays(last, -1), to: last };
  const asked = newest.length > 0 ? newest : feeds.flatMap((feed) => feed.between?.(span, {}, last) ?? []);
  return [...new Set(asked.map(({ url }) => new URL(url).origin))].sort();
}

/** The address of a file for a reader of either document. */
const nearby = ({ path }: FileEntry) => path.slice(datasetPath.lastIndexOf('/') + 1);

const CROISSANT_TERMS = 'column extract field fileObject fileSet includes recordSet source'.split(' ');
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  ...Object.fromEntries(CROISSANT_TERMS.map((term) => [term, `cr:${term}`])),
};

/** One dataset, with none below it: readers of Croissant take the first one that they find. */
function toDataset(all: readonly Described[], newest: FileEntry, date: IsoDate): object {
  const spans = all.flatMap(({ coverage }) => coverage ?? []).sort();
  return {
    '@context': CONTEXT,
    '@type': 'Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: TITLE,
    description: DESCRIPTION,
    url: '../',
    datePublished: date,
    license: OTHERS,
    creator: { '@type': 'Organization', name: 'The providers, and Ratetree for GLOBAL' },
    temporalCoverage: `${spans[0]}/${spans.at(-1)}`,
    distribution: [
      ...all.map(toFileObject),
      {
        '@type': 'cr:FileSet',
        '@id': 'years',
        name: 'years',
        encodingFormat: PARQUET_TYPE,
        includes: 'series/*.parquet',
      },
    ],
    recordSet: [
      toRecordSet('newest-rates', { fileObject: { '@id': nearby(newest) } }),
      toRecordSet('rates', { fileSet: { '@id': 'years' } }),
    ],
  };
}

function toFileObject({ title, file, coverage, definition }: Described): object {
  return {
    '@type': 'cr:FileObject',
    '@id': nearby(file),
    name: title,
    encodingFormat: PARQUET_TYPE,
    contentUrl: nearby(file),
    contentSize: `${file.bytes} B`,
    sha256: file.sha256,
    ...(coverage !== null && { temporalCoverage: coverage.join('/') }),
    ...(definition !== null && {
      creator: { '@type': 'Organization', name: definition.description },
      isBasedOn: coverage === null ? [] : sourcesOf(definition, coverage[1]),
    }),
    license: definition === null ? OTHERS : { '@type': 'CreativeWork', ...termsOf(definition) },
  };
}

function termsOf({ code, terms }: ProviderFacts): {
  readonly name: string;
  readonly url: string;
  readonly text: string;
} {
  return { name: licenceOf(code), url: terms.url, text: terms.note };
}

function toRecordSet(id: string, source: object): object {
  const field = COLUMNS.map(([name, kind, description]) => ({
    '@type': 'cr:Field',
    '@id': `${id}/${name}`,
    name,
    description,
    dataType: CROISSANT_TYPES[kind],
    source: { ...source, extract: { column: name } },
  }));
  return { '@type': 'cr:RecordSet', '@id': id, name: id, field };
}

function toPackage(all: readonly Described[]): object {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'exchange-rates-of-central-banks',
    title: TITLE,
    description: DESCRIPTION,
    resources: all.map(({ title, file, definition }) => ({
      name: nearby(file).replace(/^series\/|\.parquet$/g, ''),
      type: 'table',
      title,
      path: nearby(file),
      format: 'parquet',
      mediatype: PARQUET_TYPE,
      bytes: file.bytes,
      hash: `sha256:${file.sha256}`,
      ...(definition === null ? { description: OTHERS } : { licenses: [licenceFor(termsOf(definition))] }),
      schema: { fields: COLUMNS.map(([name, kind]) => ({ name, type: kind })) },
    })),
  };
}

/** Package readers take a name for that of an open licence, which a class is not. */
function licenceFor({ name, url, text }: ReturnType<typeof termsOf>): object {
  return { path: url, title: `${name}: ${text}` };
}
