import { describe, expect, it } from 'vitest';
import { bcc } from '../../generator/sources/providers/bcc.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcc.ts';

describe.skipIf(!recordingsAreThere('BCC, as recorded'))('BCC, as recorded', () => {
  it.each([['historico-USD.json', ['2026-05-19: 1', '2026-05-20: 1', '2026-05-21: 1', '2026-05-22: 1']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(bcc, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['historico-USD.json', '2026-05-22 1 USD/CUP mid 24'],
    ['historico-EUR.json', '2026-05-19 1 EUR/CUP mid 27.9456'],
    ['historico-JPY.json', '2026-05-20 1 CUP/JPY mid 6.62229'],
    ['historico-RUB.json', '2026-05-21 1 RUB/CUP mid 0.33562'],
    ['historico-GBP.json', '2026-05-22 1 GBP/CUP mid 32.2536'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcc, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bcc, URL, body);

describe('BCC', () => {
  it('reads the official segment alone', () => {
    const others = WHOLE.replace('139.47', '150').replace('589.26075', '600');
    expect(read(others)).toEqual(read(WHOLE));
  });

  it('refuses a currency of whose direction it knows nothing', () => {
    expect(() => observedLines(bcc, URL.replace('EUR', 'KRW'), WHOLE)).toThrow(
      'nothing is known of the direction of KRW',
    );
  });

  it.each([
    ['a fourth segment', WHOLE.replace('"tasaOficial"', '"tasaNueva":1,"tasaOficial"'), 'Unrecognized key'],
    ['a renamed segment', WHOLE.replace('tasaOficial', 'tasa'), 'tasaOficial'],
    ['half a document', WHOLE.slice(0, 90), 'end of array'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for each of thirteen currencies', () => {
    expect(bcc.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-05-24'), {}))).toHaveLength(13);
  });
});
