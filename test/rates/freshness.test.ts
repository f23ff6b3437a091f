/** Fresh figures first, and how an older figure is carried to the day, with figures small enough for a calculator. */
import { describe, expect, it } from 'vitest';
import { splitByAge } from '../../generator/rates/blend/consensus.ts';
import { toVoices } from '../../generator/rates/blend/voices.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { definition } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';
import { randomOf } from '../support/kit/random.ts';
import { blended, figureOf, type Published, traceOf } from '../support/trees/blended.ts';

const DAY = parseIsoDate('2026-03-13');

/** Banks that state everything per euro. */
const inEuro = (figures: readonly (readonly [day: string, figure: string])[]): Published =>
  figures.map(([day, figure], place) => [
    definition(`B${'ABCDEFGHI'[place]}`, 'EUR'),
    [`2026-03-${day} EUR/SEK ${figure}`, `2026-03-${day} EUR/USD 1.15`],
  ]);

const toPairs = (figures: string) => figures.split(' | ').map((one) => one.split(' ') as [string, string]);

describe('fresh figures come first', () => {
  it.each(readExamples('rates/freshness.txt', 'figures'))('%s', (_, figures, expected) => {
    expect(figureOf(blended(inEuro(toPairs(figures)), DAY), 'SEK')).toBe(expected);
  });

  it('and an older one that does not count is listed with the reason', () => {
    const figures = blended(
      inEuro([
        ['13', '10'],
        ['13', '10.1'],
        ['13', '10.2'],
        ['12', '10.4'],
      ]),
      DAY,
    );
    expect(traceOf(figures, 'SEK').at(-1)).toBe('BD 2026-03-12 10.4 left out: three newer figures');
  });

  it('a figure counts only with all of its date, and never while three newer ones are there', () => {
    const random = randomOf(20260313);
    for (let round = 0; round < 2_000; round++) {
      const days = Array.from({ length: random.below(9) }, () => ({
        made: parseIsoDate(`2026-03-0${1 + random.below(5)}`),
      }));
      const { counted, older } = splitByAge(days);
      expect(counted.length + older.length).toBe(days.length);
      const oldest = counted.map(({ made }) => made).sort()[0] ?? '9999';
      for (const { made } of older) expect(made < oldest).toBe(true);
      if (older.length > 0) expect(counted.length).toBeGreaterThanOrEqual(3);
      expect(counted.filter(({ made }) => made > oldest).length).toBeLessThan(3);
    }
  });
});

describe('a figure of an earlier day is carried to the day', () => {
  // The euro rises from 1.10 to 1.20 dollars. NBP has AFN at 80 a dollar on the 9th, and so does GLOBAL on the 13th.
  const banks: Published = ['BA', 'BB', 'BC'].map((code) => [
    definition(code, 'EUR'),
    ['2026-03-09 EUR/USD 1.1', '2026-03-13 EUR/USD 1.2'],
  ]);
  const NBP = definition('NBP', 'PLN');
  const weekly = ['2026-03-09 EUR/PLN 4.4', '2026-03-09 USD/PLN 4'];

  it.each<[string, string, string]>([
    ['by its bank’s own dollar', '2026-03-09 AFN/PLN 0.05', '96 single'],
    ['as it stands, if it is of the day itself', '2026-03-13 AFN/PLN 0.05', '100 single'],
  ])('%s', (_, line, expected) => {
    const today = line.includes('-13 ') ? ['2026-03-13 EUR/PLN 5', '2026-03-13 USD/PLN 4'] : [];
    expect(figureOf(blended([...banks, [NBP, [...weekly, ...today, line]]], DAY), 'AFN')).toBe(expected);
  });

  it('by its bank’s own euro, if what is stated of it moved less against the euro', () => {
    const marks = [
      '2026-03-04 EUR/PLN 4',
      '2026-03-04 USD/PLN 3.2',
      '2026-03-04 MKD/PLN 0.065',
      '2026-03-09 MKD/PLN 0.0715',
    ];
    const published: Published = [...banks, [NBP, [...weekly, ...marks]]];
    // 4.4 / 0.0715 = 61.538, as 4 / 0.065 was, while a dollar was 49.2 denars and became 55.9.
    expect(traceOf(blended(published, DAY), 'MKD')).toEqual(['NBP 2026-03-09 800/13 used']);
  });

  it('by the dollar again, if another bank saw it move far more against the euro', () => {
    const marks = [
      '2026-03-04 EUR/PLN 4',
      '2026-03-04 USD/PLN 3.2',
      '2026-03-04 MKD/PLN 0.065',
      '2026-03-09 MKD/PLN 0.0715',
    ];
    const TCMB = definition('TCMB', 'TRY');
    // 56 denars are a dollar on both days, and the euro doubles.
    const other = [
      '2026-02-16 EUR/TRY 60',
      '2026-02-16 USD/TRY 56',
      '2026-02-16 MKD/TRY 1',
      '2026-02-23 EUR/TRY 120',
      '2026-02-23 USD/TRY 56',
      '2026-02-23 MKD/TRY 1',
    ];
    const made = blended([...banks, [NBP, [...weekly, ...marks]], [TCMB, other]], DAY);
    expect(traceOf(made, 'MKD')[0]).toMatch(/^NBP 2026-03-09 \S+ used by USD$/);
  });

  // Of a bank that lists daily: the rand and the pula fall together, or the krone moves half with each of the two.
  const days = Array.from({ length: 12 }, (_, place) => `2026-02-${16 + place}`).map(
    (date, place) => [date, place] as const,
  );
  const daily = (lineOf: (date: string, rise: number) => readonly string[]): Published[number] => [
    definition('BD', 'EUR'),
    days.flatMap(([date, place]) => lineOf(date, place % 2)),
  ];
  const old = ['2026-03-09 EUR/USD 1.1'];

  it('by the rand, if it moved with it in ten steps, and three banks have a newer one', () => {
    const bank = daily((date, rise) => [
      `${date} EUR/USD ${rise === 1 ? '1' : '1.1'}`,
      `${date} EUR/ZAR ${rise === 1 ? '22' : '20'}`,
      `${date} EUR/BWP ${rise === 1 ? '16.5' : '15'}`,
    ]);
    const newer: Published = banks.map(([of, lines]) => [of, [...lines, '2026-03-13 EUR/ZAR 20.2']]);
    const [of, lines] = bank;
    const own = [...lines, ...old, '2026-03-09 EUR/ZAR 20', '2026-03-09 EUR/BWP 15'];
    // 20.2 x 15 / 20 = 15.15; by the euro it would be 15, by the dollar 16.36.
    expect(traceOf(blended([...newer, [of, own]], DAY), 'BWP')).toEqual(['BD 2026-03-09 15.15 used by ZAR']);
    const two = [...newer.slice(0, 2), ...banks.slice(2)];
    expect(traceOf(blended([...two, [of, own]], DAY), 'BWP')).toEqual(['BD 2026-03-09 15 used']);
    const far: Published = banks.map(([bank, held]) => [bank, [...held, '2026-03-13 EUR/ZAR 20.5']]);
    expect(traceOf(blended([...far, [of, own]], DAY), 'BWP')).toEqual(['BD 2026-03-09 15 used']);
    const few = [of, own.filter((line) => line >= '2026-02-19')] as const;
    expect(traceOf(blended([...newer, few], DAY), 'BWP')).toEqual(['BD 2026-03-09 15 used']);
  });

  it('half by each, if it moved half as far as the dollar', () => {
    const [of, lines] = daily((date, rise) => [
      `${date} EUR/USD ${rise === 1 ? '1.2' : '1'}`,
      `${date} EUR/NOK ${rise === 1 ? '11' : '10'}`,
    ]);
    const own = [...lines, ...old, '2026-03-09 EUR/NOK 11'];
    // 11 by the euro and 12 by the dollar, which rises from 1.1 to 1.2.
    expect(traceOf(blended([...banks, [of, own]], DAY), 'NOK')).toEqual(['BD 2026-03-09 11.5 used by EUR and USD']);
  });

  it('and the dollar itself by its bank’s own euro, or it would return what GLOBAL has already', () => {
    expect(traceOf(blended([...banks.slice(0, 1), [NBP, weekly]], DAY), 'USD')).toEqual([
      'BA 2026-03-13 1.2 used',
      'NBP 2026-03-09 1.1 used',
    ]);
  });
});

it('a bank whose figures only newer ones keep out is heard, so that a night before most banks publish is no alarm', () => {
  const published = inEuro([
    ['13', '10'],
    ['13', '10.1'],
    ['13', '10.2'],
    ['12', '10.4'],
  ]);
  const voices = toVoices(blended(published, DAY));
  expect(voices).toMatchObject({ contributors: 4, fresh: 4, byMore: 2, ageDaysMax: 1 });
});
