/** What is archived of answers that a source is known to give on the network, each by a server at its own addresses. */
import { describe, expect, it } from 'vitest';
import { ask, type Wanted } from '../support/banks/live-bank.ts';
import type { Behaviour } from '../support/servers/internet.ts';

type Case = readonly [title: string, code: string, wanted: Wanted, behave: Behaviour, lines: readonly string[]];

const json = (value: unknown): string => JSON.stringify(value);
const html = (...rows: readonly (readonly string[])[]) =>
  `<html><body><table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></body></html>`;
const unlessSession =
  (page: string, answer: string): Behaviour =>
  ({ method }) =>
    method === 'GET' ? page : answer;

const BOJA_PAGE = '<input id="wdtNonceFrontendServerSide_134" value="5f" />';
const BOJA_ROWS = [
  ['03 Jan 2006', 'U.S. DOLLAR', 'n/a', '62.10', '60.50', '64.75'],
  ['19 Nov 2062', 'U.S. DOLLAR', '156.10', '148.77', '128.77', '158.60'],
  ['18 Nov 2026', 'U.S. DOLLAR', '156.60', '148.77', '128.77', '158.65'],
  ['18 Nov 2026', 'EURO', '', '0.00', '0.00', '188.25'],
];
const BOM_DAYS = (figures: Readonly<Record<string, string>>) =>
  json({
    success: true,
    data: [
      { RATE_DATE: '2009-05-04', USD: '1,4x0.00' },
      { RATE_DATE: '2026-11-16', ...figures },
    ],
    langData: { currencyNames: { XAU: { name: 'Gold /Ounce/' }, XAG: { name: 'Silver /Ounce/' } } },
  });
const naira = (currency: string, ratedate: string, ...[buyingrate, centralrate, sellingrate]: readonly string[]) => ({
  ...{ currency, ratedate, buyingrate, centralrate, sellingrate },
});
const CBN_ALL = [
  ...Array.from({ length: 40 }, (_, day) =>
    naira('EURO', `2022-0${1 + (day % 4)}-${10 + (day % 18)}`, '1.1', '1.2', '1.3'),
  ),
  naira('US DOLLAR', '2022-03-10', '415.2', '415.7', '416.2'),
  naira('US DOLLAR', '2022-03-11', '416.2', '415.7', '415.2'),
  naira('US DOLLAR', '2022-03-12', '415.2', '415.7', '416.2'),
  naira('US DOLLAR', '2022-03-12', '415.3', '415.8', '416.3'),
];

describe('the night is not refused, and the newest figures are read', () => {
  it.each<[...Case]>([
    [
      'by a row of 2006 without a figure, a row of 2062 or an empty cell',
      ...(['BOJA', {}, unlessSession(BOJA_PAGE, json({ data: BOJA_ROWS }))] as const),
      ['2026-11-18 1 EUR/JMD ask 188.25', '2026-11-18 1 USD/JMD bid 156.60 ask 158.65'],
    ],
    [
      'by text that is no number, or a list some days late',
      ...(['BOM', {}, () => BOM_DAYS({ USD: '3,576.42', XAU: '14,500,000.00' })] as const),
      ['2026-11-16 1 USD/MNT mid 3576.42', '2026-11-16 1 XAU/MNT mid 14500000.00'],
    ],
    [
      'by what is in Nigeria’s archive, because the list of the last weeks is asked for',
      'CBN',
      {},
      ({ url }) => json(url.pathname.endsWith('GRAPH') ? [naira('US DOLLAR', '2026-11-19', '1', '2', '3')] : ['no']),
      ['2026-11-19 1 USD/NGN mid 2 bid 1 ask 3'],
    ],
    [
      'by a day that is listed twice: the first figure holds',
      'MMA',
      {},
      () =>
        json([
          { Date: '19 November 2026', Rate: 15.42 },
          { Date: '19 November 2026', Rate: 15.43 },
        ]),
      ['2026-11-19 1 USD/MVR mid 15.42'],
    ],
    [
      'by an amendment in mid-month, which counts from its day; VED and ZIG are other labels',
      'HMRC',
      {},
      ({ url }, response) => {
        if (!url.pathname.endsWith('/files/monthly_csv_2026-11.csv')) {
          response.writeHead(404).end();
          return undefined;
        }
        return [
          'Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date',
          'USA,Dollar,USD,1.31,01/11/2026,18/11/2026',
          'USA,Dollar,USD,1.26,19/11/2026,30/11/2026',
          'Venezuela,Bolivar,VED,170.5,01/11/2026,30/11/2026',
          'Zimbabwe,Gold,ZIG,35.8,01/11/2026,30/11/2026\n',
        ].join('\n');
      },
      [
        '2026-11-01 1 GBP/USD mid 1.31',
        '2026-11-01 1 GBP/VES mid 170.5',
        '2026-11-01 1 GBP/ZWG mid 35.8',
        '2026-11-19 1 GBP/USD mid 1.26',
      ],
    ],
    [
      'by a stray byte in the name of a column',
      'RBA',
      {},
      (_, response) => {
        const head = [
          'F11.1  EXCHANGE RATES,',
          'Title,A$1=USD',
          'Description,AUD \x96 USD',
          'Frequency,Daily',
          'Type,x',
        ];
        const rest = [
          'Units,USD',
          'Source,WM',
          'Publication date,19-Nov-2026',
          'Series ID,FXRUSD',
          '19-Nov-2026,0.6512',
        ];
        response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
        response.end(Buffer.from([...head, ...rest, ''].join('\n'), 'latin1'));
        return undefined;
      },
      ['2026-11-19 1 AUD/USD mid 0.6512'],
    ],
    [
      'by a night that failed, because the ECB’s lists of 90 days are asked for as well',
      'ECB',
      {},
      ({ url }) => {
        const days = url.pathname.includes('90d') ? ['2026-11-19', '2026-11-18'] : ['2026-11-19'];
        const cubes = days.map((day) => `<Cube time="${day}"><Cube currency="USD" rate="1.15"/></Cube>`);
        return `<Envelope><Cube>${cubes.join('')}</Cube></Envelope>`;
      },
      ['2026-11-18 1 EUR/USD mid 1.15', '2026-11-19 1 EUR/USD mid 1.15'],
    ],
    [
      'by lists that come in batches ten days late',
      'FBIL',
      {},
      ({ url }) =>
        json(
          (url.searchParams.get('fromDate') ?? '') <= '2026-11-04'
            ? [{ processRunDate: '2026-11-04 00:00:00', subProdName: 'INR / 1 USD', rate: 88.1234 }]
            : [],
        ),
      ['2026-11-04 1 USD/INR mid 88.1234'],
    ],
    [
      'by prices without decimals, and rows without prices',
      'DAB',
      {},
      ({ url }) => {
        const names = ['Currency', 'Cash (Sell)', 'Cash (Buy)', 'Transfer (Sell)', 'Transfer (Buy)'];
        const day = url.searchParams.get('field_date_value') === '2026-11-18' ? '18 November 2026' : '';
        if (day === '') return '<html>There were no results.<h2>Average Rates</h2></html>';
        const list = html(names, ['USD$', '66', '65', '66', '65'], ['CNY¥', '', '', '', '']);
        return `<p>Last updated: ${day}</p>${list}<h2>Average Rates</h2>`;
      },
      ['2026-11-18 1 USD/AFN bid 65 ask 66'],
    ],
    [
      'by whole kwachas, and the unit of account is skipped',
      'RBM',
      {},
      () => {
        const row = (code: string) => [code, '1,733', '1,734', '1,735', 'Nov 18 2026'];
        return html(['Currency', 'Buying', 'Middle', 'Selling', 'Date'], row('USD'), row('CMD'));
      },
      ['2026-11-18 1 USD/MWK mid 1734 bid 1733 ask 1735'],
    ],
    [
      'by a day that is written 2026-11.18',
      'NRB',
      {},
      () =>
        json({
          status: { code: 200 },
          data: {
            payload: [{ date: '2026-11.18', rates: [{ currency: { iso3: 'USD', unit: 1 }, buy: '140', sell: '141' }] }],
          },
          pagination: { pages: 1, total: 1 },
        }),
      ['2026-11-18 1 USD/NPR bid 140 ask 141'],
    ],
  ])('%s', async (_, code, wanted, behave, lines) => {
    const { lines: archived, failures } = await ask(code, behave, wanted);
    expect({ archived, failures }).toEqual({ archived: lines, failures: [] });
  });
});

describe('past years are read', () => {
  it('of Nigeria, without the rows that contradict each other and those whose sides are crossed', async () => {
    const { lines, failures, notes } = await ask('CBN', () => json(CBN_ALL), { from: '2022-01-01', to: '2022-06-30' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.includes('USD'))).toEqual([
      '2022-03-10 1 USD/NGN mid 415.7 bid 415.2 ask 416.2',
    ]);
    expect(notes).toContainEqual(
      expect.stringMatching(/left out, cannot be right: 2022-03-11 USD\/NGN: bid .* \(and 1 more\)/),
    );
  });
});
