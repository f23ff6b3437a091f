/**
 * What passes the gate and a person should see: figures that a crowd denies, newest voices that are not heard, and old
 * lists under a new date.
 */
import { describe, expect, it } from 'vitest';
import { toBankVoices } from '../../generator/release/gate/bank-voices.ts';
import { toDenied, toUnheard } from '../../generator/release/gate/dissent.ts';
import { toRelisted } from '../../generator/release/gate/remarks.ts';
import { type ArchiveRow, compareRows } from '../../generator/sources/archive/rows.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { currencyCode, isoDate } from '../../generator/wire/words/schemas.ts';

const day = (text: string) => isoDate.parse(text);
const [WED, THU] = [day('2026-09-30'), day('2026-10-01')];

interface Lists {
  readonly [bank: string]: readonly string[];
}

/** Lines are `2026-10-01 NOK 10.6`, per EUR, with `held` if quarantine holds it. A euro is one of each bank's own money. */
function spoken(lists: Lists) {
  return Object.entries(lists).map(([code, lines]) => {
    const definition = PROVIDERS.find((one) => one.code === code);
    const own = definition?.references.at(-1)?.currency;
    if (definition === undefined || own === undefined) throw new TypeError(`no bank ${code}`);
    const held = new Set<ArchiveRow>();
    const rows = lines.flatMap((line) => {
      const [date = '', currency = '', figure = '', state] = line.split(' ');
      const facts = { date: day(date), per: '1', unit: '', bid: '', ask: '', table: 'list' } as const;
      const row = (base: string, quote: string, mid: string): ArchiveRow => {
        return { ...facts, base, quote, mid, seen: `${date}T15:00:00Z`, document: code };
      };
      const stated = row(own, currency, figure);
      if (state === 'held') held.add(stated);
      return own === 'EUR' ? [stated] : [row('EUR', own, '1'), stated];
    });
    const unique = [...new Map(rows.map((row) => [`${row.date} ${row.base} ${row.quote}`, row])).values()];
    return { definition, archive: { provider: code, rows: unique.sort(compareRows), documents: new Map() }, held };
  });
}

const denied = (lists: Lists) => toDenied(toBankVoices(spoken(lists), THU, null));

/** The krone of two days. */
const KRONE = (wednesday: string, thursday: string) => [`${WED} NOK ${wednesday}`, `${THU} NOK ${thursday}`];
const CROWD = {
  BNR: KRONE('10.61', '10.62'),
  DNB: KRONE('10.6', '10.6'),
  NBP: KRONE('10.6', '10.61'),
  CNB: KRONE('10.59', '10.6'),
};

const TUE_KRONE = '2026-09-29 NOK 10.6';
/** A crowd that is on Thursday where one bank is on Wednesday. */
const following = (...thursday: readonly string[]): Lists => {
  const banks = Object.keys(CROWD).map((bank, place) => [bank, [TUE_KRONE, ...KRONE('10.6', thursday[place] ?? '')]]);
  return { ...Object.fromEntries(banks), ECB: [TUE_KRONE, `${WED} NOK 11.4`] };
};

describe('a figure that a crowd denies', () => {
  it('is named at each bank that states it, although one confirms the other', () => {
    expect(denied({ ...CROWD, ECB: KRONE('10.6', '11.4'), MNB: KRONE('10.61', '11.39') })).toEqual([
      { about: 'ECB/2026-10-01', words: expect.stringMatching(/^NOK is 7\.4 % off, and 4 other banks or more agree/) },
      { about: 'MNB/2026-10-01', words: expect.stringMatching(/^NOK is 7\.4 % off/) },
    ]);
  });

  it('is named if the others have moved since, but not to where it is', () => {
    expect(denied(following('11.42', '11.2', '10.7', '10.6'))).toHaveLength(1);
  });

  it.each<[string, Lists]>([
    ['is held in quarantine already', { ...CROWD, ECB: [`${WED} NOK 10.6`, `${THU} NOK 11.4 held`] }],
    ['is what the bank has always stated', { ...CROWD, ECB: KRONE('11.4', '11.4') }],
    ['is less than 5 % off, and the crowd is small', { ...CROWD, ECB: KRONE('10.6', '11') }],
    ['is of the day before, and the market moved since', { ...CROWD, ECB: [`${WED} NOK 10.6`] }],
    ['is denied by three banks alone', { BNR: CROWD.BNR, DNB: CROWD.DNB, NBP: CROWD.NBP, ECB: KRONE('10.6', '11.4') }],
    [
      'is denied by banks that do not agree with one another',
      {
        BNR: KRONE('10.6', '10.2'),
        DNB: KRONE('10.6', '10.6'),
        NBP: KRONE('10.6', '10.9'),
        CNB: KRONE('10.6', '10.4'),
        ECB: KRONE('10.6', '11.4'),
      },
    ],
    ['was the first to see a move that the others see since', following('11.42', '11.2', '11.35', '11.5')],
    ['is per a euro that is no voice', { ...CROWD, CBTT: KRONE('10.6', '11.4') }],
  ])('is not named if it %s', (_, lists) => expect(denied(lists)).toEqual([]));
});

const SOM = currencyCode.parse('UZS');
const unheard = (lists: Lists, figure: string) =>
  toUnheard(toBankVoices(spoken(lists), THU, null), new Map([[SOM, Ratio.parse(figure)]]));
const som = (...lines: readonly string[]) => lines.map((line) => line.replace(' ', ' UZS '));

describe('the newest voices of a currency', () => {
  const redenominated = som(`${WED} 13200`, `${THU} 13.2 held`);

  it('are named if more of them are held at one new level than state the old one', () => {
    const old = som(`${WED} 13180`, `${THU} 13180`);
    const lists = { BNR: redenominated, DNB: redenominated, NBP: redenominated, MNB: old, ECB: old };
    expect(unheard(lists, '13180')).toEqual([
      {
        about: 'GLOBAL/UZS',
        words: expect.stringMatching(
          /^BNR, DNB, NBP state 13\.2 per EUR \(3 in quarantine\), -99\.9 % from GLOBAL, which has 2 banks:/,
        ),
      },
    ]);
  });

  it('are named if all of them are newer than all that state the old level, be it one bank', () => {
    const weekly = som(`${WED} 13180`);
    const lists = { BNR: redenominated, ECB: weekly, MNB: weekly, DNB: weekly };
    expect(unheard(lists, '13180')).toEqual([
      { about: 'GLOBAL/UZS', words: expect.stringContaining('which has figures of 2026-09-30 and older') },
    ]);
  });

  it('are named if one of them is of the last day that has the old level, and the others are newer', () => {
    const early = som('2026-09-29 13200', `${WED} 13.2 held`);
    const lists = { BNR: redenominated, NBP: early, ECB: som(`${WED} 13180`), MNB: som(`${WED} 13180`) };
    expect(unheard(lists, '13180')).toEqual([
      { about: 'GLOBAL/UZS', words: expect.stringMatching(/^BNR, NBP state .* figures of 2026-09-30 and older/) },
    ]);
  });

  it('are named if no quarantine holds them and older figures outvote them: a thin currency has moved', () => {
    const lists = { BNR: som(`${WED} 600`, `${THU} 655`), ECB: som(`${WED} 601`), DNB: som(`${WED} 600`) };
    expect(unheard(lists, '601')).toEqual([
      { about: 'GLOBAL/UZS', words: expect.stringMatching(/^BNR states 655 per EUR, 9 % from GLOBAL/) },
    ]);
  });

  it.each<[string, Lists, string]>([
    [
      'are fewer, and others of the day deny them',
      { BNR: redenominated, ECB: som(`${WED} 13180`, `${THU} 13180`), DNB: som(`${WED} 13180`, `${THU} 13190`) },
      '13180',
    ],
    ['are what GLOBAL states', { BNR: redenominated, ECB: som(`${WED} 13180`) }, '13.2'],
    ['have stated it before', { BNR: som(`${WED} 700`, `${THU} 700`), ECB: som(`${WED} 600`) }, '600'],
    ['are less than 5 % off', { BNR: som(`${WED} 600`, `${THU} 625`), ECB: som(`${WED} 600`) }, '600'],
    ['contradict each other', { BNR: som(`${WED} 600`, `${THU} 800`), DNB: som(`${WED} 600`, `${THU} 400`) }, '600'],
    ['are older than three working days', { BNR: som('2026-09-24 600', '2026-09-25 655') }, '600'],
  ])('are not named if they %s', (_, lists, figure) => expect(unheard(lists, figure)).toEqual([]));
});

const CODES = ['USD', 'JPY', 'GBP', 'CHF', 'SEK'];
/** A list of five currencies; the seed sets the digits. */
const list = (date: string, seed: number, codes = CODES) =>
  codes.map((code, place) => `${date} ${code} ${place + 1}.${1000 + seed * 7}`);
const SEPTEMBER = ['2026-09-03', '2026-09-04', '2026-09-07'].flatMap((date, place) => list(date, place));
const relisted = (lines: readonly string[], isFloating: (row: ArchiveRow) => boolean = () => true) =>
  spoken({ ECB: lines }).flatMap(({ archive }) => toRelisted(archive, WED, isFloating));

describe('a list under a new date', () => {
  it('is named if each figure is that of an older list, however long ago', () => {
    expect(relisted([...SEPTEMBER, ...list(THU, 0)])).toEqual([
      { table: 'list', date: THU, original: '2026-09-03', figures: 5 },
    ]);
  });

  it('is named on each day on which the cache answers', () => {
    expect(relisted([...SEPTEMBER, ...list(WED, 0), ...list(THU, 0)])).toHaveLength(1);
    expect(relisted([...SEPTEMBER, ...list(WED, 0), ...list(THU, 1)])).toHaveLength(1);
  });

  it.each<[string, readonly string[], ((row: ArchiveRow) => boolean)?]>([
    ['has one new figure', [...SEPTEMBER, ...list(THU, 0, CODES.slice(0, 4)), `${THU} SEK 5.9`]],
    ['repeats the list before, as on a holiday', [...SEPTEMBER, ...list(THU, 2)]],
    ['repeats a week of holidays', [...SEPTEMBER, ...list('2026-09-29', 2), ...list(WED, 2), ...list(THU, 2)]],
    ['states pegs, which return together', [...SEPTEMBER, ...list(THU, 0)], ({ quote }) => quote === 'USD'],
    [
      'states few currencies',
      ['2026-09-03', '2026-09-04', THU].flatMap((date, place) => list(date, place % 2, ['USD', 'JPY'])),
    ],
    ['is older news', SEPTEMBER.concat(list('2026-09-08', 0))],
  ])('is not named if it %s', (_, lines, isFloating) => expect(relisted(lines, isFloating)).toEqual([]));
});
