/**
 * An invented world: every bank of ours states what one invented market says, by its own schedule, with holidays and
 * late lists, and fails as banks on the real network do. A server on this machine answers for all of them.
 */
import { z } from 'zod';
import { pegInForce, readPegs } from '../../../generator/sources/facts/pegs.ts';
import { defineFeed, type ProviderDefinition, toReference } from '../../../generator/sources/feeds/provider.ts';
import { csv } from '../../../generator/sources/feeds/readers.ts';
import { parseDay } from '../../../generator/sources/feeds/spelling.ts';
import { PROVIDERS } from '../../../generator/sources/providers/index.ts';
import { addDays, weekday } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import type { CurrencyCode, IsoDate } from '../../../generator/wire/words/schemas.ts';
import { FAULTS, type Fault } from '../banks/bank-faults.ts';
import type { Behaviour } from '../servers/internet.ts';

/** What floats, units per euro. */
const LEVELS: Readonly<Record<string, number>> = {
  ...{ USD: 1.16, JPY: 171, GBP: 0.87, CHF: 0.94, AUD: 1.78, CAD: 1.62, NZD: 2.02, SEK: 11.1, NOK: 11.7, PLN: 4.26 },
  ...{ CZK: 24.5, HUF: 396, TRY: 48, MXN: 21.7, BRL: 6.3, ZAR: 20.4, INR: 102, IDR: 19_300, KRW: 1640, SGD: 1.5 },
  ...{ THB: 37.7, CNY: 8.3, ILS: 3.9, PHP: 67 },
};

const MAJORS = ['USD', 'JPY', 'GBP', 'CHF'];
/** The others state only the majors, so that a night has few files. */
const WHOLE: ReadonlySet<string> = new Set(['ECB', 'BDI', 'CNB', 'NBP', 'NBU', 'CBR', 'TCMB', 'BOC', 'RBA', 'MAS']);

/** A number from 0 to 1 that depends on the text alone. */
const chance = (text: string) => Number.parseInt(hashOf(text).slice(0, 10), 16) / 16 ** 10;

const PEGS = readPegs();
const levels = new Map<string, number>();

/** Units per euro at the end of a day: moves by half a percent on a working day, unless it is pegged. */
function market(code: string, day: IsoDate): number {
  if (code === 'EUR') return 1;
  const peg = pegInForce(PEGS, code as CurrencyCode, day);
  if (peg !== null) return (market(peg.anchor, day) * Number(`${peg.units}`)) / Number(`${peg.per}`);
  const key = `${code} ${day}`;
  const known = levels.get(key);
  if (known !== undefined) return known;
  const before = day <= '2026-08-31' ? (LEVELS[code] ?? 1) : market(code, addDays(day, -1));
  const level = weekday(day) > 5 ? before : before * (1 + (chance(key) - 0.5) * 0.01);
  levels.set(key, level);
  return level;
}

/** Three percent of the days; a week at one bank in twenty, which is when China and others have a golden one. */
function isClosed(code: string, day: IsoDate): boolean {
  const golden = chance(`golden ${code}`);
  const first = addDays('2026-09-28' as IsoDate, Math.floor(golden * 100) * 7);
  return chance(`holiday ${code} ${day}`) < 0.03 || (golden < 0.05 && first <= day && day <= addDays(first, 6));
}

/** The day on which a bank's list of a day can be had: one in fifty is a day late. */
const outOn = (code: string, day: IsoDate) => (chance(`late ${code} ${day}`) < 0.02 ? addDays(day, 1) : day);

function hasList({ code, schedule, monthly, quarterly }: ProviderDefinition, day: IsoDate): boolean {
  if (quarterly === true) return day === '2026-09-30';
  if (monthly === true) return day.endsWith('-01');
  return schedule.days.includes(weekday(day)) && !isClosed(code, day);
}

/** Lines of the newest lists that are out, as `date,base,quote,mid`. */
function listOf(bank: ProviderDefinition, today: IsoDate): string {
  const days = Array.from({ length: bank.quarterly ? 120 : bank.monthly ? 60 : 10 }, (_, place) =>
    addDays(today, -place),
  );
  const since = bank.references[0]?.from ?? today;
  const out = days.filter((day) => day >= since && hasList(bank, day) && outOn(bank.code, day) <= today);
  const stated = WHOLE.has(bank.code) ? Object.keys(LEVELS) : MAJORS;
  return out
    .flatMap((day) => {
      const quote = toReference(bank, day);
      const bases = ['EUR', ...stated].filter((base) => base !== quote);
      const own = market(quote, day);
      return bases.map((base) => `${day},${base},${quote},${(own / market(base, day)).toPrecision(6)}\n`);
    })
    .join('');
}

const listFeed = (code: string) =>
  defineFeed<string[][]>({
    name: 'lists',
    matches: /./,
    latest: () => [{ method: 'GET', url: `https://${code.toLowerCase()}.example/lists` }],
    read: csv(),
    schema: z.array(z.array(z.string())),
    *observe(rows) {
      for (const [date = '', base = '', quote = '', mid = ''] of rows)
        yield { date: parseDay(date, 'YMD'), base, quote, per: '1', unit: '', mid, bid: '', ask: '' };
    },
  });

/** Every bank and authority that still publishes, each with one list, in a form that all share. */
export const BANKS: readonly ProviderDefinition[] = PROVIDERS.filter(({ obsolete }) => obsolete !== true).map(
  ({ bridge: _, ...bank }) => ({ ...bank, feeds: [listFeed(bank.code)] as never }),
);

/**
 * Hosts that collections of the real network name, with what they do, and on how many nights of a hundred: the edge of
 * Guatemala resets whoever comes from a data centre, so it was never read here.
 */
const KNOWN: Readonly<Record<string, readonly [Fault, number]>> = {
  ...{ BANGUAT: ['reset', 100], BOTA: ['broken', 15], NBC: ['refused', 12], BI: ['reset', 10], CBI: ['refused', 10] },
  ...{ BAM: ['busy', 10], RB: ['busy', 8], DAB: ['broken', 10], CBN: ['silent', 10], CBE: ['firewall', 10] },
  ...{ NBKR: ['reset', 8], BOJA: ['silent', 8], BDI: ['firewall', 5], NBRM: ['firewall', 5], CFETS: ['refused', 8] },
};
const ANY = ['reset', 'silent', 'broken', 'cut', 'refused', 'gone', 'maintenance', 'redesigned'] as const;

/** Why a bank cannot be read on an ordinary night; null if it can. */
export function faultOf(code: string, day: IsoDate): Fault | null {
  const [own, often] = KNOWN[code] ?? [null, 0];
  if (own !== null && chance(`own ${code} ${day}`) * 100 < often) return own;
  // A host that is down for two nights, once in fifty days; and a night alone.
  const isDown = [0, -1].some((back) => chance(`down ${code} ${addDays(day, back)}`) < 0.004);
  if (isDown) return chance(`kind ${code}`) < 0.5 ? 'broken' : 'silent';
  const luck = chance(`fault ${code} ${day}`);
  return luck < 0.015 ? (ANY[Math.floor((luck / 0.015) * ANY.length)] ?? null) : null;
}

/** The answer of whatever bank is asked. @param other what the ordinary night does not have; undefined: nothing */
export function worldOn(today: IsoDate, other: (code: string) => Fault | undefined = () => undefined): Behaviour {
  return (ask, response) => {
    const bank = BANKS.find(({ code }) => ask.url.hostname === `${code.toLowerCase()}.example`);
    if (bank === undefined) throw new TypeError(`there is no ${ask.url.hostname}`);
    const fault = other(bank.code) ?? faultOf(bank.code, today);
    return fault === null ? listOf(bank, today) : FAULTS[fault](ask, response);
  };
}
