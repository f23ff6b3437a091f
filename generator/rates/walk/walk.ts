/**
 * Walks through the archive once, half a month at a time and oldest first, so that memory does not grow with history.
 * A span is worked out from its own rows, those of the 45 days before and the six days after it, and the levels at
 * which the earlier spans left each series.
 */
import { remembered } from '../../kit/items.ts';
import type { DatedHolding } from '../../sources/archive/archive.ts';
import { acceptedUntil, type RedenominationRow, readRedenominations } from '../../sources/archive/confirmed.ts';
import { type Hold, type HoldRow, holdsUntil, readHoldRows } from '../../sources/archive/holds.ts';
import { compareRows } from '../../sources/archive/rows.ts';
import { DAYS_BEFORE, type Span } from '../../sources/archive/spans.ts';
import { readKnownFigures } from '../../sources/facts/known-figures.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import { madeOn } from '../blend/fixing.ts';
import { exclusionOf, type Global, toGlobal } from '../blend/global.ts';
import type { History } from '../blend/history.ts';
import { CONTRIBUTORS_MIN } from '../blend/voices.ts';
import type { Levels } from '../quarantine/judge.ts';
import type { Quarantined } from '../quarantine/list.ts';
import { judgeDays } from '../quarantine/quarantine.ts';
import { renewalsUntil } from '../quarantine/renewal.ts';
import type { Skipping } from './skipping.ts';
import {
  daysAhead,
  type Found,
  type Lookup,
  leftBy,
  NOTHING_FOUND,
  near,
  reachesBack,
  type SpanState,
  spokenHistories,
  toEarlier,
  toHistories,
} from './span-state.ts';
import { beyond, newestFetch, readSources, type Source, spansOf, type WalkOptions } from './walk-sources.ts';

type Previous = Pick<SpanState, 'span' | 'levels' | 'heldBack' | 'histories'>;

export class Walk {
  /** Every half month from the first row to the last one, or to the newest fetch. */
  readonly spans: readonly Span[];
  /** The day of the first fixing of each provider that enters GLOBAL, as far as the walk has come. */
  readonly #firsts = new Map<string, IsoDate>();
  /** The UTC day of the newest fetch up to an instant; null for an archive without documents. */
  readonly #newestFetchAt = remembered((until: string | null) => newestFetch(this.sources, until));
  /** The half month before, if it has just been worked out. */
  #previous: Previous | null = null;

  private constructor(
    readonly options: WalkOptions,
    readonly sources: readonly Source[],
    /** One line for each folder of the archive without an adapter. */
    readonly unknown: readonly string[],
    /** Every line about holds of GLOBAL. */
    readonly globalRows: readonly HoldRow[],
    /** Every line about redenominations. */
    readonly redenominations: readonly RedenominationRow[],
  ) {
    this.spans = spansOf(sources, this.#newestFetchAt(options.asOf));
  }

  static async open(options: WalkOptions): Promise<Walk> {
    const { sources, unknown } = await readSources(options);
    const { archiveDir } = options;
    const globalRows = await readHoldRows(archiveDir, GLOBAL);
    return new Walk(options, sources, unknown, globalRows, await readRedenominations(archiveDir));
  }

  /** The first dates of the first two of them. */
  get firsts(): readonly IsoDate[] {
    return firstTwo(this.#firsts);
  }

  get globalHolds(): readonly Hold[] {
    return holdsUntil(this.globalRows, this.options.asOf);
  }

  /**
   * Each half month, oldest first.
   * @param skipping passes over those that the last walk worked out from the same rows; null works out all of them
   */
  *states(skipping: Skipping | null): Generator<SpanState> {
    for (const [provider, first] of skipping?.firsts ?? []) this.#firsts.set(provider, first);
    this.#previous = null;
    let { firsts } = this;
    for (const span of this.spans) {
      // First dates within the half month follow from its own rows.
      const known = [...firsts.filter((first) => first < span.from), this.#fetchedIn(span)];
      if (skipping?.passes(span, known)) this.#previous = null;
      else {
        yield this.#next(span, skipping);
        firsts = this.firsts;
      }
    }
    skipping?.noteFirsts(this.#firsts);
    this.#previous = null;
    for (const { window } of this.sources) window.forget();
  }

  /** Nothing may refer to the last state while the next one is worked out, or both would be in memory. */
  #next(span: Span, skipping: Skipping | null): SpanState {
    for (const history of this.#previous?.histories ?? []) history.forget(near(history.definition, span).from);
    const state = this.state(span, skipping, this.#previous);
    const { levels, heldBack, histories } = state;
    this.#previous = { span, levels, heldBack, histories };
    return state;
  }

  /** @param previous the half month before it, if it has just been worked out */
  state(span: Span, skipping: Skipping | null, previous: Previous | null): SpanState {
    for (const [provider, first] of this.#firsts) {
      if (span.from <= first && first <= span.to) this.#firsts.delete(provider);
    }
    const holdings = this.holdings((definition) => near(definition, span));
    const found = previous === null ? (skipping?.foundBefore(span, holdings) ?? NOTHING_FOUND) : leftBy(previous);
    const settled = { histories: previous?.histories ?? [], until: span.from };
    return this.#judged(holdings, span, found, this.options.asOf, [], settled);
  }

  /**
   * The span as it was known at an instant.
   * @param found what was found about the days before the span, as they were known then
   */
  earlier(state: SpanState, until: string, found: Found): SpanState {
    return this.#judged(toEarlier(state.holdings, until), state.span, found, until, state.histories);
  }

  #judged(
    holdings: readonly DatedHolding[],
    span: Span,
    before: Found,
    until: string | null,
    others: readonly History[] = [],
    settled: { readonly histories: readonly History[]; readonly until: IsoDate } | null = null,
  ): SpanState {
    const lookups: Lookup[] = [];
    const ahead = beyond(this.sources, span, until, lookups);
    const { known = new Set() } = this.options;
    const renewals = renewalsUntil(this.redenominations, until);
    const words = { beyond: ahead, known, renewals };
    const judgement = judgeDays(holdings, { span, before: before.levels, ...words });
    // The next half month will find the same, because it begins with these days and these levels.
    const following = { span: daysAhead(span), before: judgement.after, ...words };
    const heldAhead = judgeDays(holdings, following, reachesBack).held;
    const heldBack = new Set([...before.heldBack, ...[...judgement.held, ...heldAhead].map(({ row }) => row)]);
    const { globalRows, redenominations } = this;
    const globalHolds = holdsUntil(globalRows, until);
    const state = { until, holdings, quarantined: judgement.held, heldBack, globalRows, globalHolds, redenominations };
    const histories = toHistories(state, others, settled);
    const spoken = spokenHistories(state, histories, span);
    const global = this.#global(histories, span, until, globalHolds, spoken);
    return { ...state, span, before, levels: judgement.after, histories, global, lookups };
  }

  /** The day of the newest fetch where it ends the half month early; '' where it does not. */
  #fetchedIn(span: Span): string {
    const newest = this.#newestFetchAt(this.options.asOf);
    return newest === null || newest < span.to ? `${newest}` : '';
  }

  /** What the archive holds of some days, which must not go back in time from one call to the next. */
  holdings(daysOf: (definition: ProviderFacts) => Span): readonly DatedHolding[] {
    return this.sources.map(({ definition, window, acceptances, holdRows }) => {
      const { asOf } = this.options;
      const [accepted, holds] = [acceptedUntil(acceptances, asOf), holdsUntil(holdRows, asOf)];
      return { definition, archive: window.archive(daysOf(definition)), acceptances, accepted, holdRows, holds };
    });
  }

  #global(
    histories: readonly History[],
    span: Span,
    until: string | null,
    holds: readonly Hold[],
    spoken: readonly History[],
  ): Global {
    const { pegs, currencies } = this.options;
    const contributors = histories.filter(({ definition }) => exclusionOf(definition) === null);
    const found = new Map<string, IsoDate>(
      contributors.flatMap(({ provider, definition, dates }) => {
        const first = dates[0] === undefined ? undefined : madeOn(definition, dates[0]);
        return first === undefined || first > span.to ? [] : [[provider, first] as const];
      }),
    );
    // A first date before the rows at hand is known only from the walk so far.
    const start = addDays(span.from, -DAYS_BEFORE);
    for (const [provider, first] of this.#firsts) if (first < start) found.set(provider, first);
    if (until === this.options.asOf) for (const [provider, first] of found) this.#firsts.set(provider, first);
    const newestFetch = this.#newestFetchAt(until) ?? addDays(span.from, -1);
    return toGlobal({ histories, pegs, currencies, newestFetch, holds, spoken, firsts: firstTwo(found), span });
  }
}

function firstTwo(firsts: ReadonlyMap<string, IsoDate>): readonly IsoDate[] {
  return [...firsts.values()].sort().slice(0, CONTRIBUTORS_MIN);
}

// What is in quarantine now, worked out half month by half month, so that memory does not grow with the archive.

/** After 92 days of silence an earlier figure no longer counts, so 200 days decide what holds at their end. */
const RECENT_DAYS = 200;

/**
 * By provider, and by date within a provider.
 * @param which `recent`: only figures of the last 200 days before the newest date of the archive
 */
export async function readQuarantine(
  archiveDir: string,
  definitions: readonly ProviderFacts[],
  which: 'all' | 'recent' = 'all',
): Promise<readonly Quarantined[]> {
  const walk = await Walk.open({ archiveDir, definitions, asOf: null, currencies: [], pegs: [] });
  const known = readKnownFigures();
  const newest = walk.sources.flatMap(({ window }) => window.lastDate() ?? []).sort();
  const last = newest.at(-1);
  const since = which === 'all' || last === undefined ? '' : addDays(last, -RECENT_DAYS);
  const found: Quarantined[] = [];
  const renewals = renewalsUntil(walk.redenominations, null);
  let before: Levels = new Map();
  for (const span of walk.spans.filter(({ to }) => to >= since)) {
    const { held, after } = judgeDays(
      walk.holdings((definition) => near(definition, span)),
      { span, before, beyond: beyond(walk.sources, span, null, []), known, renewals },
    );
    found.push(...held);
    before = after;
  }
  return found.sort((left, right) => compareTexts(left.provider, right.provider) || compareRows(left.row, right.row));
}
