/** The tree in force when a run of generate begins: what the previous run made and this one need not make again. */

import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { remembered } from '../../../kit/items.ts';
import { namedRows } from '../../../wire/answers/named-rows.ts';
import { indexPath, provenancePath, type TreePath, tablePath, voicesPath } from '../../../wire/answers/paths.ts';
import { type ProviderIndex, providerIndex, referenceOn } from '../../../wire/answers/provider-index.ts';
import { parseTable, type Table } from '../../../wire/answers/table.ts';
import {
  type FileEntry,
  type ProviderNode,
  type Reference,
  type RootNode,
  rootNode,
} from '../../../wire/release/manifest.ts';
import { placeOf } from '../../../wire/release/manifest-nodes.ts';
import { InputError } from '../../../wire/words/input-error.ts';
import { type Notice, notice } from '../../../wire/words/notices.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../../../wire/words/schemas.ts';
import { type DayVoices, parseVoices, voicesText } from '../../../wire/words/voices.ts';
import { DamagedObject, REMEDY, TreeObjects, type Upstream } from './objects.ts';
import type { PartFacts } from './sources.ts';

export class TreeInForce {
  readonly objects: TreeObjects;
  readonly root: RootNode | null;

  /** @param rootHash null if there is no tree */
  constructor(
    dir: string,
    readonly rootHash: string | null,
    upstream: Upstream | null = null,
  ) {
    this.objects = new TreeObjects(dir, upstream);
    this.root = rootHash === null ? null : this.objects.node(rootHash, rootNode);
    if (this.root !== null) this.objects.fetchTexts(Object.values(this.root.providers));
  }

  get codes(): readonly string[] {
    return Object.keys(this.root?.providers ?? {});
  }

  readonly provider = remembered((code: string): ProviderNode | null => {
    const reference = this.root?.providers[code as ProviderCode];
    return reference === undefined ? null : this.objects.provider(reference);
  });

  /** @throws DamagedObject if the file cannot be read */
  index(code: ProviderCode): ProviderIndex | null {
    const files = this.provider(code)?.files ?? null;
    const parse = (text: string) => providerIndex.parse(JSON.parse(text));
    return files === null ? null : this.objects.parsed(files, indexPath(code), parse);
  }

  /** The files that belong to no provider. */
  lists(): ReadonlyMap<TreePath, FileEntry> {
    const { root } = this;
    return root === null ? new Map() : this.objects.leaf(root.files);
  }

  /** A file of a date. @throws DamagedObject if it is missing or damaged */
  parsed<Parsed>(code: ProviderCode, path: TreePath, parse: (text: string) => Parsed): Parsed {
    return this.objects.parsed(this.#leafOf(code, path), path, parse);
  }

  /** The exact table of a date. @throws DamagedObject if it is missing or damaged */
  table({ provider, references, bidAsk }: PartFacts, date: IsoDate): Table {
    const reference = referenceOn([...references], date);
    const parse = (text: string) => parseTable(text, { provider, date, reference, bidAsk });
    return this.parsed(provider, tablePath(provider, date), parse);
  }

  #leafOf(code: ProviderCode, path: TreePath): Reference {
    const place = placeOf(path);
    const date = place.kind === 'day' ? place.date : '';
    const year = this.provider(code)?.years[date.slice(0, 4)];
    const day = year === undefined ? undefined : this.objects.year(year).days[date as keyof object];
    if (day === undefined) throw new DamagedObject(path, 'is missing from the tree');
    return day;
  }
}

// The voices of GLOBAL and the notices on it by date: of this run, and in the tree from earlier runs.

export class Voices {
  readonly #counted = new Map<IsoDate, DayVoices>();
  readonly #notices = new Map<IsoDate, readonly Notice[]>();

  constructor(readonly inForce: TreeInForce) {}

  add(voices: DayVoices, notices: readonly Notice[]): void {
    this.#counted.set(voices.date, voices);
    this.#notices.set(voices.date, notices);
  }

  /** @throws InputError if the date is from an earlier run and its provenance is missing or damaged */
  noticesOf(date: IsoDate): readonly Notice[] {
    return this.#notices.get(date) ?? this.inForce.parsed(GLOBAL, provenancePath(GLOBAL, date), parseNotices);
  }

  /** @throws InputError if the date is from an earlier run and its row is missing or damaged */
  get(date: IsoDate): DayVoices {
    const counted = this.#counted.get(date) ?? this.#inForce(date.slice(0, 4)).get(date);
    if (counted !== undefined) return counted;
    throw new InputError(`${voicesPath(date.slice(0, 4))} in the tree lacks ${date}: ${REMEDY}`);
  }

  /** @param dates of one year that have a fixing, oldest first */
  textOf(dates: readonly IsoDate[]): string {
    return dates.length === 0 ? '' : voicesText(dates.map((date) => this.get(date)));
  }

  readonly #inForce = remembered((year: string): ReadonlyMap<IsoDate, DayVoices> => {
    const { objects } = this.inForce;
    const reference = this.inForce.provider(GLOBAL)?.years[year];
    const series = reference === undefined ? null : objects.year(reference).series;
    return series === null ? new Map() : objects.parsed(series, voicesPath(year), parseVoices);
  });
}

const provenance = z.object({ notices: namedRows.pipe(z.array(notice)) });

/** @throws SyntaxError or ZodError if the text is not provenance of GLOBAL */
function parseNotices(text: string): readonly Notice[] {
  return provenance.parse(parseJson(text)).notices;
}
