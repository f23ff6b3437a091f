/**
 * Makes the manifest of a release from a tree. A unit that the last release has with the same digest is only referred
 * to, neither read nor uploaded, so a night costs as much as its changes and not as much as the tree.
 */

import { concurrently } from '../../kit/concurrently.ts';
import { toContent } from '../../tree/read/inputs.ts';
import type { LocalUnit } from '../../tree/read/units.ts';
import type { LocalProvider, LocalTree, LocalYear } from '../../tree/write/local-tree.ts';
import {
  type AcceptedFact,
  leaf,
  MANIFEST_FORMAT,
  type ManifestNode,
  manifestText,
  type ProviderNode,
  providerNode,
  type Reference,
  type RootNode,
  toEntries,
  toLeaf,
  type YearNode,
  yearNode,
} from '../../wire/release/manifest.ts';
import type { ManifestReader } from '../../wire/release/manifest-nodes.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { TextSpool } from './text-spool.ts';

/** The last release's manifest, whose unchanged parts the new one refers to. */
interface PreviousManifest {
  readonly root: RootNode;
  readonly reader: ManifestReader;
}

export interface BuiltManifest {
  readonly root: RootNode;
  readonly rootHash: string;
  /** By hash: the texts that the previous release does not have, the root last. Whoever asked for them closes them. */
  readonly texts: TextSpool;
  /** Leaves with the files alone that the previous release does not have. They are closed as well. */
  readonly news: TextSpool;
  readonly counts: ManifestCounts;
}

interface ManifestCounts {
  /** Files in the whole release. */
  readonly files: number;
  /** Units whose files were read from disk because their digest differs from the previous release's. */
  readonly unitsRead: number;
  readonly filesNew: number;
  readonly bytesNew: number;
}

/**
 * @param onProgress is called with the number of years of providers that are done
 * @throws InputError naming the unit if the tree's files are not those that were generated
 */
export async function toManifest(
  tree: LocalTree,
  previous: PreviousManifest | null,
  accepted: readonly AcceptedFact[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<BuiltManifest> {
  const years = tree.providers.reduce((total, own) => total + own.years.size, 0);
  const building = new Building(previous?.reader ?? null, (done) => onProgress(done, years));
  try {
    return await build(building, tree, previous?.root ?? null, accepted);
  } catch (error) {
    building.texts.close();
    building.news.close();
    throw error;
  }
}

async function build(
  building: Building,
  tree: LocalTree,
  before: RootNode | null,
  accepted: readonly AcceptedFact[],
): Promise<BuiltManifest> {
  // Each provider waits for a few texts of the previous manifest, one after another, and holds the units of a year.
  const references = new Map<string, Reference>();
  await concurrently(tree.providers, PROVIDERS_AT_ONCE, async (own) => {
    references.set(own.code, await building.provider(own, before?.providers[own.code] ?? null));
  });
  const root: RootNode = {
    format: MANIFEST_FORMAT,
    release: tree.release,
    date: tree.date,
    files: await building.unit(tree.files, before?.files ?? null),
    providers: Object.fromEntries([...references].sort(([left], [right]) => compareTexts(left, right))),
    accepted: [...accepted].sort((left, right) => compareTexts(left.fact, right.fact)),
  };
  const rootHash = building.keep(root);
  const files = [root.files, ...Object.values(root.providers)].reduce((total, [, , count]) => total + count, 0);
  const { texts, news, unitsRead, filesNew, bytesNew } = building;
  return { root, rootHash, texts, news, counts: { files, unitsRead, filesNew, bytesNew } };
}

const PROVIDERS_AT_ONCE = 16;

class Building {
  readonly texts = new TextSpool();
  readonly news = new TextSpool();
  unitsRead = 0;
  filesNew = 0;
  bytesNew = 0;
  #yearsDone = 0;

  constructor(
    readonly reader: ManifestReader | null,
    readonly onYears: (done: number) => void,
  ) {}

  async provider(own: LocalProvider, before: Reference | null): Promise<Reference> {
    const years = [...own.years].map(([year, { digest }]) => [year, digest] as const);
    const digest = toContent(new Map([['files', own.files.digest], ['latest', own.latest?.digest ?? ''], ...years]));
    if (before?.[0] === digest) {
      this.#noteYears(own.years.size);
      return before;
    }
    const old = await this.#read(before, providerNode);
    const node: ProviderNode = {
      files: await this.unit(own.files, old?.files ?? null),
      latest: own.latest === null ? null : await this.unit(own.latest, old?.latest ?? null),
      years: {},
    };
    for (const [year, held] of own.years) {
      node.years[year] = await this.#year(held, old?.years[year] ?? null);
      this.#noteYears(1);
    }
    return this.#refer(digest, node, [node.files, node.latest, ...Object.values(node.years)]);
  }

  #noteYears(years: number): void {
    this.#yearsDone += years;
    this.onYears(this.#yearsDone);
  }

  /** The year's units are read from disk only if its digest differs from the previous release's. */
  async #year(own: LocalYear, before: Reference | null): Promise<Reference> {
    if (before?.[0] === own.digest) return before;
    const old = await this.#read(before, yearNode);
    const { days, series, averages, inputs } = own.units();
    const node: YearNode = {
      days: {},
      series: series === null ? null : await this.unit(series, old?.series ?? null),
      averages: averages === null ? null : await this.unit(averages, old?.averages ?? null),
      inputs: await this.unit(inputs, old?.inputs ?? null),
    };
    for (const [date, unit] of days) node.days[date] = await this.unit(unit, old?.days[date] ?? null);
    return this.#refer(own.digest, node, [...Object.values(node.days), node.series, node.averages, node.inputs]);
  }

  async unit(own: LocalUnit, before: Reference | null): Promise<Reference> {
    if (before?.[0] === own.digest) return before;
    const old = await this.#read(before, leaf);
    const held = new Map((old === null ? [] : toEntries(old)).map(({ path, sha256 }) => [path, sha256]));
    const files = own.files();
    this.unitsRead++;
    const added = files.filter(({ path, sha256 }) => held.get(path) !== sha256);
    if (added.length > 0) this.news.add(manifestText(toLeaf(added)));
    this.filesNew += added.length;
    for (const { bytes } of added) this.bytesNew += bytes;
    return [own.digest, this.keep(toLeaf(files)), files.length];
  }

  #refer(digest: string, node: ManifestNode, below: readonly (Reference | null)[]): Reference {
    return [digest, this.keep(node), below.reduce((total, reference) => total + (reference?.[2] ?? 0), 0)];
  }

  keep(node: ManifestNode): string {
    return this.texts.add(manifestText(node));
  }

  async #read<Node>(before: Reference | null, schema: { parse(value: unknown): Node }): Promise<Node | null> {
    if (before === null || this.reader === null) return null;
    return schema.parse(JSON.parse(await this.reader.read(before[1])));
  }
}
