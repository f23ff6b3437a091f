/** The cases by name: faults of whole lists, true events, and new codes. docs/replay.md says what each is. Pure. */
import { addDays, parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { atBanks, type Case, inTable, START, since, weekdays, worth } from './faults.ts';
import { daysFrom } from './habits.ts';
import type { Fault } from './lists.ts';
import { COLUMNS, SLIPS } from './slips.ts';

const day = parseIsoDate;

/** A list of another day with today's date. */
const listOf = (marketDay: IsoDate): Fault => ({ marketDay });

const shock = (currency: string, factor: number) => ({ currency, day: START, factor });

/** Lists of other days, and of other units. */
const LISTS: readonly Case[] = [
  {
    name: 'yesterday',
    about: "ECB, CNB and BDI state yesterday's list with today's date, one night",
    nights: weekdays(2),
    currencies: [],
    punctual: ['ECB', 'CNB', 'BDI'],
    ...atBanks(['ECB', 'CNB', 'BDI'], [START], listOf(addDays(START, -1))),
  },
  {
    name: 'month-once',
    about: 'BDI and TCMB state the list of four weeks ago, one night',
    nights: weekdays(2),
    currencies: [],
    punctual: ['BDI', 'TCMB'],
    ...atBanks(['BDI', 'TCMB'], [START], listOf(addDays(START, -28))),
  },
  {
    name: 'month-stays',
    about: 'ECB, BDI and NBP state the lists of four weeks ago, four nights',
    nights: weekdays(5),
    currencies: [],
    punctual: ['ECB', 'BDI', 'NBP'],
    fault: (bank, on) =>
      ['ECB', 'BDI', 'NBP'].includes(bank) && weekdays(4).includes(on) ? listOf(addDays(on, -28)) : null,
  },
  {
    name: 'unit-forgotten',
    about: 'CNB states its figures of 100 and 1000 units as of 1, five nights',
    nights: weekdays(5),
    currencies: [],
    punctual: ['CNB'],
    ...atBanks(['CNB'], weekdays(5), { per: '1' }),
  },
  {
    name: 'unit-changed',
    about: 'NBU changes its units to 1, and its figures with them (true)',
    nights: weekdays(2),
    currencies: [],
    punctual: ['NBU'],
    ...since(START, ['NBU'], { per: '1' }),
  },
  {
    name: 'comeback',
    about: 'CBG comes back after three weeks with its September 4 % higher',
    nights: [START, day('2026-10-08'), day('2026-10-15'), day('2026-10-22'), day('2026-10-23')],
    currencies: ['GMD'],
    punctual: ['CBG'],
    life: (bank, on) => (bank === 'CBG' && START <= on && on < '2026-10-22' ? { isSilent: true } : {}),
    fault: (bank, on) => (bank === 'CBG' && '2026-09-07' <= on && on < START ? worth('GMD', 1.04) : null),
    again: { bank: 'CBG', on: day('2026-10-22'), days: daysFrom(day('2026-09-07'), day('2026-09-30')) },
  },
];

/** What truly happens to a currency. */
const EVENTS: readonly Case[] = [
  ...[
    { name: 'devaluation-9', currency: 'SOS', factor: 0.91, about: 'SOS falls by 9 %' },
    { name: 'devaluation-30', currency: 'HTG', factor: 0.7, about: 'HTG falls by 30 %' },
    {
      name: 'devaluation-lone',
      currency: 'SLE',
      factor: 0.7,
      about: 'SLE, which BDI and a weekly list state, falls by 30 %',
    },
    { name: 'devaluation-50', currency: 'NIO', factor: 0.5, about: 'NIO, pegged to the dollar, falls by 50 %' },
    { name: 'devaluation-wide', currency: 'EGP', factor: 0.7, about: 'EGP, which many state, falls by 30 %' },
    { name: 'devaluation-tenfold', currency: 'LBP', factor: 0.1, about: 'LBP falls to a tenth, at once' },
    { name: 'depeg-dollar', currency: 'SAR', factor: 0.88, about: 'SAR gives up its peg and falls by 12 %' },
    { name: 'depeg-euro', currency: 'XOF', factor: 0.8, about: 'XOF gives up its peg and falls by 20 %' },
  ].map(({ name, currency, factor, about }) => ({
    name,
    about: `${about} (true)`,
    nights: weekdays(factor > 0.9 ? 4 : 3),
    currencies: [currency],
    shocks: [shock(currency, factor)],
  })),
  {
    name: 'redenomination',
    about: 'UZS drops three zeros; the weekly list follows with its next one (true)',
    nights: weekdays(6),
    currencies: ['UZS'],
    shocks: [shock('UZS', 1000)],
    punctual: ['NBP'],
  },
  {
    name: 'redenomination-slow',
    about: 'the same, but the weekly list keeps the old units a week longer',
    nights: weekdays(6),
    currencies: ['UZS'],
    shocks: [shock('UZS', 1000)],
    punctual: ['NBP'],
    ...atBanks(['NBP'], weekdays(5), inTable('B', worth('UZS', 1 / 1000))),
  },
];

/** Codes that nobody has stated before. */
const CODES: readonly Case[] = [
  {
    name: 'new-one',
    about: 'BDI states a new currency, VED (true)',
    nights: weekdays(2),
    currencies: ['VED'],
    aliases: [{ code: 'VED', of: 'SRD', units: 1.3 }],
    punctual: ['BDI'],
    ...since(START, ['BDI'], { also: { code: 'VED', like: 'SRD' } }),
  },
  {
    name: 'new-several',
    about: 'BDI, BNA, CBU and BSP state a new currency, VED (true)',
    nights: weekdays(2),
    currencies: ['VED'],
    aliases: [{ code: 'VED', of: 'VES', units: 1.3 }],
    punctual: ['BDI', 'BNA', 'CBU', 'BSP'],
    ...since(START, ['BDI', 'BNA', 'CBU', 'BSP'], { also: { code: 'VED', like: 'VES' } }),
  },
  {
    name: 'renamed',
    about: 'VES is called VED, by one bank after another within a week (true)',
    nights: weekdays(6),
    currencies: ['VED', 'VES'],
    aliases: [{ code: 'VED', of: 'VES', units: 1 }],
    life: (bank, on) => {
      // The adapter of the bank whose own currency it is would have to change.
      if (bank === 'BCV') return {};
      const waits = bank.charCodeAt(1) % 5;
      return weekdays(5)[waits] !== undefined && (weekdays(5)[waits] ?? '') <= on ? { code: toVed } : {};
    },
  },
];

function toVed(code: string): string {
  return code === 'VES' ? 'VED' : code;
}

export const CASES: readonly Case[] = [...SLIPS, ...COLUMNS, ...LISTS, ...EVENTS, ...CODES];

/** Every night of two months in which nothing is wrong. */
export const ORDINARY: Case = {
  name: 'ordinary',
  about: 'nothing is wrong',
  nights: daysFrom(START, day('2026-11-27')),
  currencies: [],
};
