import { describe, expect, it } from 'vitest';
import { nbrb } from '../../generator/sources/providers/nbrb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbrb.ts';

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
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbrb, file)).toContain(line));
});

const [oldList, list, history] = fixtures;

describe('NBRB', () => {
  it('states the first list after 30 June 2016 in the new rouble', () => {
    const july = oldList.body.replace('2016-06-30', '2016-07-01').replace('20053', '2.0053');
    expect(observedLines(nbrb, oldList.url, july)).toEqual(['2016-07-01 1 USD/BYN mid 2.0053']);
  });

  it.each([
    ['a history by a number not listed', history.url, history.body.replace('510', '145'), 'number 145'],
    ['a truncated history', history.url, history.body.slice(0, -1), 'reached end of input'],
    ['a truncated list', list.url, list.body.slice(0, -1), 'reached end of input'],
    ['a list without units', list.url, list.body.replace('Cur_Scale', 'Scale'), '"Cur_Scale"'],
    ['a list dated with an hour', list.url, list.body.replace('T00:00:00', 'T21:00:00'), '"Date"'],
  ])('refuses %s', (_, url, body, message) => expect(() => observedLines(nbrb, url, body)).toThrow(message));

  it('asks for each day of a span by its list, and for no history', () => {
    const span = { from: parseIsoDate('2026-03-14'), to: parseIsoDate('2026-03-16') };
    expect(nbrb.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url)).toEqual([
      'https://api.nbrb.by/exrates/rates?ondate=2026-03-14&periodicity=0',
      'https://api.nbrb.by/exrates/rates?ondate=2026-03-15&periodicity=0',
      'https://api.nbrb.by/exrates/rates?ondate=2026-03-16&periodicity=0',
    ]);
  });
});
