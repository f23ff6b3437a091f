import { describe, expect, it } from 'vitest';
import { rbm } from '../../generator/sources/providers/rbm.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/rbm.ts';

describe.skipIf(!recordingsAreThere('RBM, as recorded'))('RBM, as recorded', () => {
  const file = 'filter-2024-01.html';
  it('states 36 currencies on each of four days', async () => {
    const days = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
    expect(countsOf(await readRecordedLines(rbm, file))).toEqual(days.map((day) => `${day}: 36`));
  });

  it.each([
    '2024-01-02 1 AED/MWK mid 458.3832 bid 453.8538 ask 462.9125',
    '2024-01-02 1 ARS/MWK mid 2.0822 bid 2.0616 ask 2.1028',
    '2024-01-03 1 JPY/MWK mid 11.8522 bid 11.7351 ask 11.9693',
    '2024-01-04 1 USD/MWK mid 1683.3663 bid 1666.7326 ask 1700.0000',
    '2024-01-05 1 XDR/MWK mid 2250.2731 bid 2228.0377 ask 2272.5085',
    '2024-01-05 1 TZS/MWK mid 0.6707 bid 0.6640 ask 0.6773',
  ])('states %s', async (line) => expect(await readRecordedLines(rbm, file)).toContain(line));
});

const [{ url, body }] = fixtures;
/** The fixture with other cells in place of the dollar's. */
const priced = (...cells: string[]) =>
  body.replace(/<tr><td>\s*<strong>\s*USD[\s\S]*?<td style/, () => {
    const [label, ...figures] = cells;
    return `<tr><td>${label}</td>${figures.map((figure) => `<td>${figure}</td>`).join('')}<td style`;
  });

describe('RBM', () => {
  it.each([
    ['no figure from a row of zeros', priced('USD', '0.0000', '0.0000', '0.0000'), undefined],
    ['a label that we do not know', priced('QQQ', '1.0', '1.1', '1.2'), '2024-01-02 1 QQQ/MWK mid 1.1 bid 1.0 ask 1.2'],
  ])('reads %s', (_, changed, line) => {
    const [, ...others] = fixtures[0].lines;
    expect(observedLines(rbm, url, changed)).toEqual(line === undefined ? others : [line, ...others]);
  });

  it.each([
    ['columns in another order', body.replace('Buying', 'x').replace('Selling', 'Buying'), 'not Currency,Buying,'],
    ['rates without names of columns', body.replace(/<tr><th>.*\n/, ''), 'not Currency,Buying,'],
    ['another number of columns', priced('USD', '1.0', '1.1'), 'too_small'],
    ['commas that do not mark thousands', priced('USD', '1,66.73', '1683.3663', '1700.0'), 'not a figure: "1,66.73"'],
    ['the day before the month', body.replace('Jan 02', '02 Jan'), 'not a day: "02 Jan 2024"'],
    ['a page that was cut off', body.slice(0, -20), 'does not close a table'],
    ['a page without a table', '<div>Service Unavailable</div>', 'expected array'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(rbm, url, changed)).toThrow(message));

  it('asks for a span by the month, with the month before the day', () => {
    const span = { from: parseIsoDate('2024-01-02'), to: parseIsoDate('2024-02-05') };
    expect(rbm.feeds[0]?.between?.(span, {}).map((request) => [request.method, request.body])).toEqual([
      ['POST', 'RateTypes=&StartDate=01%2F02%2F2024&EndDate=02%2F01%2F2024'],
      ['POST', 'RateTypes=&StartDate=02%2F02%2F2024&EndDate=02%2F05%2F2024'],
    ]);
  });
});
