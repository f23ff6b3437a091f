/** The whole tree as one stream of changes: span by span every provider and GLOBAL, then the lists, last the release. */
import type { Asked } from '../archive/asked.ts';
import { onDays } from '../archive/rows.ts';
import type { GlobalCorrections } from '../corrections/of-global.ts';
import { providerCorrections } from '../corrections/of-providers.ts';
import { type CurrencyFacts, toCurrencies } from '../facts/currencies.ts';
import { toCode } from '../feeds/provider.ts';
import type { Global } from '../rates/global.ts';
import type { SpanState, Walk } from '../rates/walk.ts';
import { GAP_DAYS } from '../status/gaps.ts';
import { type StatusInputs, toStatusText } from '../status/status.ts';
import { addDays, parseIsoDate } from '../wire/calendar.ts';
import { InputError } from '../wire/input-error.ts';
import { INDEX_FOLDER, openapiPath, providersIn, releasePath, statusPath, type TreePath } from '../wire/paths.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import type { Change, TreeFile, TreeInPlace } from './change.ts';
import { renderLists, toProviders } from './lists.ts';
import { openapiText } from './openapi.ts';
import { type BuiltProvider, ProviderTree, type TreeOptions } from './provider-tree.ts';
import { ReleaseName } from './release-name.ts';
import {
  type PartFacts,
  toGlobalFacts,
  toGlobalSource,
  toGoneFacts,
  toProviderFacts,
  toProviderSource,
} from './sources.ts';
import { YearLists } from './year-lists.ts';

export interface BuiltTree {
  readonly release: string;
  readonly providers: readonly BuiltProvider[];
  readonly global: BuiltProvider;
  /** How many files were rendered, including those that the tree already had. */
  readonly rendered: number;
  /** How many figures of the archive are left out of the tree. */
  readonly quarantined: number;
}

/** The archive as a walk, and what else of it the tree is made from. */
export interface TreeSource {
  readonly walk: Walk;
  readonly corrections: GlobalCorrections;
  /** For each provider, when it was asked and with what outcome. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
}

/**
 * @param inPlace the tree of the run before, which must not change while the stream is read
 * @throws InputError if the archive holds no fixing, or is damaged
 */
export function* treeChanges(
  source: TreeSource,
  currencies: readonly CurrencyFacts[],
  inPlace: TreeInPlace,
  options: TreeOptions,
): Generator<Change, BuiltTree> {
  const parts = new TreeParts(source, currencies, inPlace, options).changes();
  const name = new ReleaseName();
  let rendered = 0;
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done) {
      const { date, ...built } = next.value;
      const release = name.of(date, inPlace);
      yield text(releasePath, `${JSON.stringify({ release, date })}\n`);
      return { release, ...built, rendered };
    }
    name.note(next.value);
    if (next.value.bytes !== null) rendered++;
    yield next.value;
  }
}

type BuiltParts = Omit<BuiltTree, 'release' | 'rendered'> & { readonly date: IsoDate };

/** A document that also states days before the gaps shows that the source was silent on the first of them. */
const EVIDENCE_DAYS = GAP_DAYS + 31;

class TreeParts {
  readonly #providers = new Map<ProviderCode, ProviderTree>();
  readonly #lists = new YearLists();
  readonly #global: ProviderTree;
  #quarantined = 0;
  /** The frozen lists of the newest date that was walked through, by date. */
  #newest: Global | null = null;

  constructor(
    readonly source: TreeSource,
    readonly currencies: readonly CurrencyFacts[],
    readonly inPlace: TreeInPlace,
    readonly options: TreeOptions,
  ) {
    this.#global = this.#open(toGlobalFacts(() => source.walk.firsts[0] ?? null));
    const definitions = new Map(source.walk.sources.map(({ definition }) => [toCode(definition), definition]));
    const known = [...definitions.keys(), ...providersIn(inPlace.list(INDEX_FOLDER))].filter((code) => code !== GLOBAL);
    for (const code of new Set(known)) {
      const definition = definitions.get(code);
      this.#providers.set(code, this.#open(definition === undefined ? toGoneFacts(code) : toProviderFacts(definition)));
    }
  }

  *changes(): Generator<Change, BuiltParts> {
    const { walk, corrections } = this.source;
    const { spans } = walk;
    for (const state of walk.states()) {
      yield* this.#span(state);
      this.options.onSpan(spans.indexOf(state.span) + 1, spans.length);
    }
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) throw new InputError(this.#nothing());
    const walked = { from: first.from, to: last.to };
    const built = new Map<ProviderCode, BuiltProvider>();
    for (const [code, part] of this.#providers) built.set(code, yield* part.finish(walked));
    const global = yield* this.#global.finish(walked);
    if ([...built.values()].every(({ index }) => index === null)) throw new InputError(this.#nothing());
    this.#lists.addCorrections([], corrections.methodLines());
    this.#lists.addGlobalHolds(walk.globalHolds);
    yield* this.#lists.changes(this.inPlace);
    const date = newestOf([...built.values(), global], this.options.date);
    yield* this.#documents(date, built, global);
    return { providers: [...built.values()], global, date, quarantined: this.#quarantined };
  }

  *#span(state: SpanState): Generator<Change> {
    const { span, histories, holdings, heldBack, quarantined, global } = state;
    const byCode = new Map(histories.map((history) => [history.provider, history]));
    for (const [code, part] of this.#providers) {
      const history = byCode.get(code);
      yield* part.bringUpToDate(history === undefined ? null : toProviderSource(history), span);
    }
    yield* this.#global.bringUpToDate(toGlobalSource(global), span);
    const archives = holdings.map(({ archive }) => onDays(archive, span));
    const ofProviders = archives.flatMap((archive) => providerCorrections(archive, heldBack));
    this.#lists.addCorrections(ofProviders, this.source.corrections.linesOf(state));
    this.#lists.addQuarantined(quarantined);
    this.#quarantined += quarantined.length;
    this.#newest = global;
  }

  /** The documents in `v1/` that cover all providers. @param date of the tree */
  *#documents(
    date: IsoDate,
    built: ReadonlyMap<ProviderCode, BuiltProvider>,
    global: BuiltProvider,
  ): Generator<TreeFile> {
    const { walk } = this.source;
    const held = walk.sources.filter(({ definition }) => built.get(toCode(definition))?.index != null);
    const definitions = held.map(({ definition }) => definition);
    const today = this.options.date;
    yield* renderLists(toCurrencies(this.currencies, today), toProviders(definitions, global.index !== null, today));
    yield text(openapiPath, openapiText());
    yield text(statusPath, toStatusText(date, { ...global, gaps: this.#global.gaps() }, this.#subjects(built, date)));
  }

  /** One by one, because each has the rows of three months. */
  *#subjects(built: ReadonlyMap<ProviderCode, BuiltProvider>, date: IsoDate): Generator<StatusInputs> {
    const allFrozen = this.#newest?.frozen(date) ?? [];
    for (const { definition, window } of this.source.walk.sources) {
      const provider = toCode(definition);
      const { index = null, lastStated = new Map() } = built.get(provider) ?? {};
      const last = index?.fixings.at(-1)?.date;
      if (last === undefined) continue;
      const archive = window.archive({ from: addDays(last, -EVIDENCE_DAYS), to: parseIsoDate('9999-12-31') });
      const frozen = allFrozen.filter((list) => list.provider === provider);
      const asked = this.source.asked.get(provider) ?? [];
      yield { provider, definition, archive, asked, index, lastStated, frozen };
    }
  }

  #open(facts: PartFacts): ProviderTree {
    return new ProviderTree(facts, this.inPlace, this.options);
  }

  #nothing(): string {
    const { archiveDir } = this.source.walk.options;
    return `no fixing in the archive ${archiveDir}: run collect first, or name another --archive`;
  }
}

/**
 * The tree has the date of its newest fixing in force, so that a Sunday on which nobody published gives Saturday's tree
 * and not another release of the same rates.
 */
function newestOf(built: readonly BuiltProvider[], date: IsoDate): IsoDate {
  const latest = built.flatMap(({ index }) => index?.latest ?? []);
  return latest.sort().at(-1) ?? date;
}

function text(path: TreePath, content: string): TreeFile {
  return { path, bytes: Buffer.from(content) };
}
