/** The parts of the tree, half month by half month: each provider and GLOBAL, then the lists and the documents. */
import { onDays } from '../../archive/rows.ts';
import type { Span } from '../../archive/spans.ts';
import type { GlobalCorrections } from '../../corrections/of-global.ts';
import { providerCorrections } from '../../corrections/of-providers.ts';
import { correctionLines } from '../../corrections/release-ledger.ts';
import type { CurrencyFacts } from '../../facts/currencies.ts';
import { globalHoldLine, quarantineLine } from '../../quarantine/list.ts';
import type { SpanLines } from '../../walk/span-notes.ts';
import type { SpanState } from '../../walk/span-state.ts';
import type { Status } from '../../wire/answers/status.ts';
import type { FileEntry, ProviderNode } from '../../wire/release/manifest.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { TreeFile } from '../read/tree-file.ts';
import { YearLists } from '../read/year-lists.ts';
import type { Step } from '../write/step.ts';
import { allDocuments } from './all-documents.ts';
import { AllProviders, nothingIn } from './all-providers.ts';
import { Averages } from './averages.ts';
import type { BuiltProvider, PartNotes, ProviderSetting } from './provider-tree.ts';
import { type Frozen, Statuses } from './statuses.ts';
import type { TreeSource } from './tree-source.ts';

const LOOSE = 'loose';
const partName = (code: string) => `parts/${code}`;

export interface BuiltParts {
  /** Of the tree. */
  readonly date: IsoDate;
  readonly providers: readonly BuiltProvider[];
  readonly global: BuiltProvider;
  /** Their parts of the manifest. */
  readonly nodes: ReadonlyMap<string, ProviderNode>;
  /** Files that belong to no provider, and entries of those that stay as they are. */
  readonly lists: readonly (TreeFile | FileEntry)[];
  /** How many figures of the archive are left out of the tree. */
  readonly quarantined: number;
  /** One line for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
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
    readonly setting: ProviderSetting,
  ) {
    const { walk, memory } = source;
    this.#lists = new YearLists(setting.inForce, !memory.isEmpty);
    const remembered = (code: string): PartNotes | null => JSON.parse(memory.before(partName(code)) ?? 'null');
    this.#providers = new AllProviders(walk, setting, remembered);
  }

  *build(): Generator<Step, BuiltParts> {
    const { walk, memory, remembered } = this.source;
    const { spans } = walk;
    const states = walk.states(remembered?.skipping ?? null);
    while (yield* this.#next(states, spans));
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) throw nothingIn(walk);
    const { built, global } = yield* this.#providers.finish({ from: first.from, to: last.to });
    const all = [...built.values(), global];
    if ([...built.values()].every((one) => one.last === null)) throw nothingIn(walk);
    this.#replaceLoose();
    const date = newestOf(all, this.setting.options.date);
    const statuses = new Statuses(date, this.#frozen(date, last), memory);
    const documents = allDocuments(this.source, { built, global }, statuses, this.currencies, this.setting);
    const averages = yield* this.#averages(all, documents.status, date);
    for (const one of all) memory.note(partName(one.facts.provider), '', JSON.stringify(notesOf(one)));
    return {
      ...{ date, providers: [...built.values()], global },
      nodes: new Map(all.map((one) => [one.facts.provider, { ...one.node, averages: averages.of(one) }])),
      lists: [...documents.files, ...this.#lists.files()],
      ...this.#counts(),
    };
  }

  *#averages(all: readonly BuiltProvider[], { providers }: Status, date: IsoDate): Generator<Step, Averages> {
    const averages = new Averages(this.setting.inForce, date, this.source.memory);
    for (const one of all) {
      const status = providers.find(({ provider }) => provider === one.facts.provider) ?? null;
      yield* averages.works(one, status);
    }
    yield* averages.finish();
    return averages;
  }

  /** A function of its own, so that nothing holds the state while the next one is worked out. Returns false at the end. */
  *#next(states: Iterator<SpanState>, spans: readonly Span[]): Generator<Step, boolean> {
    const next = states.next();
    if (next.done === true) return false;
    const { span } = next.value;
    yield* this.#span(next.value, span.from === spans.at(-1)?.from);
    this.setting.options.onSpan(spans.findIndex(({ from }) => from === span.from) + 1, spans.length);
    return true;
  }

  *#span(state: SpanState, isLast: boolean): Generator<Step> {
    const { span } = state;
    const { remembered, corrections } = this.source;
    yield* this.#providers.bringUpToDate(state);
    const lines = linesOf(state, corrections);
    this.#lists.replace(remembered?.skipping.linesBefore(span) ?? null, lines);
    const failures = this.#providers.takeFailures();
    this.#quarantined += state.quarantined.length;
    this.#failures.push(...failures);
    if (isLast) this.#newest = state;
    remembered?.skipping.note(state, lines, corrections.digestOfLedger(span), failures);
  }

  /** Of the half months that were passed over, it is remembered. */
  #counts(): Pick<BuiltParts, 'quarantined' | 'failures'> {
    const { remembered } = this.source;
    if (remembered === null) return { quarantined: this.#quarantined, failures: this.#failures };
    const notes = remembered.skipping.passed.map((one) => one.notes);
    return {
      quarantined: notes.reduce((sum, { held }) => sum + held.length, 0),
      failures: notes.flatMap(({ failures }) => failures).sort(),
    };
  }

  /** Lines that belong to no half month. */
  #replaceLoose(): void {
    const { walk, corrections, memory } = this.source;
    const loose = {
      corrections: corrections.methodLines().map(({ text }) => text),
      quarantine: walk.globalHolds.map(globalHoldLine),
    };
    this.#lists.replace(JSON.parse(memory.before(LOOSE) ?? 'null'), loose);
    memory.note(LOOSE, '', JSON.stringify(loose));
  }

  /** The lists that are frozen on the date of the tree. */
  #frozen(date: IsoDate, last: Span): Frozen {
    const { walk, memory, remembered } = this.source;
    const skipping = remembered?.skipping ?? null;
    const make = () => {
      const state = this.#newest?.span.from === last.from ? this.#newest : walk.state(last, skipping, null);
      const lists: Frozen = state.global.frozen(date);
      return JSON.stringify(
        lists.map(({ provider, table, since, isSilenced }) => ({ provider, table, since, isSilenced })),
      );
    };
    return JSON.parse(memory.remember('frozen', digestOf([date, skipping?.key ?? '']), make));
  }
}

/** What the lists say about the dates of a half month. */
function linesOf(state: SpanState, corrections: GlobalCorrections): SpanLines {
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
