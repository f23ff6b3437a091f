/** Reads one provider's part of a tree, only when asked: dates, exact fixings, and where each figure is from. */

import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { remembered } from '../../kit/items.ts';
import { NEWER, PAIR_DISPUTED } from '../../rates/blend/figure.ts';
import { HELD } from '../../sources/archive/holds.ts';
import { type ProviderFacts, toCode, toReferences } from '../../sources/feeds/provider.ts';
import { namedRows } from '../../wire/answers/named-rows.ts';
import { indexPath, provenancePath, type TreePath, tablePath } from '../../wire/answers/paths.ts';
import { providerIndex, referenceOn } from '../../wire/answers/provider-index.ts';
import { parseTable, type Table } from '../../wire/answers/table.ts';
import type { ProviderNode, YearNode } from '../../wire/release/manifest.ts';
import type { Release } from '../../wire/release/release.ts';
import { laterOf } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { lowerBound } from '../../wire/words/order.ts';
import {
  type CurrencyCode,
  currencyCode,
  EUR,
  GLOBAL,
  type IsoDate,
  isoDate,
  type ProviderCode,
} from '../../wire/words/schemas.ts';

/** Reads one tree, in a folder or in a bucket. */
export type TreeReader = Pick<Release, 'read' | 'provider' | 'year'>;

/** Whose part of a tree is meant. GLOBAL has no definition. */
interface Subject {
  readonly code: ProviderCode;
  readonly definition: ProviderFacts | null;
}

/** One provider's part in the new tree and in the last release. */
export interface TwoTrees {
  readonly tree: StatedFixings;
  readonly last: StatedFixings;
}

export function toSubjects(definitions: readonly ProviderFacts[]): readonly Subject[] {
  const providers = definitions.map((definition) => ({ code: toCode(definition), definition }));
  return [{ code: GLOBAL, definition: null }, ...providers];
}

export class StatedFixings {
  private constructor(
    readonly subject: Subject,
    readonly reader: TreeReader | null,
    readonly years: ProviderNode['years'],
    /** Dates with a fixing, oldest first. */
    readonly dates: readonly IsoDate[],
  ) {}

  static async open(subject: Subject, reader: TreeReader | null): Promise<StatedFixings> {
    const { years = {}, files = null } = (await reader?.provider(subject.code)) ?? {};
    const path = indexPath(subject.code);
    const bytes = files === null ? null : ((await reader?.read(path)) ?? null);
    const index = bytes === null ? null : parsed(path, bytes, (text) => providerIndex.parse(parseJson(text)));
    return new StatedFixings(subject, reader, years, index?.fixings.map(({ date }) => date) ?? []);
  }

  /** The newest date with a fixing; null if there is none. */
  get newest(): IsoDate | null {
    return this.dates.at(-1) ?? null;
  }

  /** True if the tree has a fixing of the date. */
  hasFixing(date: IsoDate): boolean {
    return this.dates[lowerBound(this.dates, (one) => one < date)] === date;
  }

  /** True if both trees have the same files for the date. */
  async isAlike(other: StatedFixings, date: IsoDate): Promise<boolean> {
    if (!this.hasFixing(date) || !other.hasFixing(date)) return false;
    const year = date.slice(0, 4);
    if (this.years[year]?.[1] === other.years[year]?.[1]) return true;
    const [own, others] = [await this.#year(year), await other.#year(year)];
    return own?.days[date]?.[1] === others?.days[date]?.[1];
  }

  readonly #year = remembered((year: string): Promise<YearNode> | null => {
    const reference = this.years[year];
    return reference === undefined || this.reader === null ? null : this.reader.year(reference);
  });

  /** @throws InputError if the file is missing, although the tree's own memory names it, or is damaged */
  readonly table = remembered((date: IsoDate): Promise<Table> => {
    const { code: provider, definition } = this.subject;
    const reference = definition === null ? EUR : referenceOn([...toReferences(definition)], date);
    const facts = { provider, date, reference, bidAsk: definition?.bidAsk ?? false };
    return this.#read(tablePath(provider, date), (text) => parseTable(text, facts));
  });

  /** The list that each figure of the fixing comes from; pegged figures have none. @throws InputError like `table` */
  readonly origins = remembered(
    (date: IsoDate): Promise<Origins> => this.#read(provenancePath(this.subject.code, date), parseOrigins),
  );

  /** Null if the tree has no such file. @throws InputError if it is damaged */
  async readIfThere<Content>(path: TreePath, parse: (text: string) => Content): Promise<Content | null> {
    const bytes = (await this.reader?.read(path)) ?? null;
    return bytes === null ? null : parsed(path, bytes, parse);
  }

  async #read<Content>(path: TreePath, parse: (text: string) => Content): Promise<Content> {
    const content = await this.readIfThere(path, parse);
    if (content === null) throw new InputError(`${path} is missing from the tree: run generate again`);
    return content;
  }
}

/** @throws InputError if the file is damaged */
export function parsed<Content>(path: TreePath, bytes: Buffer, parse: (text: string) => Content): Content {
  try {
    return parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new InputError(`${path} is not what generate writes: run generate again`, { cause });
  }
}

// Reads from the tree's provenance which list, or which peg, each figure comes from, so that like is compared with
// like.

/** The list that a figure comes from: the tables of its documents, and the day that it was published for. */
interface Origin {
  readonly date: IsoDate;
  readonly tables: ReadonlySet<string>;
  /** Of GLOBAL: whose figures were used. */
  readonly providers: ReadonlySet<string>;
}

interface Origins {
  readonly lists: ReadonlyMap<CurrencyCode, Origin>;
  /** The newest day for which GLOBAL has a figure of each contributor; empty for a provider's own fixing. */
  readonly contributors: ReadonlyMap<string, IsoDate>;
  /** Currencies that a person holds, and those that a notice says GLOBAL does not state. */
  readonly unstated: ReadonlySet<string>;
  /** The anchors of pegged currencies that have no figure, because their anchor has none. */
  readonly pegless: ReadonlyMap<string, string>;
}

const UNSTATED = /^(held|peg-disputed)$/;
const PEGLESS = /^official peg to ([A-Z]{3}), which has no figure$/;

const provenance = z.object({
  documents: namedRows.default([]),
  figures: namedRows,
  notices: namedRows.default([]),
});

/** @param text of a provenance file; it has no rows for pegged figures. @throws SyntaxError, ZodError if damaged */
function parseOrigins(text: string): Origins {
  const { documents, figures, notices } = provenance.parse(parseJson(text));
  const tables = new Map(documents.map(({ document = '', table = '' }) => [document, table]));
  const origins = new Map<CurrencyCode, { date: IsoDate; tables: Set<string>; providers: Set<string> }>();
  const contributors = new Map<string, IsoDate>();
  const addContributor = (contributor: string, date: IsoDate): void => {
    if (contributor !== '') contributors.set(contributor, laterOf(contributors.get(contributor) ?? date, date));
  };
  const [unstated, pegless] = [new Set<string>(), new Map<string, string>()];
  for (const { provider = '', currency = '', date: day, made, document = '', use = '' } of figures) {
    const madeOn = () => isoDate.parse(made || day);
    const [, reason] = /^left out: (.*)$/.exec(use) ?? [];
    if (reason !== undefined) {
      const [, anchor] = PEGLESS.exec(reason) ?? [];
      // A bank is a contributor even if three newer figures were enough.
      if (reason === NEWER) addContributor(provider, madeOn());
      if (HELD.test(reason) || reason === PAIR_DISPUTED) unstated.add(currency);
      if (anchor !== undefined) pegless.set(currency, anchor);
      continue;
    }
    const [code, date] = [currencyCode.parse(currency), isoDate.parse(day)];
    const table = tables.get(document);
    const found = origins.get(code) ?? { date, tables: new Set(), providers: new Set() };
    if (table !== undefined) found.tables.add(table);
    found.providers.add(provider);
    origins.set(code, { ...found, date: laterOf(found.date, date) });
    addContributor(provider, madeOn());
  }
  for (const { currency = '', kind = '' } of notices) if (UNSTATED.test(kind)) unstated.add(currency);
  return { lists: origins, contributors, unstated, pegless };
}
