/** Fresh figures first, and by what a figure is rebased, with figures small enough for a calculator. */
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

describe('a figure is rebased by what has carried its currency best', () => {
  /** GLOBAL has 1.12 dollars. */
  const banks: Published = ['BA', 'BB', 'BC'].map((code) => [definition(code, 'EUR'), ['2026-03-13 EUR/USD 1.12']]);
  const used = (published: Published) => traceOf(blended([...banks, ...published], DAY), 'NOK');
  /** A bank's lists of five days, with dollars and kroner per euro that go up and down. */
  const swinging = (code: string, high: string): Published[number] => [
    definition(code, 'EUR'),
    ['02', '03', '04', '05', '06'].flatMap((day, place) => [
      `2026-03-${day} EUR/USD ${place % 2 === 1 ? '1.122' : '1.1'}`,
      `2026-03-${day} EUR/NOK ${place % 2 === 1 ? high : '11'}`,
    ]),
  ];
  const last = (day: string, dollars = '1.1') => [`2026-03-${day} EUR/USD ${dollars}`, `2026-03-${day} EUR/NOK 11`];
  const listed = (high: string, ...more: readonly string[]): Published[number] => {
    const [bank, lines] = swinging('BD', high);
    return [bank, [...lines, ...more]];
  };

  it.each(['13', '09'])('on its own day and later: a list of 2026-03-%s', (day) => {
    const carriedBy = (high: string) => used([listed(high, ...last(day))]);
    // 11 by the euro; 11 x 1.12 / 1.1 = 11.2 by the dollar.
    expect(carriedBy('11')).toEqual([`BD 2026-03-${day} 11 used`]);
    expect(carriedBy('11.22')).toEqual([`BD 2026-03-${day} 11.2 used by USD`]);
    expect(carriedBy('11.11')).toEqual([`BD 2026-03-${day} 11.1 used by EUR and USD`]);
  });

  it('as all banks together saw it move', () => {
    // By the dollar BE errs in no step, and by the euro in each of four; BD the other way round. BF decides.
    const two = [listed('11', ...last('13')), swinging('BE', '11.22')];
    expect(used([...two, swinging('BF', '11')])[0]).toBe('BD 2026-03-13 11 used');
    expect(used([...two, swinging('BF', '11.22')])[0]).toBe('BD 2026-03-13 11.2 used by USD');
  });

  it('by the euro if nobody stated it twice', () => {
    expect(used([[definition('BD', 'EUR'), last('13')]])).toEqual(['BD 2026-03-13 11 used']);
  });

  it.each([
    ['1.1536', ' 11 used'],
    ['1.1537', 'used by USD'],
  ])('by the dollar alone if the bank’s own EUR/USD is more than 3 %% from GLOBAL’s: %s', (dollars, expected) => {
    expect(used([[definition('BD', 'EUR'), last('13', dollars)]])[0]).toContain(expected);
  });

  it('but the dollar itself by its bank’s own euro, or it would return what GLOBAL has already', () => {
    const old: Published = [
      [definition('BA', 'EUR'), ['2026-03-13 EUR/USD 1.12']],
      [definition('NBP', 'PLN'), ['2026-03-09 EUR/PLN 4.4', '2026-03-09 USD/PLN 4']],
    ];
    expect(traceOf(blended(old, DAY), 'USD')).toEqual(['BA 2026-03-13 1.12 used', 'NBP 2026-03-09 1.1 used']);
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
