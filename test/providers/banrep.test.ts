import { describe, expect, it } from 'vitest';
import type { Observation } from '../../generator/feeds/provider.ts';
import { banrep } from '../../generator/providers/banrep.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BANREP, as recorded'))('BANREP, as recorded', () => {
  const lines = () => readRecordedLines(banrep, 'trm-2026-03.json');

  it('has one rate on each of five days', async () =>
    expect(countsOf(await lines())).toEqual([17, 18, 19, 20, 21].map((day) => `2026-03-${day}: 1`)));

  it.each([
    '2026-03-17 1 USD/COP mid 3691.9',
    '2026-03-18 1 USD/COP mid 3689.97',
    '2026-03-19 1 USD/COP mid 3704.17',
    '2026-03-20 1 USD/COP mid 3692.48',
    '2026-03-21 1 USD/COP mid 3704.87',
  ])('%s', async (line) => expect(await lines()).toContain(line));
});

const URL = 'https://www.datos.gov.co/resource/32sa-8pi3.json?$limit=50000';
const RECORD =
  '{"valor":"3704.87","unidad":"COP","vigenciadesde":"2026-03-21T00:00:00.000","vigenciahasta":"2026-03-24T00:00:00.000"}';

function observed(body: string): readonly Observation[] {
  const [feed] = banrep.feeds;
  if (feed === undefined) throw new Error('BANREP has no feed');
  const answer = { request: { method: 'GET', url: URL }, bytes: Buffer.from(body), contentType: '' } as const;
  return [...feed.observe(feed.schema.parse(feed.read(answer)), answer)];
}

describe('BANREP', () => {
  it('dates a rate by its first day and says until when it is valid', () => {
    expect(observed(`[${RECORD}]`).map(({ date, until, mid }) => [date, until, mid])).toEqual([
      ['2026-03-21', '2026-03-24', '3704.87'],
    ]);
  });

  it('states pesos for a dollar, whatever the day of its end', () => {
    const one = RECORD.replaceAll('2026-03-24', '2026-03-21');
    expect(observedLines(banrep, URL, `[${one}]`)).toEqual(['2026-03-21 1 USD/COP mid 3704.87']);
    expect(observed(`[${one}]`)[0]?.until).toBe('2026-03-21');
  });

  it.each([
    ['cut off', `[${RECORD}\n,`],
    ['in another currency', `[${RECORD.replace('COP', 'USD')}]`],
    ['without its figures', `[${RECORD.replace('valor', 'trm')}]`],
    ['without the end of the period', `[${RECORD.replace('vigenciahasta', 'hasta')}]`],
    ['of hours', `[${RECORD.replace('21T00', '21T12')}]`],
    ['of an error', '{"code":"query.soql.no-such-column","error":true}'],
  ])('refuses a document %s', (_, body) => expect(() => observedLines(banrep, URL, body)).toThrow());

  it('asks for a span of first days in one request', () => {
    const span = { from: parseIsoDate('2026-03-16'), to: parseIsoDate('2026-03-24') };
    const [request, ...others] = banrep.feeds[0]?.between?.(span, {}) ?? [];
    expect(others).toEqual([]);
    expect(decodeURIComponent(request?.url ?? '')).toBe(
      "https://www.datos.gov.co/resource/32sa-8pi3.json?$limit=50000&$order=vigenciadesde ASC&$where=vigenciadesde>='2026-03-16T00:00:00.000' AND vigenciadesde<='2026-03-24T00:00:00.000'",
    );
  });
});
