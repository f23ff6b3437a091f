/** Every two banks of the recordings side by side: data/cross-check.csv explains every figure that is apart. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { History } from '../../generator/rates/blend/history.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { addDays } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import type { Apart } from '../../scripts/docs/cross-check/compare.ts';
import { readEntries } from '../../scripts/docs/cross-check/entries.ts';
import {
  explainHeld,
  explainPairs,
  findHeld,
  percentOf,
  slackOf,
  slackOfHeld,
} from '../../scripts/docs/cross-check/explain.ts';
import { type CrossCheck, crossCheck } from '../../scripts/docs/cross-check/recordings.ts';
import { readHoldings } from '../../scripts/docs/holdings.ts';
import { recordedArchive, recordingsAreThere } from '../support/banks/recordings.ts';

const textOf = (pair: Apart) => {
  const { date, currency, providers, base } = pair;
  return `${date} ${providers.join('-')} ${currency}/${base} ${percentOf(pair).round(3)} %`;
};

describe.skipIf(!recordingsAreThere('every two providers of the recordings side by side'))(
  'all recorded providers',
  () => {
    const known = readEntries();
    let check: CrossCheck;
    beforeAll(async () => {
      check = crossCheck(await readHoldings(await recordedArchive(), PROVIDERS));
    });

    it('are all there, with more than 200,000 pairs of figures to compare, some of them far apart', () => {
      expect(check.providers).toBe(PROVIDERS.length);
      expect(check.tree.compared).toBeGreaterThan(200_000);
      expect(check.tree.apart.length).toBeGreaterThan(1000);
    });

    it('are nowhere more than 2 % apart without an entry that says why', () => {
      expect(explainPairs(check.tree.apart, known.pairs).unexplained.map(textOf)).toEqual([]);
    });

    it('have an entry for each figure that is held back, and quarantine accounts for each pair of such figures', () => {
      expect(check.held.length).toBeGreaterThan(40);
      expect(check.heldApart.length).toBeGreaterThan(10);
      const { unexplained } = explainHeld(check.held, known.held);
      expect(unexplained.map(({ provider, row }) => `${provider} ${row.date} ${row.base}/${row.quote}`)).toEqual([]);
      expect(check.heldApart.filter((pair) => findHeld(pair, check.held) === null).map(textOf)).toEqual([]);
    });

    it('need every entry in its full width', () => {
      expect(slackOf(explainPairs(check.tree.apart, known.pairs).accounts)).toEqual([]);
      expect(slackOfHeld(explainHeld(check.held, known.held).accounts)).toEqual([]);
    });

    it('show no bug in our code', () => {
      expect([...known.pairs, ...known.held].filter(({ kind }) => kind === 'our bug')).toEqual([]);
    });

    const historyOf = (code: string): History => {
      const found = check.histories.find(({ provider }) => provider === code);
      if (found === undefined) throw new TypeError(`no history of ${code}`);
      return found;
    };
    const rateOf = (code: string, date: IsoDate, currency: string, base: string): Ratio | null => {
      const { reference, quotations } = historyOf(code).fixing(date);
      const one = Ratio.of(1n, 1n);
      const units = new Map<string, Ratio | null>([...quotations].map(([name, { mid }]) => [name, mid]));
      const [of, to] = [currency, base].map((name) => (name === reference ? one : (units.get(name) ?? null)));
      return of === null || of === undefined || to === null || to === undefined ? null : of.over(to);
    };
    const apartBy = (left: Ratio, right: Ratio) => (left.compareTo(right) > 0 ? left.over(right) : right.over(left));

    it('that date their lists ahead are nearer to the figures that the others had the day before', () => {
      const ahead = explainPairs(check.tree.apart, known.pairs).accounts.filter(
        ({ entry }) => entry.topic === 'dated ahead',
      );
      let compared = 0;
      const further: string[] = [];
      for (const { entry, items } of ahead) {
        for (const pair of items) {
          const early = pair.providers.find((code) => entry.providers.every((name) => name.split('-').includes(code)));
          const other = pair.providers.find((code) => code !== early);
          if (early === undefined || other === undefined) throw new TypeError(`${textOf(pair)}: which is ahead?`);
          const before = historyOf(other).dates.findLast((date) => date < pair.date && date >= addDays(pair.date, -5));
          if (before === undefined) continue;
          const [mine, theirs] = [
            rateOf(early, pair.date, pair.currency, pair.base),
            rateOf(other, before, pair.currency, pair.base),
          ];
          if (mine === null || theirs === null) continue;
          compared++;
          if (apartBy(mine, theirs).compareTo(pair.factor) >= 0) further.push(textOf(pair));
        }
      }
      expect(further).toEqual([]);
      expect(compared).toBeGreaterThan(180);
    });

    it("have FED's months within 1.3 % of the mean of ECB's days, so only the day differs", () => {
      const [fed, ecb] = [historyOf('FED'), historyOf('ECB')];
      const limit = Ratio.of(1013n, 1000n);
      let compared = 0;
      const off: string[] = [];
      for (const date of fed.dates) {
        const days = ecb.dates.filter((other) => other.slice(0, 7) === date.slice(0, 7));
        for (const currency of fed.fixing(date).quotations.keys()) {
          const rates = days.flatMap((other) => rateOf('ECB', other, currency, 'USD') ?? []);
          const average = rateOf('FED', date, currency, 'USD');
          if (rates.length < 10 || average === null) continue;
          const sum = rates.map((rate) => rate.roundSignificant(15)).reduce((left, right) => left.plus(right));
          compared++;
          const mean = sum.toRatio().over(Ratio.of(BigInt(rates.length), 1n));
          if (apartBy(average, mean).compareTo(limit) > 0) off.push(`${date} ${currency}`);
        }
      }
      expect(off).toEqual([]);
      expect(compared).toBeGreaterThan(4000);
    });
  },
);
