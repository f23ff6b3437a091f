/** How many banks a fixing of GLOBAL needs, and which of them count as fresh. */
import { describe, expect, it } from 'vitest';
import { toGlobal } from '../../generator/rates/blend/global.ts';
import { isFresh, toVoices } from '../../generator/rates/blend/voices.ts';
import { toGlobalSource } from '../../generator/release/tree/read/sources.ts';
import { addDays, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';
import { definition, history } from '../support/banks/archives.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { CODES } from '../support/trees/trees.ts';

const HISTORY = 'ECB/eurofxref-hist.csv';
const day = parseIsoDate;
const [ECB, BNR] = [definition('ECB', 'EUR'), definition('BNR', 'RON')];
const list = (date: string) => CODES.map((code, place) => `${date} EUR/${code} ${place + 2}.5`);

/** The gap of a date; null if it has a fixing. */
function gapOf(date: string, romanian: readonly string[]): string | null {
  const histories = [history(ECB, ['2026-03-02', '2026-03-13'].flatMap(list)), history(BNR, romanian)];
  const held = histories.filter(({ dates }) => dates.length > 0);
  const source = toGlobalSource(
    toGlobal({ histories: held, pegs: [], currencies: [], newestFetch: day('2026-03-20') }),
  );
  const built = source.build(day(date));
  return 'gap' in built ? built.gap : null;
}

describe('a fixing of GLOBAL with the figures of one bank alone', () => {
  const ALONE = 'uses figures of one bank alone, 2 banks are needed';
  it.each<[string, readonly string[], string | null]>([
    ['is there in an archive of one bank', [], null],
    ['is there before the second bank’s first date', ['2026-03-16 EUR/RON 5.1'], null],
    ['is not there when the second bank has been silent for more than 7 days', ['2026-03-05 EUR/RON 5.1'], ALONE],
    ['is not there when the second bank has been silent for years', ['2020-03-05 EUR/RON 5.1'], ALONE],
    ['has company while the second bank’s figure is 7 days old', ['2026-03-06 EUR/RON 5.1'], null],
  ])('%s', (_, romanian, gap) => {
    expect(gapOf('2026-03-13', romanian)).toBe(gap);
  });
});

describe('the voices of a fixing', () => {
  const said = (provider: string, date: string) => ({ provider: definition(provider, 'EUR').code, made: day(date) });
  const voices = (...figures: readonly (readonly ReturnType<typeof said>[])[]) =>
    toVoices({ date: day('2026-03-13'), figures: figures.map((used) => ({ used, older: [] })) as never });

  it('count a bank once, by its newest figure, and a currency by the banks behind it', () => {
    const [new1, old1, old2, old3] = [
      said('ECB', '2026-03-13'),
      said('ECB', '2026-03-06'),
      said('BNR', '2026-03-09'),
      said('NBP', '2026-03-04'),
    ];
    expect(voices([], [old1], [new1, old2], [new1, old2, old3])).toEqual({
      ...{ date: '2026-03-13', contributors: 3, fresh: 1, byOne: 1, byTwo: 1, byMore: 1 },
      ...{ ageDaysMedian: 4, ageDaysMax: 9 },
    });
  });

  it.each([
    ['Thursday, on the Tuesday after Easter', '2026-04-02', '2026-04-07', true],
    ['Wednesday, on the Monday after Christmas', '2025-12-24', '2025-12-29', true],
    ['a Friday, on Thursday', '2026-03-06', '2026-03-12', false],
    ['a week ago', '2026-03-06', '2026-03-13', false],
    ['a Saturday, on Wednesday', '2026-03-07', '2026-03-11', true],
  ])('a figure of %s', (_, newest, fixing, expected) => {
    expect(isFresh(day(newest), day(fixing))).toBe(expected);
  });

  it.runIf(recordingsAreThere('mornings of the ECB'))('the ECB is fresh on every morning of its history', () => {
    const lists = [...readRecording(HISTORY).matchAll(/^(\d{4}-\d\d-\d\d),/gm)].map(([, date = '']) => day(date));
    lists.sort();
    expect(lists.length).toBeGreaterThan(6_900);
    const stale = lists.slice(1).flatMap((next, place) => {
      const newest = lists[place] ?? next;
      const mornings = [];
      for (let date = addDays(newest, 1); date <= next; date = addDays(date, 1)) {
        if (weekday(date) < 6 && !isFresh(newest, date)) mornings.push(date);
      }
      return mornings;
    });
    expect(stale).toEqual([]);
  });
});
