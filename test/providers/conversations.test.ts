/** Banks that are asked in several steps: each is a server that behaves so at the bank's own addresses. */
import { describe, expect, it } from 'vitest';
import { fixtureOf } from '../support/banks/fixtures.ts';
import { ask } from '../support/banks/live-bank.ts';
import type { Behaviour } from '../support/servers/internet.ts';

type Response = Parameters<Behaviour>[1];

/** For a behaviour that has answered by itself. */
function answered(response: Response, body?: string | Buffer, status = 200): undefined {
  response.writeHead(status).end(body);
  return undefined;
}

describe('a bank whose page is read first', () => {
  it('CBKKW: has the numbers of the form and of the currencies on it', async () => {
    const form = '<input id="formId" name="formId" type="hidden" value="1279" />';
    const { text } = fixtureOf('CBKKW');
    const behave: Behaviour = ({ method, body }) => {
      if (method === 'GET') return `${form}<option value="USD:9001">USD</option><option value="ECS:9002">ECS</option>`;
      const [code, number] = new URLSearchParams(body).get('selCurrency')?.split(':') ?? [];
      const isKnown = body.startsWith('formId=1279&') && (code !== 'USD' || number === '9001');
      return isKnown ? text.replace('KWD / USD', `KWD / ${code}`) : '<html></html>';
    };
    const { lines, failures, asked } = await ask('CBKKW', behave, { from: '2026-09-07', to: '2026-09-07' });
    expect([failures, lines.length]).toEqual([[], 11]);
    expect(asked[0]?.url.pathname).toMatch(/\/exchange-rates\/usd$/);
  });

  it('NBC: gives a new token for each day, and again after a 403 of its firewall', async () => {
    const { url, text } = fixtureOf('NBC');
    let [answers, valid, cookie] = [0, '', ''];
    const behave: Behaviour = ({ method, body, headers }, response) => {
      answers++;
      if (answers % 3 === 0) return answered(response, '<html>Request blocked</html>', 403);
      if (method === 'GET') {
        [valid, cookie] = [`t${answers}`, `PHPSESSID=${answers}`];
        response.setHeader('set-cookie', `${cookie}; path=/`);
        return answered(response, text.replace('0123456789abcdef', valid));
      }
      const day = new URLSearchParams(body).get('exdate') ?? '';
      const isOwn = headers.cookie === cookie && headers.referer === url && body.includes(`&tk=${valid}&`);
      valid = 'used';
      if (!isOwn) return '<html>no such form</html>';
      const none = '<html><table><tr><td>There is no data available.</td></tr></table></html>';
      return day.endsWith('16') ? none : text.replaceAll('2026-05-25', day);
    };
    const { lines, failures } = await ask('NBC', behave, { from: '2026-05-15', to: '2026-05-19' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.includes('USD'))).toEqual([
      '2026-05-15 1 USD/KHR mid 4025',
      '2026-05-18 1 USD/KHR mid 4025',
      '2026-05-19 1 USD/KHR mid 4025',
    ]);
  });

  it('CBE: passes a firewall that lets browsers through and rejects all others with status 200', async () => {
    const { bytes } = fixtureOf('CBE');
    const behave: Behaviour = ({ method, headers }, response) => {
      const site = 'https://www.cbe.org.eg';
      const isBrowser = headers.accept === '*/*' && /^Mozilla.*AppleWebKit.*Chrome/.test(headers['user-agent'] ?? '');
      if (isBrowser && method === 'GET') {
        response.setHeader('set-cookie', 'TS01=abc; Path=/');
        return '<input name="__RequestVerificationToken" type="hidden" value="CfDJ8" />';
      }
      const isOwn =
        headers.cookie === 'TS01=abc' && headers.origin === site && headers.referer?.startsWith(`${site}/en/`);
      return isBrowser && isOwn ? answered(response, bytes) : '<html><title>Request Rejected</title></html>';
    };
    const { lines, failures, asked } = await ask('CBE', behave, { from: '2026-03-10', to: '2026-04-09' });
    expect([failures, asked.length, lines.length]).toEqual([[], 3, 4]);
  });

  it('BFM: is asked as its own page asks, at most for a year, and not for years before its lists', async () => {
    const behave: Behaviour = ({ headers, body }, response) => {
      const asked = new URLSearchParams(body);
      const [from = '', to = ''] = [asked.get('dateFilterDebut') ?? '', asked.get('dateFilterFin') ?? ''];
      const isOwn =
        headers.origin === 'https://www.banky-foibe.mg' && headers.referer === `${headers.origin}/taux-reference`;
      const isLong = Date.parse(to) - Date.parse(from) >= 365 * 86_400_000;
      if (!isOwn || isLong) return answered(response, undefined, 403);
      const day = from.replaceAll('/', '-');
      const dollar = { coursMid: { [day]: '4 391,53' }, grapheData: { [day]: '4391.53' } };
      const data = asked.get('filterData') === 'USD' ? dollar : { coursMid: [], grapheData: [] };
      return JSON.stringify({ data: { status: 200, data } });
    };
    const { lines, failures, asked } = await ask('BFM', behave, { from: '2017-06-01', to: '2020-03-01' });
    expect(failures).toEqual([]);
    expect(asked).toHaveLength(3 * 19);
    expect(lines.map((line) => line.slice(0, 10))).toEqual(['2018-01-02', '2019-01-02', '2020-01-02']);
  });
});
