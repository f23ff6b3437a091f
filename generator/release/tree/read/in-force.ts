/** The tree in force when a run of generate begins: what the previous run made and this one need not make again. */
import { remembered } from '../../../kit/items.ts';
import { indexPath, type TreePath, tablePath } from '../../../wire/answers/paths.ts';
import { type ProviderIndex, providerIndex, referenceOn } from '../../../wire/answers/provider-index.ts';
import { parseTable, type Table } from '../../../wire/answers/table.ts';
import {
  type FileEntry,
  type ProviderNode,
  type Reference,
  type RootNode,
  rootNode,
} from '../../../wire/release/manifest.ts';
import { placeOf } from '../../../wire/release/place.ts';
import type { IsoDate, ProviderCode } from '../../../wire/words/schemas.ts';
import { DamagedObject, TreeObjects, type Upstream } from './objects.ts';
import type { PartFacts } from './span-source.ts';

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
