/** The parts of the tree, half month by half month: each provider and GLOBAL, then the lists and the documents. */
import type { Asked } from '../archive/asked.ts';
import type { Partitions } from '../archive/partitions.ts';
import { onDays } from '../archive/rows.ts';
import type { Span } from '../archive/spans.ts';
import { correctionLines } from '../corrections/columns.ts';
import type { GlobalCorrections } from '../corrections/of-global.ts';
import { providerCorrections } from '../corrections/of-providers.ts';
import { type CurrencyFacts, toCurrencies } from '../facts/currencies.ts';
import { toCode } from '../feeds/provider.ts';
import { globalHoldLine, quarantineLine } from '../quarantine/list.ts';
import type { Skipping } from '../rates/skipping.ts';
import type { SpanState } from '../rates/span-state.ts';
import type { Walk } from '../rates/walk.ts';
import { toStatusText } from '../status/status.ts';
import { openapiPath, statusPath, type TreePath } from '../wire/paths.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import { AllProviders, nothingIn } from './all-providers.ts';
import type { TreeFile, TreeInPlace } from './change.ts';
import { renderLists, toProviders } from './lists.ts';
import { openapiText } from './openapi.ts';
import type { BuiltProvider, TreeOptions } from './provider-tree.ts';
import type { Ending, Remembering } from './remembering.ts';
import { renderRules } from './rule-files.ts';
import { type Frozen, Statuses } from './statuses.ts';
import type { Step } from './step.ts';
import { type Lines, YearLists } from './year-lists.ts';

/** The archive as a walk, and what else of it the tree is made from. */
export interface TreeSource {
  readonly walk: Walk;
  readonly corrections: GlobalCorrections;
  /** For each provider, when it was asked and with what outcome. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  /** Null for a tree of the past: it leaves nothing for a later run. */
  readonly remembering: Remembering | null;
  readonly skipping: Skipping | null;
}

export interface BuiltParts {
  /** Of the tree. */
  readonly date: IsoDate;
  readonly providers: readonly BuiltProvider[];
  readonly global: BuiltProvider;
  /** How many figures of the archive are left out of the tree. */
  readonly quarantined: number;
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
  readonly ending: Omit<Ending, 'release'>;
}

export class TreeParts {
  readonly #providers: AllProviders;
  readonly #lists: YearLists;
  #quarantined = 0;
  #failures: string[] = [];
  /** The last half month that was worked out. */
  #newest: SpanState | null = null;

  constructor(
    readonly source: TreeSource,
    readonly currencies: readonly CurrencyFacts[],
    readonly inPlace: TreeInPlace,
    readonly options: TreeOptions,
  ) {
    this.#lists = new YearLists(inPlace, this.#before !== null);
    const remembered = (code: string) => this.#before?.header.parts[code as ProviderCode] ?? null;
    this.#providers = new AllProviders(source.walk, inPlace, options, remembered);
  }

  get #before() {
    return this.source.remembering?.before ?? null;
  }

  *changes(): Generator<Step, BuiltParts> {
    const { walk, skipping } = this.source;
    const { spans } = walk;
    for (const state of walk.states(skipping)) {
      yield* this.#span(state);
      this.options.onSpan(spans.indexOf(state.span) + 1, spans.length);
    }
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) throw nothingIn(walk);
    const walked = { from: first.from, to: last.to };
    const { built, global } = yield* this.#providers.finish(walked);
    if ([...built.values()].every((one) => one.last === null)) throw nothingIn(walk);
    const loose = this.#loose();
    this.#lists.replace(this.#before?.header.loose ?? null, loose);
    yield* this.#lists.changes();
    const date = newestOf([...built.values(), global], this.options.date);
    const frozen = this.#frozen(date, last);
    const statuses = new Statuses(date, frozen, this.#before?.header.statuses ?? {});
    yield* this.#documents(statuses, built, global);
    const parts = Object.fromEntries([...built, [GLOBAL, global] as const].map(([code, one]) => [code, notesOf(one)]));
    const ending = { parts, loose, frozen: { date, lists: frozen }, firsts: walk.firstDates };
    return {
      ...{ date, providers: [...built.values()], global, ...this.#counts() },
      ending: { ...ending, statuses: Object.fromEntries(statuses.made) },
    };
  }

  *#span(state: SpanState): Generator<Step> {
    const { span } = state;
    const { remembering, skipping, corrections } = this.source;
    yield* this.#providers.bringUpToDate(state);
    const lines = linesOf(state, corrections);
    this.#lists.replace(this.#before?.left(span.from) ?? null, lines);
    const failures = this.#providers.takeFailures();
    this.#quarantined += state.quarantined.length;
    this.#failures.push(...failures);
    this.#newest = state;
    const noted = skipping?.note(state);
    if (noted !== undefined && remembering !== null) yield* remembering.span(noted, lines, failures);
  }

  /** Of the half months that were passed over, it is remembered. */
  #counts(): Pick<BuiltParts, 'quarantined' | 'failures'> {
    const { remembering, skipping } = this.source;
    if (remembering === null || skipping === null) return { quarantined: this.#quarantined, failures: this.#failures };
    const entries = remembering.spans(skipping).map(([, entry]) => entry);
    return {
      quarantined: entries.reduce((sum, { quarantined }) => sum + quarantined, 0),
      failures: entries.flatMap(({ failures }) => failures).sort(),
    };
  }

  /** Lines that belong to no half month. */
  #loose() {
    const { walk, corrections } = this.source;
    return {
      corrections: corrections.methodLines().map(({ text }) => text),
      quarantine: walk.globalHolds.map(globalHoldLine),
    };
  }

  /** The lists that are frozen on the date of the tree. */
  #frozen(date: IsoDate, last: Span): Frozen {
    const { walk, skipping } = this.source;
    const held = this.#before?.header.frozen;
    if (this.#newest?.span.from !== last.from && held?.date === date) return held.lists;
    const state = this.#newest?.span.from === last.from ? this.#newest : walk.state(last, skipping, null);
    const lists = state.global.frozen(date);
    return lists.map(({ provider, table, since, isSilenced }) => ({ provider, table, since, isSilenced }));
  }

  /** The documents in `v1/` that cover all providers. */
  *#documents(
    statuses: Statuses,
    built: ReadonlyMap<ProviderCode, BuiltProvider>,
    global: BuiltProvider,
  ): Generator<TreeFile> {
    const { walk, asked, remembering } = this.source;
    const today = this.options.date;
    const partitions = new Map<string, Partitions>(remembering?.partitions.map((own) => [own.provider, own]));
    const held = walk.sources.flatMap(({ definition, window }) => {
      const own = built.get(toCode(definition));
      return own === undefined || own.last === null ? [] : [{ definition, window, built: own }];
    });
    const definitions = held.map(({ definition }) => definition);
    yield* renderLists(toCurrencies(this.currencies, today), toProviders(definitions, global.last !== null, today));
    yield* renderRules();
    yield text(openapiPath, openapiText());
    const lines = held.flatMap((one) => {
      const { code } = one.definition;
      return statuses.linesOf({ ...one, asked: asked.get(code) ?? [], partitions: partitions.get(code) ?? null });
    });
    const ofGlobal = { index: global.index(), lastStated: global.lastStated(), voices: global.voices };
    yield text(statusPath, toStatusText(statuses.date, { ...ofGlobal, gaps: this.#providers.global.gaps() }, lines));
  }
}

/** What the lists say about the dates of a half month. */
function linesOf(state: SpanState, corrections: GlobalCorrections): Lines {
  const { span, holdings, heldBack, quarantined } = state;
  const archives = holdings.map(({ archive }) => onDays(archive, span));
  const ofProviders = archives.flatMap((archive) => providerCorrections(archive, heldBack));
  const ofGlobal = corrections.linesOf(state).map(({ text: line }) => line);
  return { corrections: [...correctionLines(ofProviders), ...ofGlobal], quarantine: quarantined.map(quarantineLine) };
}

function notesOf({ latest, last, digest }: BuiltProvider) {
  return { latest, last, digest };
}

/**
 * The tree has the date of its newest fixing in force, so that a Sunday on which nobody published gives Saturday's tree
 * and not another release of the same rates.
 */
function newestOf(built: readonly BuiltProvider[], date: IsoDate): IsoDate {
  const latest = built.flatMap((one) => one.latest ?? []);
  return latest.sort().at(-1) ?? date;
}

function text(path: TreePath, content: string): TreeFile {
  return { path, bytes: Buffer.from(content) };
}
