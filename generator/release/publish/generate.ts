/**
 * archive → tree in a folder, which is a store like any other: objects first, then the pointer that names their root, and
 * last the links below `v1/` for those who read plain files. A run that is killed leaves the tree before it in force.
 */

import { METHOD } from '../../rates/blend/blend.ts';
import { DRAFT_KEY } from '../../wire/release/keys.ts';
import { type Pointer, toReleased } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { Notice } from '../../wire/words/notices.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { DayVoices } from '../../wire/words/voices.ts';
import { figuresOf, readArchiveOf } from '../archive/archive-list.ts';
import { copyStable, copyStableAnew } from '../objects/stable-copies.ts';
import { dropOlder } from '../objects/state.ts';
import { readDraft, writeDraft } from '../pointer/draft.ts';
import { type MadeFacts, openGeneratedIn, readPartial, refuseOtherPart, toUnpublished } from '../pointer/generated.ts';
import { beginFirst } from '../pointer/lost-pointer.ts';
import { type PointerInForce, writePointer } from '../pointer/published.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { openWorkFolder } from '../store/work-folder.ts';
import { type MadeTree, type MakeOptions, makeTree } from '../tree/make/make-tree.ts';
import type { Upstream } from '../tree/read/objects.ts';
import type { Bases, Shard } from '../tree/read/tree-options.ts';

type TreeOptions = MakeOptions['tree'];
type Own = 'asOf' | 'dir' | 'before' | 'upstream' | 'tree' | 'figures';

export interface GenerateOptions extends Omit<MakeOptions, Own> {
  /** The UTC day of the run, which decides which fixings are the latest and which currencies are obsolete. */
  readonly date: IsoDate;
  /** Makes the tree as it would have been at that instant (UTC with seconds); null or absent uses all that is known. */
  readonly asOf?: string | null;
  readonly outDir: string;
  readonly bases?: Bases;
  readonly historyBases?: Bases;
  readonly since?: IsoDate | null;
  /** Only this part of the tree is made; null by default, for the whole tree. */
  readonly shard?: Shard | null;
  /** The files of the explorer; a tree without them is whole, but has no page. */
  readonly site?: TreeOptions['site'];
  /** Called after each half month of the archive. */
  readonly onProgress?: TreeOptions['onSpan'];
  /**
   * The release in force of a store, and what brings its objects. If the folder has no tree, the run goes on from that
   * release, and the folder gets only what is new: no gateway can read it, and `publish` can.
   */
  readonly upstream?: { readonly pointer: Pointer; readonly objects: Upstream } | null;
}

/** What came of the tree, or of a part of it. */
export interface GenerateSummary {
  readonly release: string;
  readonly providers: number;
  /** How many dates of GLOBAL were blended, and how many fixings of providers were computed. */
  readonly blended: number;
  readonly fixings: number;
  readonly filesRendered: number;
  readonly filesWritten: number;
  readonly bytesWritten: number;
  /** One line for each archive folder without an adapter, and for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
  /** How many figures of the archive are left out of the tree until they are accepted or confirmed. */
  readonly quarantined: number;
  /** Of GLOBAL's newest fixing; null if it has none. */
  readonly voices: DayVoices | null;
  readonly notices: readonly Notice[];
}

/**
 * @throws InputError if the archive or the folder cannot be used, or if the folder holds something else than an earlier
 * run of the same part, or of the whole tree; the tree in force then stays unchanged
 */
export async function generate(options: GenerateOptions): Promise<GenerateSummary> {
  const { made, release } = await withoutStoreWords(() => intoStore(options));
  const { built, global, quarantined, failures } = made;
  const providers = [...built.values()];
  return {
    release,
    providers: providers.filter(({ last }) => last !== null).length,
    blended: global.computed,
    fixings: providers.reduce((sum, { computed }) => sum + computed, 0),
    filesRendered: made.counts.rendered,
    filesWritten: made.counts.written,
    bytesWritten: made.counts.bytes,
    failures: [...made.unknown, ...failures],
    quarantined,
    voices: global.voices,
    notices: global.notices,
  };
}

/** What is wrong with the folder is told as of every other path that a person has named: no store has failed. */
async function withoutStoreWords<Made>(work: () => Promise<Made>): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    const isOfSystem = error instanceof StoreError && error.cause instanceof Error && 'syscall' in error.cause;
    throw isOfSystem ? error.cause : error;
  }
}

async function intoStore(options: GenerateOptions) {
  const { shard = null } = options;
  const store = await openWorkFolder(options.outDir);
  const before = await openGeneratedIn(store, options.outDir);
  if (before === null) await beginFirst({ store, signer: null, now: () => new Date() });
  else if (before.pointer.archive !== null)
    throw new InputError(`${options.outDir} has releases that were published: name another folder with --out`);
  await refuseOtherPart(store, before, shard);
  const upstream = before === null ? (options.upstream ?? null) : null;
  // What this night has made already, before it had to leave a figure out, counts as well.
  const started = upstream === null ? null : await readPartial(store);
  const { root = null, state = null } = before?.pointer ?? started ?? upstream?.pointer ?? {};
  // A run that was killed may have left some links of its tree undone.
  const isLinked = before === null || shard !== null || (await link(store, before.pointer));
  const made = await makeTree(await toMakeOptions(options, { root, state }, upstream?.objects ?? null));
  if (upstream !== null) return { made, release: (await notePartial(store, made)).release };
  const pointer = await putIntoForce(store, before, made);
  await store.delete([DRAFT_KEY]);
  if (shard === null && !(isLinked && (await link(store, pointer)))) await copyStableAnew(store, pointer);
  await dropOlder(store, pointer);
  return { made, release: pointer.release };
}

/** Returns false where a tree is damaged, so that nobody can tell what has changed. */
async function link(store: ObjectStore, pointer: Pointer): Promise<boolean> {
  try {
    await copyStable(store, pointer, () => {});
    return true;
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof InputError)) throw error;
    return false;
  }
}

async function toMakeOptions(
  options: GenerateOptions,
  before: MakeOptions['before'],
  upstream: Upstream | null,
): Promise<MakeOptions> {
  const { date, bases = null, historyBases = bases, since = null, site = [], ...rest } = options;
  const { onProgress: onSpan = () => {}, outDir: dir, asOf = null, shard = null } = options;
  const tree = { date, bases, historyBases, since, shard, onSpan, site };
  const figures = shard === null ? '' : figuresOf((await readArchiveOf(options.archiveDir)).list);
  return { ...rest, asOf, dir, before, upstream, tree, figures };
}

function factsOf({ root, state, date }: MadeTree): MadeFacts {
  return { root, state, date, method: METHOD };
}

/** Names a tree whose files mostly lie elsewhere. It gets no pointer, because a reader would take it for whole. */
async function notePartial(store: ObjectStore, made: MadeTree) {
  const pointer = toUnpublished(factsOf(made), 1);
  const next = [toReleased(pointer)];
  const signing = { store, signer: null, now: () => new Date() };
  await writeDraft(signing, null, { archive: null, next }, (await readDraft(store, null, signing)).etag);
  return pointer;
}

/** The pointer stays as it is if nothing has changed. */
async function putIntoForce(store: ObjectStore, before: PointerInForce | null, made: MadeTree): Promise<Pointer> {
  const { root, state } = made;
  const old = before?.pointer;
  if (old !== undefined && old.root === root && (old.state === state || state === null)) return old;
  const pointer = toUnpublished(factsOf(made), (old?.sequence ?? 0) + 1);
  if ((await writePointer(store, pointer, before)) === 'replaced') return pointer;
  throw new StoreError(`${store.name}: another run of generate finished first; its tree is untouched`);
}
