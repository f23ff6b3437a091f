/** archive → tree: the walk through the archive becomes objects of a store, and the root of a manifest that names them. */
import { DamagedMemory } from '../../kit/memory.ts';
import type { WalkOptions } from '../../walk/walk-sources.ts';
import { partPath } from '../../wire/answers/paths.ts';
import {
  type FileEntry,
  MANIFEST_FORMAT,
  type ProviderNode,
  type Reference,
  type RootNode,
} from '../../wire/release/manifest.ts';
import { compareTexts } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { DamagedPart, LISTS, TreeInForce } from '../read/in-force.ts';
import type { Upstream } from '../read/objects.ts';
import { labelText, toLabel } from '../read/part-label.ts';
import type { TreeFile } from '../read/tree-file.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import { Makers } from '../write/makers.ts';
import { type Counts, TreeWriter } from '../write/tree-writer.ts';
import { openSource } from './open-source.ts';
import { type BuiltPart, buildPart } from './part.ts';
import { type BuiltParts, TreeParts } from './parts.ts';
import type { ProviderSetting } from './provider-tree.ts';
import type { TreeSource } from './tree-source.ts';

export interface MakeOptions extends WalkOptions {
  /** The folder of the store. */
  readonly dir: string;
  /** What the pointer in force names; null for what there is not. */
  readonly before: { readonly root: string | null; readonly memory: string | null };
  /** Brings what is not in the folder; null if all of the tree in force is there. */
  readonly upstream: Upstream | null;
  /** How many threads make files; 1 starts none. */
  readonly jobs: number;
  readonly tree: TreeOptions;
}

export interface MadeTree<Built> {
  readonly built: Built;
  /** SHA-256 of the root. */
  readonly root: string;
  /** SHA-256 of the index of what this run remembers; null if it leaves nothing. */
  readonly memory: string | null;
  /** One line for each folder of the archive without an adapter. */
  readonly unknown: readonly string[];
  readonly counts: Counts;
}

/** @throws InputError if the archive or the tree in force cannot be used */
export function makeTree(options: MakeOptions): Promise<MadeTree<BuiltParts>> {
  return withoutDamage(options, async (source, setting, makers) => {
    const built = await makers.take(new TreeParts(source, options.currencies, setting).build());
    const lists = [...built.lists, ...options.tree.site];
    return { built, root: writeRoot(setting, built.date, built.nodes, lists) };
  });
}

/**
 * Makes one part of the tree, see shard.ts.
 * @param archive digest of the archive's figures, by which parts of other archives are told apart
 */
export function makePart(options: MakeOptions, archive: string): Promise<MadeTree<BuiltPart>> {
  return withoutDamage(options, async ({ walk }, setting, makers) => {
    const built = await makers.take(buildPart(walk, setting));
    const nodes = new Map([...built.built.values(), built.global].map(({ facts, node }) => [facts.provider, node]));
    const label = labelText(toLabel(options.tree, archive, options.asOf));
    const lists = [{ path: partPath, bytes: Buffer.from(label) }];
    return { built, root: writeRoot(setting, options.tree.date, nodes, lists) };
  });
}

type Build<Built> = (
  source: TreeSource,
  setting: ProviderSetting,
  makers: Makers,
) => Promise<Pick<MadeTree<Built>, 'built' | 'root'>>;

/** What is damaged in the tree in force is made again, provider by provider. */
async function withoutDamage<Built>(options: MakeOptions, build: Build<Built>): Promise<MadeTree<Built>> {
  const doubted = new Set<string>();
  for (;;) {
    try {
      return await attempt(options, doubted, build);
    } catch (error) {
      const part = error instanceof DamagedPart ? error.part : error instanceof DamagedMemory ? LISTS : null;
      if (part === null || doubted.has(part)) throw error;
      doubted.add(part);
    }
  }
}

async function attempt<Built>(
  options: MakeOptions,
  doubted: ReadonlySet<string>,
  build: Build<Built>,
): Promise<MadeTree<Built>> {
  const { dir, before, upstream, jobs, tree } = options;
  const inForce = new TreeInForce(dir, before.root, doubted, upstream);
  const writer = new TreeWriter(dir, doubted.size > 0);
  const makers = new Makers(inForce.objects, writer, jobs, inForce.root === null);
  try {
    const place = {
      read: (sha256: string) => inForce.objects.remembered(sha256),
      write: (sha256: string, bytes: Buffer) => writer.remember(sha256, bytes),
    };
    const source = await openSource(options, tree, doubted.size === 0 ? before.memory : null, place);
    const made = await build(source, { inForce, writer, options: tree, memory: source.memory }, makers);
    const memory = source.remembered === null ? null : source.memory.end();
    return { ...made, memory, unknown: source.walk.unknown, counts: writer.counts };
  } finally {
    await makers.close();
  }
}

/** @param lists files that belong to no provider, and entries of those that stay */
function writeRoot(
  { inForce, writer }: ProviderSetting,
  date: IsoDate,
  nodes: ReadonlyMap<string, ProviderNode>,
  lists: readonly (TreeFile | FileEntry)[],
): string {
  const providers = [...nodes].flatMap(([code, node]): (readonly [string, Reference])[] => {
    const below = [node.files, node.latest, ...Object.values(node.years), ...Object.values(node.averages)];
    return below.every((one) => one === null) ? [] : [[code, writer.node(node, below)]];
  });
  const entries = lists.map((file) => ('sha256' in file ? file : writer.put(file)));
  const [leaf, files] = writer.leaf(entries);
  const root: RootNode = {
    format: MANIFEST_FORMAT,
    date,
    files: [leaf.slice(0, 32), leaf, files],
    providers: Object.fromEntries(providers.sort(([left], [right]) => compareTexts(left, right))),
    accepted: inForce.root?.accepted ?? [],
  };
  return writer.text(root);
}
