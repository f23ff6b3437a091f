import { describe, expect, it } from 'vitest';
import { nbrb } from '../../generator/providers/nbrb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

/** Numbers of the recorded histories. */
const NUMBERS =
  '371 394 421 426 429 431 440 448 449 450 451 452 453 454 455 456 457 458 459 460 461 462 463 464 508 510 511 512 513 514';

describe.skipIf(!recordingsAreThere('NBRB, as recorded'))('NBRB, as recorded', () => {
  it('has 30 currencies in the list of 17 March 2026', async () =>
    expect(countsOf(await readRecordedLines(nbrb, 'rates-daily.json'))).toEqual(['2026-03-17: 30']));

  it.each(NUMBERS.split(' '))('history %s has all 17 days, and ends with a line of the list', async (number) => {
    const lines = await readRecordedLines(nbrb, `dynamics-${number}.json`);
    expect(lines.map((line) => line.slice(0, 10))).toEqual(
      Array.from({ length: 17 }, (_, index) => `2026-03-${`${index + 1}`.padStart(2, '0')}`),
    );
    expect(await readRecordedLines(nbrb, 'rates-daily.json')).toContain(lines.at(-1));
  });

  it.each([
    ['rates-daily.json', '2026-03-17 1 USD/BYN mid 2.9463'],
    ['rates-daily.json', '2026-03-17 1000 KZT/BYN mid 6.0761'],
    ['rates-daily.json', '2026-03-17 1 XDR/BYN mid 4.0009'],
    ['rates-daily.json', '2026-03-17 100000 IRR/BYN mid 0.2229'],
    ['dynamics-431.json', '2026-03-01 1 USD/BYN mid 2.8523'],
    ['dynamics-512.json', '2026-03-01 100000 VND/BYN mid 10.9409'],
    ['dynamics-461.json', '2026-03-02 100000 IRR/BYN mid 0.2172'],
    ['dynamics-440.json', '2026-03-01 1 AUD/BYN mid 2.0310'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(nbrb, file)).toContain(line));
});

const LIST = 'https://api.nbrb.by/exrates/rates?ondate=2016-06-30&periodicity=0';
const HISTORY = 'https://api.nbrb.by/exrates/rates/dynamics/510?endDate=2026-03-17&startDate=2026-03-17';
const row = (day: string, code: string, scale: number, rate: string) =>
  `{"Cur_ID":510,"Date":"${day}T00:00:00","Cur_Abbreviation":"${code}","Cur_Scale":${scale},"Cur_Name":"x","Cur_OfficialRate":${rate}}`;
const usd = row('2016-06-30', 'USD', 1, '20053');
const point = (number: number) => `{"Cur_ID":${number},"Date":"2026-03-17T00:00:00","Cur_OfficialRate":7.8014}`;

describe('NBRB', () => {
  it.each([
    [usd, '2016-06-30 1 USD/BYR mid 20053'],
    [row('2016-07-01', 'USD', 1, '2.0053'), '2016-07-01 1 USD/BYN mid 2.0053'],
  ])('states %s in the rouble of the day', (body, line) =>
    expect(observedLines(nbrb, LIST, `[${body}]`)).toEqual([line]),
  );

  it('joins a history, which has neither code nor unit, by its number', () =>
    expect(observedLines(nbrb, HISTORY, `[${point(510)}]`)).toEqual(['2026-03-17 1000 AMD/BYN mid 7.8014']));

  it.each([
    ['a history by a number not listed', HISTORY, `[${point(145)}]`],
    ['a truncated history', HISTORY, `[${point(510)}`],
    ['a truncated list', LIST, `[${usd},{"Cur`],
    ['a list without units', LIST, `[${usd.replace('Cur_Scale', 'Scale')}]`],
    ['a list dated with an hour', LIST, `[${usd.replace('T00:00:00', 'T21:00:00')}]`],
  ])('refuses %s', (_, url, body) => expect(() => observedLines(nbrb, url, body)).toThrow());

  it('asks for each day of a span by its list, and for no history', () => {
    const span = { from: parseIsoDate('2026-03-14'), to: parseIsoDate('2026-03-16') };
    expect(nbrb.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url)).toEqual([
      'https://api.nbrb.by/exrates/rates?ondate=2026-03-14&periodicity=0',
      'https://api.nbrb.by/exrates/rates?ondate=2026-03-15&periodicity=0',
      'https://api.nbrb.by/exrates/rates?ondate=2026-03-16&periodicity=0',
    ]);
  });
});
