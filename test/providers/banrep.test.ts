import { describe, expect, it } from 'vitest';
import type { Observation } from '../../generator/sources/feeds/provider.ts';
import { banrep } from '../../generator/sources/providers/banrep.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/banrep.ts';

describe.skipIf(!recordingsAreThere('BANREP, as recorded'))('BANREP, as recorded', () => {
  const lines = () => readRecordedLines(banrep, 'trm-2026-03.json');

  it('states one rate on each of five days', async () =>
    expect(countsOf(await lines())).toEqual([17, 18, 19, 20, 21].map((day) => `2026-03-${day}: 1`)));

  it.each([
    '2026-03-17 1 USD/COP mid 3691.9',
    '2026-03-18 1 USD/COP mid 3689.97',
    '2026-03-19 1 USD/COP mid 3704.17',
    '2026-03-20 1 USD/COP mid 3692.48',
    '2026-03-21 1 USD/COP mid 3704.87',
  ])('states %s', async (line) => expect(await lines()).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;

function observed(body: string): readonly Observation[] {
  const [feed] = banrep.feeds;
  if (feed === undefined) throw new Error('BANREP has no feed');
  const answer = { request: { method: 'GET', url: URL }, bytes: Buffer.from(body), contentType: '' } as const;
  return [...feed.observe(feed.schema.parse(feed.read(answer)), answer)];
}

describe('BANREP', () => {
  it('dates a rate by the first day of its period and states the last', () => {
    expect(observed(WHOLE).map(({ date, until, mid }) => [date, until, mid])).toEqual([
      ['2026-03-20', '2026-03-20', '3692.48'],
      ['2026-03-21', '2026-03-24', '3704.87'],
    ]);
  });

  it.each([
    ['that was cut off', WHOLE.slice(0, -2), 'reached end of input'],
    ['in another currency', WHOLE.replace('COP', 'USD'), 'unidad'],
    ['without its figures', WHOLE.replace('valor', 'trm'), 'valor'],
    ['without the end of the period', WHOLE.replace('vigenciahasta', 'hasta'), 'vigenciahasta'],
    ['with a time of day', WHOLE.replace('21T00', '21T12'), 'vigenciadesde'],
    ['that reports an error', '{"code":"query.soql.no-such-column","error":true}', 'expected array'],
  ])('refuses a document %s', (_, body, fault) => {
    expect(() => observedLines(banrep, URL, body)).toThrow(fault);
  });

  it('asks for a span of first days in one request', () => {
    const span = { from: parseIsoDate('2026-03-16'), to: parseIsoDate('2026-03-24') };
    const [request, ...others] = banrep.feeds[0]?.between?.(span, {}) ?? [];
    expect(others).toEqual([]);
    expect(decodeURIComponent(request?.url ?? '')).toBe(
      "https://www.datos.gov.co/resource/32sa-8pi3.json?$limit=50000&$order=vigenciadesde ASC&$where=vigenciadesde>='2026-03-16T00:00:00.000' AND vigenciadesde<='2026-03-24T00:00:00.000'",
    );
  });
});
