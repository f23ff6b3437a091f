/** Cases in which single figures of a list are wrong: slips of a bank, and figures in each other's places. Pure. */
import { atBanks, type Case, exchanged, inTable, START, weekdays, worth } from './faults.ts';

/** One bank with a slip in the figure of a currency that few others state. */
export const SLIPS: readonly Case[] = [
  {
    name: 'slip-once',
    about: 'BDI states HTG ten times too high, one night',
    nights: weekdays(2),
    currencies: ['HTG'],
    punctual: ['BDI'],
    ...atBanks(['BDI'], [START], worth('HTG', 10)),
  },
  {
    name: 'slip-stays',
    about: 'BDI states SRD ten times too low, five nights',
    nights: weekdays(5),
    currencies: ['SRD'],
    punctual: ['BDI'],
    ...atBanks(['BDI'], weekdays(5), worth('SRD', 0.1)),
  },
  {
    name: 'digit',
    about: 'BDI states SOS 9.5 % too high, three nights',
    nights: weekdays(4),
    currencies: ['SOS'],
    punctual: ['BDI'],
    ...atBanks(['BDI'], weekdays(3), worth('SOS', 1.095)),
  },
  {
    name: 'digit-40',
    about: 'BDI states SLE 40 % too high, two nights',
    nights: weekdays(3),
    currencies: ['SLE'],
    punctual: ['BDI'],
    ...atBanks(['BDI'], weekdays(2), worth('SLE', 1.4)),
  },
  {
    name: 'creep',
    about: 'BDI states GNF 5 % higher each night, five nights',
    nights: weekdays(6),
    currencies: ['GNF'],
    punctual: ['BDI'],
    fault: (bank, on) => {
      const count = weekdays(5).indexOf(on) + 1;
      return bank === 'BDI' && count > 0 ? worth('GNF', 1.05 ** count) : null;
    },
  },
  {
    name: 'dollar',
    about: 'BDI states its USD 9.5 % too high, one night',
    nights: weekdays(2),
    currencies: [],
    punctual: ['BDI'],
    ...atBanks(['BDI'], [START], worth('USD', 1.095)),
  },
  {
    name: 'whole-list',
    about: 'BDI states its whole list 8 % too high, one night',
    nights: weekdays(2),
    currencies: [],
    punctual: ['BDI'],
    ...atBanks(['BDI'], [START], { times: () => 1.08 }),
  },
  {
    name: 'copied-slip',
    about: 'NBP and CNB both state GBP 30 % too high, one night',
    nights: weekdays(2),
    currencies: ['GBP'],
    punctual: ['NBP', 'CNB'],
    ...atBanks(['NBP', 'CNB'], [START], worth('GBP', 1.3)),
  },
];

/** Figures in each other's places. */
export const COLUMNS: readonly Case[] = [
  {
    name: 'columns-one',
    about: 'BDI exchanges TOP and WST, one night',
    nights: weekdays(2),
    currencies: ['TOP', 'WST'],
    punctual: ['BDI'],
    ...atBanks(['BDI'], [START], exchanged('TOP', 'WST')),
  },
  {
    name: 'columns-weekly',
    about: 'NBP exchanges SBD and PGK in one weekly list',
    nights: weekdays(6),
    currencies: ['SBD', 'PGK'],
    punctual: ['NBP'],
    ...atBanks(['NBP'], weekdays(5), inTable('B', exchanged('SBD', 'PGK'))),
  },
  {
    name: 'columns-crowd',
    about: 'ECB alone exchanges NOK and SEK, which thirty others state, one night',
    nights: weekdays(2),
    currencies: ['NOK', 'SEK'],
    punctual: ['ECB'],
    ...atBanks(['ECB'], [START], exchanged('NOK', 'SEK')),
  },
  {
    name: 'columns-copied',
    about: 'ECB and CNB both exchange NOK and SEK, one night',
    nights: weekdays(2),
    currencies: ['NOK', 'SEK'],
    punctual: ['ECB', 'CNB'],
    ...atBanks(['ECB', 'CNB'], [START], exchanged('NOK', 'SEK')),
  },
  {
    name: 'sides',
    about: 'TCMB exchanges bid and ask, one night',
    nights: weekdays(2),
    currencies: [],
    punctual: ['TCMB'],
    ...atBanks(['TCMB'], [START], { sides: 'exchanged' }),
  },
];
