/** Banks that are asked in several steps: each is a server that behaves so at the bank's own addresses. */
import { describe, expect, it } from 'vitest';
import { readBankFile, toBytes } from '../support/banks/bank-file.ts';
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
  const cbs = fixtureOf('CBS').bytes;

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

  it.each([
    ['June032026', '/media/Historical-Daily-Rates-June032026.xlsx', '/media/Historical-Daily-Rates-June032026.xlsx'],
    ['a number', '/media/Historical-Daily%20-Rates-(2372).xlsx', '/media/Historical-Daily%20-Rates-(2372).xlsx'],
    ['blanks', '/media/Historical Daily Rates-220626.xlsx', '/media/Historical%20Daily%20Rates-220626.xlsx'],
    ['another folder', 'https://cbs.gov.ws/files/Rates.XLSX', '/files/Rates.XLSX'],
  ])('CBS: links the workbook, however it is named: %s', async (_, link, path) => {
    const behave: Behaviour = ({ url }, response) =>
      url.pathname === '/daily-exchange-rates'
        ? `<a href="/about">About</a><a href='${link}'>Download</a>`
        : answered(response, cbs);
    const { lines, failures, asked } = await ask('CBS', behave, { from: '2026-02-11', to: '2026-02-11' });
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/daily-exchange-rates', path]);
    expect([lines, failures]).toEqual([['2026-02-11 1 WST/USD mid 0.3711'], []]);
  });

  it('BSP: lists the bulletins, each with the bank’s own rate of the dollar beside the agency’s', async () => {
    const listed =
      '{"d":{"results":[{"Title":"28May2026 ","AttachmentFiles":{"results":[{"ServerRelativeUrl":"/Lists/RERB/Attachments/2281/28May2026.pdf"}]}}]}}';
    const { bytes } = fixtureOf('BSP');
    const behave: Behaviour = ({ url }, response) =>
      url.pathname.endsWith('.pdf') ? answered(response, bytes) : listed;
    const { lines, failures, asked } = await ask('BSP', behave, { today: '2026-05-28' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.includes('USD')).sort()).toEqual([
      '2026-05-28 1 USD/PHP mid 61.550',
      '2026-05-28 1 USD/PHP mid 61.5820',
    ]);
    const names = asked.map(({ url }) => url.pathname.replace(/.*\//, ''));
    expect(names).toEqual(['items', '28May2026.pdf', 'items', '28May2026.pdf']);
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

  it.each([
    [
      'RBF',
      '2026-05-17',
      'on Sunday evening by UTC, when Monday’s list is out in Fiji',
      '2026-05-18 1 FJD/USD mid 0.4497',
    ],
    [
      'CBS',
      '2026-02-08',
      'on Sunday evening by UTC, when Monday’s list is out in Samoa',
      '2026-02-09 1 WST/USD mid 0.3711',
    ],
    [
      'RBV',
      '2026-01-05',
      'in the evening by UTC, when the list of the next day is out in Vanuatu',
      '2026-01-06 1 USD/VUV mid 119.28',
    ],
  ])('%s: is read at %s, %s', async (code, today, _, line) => {
    const { url, bytes } = fixtureOf(code);
    const monday = changed('CBS', '46064', '46062');
    const behave: Behaviour = ({ url: asked }, response) => {
      if (asked.pathname === '/daily-exchange-rates') return '<a href="/media/Rates.xlsx">Download</a>';
      if (asked.pathname.includes('/statistics/')) return `<a href="${url}">8.8</a>`;
      return answered(response, code === 'CBS' ? monday : bytes);
    };
    const { lines, failures } = await ask(code, behave, { today });
    expect([lines.includes(line), failures]).toEqual([true, []]);
  });
});

describe('a bank with several documents for a day', () => {
  it('BCCCD: reads the pages of the days of a span after the history, so that they win', async () => {
    const [history, old] = [fixtureOf('BCCCD').text, fixtureOf('BCCCD', 3).text];
    const behave: Behaviour = ({ url, headers }, response) => {
      if (headers.rsc === '1') return history;
      if (url.pathname.endsWith('/2026-09-03')) return old.replace('1\u00a0980,6377', '2 264,0000');
      return answered(response, undefined, 404);
    };
    const { lines, failures, asked } = await ask('BCCCD', behave, { from: '2026-09-03', to: '2026-09-07' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.startsWith('2026-09-03'))).toEqual([
      '2026-09-03 1 USD/CDF mid 2263.8 bid 2212.75 ask 2314.85',
      '2026-09-03 1 USD/CDF mid 2264.0000',
    ]);
    const names = asked.map(({ url }) => url.pathname.replace(/.*\//, ''));
    expect(names).toEqual(['cours-de-change', '2026-09-03', '2026-09-04', '2026-09-07']);
  });

  it('BI: is asked for one currency at a time, and for the rate of the dollar', async () => {
    const PAGE = '/biwebservice/wskursbi.asmx/';
    const [sgd, usd] = [fixtureOf('BI', 2).text, fixtureOf('BI', 3).text];
    const nothing = sgd.replace(/<NewDataSet xmlns="">[\s\S]*<\/NewDataSet>/, '<NewDataSet xmlns="" />');
    const behave: Behaviour = ({ url }) => {
      if (url.pathname === `${PAGE}getSubKursJisdor3`) return usd;
      const code = url.searchParams.get('mts') ?? '';
      return code === 'JPY' ? sgd.replaceAll('SGD  ', 'JPY  ').replaceAll('>1.00<', '>100.00<') : nothing;
    };
    const { lines, failures, asked } = await ask('BI', behave, { today: '2026-09-26' });
    expect(failures).toEqual([]);
    expect(lines).toEqual([
      '2026-09-24 100 JPY/IDR bid 13861.80 ask 14004.39',
      '2026-09-25 100 JPY/IDR bid 13921.60 ask 14062.61',
      '2026-09-25 1 USD/IDR mid 17917.00',
    ]);
    expect(asked).toHaveLength(26);
    expect(asked[0]?.url.search).toBe('?mts=AED&startdate=2026-09-16&enddate=2026-09-26');
    expect(asked.at(-1)?.url.search).toBe('?mts=USD&startDate=2026-09-16&endDate=2026-09-26');
  });

  it('SBP: states what the longer workbook has where both state a day', async () => {
    const { bytes } = fixtureOf('SBP');
    const april = toBytes({
      xlsx: { Sheet2: '|Currency|46112|46113|46114\nUSA|U.S. Dollar|279.3|279.4|279.323214' },
    });
    const behave: Behaviour = ({ url }, response) =>
      answered(response, url.pathname.endsWith('/BFER_Daily.xlsx') ? bytes : april);
    const { lines, failures } = await ask('SBP', behave, { today: '2026-04-20' });
    expect(failures).toEqual([]);
    // The last row of a day and a pair is the one that holds.
    expect(lines.filter((line) => line.includes('USD'))).toEqual([
      '2026-03-31 1 USD/PKR mid 279.3',
      '2026-04-01 1 USD/PKR mid 279.4',
      '2026-04-02 1 USD/PKR mid 279.32321428571424',
      '2026-04-02 1 USD/PKR mid 279.323214',
    ]);
  });

  it('CBM: has its newest list read even where those of single days are gone', async () => {
    const newest = fixtureOf('CBM', 2).text;
    const behave: Behaviour = ({ url }, response) =>
      url.pathname === '/api/latest' ? newest : answered(response, undefined, 404);
    const { lines, failures, asked } = await ask('CBM', behave, { today: '2026-09-26' });
    expect([lines.length, failures, asked[0]?.url.pathname]).toEqual([4, [], '/api/latest']);
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

/** The first fixture of a bank with one text changed. */
function changed(code: string, from: string, to: string): Buffer {
  const [document] = readBankFile(code)?.fixtures ?? [];
  return toBytes(document ?? {}, (text) => text.replace(from, to));
}
