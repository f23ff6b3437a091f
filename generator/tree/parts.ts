/** The parts of the tree, half month by half month: each provider and GLOBAL, then the lists and the documents. */
import { onDays } from '../archive/rows.ts';
import type { Span } from '../archive/spans.ts';
import { correctionLines } from '../corrections/columns.ts';
import type { GlobalCorrections } from '../corrections/of-global.ts';
import { providerCorrections } from '../corrections/of-providers.ts';
import type { CurrencyFacts } from '../facts/currencies.ts';
import { globalHoldLine, quarantineLine } from '../quarantine/list.ts';
import type { SpanState } from '../rates/span-state.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import { allDocuments } from './all-documents.ts';
import { AllProviders, nothingIn } from './all-providers.ts';
import { Averages } from './averages.ts';
import type { TreeInPlace } from './change.ts';
import type { BuiltProvider } from './provider-tree.ts';
import type { Ending } from './remembering.ts';
import { type Frozen, Statuses } from './statuses.ts';
import type { Step } from './step.ts';
import type { TreeOptions } from './tree-options.ts';
import type { TreeSource } from './tree-source.ts';
import { type Lines, YearLists } from './year-lists.ts';

export interface BuiltParts {
  /** Of the tree. */
  readonly date: IsoDate;
  readonly providers: readonly BuiltProvider[];
  readonly global: BuiltProvider;
  /** How many figures of the archive are left out of the tree. */
  readonly quarantined: number;
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
  readonly ending: Omit<Ending, 'release' | 'names'>;
}

export class TreeParts {
  readonly #providers: AllProviders;
  readonly #lists: YearLists;
  #quarantined = 0;
  #failures: string[] = [];
  /** The last half month of the archive, if it was worked out. */
  #newest: SpanState | null = null;

  constructor(
    readonly source: TreeSource,
    readonly currencies: readonly CurrencyFacts[],
    readonly inPlace: TreeInPlace,
    /** The tree as this run leaves it, as far as it has been made. */
    readonly after: TreeInPlace,
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
    const states = walk.states(skipping);
    while (yield* this.#next(states, spans));
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
    const statuses = new Statuses(date, frozen, this.#before?.header ?? null);
    const parts = { built, global };
    const { source, currencies, inPlace, options } = this;
    const status = yield* allDocuments(source, parts, statuses, currencies, inPlace, options);
    const averages = new Averages(this.inPlace, this.after, date, this.#before?.header.averages ?? {});
    for (const one of [...built.values(), global]) {
      const own = status.providers.find(({ provider }) => provider === one.facts.provider);
      yield* averages.works(one, own ?? null);
    }
    yield* averages.finish();
    const notes = Object.fromEntries([...built, [GLOBAL, global] as const].map(([code, one]) => [code, notesOf(one)]));
    const ending = { parts: notes, loose, frozen: { date, lists: frozen }, firsts: walk.firstDates };
    return {
      ...{ date, providers: [...built.values()], global, ...this.#counts() },
      ending: {
        ...ending,
        statuses: Object.fromEntries(statuses.made),
        holidays: statuses.holidays,
        averages: Object.fromEntries(averages.made),
      },
    };
  }

  /** A function of its own, so that nothing holds the state while the next one is worked out. Returns false at the end. */
  *#next(states: Iterator<SpanState>, spans: readonly Span[]): Generator<Step, boolean> {
    const next = states.next();
    if (next.done === true) return false;
    const { span } = next.value;
    yield* this.#span(next.value, span.from === spans.at(-1)?.from);
    this.options.onSpan(spans.findIndex(({ from }) => from === span.from) + 1, spans.length);
    return true;
  }

  *#span(state: SpanState, isLast: boolean): Generator<Step> {
    const { span } = state;
    const { remembering, skipping, corrections } = this.source;
    yield* this.#providers.bringUpToDate(state);
    const lines = linesOf(state, corrections);
    this.#lists.replace(this.#before?.left(span.from) ?? null, lines);
    const failures = this.#providers.takeFailures();
    this.#quarantined += state.quarantined.length;
    this.#failures.push(...failures);
    if (isLast) this.#newest = state;
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
