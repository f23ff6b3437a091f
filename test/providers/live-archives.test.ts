/** Past years, as sources are known to answer for them, each by a server at the source's own addresses. */
import { describe, expect, it } from 'vitest';
import { ask, type Wanted } from '../support/banks/live-bank.ts';
import type { Behaviour } from '../support/servers/internet.ts';

const json = (value: unknown): string => JSON.stringify(value);
const html = (...rows: readonly (readonly string[])[]) =>
  `<html><body><table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></body></html>`;
const day = (date: string): Wanted => ({ from: date, to: date });
const dayFirst = (date: string) => date.split('-').reverse().join('.');

/** 2005: the file has old lei until June, and a dash where a currency has no rate. */
const bnr: Behaviour = () => {
  const cube = (date: string, euro: string) =>
    `<Cube date="${date}"><Rate currency="EUR">${euro}</Rate><Rate currency="XDR">-</Rate></Cube>`;
  const cubes = `${cube('2005-06-30', '36050')}${cube('2005-07-01', '3.6030')}`;
  return `<DataSet xmlns="http://www.bnr.ro/xsd"><Body><OrigCurrency>RON</OrigCurrency>${cubes}</Body></DataSet>`;
};

const nbu = (date: string, code: string, rate: number, units: number): Behaviour => {
  return () => json([{ exchangedate: dayFirst(date), cc: code, rate, units }]);
};
const nbpTableB = (date: string, code: string, mid: string): Behaviour => {
  return ({ url }, response) => {
    if (url.pathname.includes('/tables/B/'))
      return `[{"table":"B","effectiveDate":"${date}","rates":[{"code":"${code}","mid":${mid}}]}]`;
    response.writeHead(404).end();
    return undefined;
  };
};
const cbu = (date: string, code: string, rate: string): Behaviour => {
  return () => json([{ Ccy: code, Nominal: '1', Rate: rate, Date: dayFirst(date) }]);
};
const nbrm = (date: string, code: string, rate: number): Behaviour => {
  return () => json([{ datum: `${date}T00:00:00`, oznaka: code, nomin: 1, sreden: rate }]);
};
const bam = (date: string, unit: number, mid: number): Behaviour => {
  return () => json([{ date: `${date}T12:30:00`, libDevise: 'MRO', moyen: mid, uniteDevise: unit }]);
};
const BAM_KEY = { BAM_KEY: 'k' };

const NBKR_FORM = '<form><select name="valuta_id"></select></form>';
const nbkr: Behaviour = ({ url }) => {
  const cells = '<td><!--date-->06.01.2005<!--date--></td><td><!--value-->30,5000<!--value--></td>';
  return `<html>${NBKR_FORM}${url.searchParams.get('valuta_id') === '31' ? cells : ''}</html>`;
};
const cbr: Behaviour = ({ url }) => {
  const id = url.searchParams.get('VAL_NM_RQ') ?? '';
  if (!url.pathname.includes('XML_dynamic')) return '<Metall FromDate="1" ToDate="1" name="x"></Metall>';
  const record = '<Record Date="27.10.2000" Id="x"><Nominal>1000</Nominal><Value>12,7</Value></Record>';
  return `<ValCurs ID="${id}" DateRange1="x" DateRange2="x" name="x">${id === 'R01670' ? record : ''}</ValCurs>`;
};
const cbk: Behaviour = ({ url }) =>
  url.search.endsWith('=32')
    ? json({
        data: [
          ['23/05/2012', 'KES/RWF', '7.2012', '7.1', '7.3'],
          ['23/05/2012', 'S. AFRICAN RAND', '10.22', '1', '2'],
        ],
      })
    : json({ data: [] });
const boc: Behaviour = ({ url }) =>
  url.pathname.includes('LEGACY_NOON_RATES')
    ? json({ observations: [{ d: '2010-03-12', IEXE0101: { v: '1.0190' }, IEXE0105: { v: '1.0191' } }] })
    : json({ observations: [] });
const cbllr: Behaviour = ({ url }) => {
  if (url.searchParams.get('page') !== '3') return '<html><a href="/research/buying-selling-rates">List</a></html>';
  return html(['Date', 'Buying', 'Selling'], ['Thursday, October 1, 2026', 'L$ 182.50 /US$1.00', 'L$184.35/US$1.00']);
};
const bnm: Behaviour = ({ url }) =>
  json({
    data: url.pathname.includes('/INR/')
      ? {
          currency_code: 'INR',
          unit: 100,
          rate: { date: '2006-01-03', buying_rate: null, selling_rate: null, middle_rate: 8.4 },
        }
      : [],
    meta: { quote: 'rm', session: '0900' },
  });
const imf: Behaviour = ({ url }) => {
  const isRates = url.search.includes('reportType=REP');
  const title = isRates
    ? 'Representative Exchange Rates for Selected Currencies for May 2016'
    : 'SDRs per Currency unit for May 2016';
  const rows = isRates ? ['Japanese Yen\t107.100000', 'U.K. Pound Sterling(1)\t1.453500'] : ['U.S. Dollar\t0.7093'];
  return [title, 'Currency\tMay 04, 2016', ...rows, '', 'Notes:', ''].join('\r\n');
};

describe('of an archive, the figures mean', () => {
  it.each<[code: string, what: string, behave: Behaviour, wanted: Wanted, lines: readonly string[]]>([
    ['BNR', 'old lei', bnr, day('2005-06-30'), ['2005-06-30 1 EUR/ROL mid 36050']],
    ['BNR', 'new lei', bnr, day('2005-07-01'), ['2005-07-01 1 EUR/RON mid 3.6030']],
    [
      'NBU',
      '100 new liras',
      nbu('2005-06-27', 'TRL', 372.9741, 10000),
      day('2005-06-27'),
      ['2005-06-27 100 TRY/UAH mid 372.9741'],
    ],
    [
      'NBU',
      '100 new leva',
      nbu('2001-03-01', 'BGL', 253.1, 1000),
      day('2001-03-01'),
      ['2001-03-01 100 BGN/UAH mid 253.1'],
    ],
    [
      'NBU',
      'new leva by the unit as stated',
      nbu('1999-09-01', 'BGL', 2.3, 1),
      day('1999-09-01'),
      ['1999-09-01 1 BGN/UAH mid 2.3'],
    ],
    [
      'NBU',
      'roubles of Tajikistan',
      nbu('2000-09-01', 'TJS', 2.78, 1000),
      day('2000-09-01'),
      ['2000-09-01 1000 TJR/UAH mid 2.78'],
    ],
    [
      'NBU',
      'the unit as stated since 2014',
      nbu('2014-04-04', 'TMM', 4.1, 1),
      day('2014-04-04'),
      ['2014-04-04 1 TMT/UAH mid 4.1'],
    ],
    [
      'NBP',
      'kwanzas since 1999',
      nbpTableB('2003-11-05', 'AON', '0.0507'),
      day('2003-11-05'),
      ['2003-11-05 1 AOA/PLN mid 0.0507'],
    ],
    [
      'NBP',
      'roubles of 2000',
      nbpTableB('2002-01-30', 'BYB', '0.0026'),
      day('2002-01-30'),
      ['2002-01-30 1 BYR/PLN mid 0.0026'],
    ],
    [
      'NBP',
      'new afghanis',
      nbpTableB('2003-01-08', 'AFA', '0.089056'),
      day('2003-01-08'),
      ['2003-01-08 1 AFN/PLN mid 0.089056'],
    ],
    [
      'NBP',
      'the dollars of 2009',
      nbpTableB('2009-02-25', 'ZWR', '0.043749'),
      day('2009-02-25'),
      ['2009-02-25 1 ZWL/PLN mid 0.043749'],
    ],
    ['CBU', 'old roubles', cbu('1997-12-30', 'RUB', '0.0134'), day('1997-12-30'), ['1997-12-30 1 RUR/UZS mid 0.0134']],
    [
      'CBU',
      'drawing rights',
      cbu('2008-09-16', 'SDR', '2080.5'),
      day('2008-09-16'),
      ['2008-09-16 1 XDR/UZS mid 2080.5'],
    ],
    ['NBRM', 'ECU', nbrm('1998-12-31', 'XBA', 60.6), day('1998-12-31'), ['1998-12-31 1 XEU/MKD mid 60.6']],
    ['NBRM', 'euros', nbrm('1999-01-04', 'XBA', 60.6), day('1999-01-04'), ['1999-01-04 1 EUR/MKD mid 60.6']],
    [
      'BAM',
      '100 new ouguiyas',
      bam('2018-04-17', 1, 25.857),
      { ...day('2018-04-17'), env: BAM_KEY },
      ['2018-04-17 100 MRU/MAD mid 25.857'],
    ],
    [
      'BAM',
      'one new ouguiya',
      bam('2018-04-16', 1, 0.25864),
      { ...day('2018-04-16'), env: BAM_KEY },
      ['2018-04-16 1 MRU/MAD mid 0.25864'],
    ],
    ['NBKR', '1000 old liras', nbkr, day('2005-01-06'), ['2005-01-06 1000 TRL/KGS mid 30.5000']],
    ['CBR', 'roubles of Tajikistan', cbr, day('2000-10-27'), ['2000-10-27 1000 TJR/RUB mid 12.7']],
    [
      'CBK',
      'the older table’s names',
      cbk,
      day('2012-05-23'),
      ['2012-05-23 1 KES/RWF mid 7.2012', '2012-05-23 1 ZAR/KES mid 10.22'],
    ],
    ['BOC', 'the rates of noon', boc, day('2010-03-12'), ['2010-03-12 1 USD/CAD mid 1.0190']],
    ['CBLLR', 'a day on an older page', cbllr, day('2026-10-01'), ['2026-10-01 1 USD/LRD bid 182.50 ask 184.35']],
    ['BNM', 'a month with a rate and no list', bnm, day('2006-01-03'), ['2006-01-03 100 INR/MYR mid 8.4']],
    [
      'IMF',
      'the names of 2016',
      imf,
      day('2016-05-04'),
      ['2016-05-04 1 GBP/USD mid 1.453500', '2016-05-04 1 USD/JPY mid 107.100000', '2016-05-04 1 USD/XDR mid 0.7093'],
    ],
  ])('of %s %s', async (code, _, behave, wanted, lines) => {
    const { lines: archived, failures } = await ask(code, behave, wanted);
    expect({ archived, failures }).toEqual({ archived: lines, failures: [] });
  });
});

describe('a day or a window without a list', () => {
  it.each<[code: string, behave: Behaviour, wanted: Wanted]>([
    [
      'LB',
      () => '<FxRates xmlns="http://www.lb.lt/WebServices/FxRates"><OprlErr><Err>x</Err></OprlErr></FxRates>',
      day('2014-12-24'),
    ],
    [
      'MAS',
      ({ method }) => {
        const field = (name: string) => `<input type="hidden" name="${name}" id="${name}" value="x" />`;
        const form = ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTVALIDATION'].map(field).join('');
        return method === 'GET' ? `<html>${form}</html>` : '<!DOCTYPE html><html><p>No Results Found</p></html>';
      },
      day('2026-11-15'),
    ],
    ['NBKR', () => `<html>${NBKR_FORM}</html>`, day('1999-01-01')],
  ])('of %s is no failure', async (code, behave, wanted) => {
    expect(await ask(code, behave, wanted)).toMatchObject({ lines: [], failures: [] });
  });
});

describe('a source that has enough for a while', () => {
  it('is asked again when it says so: Morocco’s answers 429 after five requests', async () => {
    let left = 5;
    const behave: Behaviour = ({ url }, response) => {
      if (left-- > 0)
        return json([{ date: url.searchParams.get('date'), libDevise: 'USD', moyen: 9.3, uniteDevise: 1 }]);
      left = 5;
      response.writeHead(429, { 'retry-after': '0' }).end();
      return undefined;
    };
    const { lines, failures } = await ask('BAM', behave, { from: '2026-11-02', to: '2026-11-13', env: BAM_KEY });
    expect([lines.length, failures]).toEqual([10, []]);
  });

  it('is given a new token every fifty requests: Tanzania’s forgets its visitors', async () => {
    let [token, used] = [0, 0];
    const header = ['S/NO', 'Currency', 'Buying', 'Selling', 'Mean', 'Transaction Date'];
    const behave: Behaviour = ({ method, body }, response) => {
      if (method === 'GET') {
        used = 0;
        return `<input name="__RequestVerificationToken" type="hidden" value="t${++token}" />`;
      }
      if (body.includes(`=t${token}&`) && used++ < 50) return html(header);
      response.writeHead(500).end();
      return undefined;
    };
    const { failures, asked } = await ask('BOTA', behave, { from: '2016-01-01', to: '2024-12-31' });
    expect(asked.filter(({ method }) => method === 'GET')).toHaveLength(3);
    expect(failures).toEqual(['BOTA: daily: nothing at any of its addresses']);
  });
});
