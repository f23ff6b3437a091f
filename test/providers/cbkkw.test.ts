import { describe, expect, it } from 'vitest';
import { cbkkw } from '../../generator/sources/providers/cbkkw.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { fixtures } from './fixtures/cbkkw.ts';

describe.skipIf(!recordingsAreThere('CBKKW, as recorded'))('CBKKW, as recorded', () => {
  it.each([['rates-USD-2026-09-05_08.html', ['2026-09-06: 1', '2026-09-07: 1', '2026-09-08: 1']]])(
    '%s has the figures of %j',
    async (file, days) => {
      const counts = countsOf(await readRecordedLines(cbkkw, file));
      expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
    },
  );

  it.each([
    ['rates-USD-2026-09-05_08.html', '2026-09-06 1000 USD/KWD mid 306.850'],
    ['rates-USD-2026-09-05_08.html', '2026-09-08 1000 USD/KWD mid 306.650'],
    ['rates-JPY-2026-09-05_08.html', '2026-09-08 1000 JPY/KWD mid 1.9980'],
    ['rates-BHD-2026-09-05_08.html', '2026-09-08 1000 BHD/KWD mid 815.382'],
    ['rates-AFN-2026-09-05_08.html', '2026-09-08 1000 AFN/KWD mid 4.749'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbkkw, file)).toContain(line));
});

const [{ url: URL, body: WHOLE, requestBody: ASKED }] = fixtures;
const read = (body: string) => observedLines(cbkkw, URL, body, 'text/html; charset=utf-8', ASKED);

describe('CBKKW', () => {
  it.each([
    ['another currency than was asked for', WHOLE.replace('KWD / USD', 'KWD / EUR'), 'EUR where USD was asked for'],
    ['dinars with six decimals', WHOLE.replace('306.850', '0.306850'), 'Invalid'],
    ['half a document', WHOLE.slice(0, 200), 'does not close a table'],
    ['a page without the rates', WHOLE.replace('currencyJSON', 'other'), 'not the part of the page'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks from the day before, because the first day is not part of the answer', () => {
    const span = { from: parseIsoDate('2026-09-06'), to: parseIsoDate('2026-09-08') };
    const requests = cbkkw.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []);
    expect(requests).toHaveLength(11);
    expect(requests[0]?.body).toBe(fixtures[0].requestBody);
  });

  it('takes the numbers of the form and of the currencies from its page', async () => {
    const form = '<input id="formId" name="formId" type="hidden" value="1279" />';
    const behave: Behaviour = ({ method, body }) => {
      if (method === 'GET') return `${form}<option value="USD:9001">USD</option><option value="ECS:9002">ECS</option>`;
      const [code, number] = new URLSearchParams(body).get('selCurrency')?.split(':') ?? [];
      const isKnown = body.startsWith('formId=1279&') && (code !== 'USD' || number === '9001');
      return isKnown ? WHOLE.replace('KWD / USD', `KWD / ${code}`) : '<html></html>';
    };
    const { lines, failures, asked } = await ask('CBKKW', behave, { from: '2026-09-07', to: '2026-09-07' });
    expect([failures, lines.length]).toEqual([[], 11]);
    expect(asked[0]?.url.pathname).toMatch(/\/exchange-rates\/usd$/);
  });
});
