/**
 * What catalogues and programs are told of the Parquet files: which there are, whose figures they hold and under what
 * terms. `v1/dataset.jsonld` says it in the vocabulary of schema.org and Croissant, `v1/datapackage.json` in that of Data
 * Package.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import { readDataFile } from '../../../kit/package.ts';
import { licenceOf } from '../../../sources/facts/licences.ts';
import { type ProviderFacts, toCode } from '../../../sources/feeds/provider.ts';
import { datasetPath, packagePath } from '../../../wire/answers/paths.ts';
import type { FileEntry } from '../../../wire/release/manifest.ts';
import { addDays } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import type { Tables, YearsTable } from './tables.ts';
import type { ProviderSetting } from './year-part.ts';

const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** What is the same on every night. */
const constant = z.object({
  croissant: z.looseObject({ license: z.string(), distribution: z.array(z.unknown()) }),
  package: z.looseObject({}),
  /** The columns, as each resource of a package has them. */
  schema: z.looseObject({}),
});
type Constant = z.infer<typeof constant>;

/** @param definitions of all providers that have a fixing */
export function describingFiles(
  tables: Tables,
  definitions: readonly ProviderFacts[],
  date: IsoDate,
  writer: ProviderSetting['writer'],
): readonly FileEntry[] {
  const words = constant.parse(JSON.parse(readDataFile('dataset.json').text));
  const byCode = new Map(definitions.map((definition) => [toCode(definition), definition]));
  const all = [
    { title: 'The newest rates of every provider', file: tables.newest, coverage: null, definition: null },
    ...tables.ofYears.map((one) => toDescribed(one, byCode.get(one.provider) ?? null)),
  ];
  return [
    writer.put({ path: datasetPath, bytes: Buffer.from(`${JSON.stringify(toDataset(all, words.croissant, date))}\n`) }),
    writer.put({ path: packagePath, bytes: Buffer.from(`${JSON.stringify(toPackage(all, words))}\n`) }),
  ];
}

interface Described {
  readonly title: string;
  readonly file: FileEntry;
  /** The first and the last date. */
  readonly coverage: readonly [IsoDate, IsoDate] | null;
  /** Null for what is made of the figures of several providers. */
  readonly definition: ProviderFacts | null;
}

function toDescribed({ year, file, coverage }: YearsTable, definition: ProviderFacts | null): Described {
  const whose =
    definition === null ? 'Global blend of central bank rates' : `Exchange rates of ${definition.description}`;
  return { title: `${whose}, ${year ?? 'whole years'}`, file, coverage, definition };
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

/** One dataset, with none below it: readers of Croissant take the first one that they find. */
function toDataset(all: readonly Described[], words: Constant['croissant'], date: IsoDate): object {
  const spans = all.flatMap(({ coverage }) => coverage ?? []).sort();
  const files = all.map((one) => toFileObject(one, words.license));
  return {
    ...words,
    datePublished: date,
    temporalCoverage: `${spans[0]}/${spans.at(-1)}`,
    distribution: [...files, ...words.distribution],
  };
}

function toFileObject({ title, file, coverage, definition }: Described, license: string): object {
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
    license:
      definition === null
        ? license
        : {
            '@type': 'CreativeWork',
            name: licenceOf(definition.code),
            url: definition.terms.url,
            text: definition.terms.note,
          },
  };
}

function toPackage(all: readonly Described[], { package: whole, schema, croissant }: Constant): object {
  const resources = all.map(({ title, file, definition }) => ({
    name: basename(file.path, '.parquet').toLowerCase(),
    type: 'table',
    title,
    path: nearby(file),
    format: 'parquet',
    mediatype: PARQUET_TYPE,
    bytes: file.bytes,
    hash: `sha256:${file.sha256}`,
    ...(definition === null ? { description: croissant.license } : { licenses: [licenceFor(definition)] }),
    schema,
  }));
  return { ...whole, resources };
}

/** Readers of packages take a name for that of an open licence, which a class is not. */
function licenceFor({ code, terms }: ProviderFacts): object {
  return { path: terms.url, title: `${licenceOf(code)}: ${terms.note}` };
}
