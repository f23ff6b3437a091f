/** Which entry of data/cross-check.csv explains which figures, and which entry says more than it has to. Pure. */
import type { Quarantined } from '../../../generator/rates/quarantine/list.ts';
import { Decimal, Ratio } from '../../../generator/wire/exact/decimal.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Apart } from './compare.ts';
import type { Bounds, HeldEntry, PairEntry } from './entries.ts';

/** An entry, and the items that it explains and no earlier entry does. */
interface Account<Entry, Item> {
  readonly entry: Entry;
  readonly items: Item[];
}

interface Explained<Entry, Item> {
  readonly accounts: readonly Account<Entry, Item>[];
  readonly unexplained: readonly Item[];
}

/** By how many per cent an entry may exceed what it explains: entries are rounded up to one decimal place. */
const SLACK_MAX = Decimal.parse('0.1').toRatio();

export function explainPairs(apart: readonly Apart[], entries: readonly PairEntry[]): Explained<PairEntry, Apart> {
  return assign(apart, entries, (entry, pair) => {
    return covers(entry, pair.date, namesOf(pair), [pair.currency]) && percentOf(pair).compareTo(entry.most) <= 0;
  });
}

export function explainHeld(
  held: readonly Quarantined[],
  entries: readonly HeldEntry[],
): Explained<HeldEntry, Quarantined> {
  return assign(held, entries, (entry, { provider, row }) => {
    return covers(entry, row.date, [provider], [row.base, row.quote]);
  });
}

/** The held-back figure of the pair, or null if it has none. */
export function findHeld({ date, currency, base, providers }: Apart, held: readonly Quarantined[]): Quarantined | null {
  const isOfPair = ({ provider, row }: Quarantined) =>
    row.date === date &&
    providers.some((code) => code === provider) &&
    [row.base, row.quote].some((code) => code === currency || code === base);
  return held.find(isOfPair) ?? null;
}

export function percentOf({ factor }: Apart): Ratio {
  return factor.plus(Ratio.of(-1n, 1n)).times(Ratio.of(100n, 1n));
}

export function worstOf(apart: readonly Apart[]): Apart | null {
  return apart.reduce<Apart | null>((worst, pair) => {
    return worst === null || pair.factor.compareTo(worst.factor) > 0 ? pair : worst;
  }, null);
}

/**
 * Complaints about pair entries that explain nothing or allow too much: an entry that is too wide hides the next error.
 */
export function slackOf(accounts: readonly Account<PairEntry, Apart>[]): readonly string[] {
  return accounts.flatMap(({ entry, items }) => {
    const name = nameOf(entry);
    const worst = worstOf(items);
    if (worst === null) return [`${name}: explains nothing`];
    const idle = [
      ...entry.providers.filter((code) => !items.some((pair) => namesOf(pair).includes(code))),
      ...entry.currencies.filter((code) => code !== '*' && !items.some(({ currency }) => currency === code)),
    ].map((code) => `${name}: ${code} explains nothing`);
    const spare = entry.most.plus(percentOf(worst).negated());
    const most =
      spare.compareTo(SLACK_MAX) >= 0 ? [`${name}: ${percentOf(worst).round(2)} % is the most it explains`] : [];
    return [
      ...idle,
      ...datesBeyond(
        entry,
        name,
        items.map(({ date }) => date),
      ),
      ...most,
    ];
  });
}

/** The same for entries about held-back figures, which state the number of the figures. */
export function slackOfHeld(accounts: readonly Account<HeldEntry, Quarantined>[]): readonly string[] {
  return accounts.flatMap(({ entry, items }) => {
    const name = nameOf(entry);
    if (items.length === 0) return [`${name}: explains nothing`];
    const number = `${items.length}` === entry.figures ? [] : [`${name}: explains ${items.length} figures`];
    return [
      ...datesBeyond(
        entry,
        name,
        items.map(({ row }) => row.date),
      ),
      ...number,
    ];
  });
}

export function nameOf({ providers, currencies, from, to }: Bounds): string {
  return `${providers.join(' ')} ${currencies.join(' ')} ${from}${from === to ? '' : ` to ${to}`}`;
}

function assign<Entry, Item>(
  items: readonly Item[],
  entries: readonly Entry[],
  isOf: (entry: Entry, item: Item) => boolean,
): Explained<Entry, Item> {
  const accounts = entries.map((entry): Account<Entry, Item> => ({ entry, items: [] }));
  const unexplained: Item[] = [];
  for (const item of items) {
    const account = accounts.find(({ entry }) => isOf(entry, item));
    if (account === undefined) unexplained.push(item);
    else account.items.push(item);
  }
  return { accounts, unexplained };
}

function covers(
  { providers, currencies, from, to }: Bounds,
  date: IsoDate,
  names: readonly string[],
  quoted: readonly string[],
): boolean {
  if (date < from || date > to || !providers.some((code) => names.includes(code))) return false;
  return currencies.some((code) => code === '*' || quoted.includes(code));
}

/** The names by which an entry can mean the pair: either provider, or both. */
function namesOf({ providers }: Apart): readonly string[] {
  return [...providers, providers.join('-')];
}

function datesBeyond({ from, to }: Bounds, name: string, dates: readonly IsoDate[]): readonly string[] {
  const sorted = [...dates].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return from === first && to === last ? [] : [`${name}: explains figures of ${first} to ${last} only`];
}
