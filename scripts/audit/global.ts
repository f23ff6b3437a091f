/** GLOBAL as docs/global.md describes it, written for the audit alone. */
import { join } from 'node:path';
import { readRecords } from './csv.ts';
import {
  ascending,
  distance,
  type Fraction,
  fraction,
  half,
  isLess,
  ONE,
  parseFraction,
  product,
  quotient,
  sum,
  toSignificant,
} from './fraction.ts';
import { silencedTables } from './frozen.ts';
import type { Bank, Entry, Evidence, List } from './lists.ts';

interface Law {
  /** For each currency that has ended, the first day without it. */
  readonly withdrawn: ReadonlyMap<string, string>;
  readonly pegs: readonly Peg[];
}

interface Peg {
  readonly currency: string;
  readonly anchor: string;
  readonly rate: Fraction;
  readonly since: string;
  readonly until: string;
}

/** The newest figure that one bank states for a currency. */
interface Said {
  readonly bank: string;
  readonly currency: string;
  /** Units per unit of the bank's reference currency; null if the figure cannot be used. */
  readonly mid: Fraction | null;
  readonly list: List;
  /** It cannot be used because it comes from a frozen list. */
  readonly isFrozen: boolean;
}

/** One bank's figure per EUR. */
interface Voice {
  readonly bank: string;
  readonly figure: Fraction;
}

/** What the banks agree on, as digits, and the banks whose figures it is made from. */
interface Agreement {
  readonly digits: string;
  readonly banks: readonly string[];
}

const DAY_MS = 86_400_000;

export function readLaw(dataDir: string): Law {
  const currencies = readRecords(join(dataDir, 'currencies.csv')).filter(({ withdrawn }) => withdrawn !== '');
  const pegs = readRecords(join(dataDir, 'pegs.csv')).map(
    ({ currency = '', anchor = '', per = '', units = '', since = '', until }) => {
      return {
        currency,
        anchor,
        rate: quotient(parseFraction(units), parseFraction(per)),
        since,
        until: until || '9999',
      };
    },
  );
  return { pegs, withdrawn: new Map(currencies.map(({ code = '', withdrawn = '' }) => [code, withdrawn])) };
}

/** The Mondays to Fridays from a contributor's first list to the newest fetch. */
export function datesOf({ banks, newestFetch }: Evidence): readonly string[] {
  const contributors = banks.filter(({ excluded }) => excluded === '');
  const [first] = contributors.map(({ lists }) => lists[0]?.date ?? '').sort();
  const dates: string[] = [];
  for (let date = first ?? '9999'; date <= newestFetch; date = dayAfter(date, 1)) {
    if (![0, 6].includes(new Date(date).getUTCDay())) dates.push(date);
  }
  return dates;
}

/** The figures per EUR, as digits; null if the day has no fixing. */
export function globalOn(date: string, { banks }: Evidence, law: Law): ReadonlyMap<string, string> | null {
  const contributors = banks.filter(({ excluded }) => excluded === '');
  const known = contributors.filter(({ lists }) => (lists[0]?.date ?? '9999') <= date);
  const heard = new Set<string>();
  const said = contributors.flatMap((bank) => {
    const others = contributors.filter((other) => other !== bank);
    return newestSaid(bank, date, silencedTables(bank, others, date));
  });
  const inUse = said.filter(({ currency }) => date < (law.withdrawn.get(currency) ?? '9999'));
  const dollar = agreed(voices(inUse, 'USD', null))?.digits ?? null;
  const quoted = new Set(inUse.map(({ currency }) => currency).filter((currency) => currency !== 'EUR'));
  const figures = new Map([['EUR', '1']]);
  const pegs = new Map(
    law.pegs.filter(({ since, until }) => since <= date && date <= until).map((peg) => [peg.currency, peg]),
  );
  for (const currency of quoted) {
    if (pegs.has(currency)) continue;
    const agreement = agreed(voices(inUse, currency, dollar));
    if (agreement === null) continue;
    figures.set(currency, agreement.digits);
    for (const bank of agreement.banks) heard.add(bank);
  }
  // A peg's anchor may be pegged too. After as many rounds as there are pegs, the last one has its figure.
  for (let round = 0; round < pegs.size; round++) {
    for (const [currency, { anchor, rate }] of pegs) {
      const held = figures.get(anchor);
      if (quoted.has(currency) && held !== undefined && (round > 0 || !pegs.has(anchor))) {
        figures.set(currency, toSignificant(product(parseFraction(held), rate), 20));
      }
    }
  }
  if (known.length > 1 && heard.size < 2) return null;
  const spoken = new Set(inUse.filter(({ isFrozen }) => !isFrozen).map(({ currency }) => currency));
  const expected = [...quoted].filter((currency) => spoken.has(currency) || figures.has(currency));
  return figures.size >= 20 && (figures.size - 1) * 10 >= expected.length * 9 ? figures : null;
}

function newestSaid({ code: bank, lists }: Bank, date: string, silenced: ReadonlySet<string>): readonly Said[] {
  const earliest = dayAfter(date, -30);
  const found = new Map<string, Said>();
  for (const list of lists.filter((one) => earliest <= one.date && one.date <= date).reverse()) {
    const bridge = list.entries.get('EUR') ?? list.entries.get('USD');
    const say = (currency: string, entry: Pick<Entry, 'mid' | 'isWeekly' | 'table'>) => {
      if (found.has(currency)) return;
      const isOld = list.date < dayAfter(date, entry.isWeekly ? -14 : -7);
      const isSilenced = silenced.has(entry.table) || silenced.has(bridge?.table ?? '');
      const isFrozen = !isOld && entry.mid !== null && isSilenced;
      found.set(currency, { bank, currency, mid: isOld || isFrozen ? null : entry.mid, list, isFrozen });
    };
    for (const [currency, entry] of list.entries) say(currency, entry);
    if (midIn(list, 'EUR') !== null || midIn(list, 'USD') !== null) {
      say(list.reference, { mid: ONE, isWeekly: false, table: bridge?.table ?? '' });
    }
  }
  return [...found.values()];
}

function midIn(list: List, currency: string): Fraction | null {
  return list.reference === currency ? ONE : (list.entries.get(currency)?.mid ?? null);
}

function voices(said: readonly Said[], currency: string, dollar: string | null): readonly Voice[] {
  return said.flatMap((one) => {
    const figure = one.currency === currency ? perEuro(one, dollar) : null;
    return figure === null ? [] : [{ bank: one.bank, figure }];
  });
}

/** The figure per EUR; null if there is nothing to rebase it with. */
function perEuro({ currency, mid, list }: Said, dollar: string | null): Fraction | null {
  if (mid === null) return null;
  const euro = midIn(list, 'EUR');
  if (euro !== null) return quotient(mid, euro);
  const own = midIn(list, 'USD');
  if (own === null || dollar === null || currency === 'USD') return null;
  return quotient(mid, quotient(own, parseFraction(dollar)));
}

function agreed(all: readonly Voice[]): Agreement | null {
  if (all.length === 0) return null;
  const middle = median(all);
  const bound = product(middle, fraction(5n, 100n));
  const near = all.filter(({ figure }) => !isLess(bound, distance(figure, middle)));
  if (near.length * 2 <= all.length) return null;
  const used = near.length >= 3 ? near : all;
  return { digits: toSignificant(median(used), 20), banks: used.map(({ bank }) => bank) };
}

function median(voiced: readonly Voice[]): Fraction {
  const sorted = voiced.map(({ figure }) => figure).sort(ascending);
  const [upper = ONE] = sorted.slice(sorted.length >> 1);
  if (sorted.length % 2 === 1) return upper;
  const [lower = ONE] = sorted.slice((sorted.length >> 1) - 1);
  return half(sum(lower, upper));
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
