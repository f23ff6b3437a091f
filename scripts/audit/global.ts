/** GLOBAL as docs/global.md describes it, written for the audit alone. */
import { join } from 'node:path';
import { carrierOf, type Day, midIn, perEuro } from './carry.ts';
import { readRecords } from './csv.ts';
import { type Fraction, ONE, parseFraction, quotient } from './fraction.ts';
import { silencedTables } from './frozen.ts';
import { silencedBy } from './held.ts';
import type { Bank, Entry, Evidence, List } from './lists.ts';
import { type Heard, type Peg, pegged } from './pegs.ts';
import { agreed, dayAfter, isDenied } from './voices.ts';

interface Law {
  /** For each currency that has ended, the first day without it. */
  readonly withdrawn: ReadonlyMap<string, string>;
  readonly pegs: readonly Peg[];
}

/** The newest figure that one bank states for a currency. */
interface Said {
  readonly bank: string;
  readonly currency: string;
  /** Units per unit of the bank's reference currency; null if the figure cannot be used. */
  readonly mid: Fraction | null;
  readonly list: List;
  /** It cannot be used because it is no voice, or comes from a frozen list. */
  readonly isVoiceless: boolean;
}

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
  const [first] = contributors.map(({ lists }) => lists[0]?.made ?? '').sort();
  const dates: string[] = [];
  for (let date = first ?? '9999'; date <= newestFetch; date = dayAfter(date, 1)) {
    if (![0, 6].includes(new Date(date).getUTCDay())) dates.push(date);
  }
  return dates;
}

/**
 * The figures per EUR, as digits; null if the day has no fixing.
 * @param whole the evidence with what is in quarantine, but without what is held by name
 */
export function globalOn(
  date: string,
  { banks }: Evidence,
  law: Law,
  whole: Evidence,
): ReadonlyMap<string, string> | null {
  const known = banks.filter(({ excluded, lists }) => excluded === '' && (lists[0]?.made ?? '9999') <= date);
  const contributors = recent(banks, date);
  const heard = new Set<string>();
  const said = contributors.flatMap((bank) => {
    const others = contributors.filter((other) => other !== bank);
    return newestSaid(bank, date, silencedTables(bank, others, date));
  });
  const inUse = said.filter(({ currency }) => date < (law.withdrawn.get(currency) ?? '9999'));
  const quoted = new Set(inUse.map(({ currency }) => currency).filter((currency) => currency !== 'EUR'));
  const figures = new Map([['EUR', '1']]);
  const pegs = new Map(
    law.pegs.filter(({ since, until }) => since <= date && date <= until).map((peg) => [peg.currency, peg]),
  );
  const spoken = recent(whole.banks, date).flatMap((bank) => newestSaid(bank, date, new Set()));
  const dayOf = carrying(date, inUse, contributors);
  const silenced = silencedBy(date, inUse, spoken, dayOf);
  const isSilenced = (currency: string) => (silenced.get(currency) ?? 0) >= (pegs.has(currency) ? 3 : 1);
  for (const currency of quoted) {
    if (pegs.has(currency) || isSilenced(currency)) continue;
    const day = dayOf(currency);
    const agreement = agreed(currency, voices(inUse, currency, day));
    if (agreement === null) continue;
    const [only, second] = agreement.used;
    const voiceless = inUse.filter((one) => one.currency === currency && one.isVoiceless).map(({ bank }) => bank);
    const others = contributors.filter(({ code }) => code !== only?.bank && !voiceless.includes(code));
    if (only !== undefined && second === undefined && isDenied(currency, only, others, contributors, day)) continue;
    figures.set(currency, agreement.digits);
    for (const { bank } of agreement.used) heard.add(bank);
  }
  const heardOf = new Map(
    [...pegs.keys()]
      .filter((one) => quoted.has(one) && !isSilenced(one))
      .map((one) => [one, voices(inUse, one, dayOf(one))] as const),
  );
  // A peg's anchor may be pegged too, so this is repeated until no anchor has another figure than the time before.
  const followed = new Map<string, string>();
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const [currency, peg] of pegs) {
      const [anchor, own] = [figures.get(peg.anchor), heardOf.get(currency)];
      if (own === undefined || anchor === undefined || anchor === followed.get(currency)) continue;
      isSettled = false;
      followed.set(currency, anchor);
      const agreement = pegged(peg, parseFraction(anchor), own);
      if (agreement === null) continue;
      figures.set(currency, agreement.digits);
      for (const { bank } of agreement.used) heard.add(bank);
    }
  }
  if (known.length > 1 && heard.size < 2) return null;
  if (!figures.has('USD') && !isSilenced('USD') && voices(inUse, 'USD', dayOf('USD')).length > 0) return null;
  const voiced = new Set(inUse.filter(({ isVoiceless }) => !isVoiceless).map(({ currency }) => currency));
  const expected = [...quoted].filter(
    (currency) => voiced.has(currency) || figures.has(currency) || isSilenced(currency),
  );
  const covered = expected.filter((currency) => figures.has(currency) || isSilenced(currency));
  return figures.size >= 20 && covered.length * 10 >= expected.length * 9 ? figures : null;
}

/** The contributors with those of their lists that have a part in the date: no rule looks back further. */
function recent(banks: readonly Bank[], date: string): readonly Bank[] {
  const first = dayAfter(date, -44);
  return banks
    .filter(({ excluded }) => excluded === '')
    .map((bank) => ({ ...bank, lists: bank.lists.filter(({ made }) => first <= made && made <= date) }));
}

/** How the figures of a currency are rebased on the date. @param contributors with the lists of 45 days */
function carrying(date: string, inUse: readonly Said[], contributors: readonly Bank[]): (currency: string) => Day {
  const onlyEuro: Day = { date, dollar: null, carrier: () => 'EUR' };
  const digits = agreed('USD', voices(inUse, 'USD', onlyEuro))?.digits;
  const dollar = digits === undefined ? null : parseFraction(digits);
  return (currency) => {
    let carrier: ReturnType<Day['carrier']> | null = null;
    return {
      date,
      dollar,
      carrier: () => {
        carrier ??= carrierOf(currency, contributors);
        return carrier;
      },
    };
  };
}

function newestSaid({ code: bank, lists }: Bank, date: string, silenced: ReadonlySet<string>): readonly Said[] {
  const earliest = dayAfter(date, -30);
  const found = new Map<string, Said>();
  for (const list of lists.filter((one) => earliest <= one.made && one.made <= date).reverse()) {
    const bridge = ['EUR', 'USD'].map((code) => list.entries.get(code)).find((entry) => entry?.isUnheard === false);
    const say = (currency: string, entry: Entry) => {
      if (found.has(currency)) return;
      const isOld = list.made < dayAfter(date, entry.isWeekly ? -14 : -7);
      const isSilenced = silenced.has(entry.table) || silenced.has(bridge?.table ?? '');
      const isVoiceless = entry.isUnheard || (!isOld && entry.mid !== null && isSilenced);
      found.set(currency, { bank, currency, mid: isOld || isVoiceless ? null : entry.mid, list, isVoiceless });
    };
    for (const [currency, entry] of list.entries) say(currency, entry);
    if (midIn(list, 'EUR') !== null || midIn(list, 'USD') !== null) {
      say(list.reference, { mid: ONE, isWeekly: false, isUnheard: false, table: bridge?.table ?? '' });
    }
  }
  return [...found.values()];
}

/** What each bank says of the currency, per EUR on the date. */
function voices(said: readonly Said[], currency: string, day: Day): readonly Heard[] {
  return said.flatMap(({ bank, currency: own, mid, list }) => {
    const figure = own !== currency || mid === null ? null : perEuro([currency, mid, list], day);
    return figure === null || mid === null ? [] : [{ bank, figure, made: list.made, mid, list }];
  });
}
