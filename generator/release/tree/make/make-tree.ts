/** archive → tree: the walk through the archive becomes objects of a store, and the root of a manifest that names them. */
import { DamagedMemory } from '../../../kit/memory.ts';
import type { WalkOptions } from '../../../rates/walk/walk-sources.ts';
import { partPath } from '../../../wire/answers/paths.ts';
import { MANIFEST_FORMAT, type Reference, type RootNode } from '../../../wire/release/manifest.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import { TreeInForce } from '../read/in-force.ts';
import { DamagedObject, type Upstream } from '../read/objects.ts';
import { labelText, type TreeOptions, toLabel } from '../read/tree-options.ts';
import { YearLists } from '../read/year-lists.ts';
import { type Counts, TreeWriter } from '../write/tree-writer.ts';
import { openSource } from './open-source.ts';
import { type BuiltProviders, type WalkedParts, walkParts } from './walk-parts.ts';
import { type WholeTree, wholeTree } from './whole-tree.ts';
import type { ProviderSetting } from './year-part.ts';

export interface MakeOptions extends WalkOptions {
  /** The folder of the store. */
  readonly dir: string;
  /** The objects that the pointer in force names; null if it names none. */
  readonly before: { readonly root: string | null; readonly state: string | null };
  /** Brings what is not in the folder; null if all of the tree in force is there. */
  readonly upstream: Upstream | null;
  readonly tree: TreeOptions;
  /** Digest of the archive's figures, by which parts of other archives are told apart; '' for a whole tree. */
  readonly figures: string;
}

export interface MadeTree extends WalkedParts {
  /** SHA-256 of the root. */
  readonly root: string;
  /** SHA-256 of the index of what this run leaves for the next one; null if it leaves nothing. */
  readonly state: string | null;
  /** One line for each folder of the archive without an adapter. */
  readonly unknown: readonly string[];
  readonly counts: Counts;
}

/**
 * The whole tree, or the part that the options name. If something is damaged in the tree in force, all of it is made
 * again. @throws InputError if the archive or the tree in force cannot be used
 */
export async function makeTree(options: MakeOptions): Promise<MadeTree> {
  try {
    return await attempt(options, options.before, false);
  } catch (error) {
    if (!(error instanceof DamagedObject || error instanceof DamagedMemory)) throw error;
    return await attempt(options, { root: null, state: null }, true);
  }
}

async function attempt(options: MakeOptions, before: MakeOptions['before'], isDoubted: boolean): Promise<MadeTree> {
  const { dir, upstream, tree } = options;
  const inForce = new TreeInForce(dir, before.root, upstream);
  const writer = new TreeWriter(dir, isDoubted);
  const place = {
    read: (sha256: string) => inForce.objects.remembered(sha256),
    write: (sha256: string, bytes: Buffer) => writer.remember(sha256, bytes),
  };
  const source = await openSource(options, tree, before.state, place);
  const setting = { inForce, writer, options: tree, memory: source.memory };
  const lists = new YearLists(inForce, !source.memory.isEmpty);
  const walked = await walkParts(source, setting, lists);
  const whole =
    tree.shard === null
      ? await wholeTree(source, setting, walked, lists, options.currencies)
      : onlyPart(options, walked);
  const state = source.remembered === null ? null : source.memory.end();
  return { ...walked, root: writeRoot(setting, whole), state, unknown: source.walk.unknown, counts: writer.counts };
}

function onlyPart({ tree, figures, asOf }: MakeOptions, { built, global }: BuiltProviders): WholeTree {
  const label = labelText(toLabel(tree, figures, asOf));
  return {
    date: tree.date,
    nodes: new Map([...built.values(), global].map(({ facts, node }) => [facts.provider, node])),
    files: [{ path: partPath, bytes: Buffer.from(label) }],
  };
}

function writeRoot({ writer }: ProviderSetting, { date, nodes, files: lists }: WholeTree): string {
  const providers = [...nodes].flatMap(([code, node]): (readonly [string, Reference])[] => {
    const reference = writer.provider(node);
    return reference === null ? [] : [[code, reference]];
  });
  const entries = lists.map((file) => ('sha256' in file ? file : writer.put(file)));
  const root: RootNode = {
    format: MANIFEST_FORMAT,
    date,
    files: writer.leaf(entries),
    providers: Object.fromEntries(providers.sort(([left], [right]) => compareTexts(left, right))),
  };
  return writer.text(root);
}
