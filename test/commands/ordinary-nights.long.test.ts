/**
 * Two weeks of nights of an invented world in which a few banks cannot be read on any night: none asks for a person.
 * Then faults that last, each of which is named, and only that.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exitCodeOf, type NightReport, NightSoFar } from '../../generator/commands/night-report.ts';
import { nightAlone } from '../../generator/commands/nightly.ts';
import { collectProviders } from '../../generator/sources/collect/collect.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR, type IsoDate } from '../../generator/wire/words/schemas.ts';
import type { Fault } from '../support/banks/bank-faults.ts';
import { type Behaviour, type Internet, internet } from '../support/servers/internet.ts';
import { newPlace, type Place } from '../support/trees/one-night.ts';
import { BANKS, worldOn } from '../support/trees/ordinary-world.ts';

const [FIRST, LAST] = [parseIsoDate('2026-11-14'), parseIsoDate('2026-11-27')];
const currencies = codesOf(readCurrencies());

let place: Place;
let net: Internet;
let behave: Behaviour = () => '';

beforeAll(async () => {
  place = newPlace();
  net = await internet((ask, response) => behave(ask, response));
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function night(today: IsoDate, other?: (code: string) => Fault | undefined) {
  vi.setSystemTime(`${today}T22:30:00Z`);
  behave = worldOn(today, other);
  const soFar = new NightSoFar();
  const { archive, out, store } = place;
  const limits = { attemptsMax: 2, backoffMs: 1, timeoutMs: 1000 };
  const source = networkSource({ dispatcher: net.dispatcher, userAgent: 'test', limits, now: () => new Date() });
  const [bases, historyBases] = [new Set([EUR]), new Set<never>()];
  await nightAlone(store, { archive, out, bases, historyBases, since: FIRST }, soFar, () =>
    collectProviders({
      ...{ providers: BANKS, source, today, currencies, redenominations: [], env: {}, archiveDir: archive },
      ...{ from: null, to: null, backfill: null, withdraw: [], askedAt: `${today}T22:30:00Z`, onEvent: () => {} },
    }),
  );
  const { report } = soFar;
  return { today, code: exitCodeOf(report, {}), report };
}

const nightsFrom = (first: IsoDate, last: IsoDate) => {
  const days: IsoDate[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
};

const told = ({ failures, notices, refusals, error }: NightReport) => [
  ...failures,
  ...notices,
  ...refusals,
  ...(error === null ? [] : [error]),
];

describe('in an invented world', () => {
  it('two weeks of ordinary nights end with 0, although some bank cannot be read on any of them', async () => {
    for (const today of nightsFrom(FIRST, LAST)) {
      const { code, report } = await night(today);
      expect([today, code, told(report)]).toEqual([today, 0, []]);
      expect(report.passing.length, today).toBeGreaterThan(0);
    }
  }, 600_000);

  it('a fault that lasts ends nights with 2, or 8 if nobody answers, each of which names that alone, until it is mended', async () => {
    const reached = 'banks could not be read: see what this machine reaches, ratetree collect --check';
    const named = (code: string) => `look at it, ratetree collect --check --provider ${code}`;
    const faults: readonly [Fault, codes: readonly string[] | 'all', first: string, last: string][] = [
      ['redesigned', ['NBP'], '2026-11-30', '2026-12-03'],
      ['reset', 'all', '2026-12-05', '2026-12-05'],
      ['broken', ['CNB'], '2026-12-07', '2026-12-12'],
    ];
    const ended: string[] = [];
    for (const today of nightsFrom(addDays(LAST, 1), parseIsoDate('2026-12-13'))) {
      const { code, report } = await night(today, (bank) => {
        const found = faults.find(([, codes, first, last]) => {
          return first <= today && today <= last && (codes === 'all' || codes.includes(bank));
        });
        return found?.[0];
      });
      const lines = told(report).map((line) => line.replace(/^.*(: |\d of \d+ )(?=look at it|banks could)/, ''));
      if (code !== 0) ended.push([today, code, ...lines].join(' '));
    }
    expect(ended).toEqual([
      `2026-12-02 2 ${named('NBP')}`,
      `2026-12-03 2 ${named('NBP')}`,
      `2026-12-05 8 ${reached}`,
      `2026-12-11 2 ${named('CNB')}`,
      `2026-12-12 2 ${named('CNB')}`,
    ]);
  }, 900_000);
});
