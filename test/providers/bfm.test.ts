import { describe, expect, it } from 'vitest';
import { bfm } from '../../generator/sources/providers/bfm.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { fixtures } from './fixtures/bfm.ts';

describe.skipIf(!recordingsAreThere('BFM, as recorded'))('BFM, as recorded', () => {
  it.each([
    ['cours-USD-2026-09.json', ['2026-09-21: 1', '2026-09-22: 1', '2026-09-23: 1']],
    ['cours-EUR-2018-01.json', ['2018-01-02: 1', '2018-01-03: 1', '2018-01-04: 1', '2018-01-05: 1']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bfm, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['cours-USD-2026-09.json', '2026-09-23 1 USD/MGA mid 4391.53'],
    ['cours-USD-2018-01.json', '2018-01-02 1 USD/MGA mid 3220.45'],
    ['cours-JPY-2018-01.json', '2018-01-04 1 JPY/MGA mid 28.68'],
    ['cours-XDR-2026-09.json', '2026-09-21 1 XDR/MGA mid 5969.62'],
    ['cours-XDR-2026-09.json', '2026-09-22 1 XDR/MGA mid 5982.26'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bfm, file)).toContain(line));
});

const [{ url: URL, body: WHOLE, requestBody: ASKED }] = fixtures;
const read = (body: string) => observedLines(bfm, URL, body, 'text/html; charset=utf-8', ASKED);

describe('BFM', () => {
  it('does not take the lowest and highest rates of the day for buying and selling rates', () => {
    expect(read(WHOLE).join()).not.toMatch(/bid|ask/);
  });

  it('states nothing for days without rates, where objects are lists', () => {
    const nothing = '{"data":{"status":200,"data":{"coursMid":[],"coursMidMax":[],"coursMidMin":[],"grapheData":[]}}}';
    expect(read(nothing)).toEqual([]);
  });

  it('reads figures with any of three blanks', () => {
    expect(read(WHOLE.replace('4 391,53', '4\u00a0391,53').replace('4\u00a0381,82', '4\u202f381,82'))).toEqual(
      read(WHOLE),
    );
  });

  it.each([
    ['spellings that differ', WHOLE.replace('4391.53', '4391.54'), 'there is no figure'],
    ['a figure that is not spelt in French', WHOLE.replace('4 391,53', '4.391,53'), 'there is no figure'],
    ['another status', WHOLE.replace('200', '500'), 'Invalid'],
    ['half a document', WHOLE.slice(0, 200), 'end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for each of nineteen currencies', () => {
    const requests = bfm.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-09-23'), {}));
    expect(requests).toHaveLength(19);
    expect(requests[0]?.body).toBe('dateFilterDebut=2026%2F09%2F13&dateFilterFin=2026%2F09%2F23&filterData=EUR');
  });

  it('asks as its own page does, at most for a year, and not for years before its lists', async () => {
    const behave: Behaviour = ({ headers, body }, response) => {
      const asked = new URLSearchParams(body);
      const [from = '', to = ''] = [asked.get('dateFilterDebut') ?? '', asked.get('dateFilterFin') ?? ''];
      const isOwn =
        headers.origin === 'https://www.banky-foibe.mg' && headers.referer === `${headers.origin}/taux-reference`;
      if (!isOwn || Date.parse(to) - Date.parse(from) >= 365 * 86_400_000) {
        response.writeHead(403).end();
        return undefined;
      }
      const nothing = { coursMid: [], grapheData: [] };
      const [day] = [from.replaceAll('/', '-')];
      const data =
        asked.get('filterData') === 'USD'
          ? { coursMid: { [day]: '4 391,53' }, grapheData: { [day]: '4391.53' } }
          : nothing;
      return JSON.stringify({ data: { status: 200, data } });
    };
    const { lines, failures, asked } = await ask('BFM', behave, { from: '2017-06-01', to: '2020-03-01' });
    expect(failures).toEqual([]);
    expect(asked).toHaveLength(3 * 19);
    expect(lines.map((line) => line.slice(0, 10))).toEqual(['2018-01-02', '2019-01-02', '2020-01-02']);
  });
});
