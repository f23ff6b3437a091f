/** Which changed rows explain a revised figure of GLOBAL, and the cause in words. Pure. */
import { groupBy } from '../../kit/items.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, USD } from '../../wire/words/schemas.ts';
import type { Blend } from '../blend/blend.ts';
import { AHEAD_DAYS, WEEKLY_DAYS_MAX } from '../blend/fixing.ts';
import { WINDOW_DAYS } from '../blend/voices.ts';

/**
 * In the order in which a cause names them. A row is `accepted` by a person; it becomes `confirmed` or `quarantined`
 * because of what other providers have stated since. A person has `held` it by name, or ended the hold.
 */
export const KINDS = [
  'late',
  'corrected',
  'withdrawn',
  'published again',
  'accepted',
  'confirmed',
  'quarantined',
  'held',
  'released',
] as const;
type Kind = (typeof KINDS)[number];

export interface Update {
  readonly provider: string;
  readonly date: IsoDate;
  /** The first date of GLOBAL that it can move: the day on which the figures were made. */
  readonly made: IsoDate;
  /** The currencies of the row except the provider's reference currency. */
  readonly currencies: readonly string[];
  readonly kind: Kind;
  /** The instant by which the change was known. */
  readonly seen: string;
}

export interface Cause {
  /** The instant by which everything that explains the figure was known. */
  readonly seen: string;
  /** `late: BOJ; corrected: TCMB 2026-03-12`, with a date where it is not the figure's own. */
  readonly cause: string;
}

/**
 * Days from the day on which a row was made to the last date of GLOBAL that it can move: a weekly list counts in the
 * fixings of two more weeks.
 */
export const REACH_DAYS = WINDOW_DAYS - 1 + WEEKLY_DAYS_MAX + AHEAD_DAYS;
const NAMES_MAX = 5;

export class Causes {
  readonly #changes: ReadonlyMap<string, readonly Update[]>;

  constructor(
    readonly changes: readonly Update[],
    /** Figures that are new and in quarantine. */
    readonly quarantined: readonly Update[] = [],
  ) {
    this.#changes = groupBy(changes, ({ provider, date }) => `${provider} ${date}`);
  }

  /** @param before and `after` are the blends of one date in the two states */
  of(currency: CurrencyCode, before: Blend, after: Blend): Cause {
    const quarantined = this.#quarantinedOf(currency, after);
    const found = quarantined.length > 0 ? quarantined : this.#explain(currency, [before, after], new Set());
    const seen = found.map((change) => change.seen).sort();
    return { seen: seen.at(-1) ?? '', cause: toCause(before.date, found) };
  }

  /** For a currency whose fresh figures are all in quarantine. */
  #quarantinedOf(currency: CurrencyCode, { date, notices }: Blend): readonly Update[] {
    if (!notices.some((one) => one.kind === 'held' && one.currency === currency)) return [];
    return this.quarantined.filter(({ made, currencies }) => made <= date && currencies.includes(currency));
  }

  /**
   * The changed rows that state the currency, or else those that state its anchor or the dollar, with which other
   * figures are rebased, or else every row that can have moved the date.
   */
  #explain(currency: CurrencyCode, blends: readonly Blend[], met: Set<CurrencyCode>): readonly Update[] {
    met.add(currency);
    const anchor = blends.flatMap(
      ({ figures }) => figures.find((one) => one.currency === currency)?.peg?.anchor ?? [],
    )[0];
    const own = anchor === undefined ? this.#about(currency, blends) : [];
    if (own.length > 0) return own;
    const other = anchor ?? USD;
    if (!met.has(other)) return this.#explain(other, blends, met);
    const date = blends[0]?.date;
    return this.changes.filter(({ made }) => date === undefined || (made <= date && date <= addDays(made, REACH_DAYS)));
  }

  #about(currency: CurrencyCode, blends: readonly Blend[]): readonly Update[] {
    const figures = blends.flatMap((blend) => figuresOf(blend, currency));
    const holds = blends.map(({ date }) => ({ provider: GLOBAL, date }));
    const found = new Set(
      [...figures, ...holds].flatMap((one) => this.#changes.get(`${one.provider} ${one.date}`) ?? []),
    );
    const codes: readonly string[] = [currency, EUR, USD];
    return [...found].filter(({ currencies }) => currencies.some((code) => codes.includes(code)));
  }
}

/** Every figure of a contributor that the blend names. */
function figuresOf({ figures, missing, ended, earlier }: Blend, currency: CurrencyCode) {
  const isOwn = (one: { readonly currency: CurrencyCode }) => one.currency === currency;
  const stated = figures.filter(isOwn).flatMap(({ used, leftOut }) => [...used, ...leftOut]);
  return [
    ...stated,
    ...earlier.filter(isOwn),
    ...[...missing, ...ended].filter(isOwn).flatMap(({ leftOut }) => leftOut),
  ];
}

function toCause(date: IsoDate, changes: readonly Update[]): string {
  const parts = KINDS.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    const names = [
      ...new Set(own.map((change) => (change.date === date ? change.provider : `${change.provider} ${change.date}`))),
    ];
    const more = names.length - NAMES_MAX;
    const named = names.sort().slice(0, NAMES_MAX).join(', ');
    return names.length === 0 ? [] : [`${kind}: ${named}${more > 0 ? ` and ${more} more` : ''}`];
  });
  return parts.join('; ');
}
