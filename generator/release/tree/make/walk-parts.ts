/**
 * The parts of the tree, half month by half month: every provider's and GLOBAL's, which go through the spans of the
 * archive together, and what the lists say of them.
 */
import { type GlobalCorrections, providerCorrections } from '../../../rates/corrections/of-global.ts';
import { correctionLines } from '../../../rates/corrections/release-ledger.ts';
import { quarantineLine } from '../../../rates/quarantine/list.ts';
import type { SpanLines, SpanState } from '../../../rates/walk/span-state.ts';
import { onDays } from '../../../sources/archive/rows.ts';
import { toCode } from '../../../sources/feeds/provider.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import { InputError } from '../../../wire/words/input-error.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../../../wire/words/schemas.ts';
import {
  type PartFacts,
  toGlobalFacts,
  toGlobalSource,
  toGoneFacts,
  toProviderFacts,
  toProviderSource,
} from '../read/sources.ts';
import type { YearLists } from '../read/year-lists.ts';
import type { TreeSource } from './open-source.ts';
import { type BuiltProvider, notesBefore, ProviderTree } from './provider-tree.ts';
import type { Frozen } from './statuses.ts';
import type { ProviderSetting } from './year-part.ts';

export interface BuiltProviders {
  readonly built: ReadonlyMap<ProviderCode, BuiltProvider>;
  readonly global: BuiltProvider;
}

interface Parts {
  readonly providers: ReadonlyMap<ProviderCode, ProviderTree>;
  readonly global: ProviderTree;
}

/** Those of the archive and of the tree in force. */
function openParts({ walk, memory }: TreeSource, setting: ProviderSetting): Parts {
  const open = (facts: PartFacts) => new ProviderTree(facts, setting, notesBefore(memory, facts.provider));
  const global = open(toGlobalFacts(() => walk.firsts[0] ?? null));
  const definitions = new Map(walk.sources.map(({ definition }) => [toCode(definition), definition]));
  const inForce = setting.inForce.codes as readonly ProviderCode[];
  const codes = new Set([...definitions.keys(), ...inForce].filter((code) => code !== GLOBAL));
  const providers = [...codes].map((code) => {
    const definition = definitions.get(code);
    return [code, open(definition === undefined ? toGoneFacts(code) : toProviderFacts(definition))] as const;
  });
  return { providers: new Map(providers), global };
}

async function bringUpToDate(parts: Parts, { span, histories, global }: SpanState): Promise<void> {
  const byCode = new Map(histories.map((history) => [history.provider, history]));
  for (const [code, part] of parts.providers) {
    const history = byCode.get(code);
    await part.bringUpToDate(history === undefined ? null : toProviderSource(history), span);
  }
  await parts.global.bringUpToDate(toGlobalSource(global), span);
}

export interface WalkedParts extends BuiltProviders {
  /** Of the tree. */
  readonly date: IsoDate;
  /** The lists that are frozen on the date; none for a part of a tree. */
  readonly frozen: Frozen;
  /** How many figures of the archive are left out of the tree. */
  readonly quarantined: number;
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
}

/**
 * Of a part of a tree, too, the whole archive is walked through, because what is in quarantine follows from all of it,
 * but only the part's own years are blended and rendered, and there are no lists.
 * @throws InputError if the archive has no fixing
 */
export async function walkParts(source: TreeSource, setting: ProviderSetting, lists: YearLists): Promise<WalkedParts> {
  const { walk, remembered } = source;
  const parts = openParts(source, setting);
  const walked: Walked = { newest: null, quarantined: 0, failures: [] };
  const states = walk.states(remembered?.skipping ?? null);
  while (await walkSpan(states.next(), walked, parts, { source, setting, lists }));
  const [first, last] = [walk.spans[0], walk.spans.at(-1)];
  const where = `the archive ${walk.options.archiveDir}`;
  const nothing = new InputError(
    `no fixing in ${where}: begin with "ratetree start", run collect where banks can be reached, or name another --archive`,
  );
  if (first === undefined || last === undefined) throw nothing;
  const whole = { from: first.from, to: last.to };
  const built = new Map<ProviderCode, BuiltProvider>();
  for (const [code, part] of parts.providers) built.set(code, await part.finish(whole));
  const global = await parts.global.finish(whole);
  if (setting.options.shard === null && [...built.values()].every((one) => one.last === null)) throw nothing;
  const date = newestOf([...built.values(), global], setting.options.date);
  // The state of a half month of a hundred banks is 100 MB, which nothing else needs.
  const frozen = setting.options.shard === null ? frozenOn(date, source, walked.newest) : [];
  return { built, global, date, frozen, ...countsOf(source, walked) };
}

/**
 * The tree has the date of its newest fixing in force, so that a Sunday on which nobody published gives Saturday's tree
 * and not another release of the same rates.
 */
function newestOf(built: readonly BuiltProvider[], date: IsoDate): IsoDate {
  const latest = built.flatMap((one) => one.latest ?? []);
  return latest.sort().at(-1) ?? date;
}

/** @param newest the last half month of the archive, if it was worked out */
function frozenOn(date: IsoDate, { walk, memory, remembered }: TreeSource, newest: SpanState | null): Frozen {
  const skipping = remembered?.skipping ?? null;
  const make = () => {
    const last = walk.spans.at(-1);
    const state = newest ?? (last === undefined ? null : walk.state(last, skipping, null));
    const lists: Frozen = state?.global.frozen(date) ?? [];
    return JSON.stringify(
      lists.map(({ provider, table, since, isSilenced }) => ({ provider, table, since, isSilenced })),
    );
  };
  return JSON.parse(memory.remember('frozen', digestOf([date, skipping?.key ?? '']), make));
}

interface Walking {
  readonly source: TreeSource;
  readonly setting: ProviderSetting;
  readonly lists: YearLists;
}

/** What the walk has found so far. */
interface Walked {
  /** The last half month of the archive, if it was worked out. */
  newest: SpanState | null;
  quarantined: number;
  readonly failures: string[];
}

/** A function of its own, so that nothing holds the state while the next one is worked out. Returns false at the end. */
async function walkSpan(
  next: IteratorResult<SpanState, unknown>,
  walked: Walked,
  parts: Parts,
  { source, setting, lists }: Walking,
): Promise<boolean> {
  if (next.done === true) return false;
  const { value: state } = next;
  const { span, quarantined } = state;
  const { walk, remembered, corrections } = source;
  const place = walk.spans.findIndex(({ from }) => from === span.from) + 1;
  await bringUpToDate(parts, state);
  const failures = [...parts.providers.values(), parts.global].flatMap((part) => part.takeFailures());
  walked.quarantined += quarantined.length;
  walked.failures.push(...failures);
  if (setting.options.shard === null) {
    const lines = linesOf(state, corrections);
    lists.replace(remembered?.skipping.linesBefore(span) ?? null, lines);
    if (place === walk.spans.length) walked.newest = state;
    remembered?.skipping.note(state, lines, corrections.digestOfLedger(span), failures);
  }
  setting.options.onSpan(place, walk.spans.length);
  return true;
}

/** Of the half months that were passed over, it is remembered. */
function countsOf({ remembered }: TreeSource, { quarantined, failures }: Walked) {
  if (remembered === null) return { quarantined, failures };
  const notes = remembered.skipping.passed.map((one) => one.notes);
  return {
    quarantined: notes.reduce((sum, { held }) => sum + held.length, 0),
    failures: notes.flatMap((one) => one.failures).sort(),
  };
}

/** What the lists say about the dates of a half month. */
function linesOf(state: SpanState, corrections: GlobalCorrections): SpanLines {
  const { span, holdings, heldBack, quarantined } = state;
  const archives = holdings.map(({ archive }) => onDays(archive, span));
  const ofProviders = archives.flatMap((archive) => providerCorrections(archive, heldBack));
  const ofGlobal = corrections.linesOf(state).map(({ text: line }) => line);
  return { corrections: [...correctionLines(ofProviders), ...ofGlobal], quarantine: quarantined.map(quarantineLine) };
}
