/** Why a day has no fixing, by the archive's evidence: figures, holidays, and when the provider was asked. */
import { describe, expect, it } from 'vitest';
import { GAP_DAYS, HolidayCalendar, toGaps } from '../../generator/rates/status/gaps.ts';
import type { Asked } from '../../generator/sources/archive/ledger.ts';
import type { Schedule } from '../../generator/sources/feeds/provider.ts';
import { addDays, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';
import { currencyCode, type IsoDate, providerCode } from '../../generator/wire/words/schemas.ts';
import { archive } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';

const SCHEDULE: Schedule = { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Berlin' };
const day = parseIsoDate;

interface Evidence {
  readonly schedule?: Schedule;
  /** Dates of fixings, or `date/until` for a stated period. By default each weekday from 2 to 13 March 2026. */
  readonly held?: readonly string[];
  /** Lines as in test/support/banks/archives.ts. By default there are none. */
  readonly rows?: readonly string[];
  /** `2026-03-13T16:00 ok 2026-03-05`, or `… failed`. */
  readonly asked?: readonly string[];
  readonly holidays?: readonly string[];
  readonly monthly?: boolean;
  readonly obsolete?: boolean;
}

const MARCH = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13'].map((text) => `2026-03-${text}`);
const without = (...gone: readonly string[]) => MARCH.filter((date) => !gone.includes(date.slice(8)));

/** `2026-03-10 holiday`, `2026-03-10..2026-03-11 (2) not asked`. */
function gapsOf({ held = MARCH, rows = [], asked = [], holidays = [], ...facts }: Evidence): readonly string[] {
  const { schedule = SCHEDULE, monthly = false, obsolete = false } = facts;
  const fixings = held.map((text) => {
    const [date = '', until = date] = text.split('/');
    return { date: day(date), until: day(until) };
  });
  const references = [{ from: day('1999-01-04'), currency: currencyCode.parse('EUR') }];
  const gaps = toGaps({
    index: { provider: providerCode.parse('ECB'), latest: null, references, fixings },
    archive: archive('ECB', rows),
    asked: asked.map(toAsked),
    rhythm: { schedule, monthly, holidays: new Set(holidays.map(day)) },
    obsolete,
  });
  return gaps.map(({ from, to, days, reason }) =>
    from === to ? `${from} ${reason}` : `${from}..${to} (${days}) ${reason}`,
  );
}

function toAsked(line: string): Asked {
  const [at = '', outcome = '', since] = line.split(' ');
  if (outcome !== 'ok') return { at: `${at}:00Z`, outcome: 'failed', since: '', reason: 'gone' };
  return { at: `${at}:00Z`, outcome, since: since === undefined ? '' : day(since), reason: '' };
}

describe('the gaps before the newest fixing, for a day', () => {
  it.each<[string, Evidence, readonly string[]]>([
    ['that is not missing', {}, []],
    ['about which nothing is known', { held: without('10') }, ['2026-03-10 not asked']],
    ['that is a holiday', { held: without('10'), holidays: ['2026-03-10'] }, ['2026-03-10 holiday']],
    ['that is a holiday on which the bank worked', { holidays: ['2026-03-10'] }, []],
    // The list of 16:00 in Frankfurt is due at 15:00 UTC.
    [
      'after which the provider answered for the days around it',
      { held: without('10'), asked: ['2026-03-10T15:00 ok 2026-03-02'] },
      ['2026-03-10 not published'],
    ],
    [
      'on which the provider was asked too early only',
      { held: without('10'), asked: ['2026-03-10T14:59 ok 2026-03-02'] },
      ['2026-03-10 not asked'],
    ],
    [
      'after which the provider answered for later days only',
      { held: without('10'), asked: ['2026-03-11T15:30 ok 2026-03-11'] },
      ['2026-03-10 not asked'],
    ],
    [
      'on whose evening the provider could not be reached, and answered later for later days only',
      { held: without('10'), asked: ['2026-03-10T15:30 failed', '2026-03-11T15:30 ok 2026-03-11'] },
      ['2026-03-10 fetch failed'],
    ],
    [
      'on whose evening the provider could not be reached, but a later answer for it has no figure',
      { held: without('10'), asked: ['2026-03-10T15:30 failed', '2026-03-11T15:30 ok 2026-03-02'] },
      ['2026-03-10 not published'],
    ],
    [
      'with a failure before its hour and one after an answer for later days',
      {
        held: without('10'),
        asked: ['2026-03-10T14:00 failed', '2026-03-11T15:30 ok 2026-03-11', '2026-03-12T15:30 failed'],
      },
      ['2026-03-10 not asked'],
    ],
    [
      'within a document that has figures of the days around it',
      {
        held: without('10'),
        rows: ['2026-03-09 EUR/USD 1.1 seen 2026-03-12', '2026-03-11 EUR/USD 1.1 seen 2026-03-12'],
      },
      ['2026-03-10 not published'],
    ],
    [
      'whose figures are quarantined or withdrawn, or do not make a fixing',
      { held: without('10'), rows: ['2026-03-10 EUR/USD 9.9'] },
      ['2026-03-10 left out'],
    ],
    [
      'in a row of such days, over a weekend',
      { held: without('05', '06', '09', '10'), holidays: ['2026-03-10'] },
      ['2026-03-05..2026-03-09 (3) not asked', '2026-03-10 holiday'],
    ],
    [
      'that has neighbours with a fixing',
      { held: without('05', '09') },
      ['2026-03-05 not asked', '2026-03-09 not asked'],
    ],
    ['longer ago than a quarter', { held: ['2025-01-02', ...MARCH] }, [`2025-12-11..2026-02-27 (57) not asked`]],
    ['of a monthly provider', { held: ['2026-01-31', '2026-03-31'], monthly: true }, []],
    ['within a period that was stated', { held: ['2026-03-02/2026-03-05', '2026-03-06'] }, []],
  ])('%s', (_, evidence, gaps) => expect(gapsOf(evidence)).toEqual(gaps));
});

describe('the gaps after the newest fixing, for a day', () => {
  it.each<[string, Evidence, readonly string[]]>([
    ['on which the provider was not asked', {}, []],
    [
      'on which the provider was asked before the hour of publication',
      { asked: ['2026-03-16T14:00 ok 2026-03-06'] },
      [],
    ],
    ['on which nothing came', { asked: ['2026-03-16T16:00 ok 2026-03-06'] }, ['2026-03-16 not published']],
    [
      'on which the provider could not be reached',
      { asked: ['2026-03-16T16:00 failed', '2026-03-17T16:00 failed'] },
      ['2026-03-16..2026-03-17 (2) fetch failed'],
    ],
    ['on a weekend', { asked: ['2026-03-14T16:00 failed', '2026-03-15T16:00 failed'] }, []],
    [
      'that is a holiday with no other gap after it',
      { asked: ['2026-03-17T16:00 ok 2026-03-06'], holidays: ['2026-03-16', '2026-03-17'] },
      [],
    ],
    [
      'that is a holiday before another gap',
      { asked: ['2026-03-17T16:00 failed'], holidays: ['2026-03-16'] },
      ['2026-03-16 holiday', '2026-03-17 fetch failed'],
    ],
    ['of a provider that has ended', { asked: ['2026-03-17T16:00 failed'], obsolete: true }, []],
  ])('%s', (_, evidence, gaps) => expect(gapsOf(evidence)).toEqual(gaps));
});

describe('the gaps of a provider that does not date fixings on the day of publication', () => {
  const weeks = (from: string, days: readonly number[], until = '2026-03-14') => {
    const dates: IsoDate[] = [];
    for (let date = day(from); date <= until; date = addDays(date, 1))
      if (days.includes(weekday(date))) dates.push(date);
    return dates;
  };
  const MOSCOW: Schedule = { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Moscow', leadDaysMax: 14 };
  const WASHINGTON: Schedule = { days: [1], time: '16:15', timeZone: 'America/New_York', lagDaysMax: 10 };
  const tuesdayToSaturday = weeks('2026-01-06', [2, 3, 4, 5, 6]);

  it.each<[string, Evidence, readonly string[]]>([
    [
      'do not include Mondays for Moscow, which dates Tuesday to Saturday',
      { schedule: MOSCOW, held: tuesdayToSaturday },
      [],
    ],
    [
      'include Tuesday for Moscow, whose list was due on Monday, a holiday',
      { schedule: MOSCOW, held: tuesdayToSaturday.filter((date) => date !== '2026-03-10'), holidays: ['2026-03-09'] },
      ['2026-03-10 holiday'],
    ],
    [
      'include a day for Moscow on the eve of which it could not be reached',
      {
        schedule: MOSCOW,
        held: tuesdayToSaturday.filter((date) => date !== '2026-03-11'),
        asked: ['2026-03-10T14:00 failed', '2026-03-11T14:00 ok 2026-03-12'],
      },
      ['2026-03-11 fetch failed'],
    ],
    [
      'include a Wednesday for Washington, which publishes the week before on Mondays',
      {
        schedule: WASHINGTON,
        held: weeks('2026-01-05', [1, 2, 3, 4, 5]).filter((date) => date !== '2026-03-04'),
        asked: ['2026-03-16T21:00 ok 2026-02-23'],
      },
      ['2026-03-04 not published'],
    ],
    [
      'do not include the days of Washington’s lag',
      { schedule: WASHINGTON, held: weeks('2026-01-05', [1, 2, 3, 4, 5]), asked: ['2026-03-20T21:00 ok 2026-02-23'] },
      [],
    ],
  ])('%s', (_, evidence, gaps) => expect(gapsOf(evidence)).toEqual(gaps));
});

it('gaps are listed for the longest quarter of a year', () => expect(GAP_DAYS).toBe(92));

describe('holidays', () => {
  const calendar = new HolidayCalendar();
  const of = (code: string, from: string, to: string) =>
    calendar.daysOf(code, { from: day(from), to: day(to) }).join(' ');

  it.each(readExamples('status/gaps.txt', 'holidays'))('%s', (_, code, from, to, days) =>
    expect(of(code, from, to)).toBe(days),
  );
});
