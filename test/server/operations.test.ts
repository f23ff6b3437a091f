/** Operations as a client sees them: right answers, the same in three formats, from files and computed. */

import { describe, expect, it } from 'vitest';
import { type Document, FORMATS } from '../../generator/wire/encode/document.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { gatewayOver, withoutStaticRates } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const root = writeSmallTree();
const { ask } = await gatewayOver(diskStore(root));
const computed = await gatewayOver(withoutStaticRates(diskStore(root)));

const ANSWERS: readonly (readonly [kind: Document['kind'], question: string, answer: string])[] = [
  ['currencies', 'currencies?code=eur,HRK,ZZZ', 'EUR Euro 978 false|HRK Croatian Kuna 191 true'],
  ['currencies', 'currencies?code=ZZZ', ''],
  ['providers', 'providers?countryCode=tr,de', 'TCMB Banka, "Merkez" TURKEY TRY true false TR true false'],
  [
    'providers',
    'providers?code=hmrc,TCMB&countrycode=GB',
    'HMRC Bank HMRC UNITED KINGDOM GBP true true GB false false',
  ],
  ['providers', 'providers?code=HMRC&countryCode=TR', ''],
  [
    'rules',
    'rules?code=ua-tax,TR-VAT,XX-NONE&countrycode=ua',
    'UA-TAX UA Taxes: the day of the event NBU mid on Tax Code of Ukraine, article 39-1.1',
  ],
  ['rules', 'rules?countryCode=ZZ', ''],
  [
    'rates',
    'latest',
    `CHF 0.935|EUR 1|GBP 0.8649|JPY 172.99|PLN 4.2513|TRY 48.3321|USD 1.1717|XAU 0.0002560382|XDR 0.8561`
      .split('|')
      .map((row) => `GLOBAL 2026-03-13 EUR ${row}`)
      .join('|'),
  ],
  ['rates', 'latest?base=usd&currencies=eur,EUR', 'GLOBAL 2026-03-13 USD EUR 0.8534607835'],
  [
    'rates',
    'latest?base=USD&currencies=EUR,USD&decimals=2',
    'GLOBAL 2026-03-13 USD EUR 0.85|GLOBAL 2026-03-13 USD USD 1',
  ],
  [
    'rates',
    'latest?base&decimals&currencies=,,&provider=NBU',
    'NBU 2026-03-13 UAH EUR 0.019650226|NBU 2026-03-13 UAH UAH 1|NBU 2026-03-13 UAH USD 0.0227531286',
  ],
  ['rates', 'latest?currencies=AFN', ''],
  ['rates', 'latest?currencies=XAU&decimals=0', 'GLOBAL 2026-03-13 EUR XAU 0'],
  ['rates', 'latest?provider=tcmb&type=BID&currencies=USD,XDR', 'TCMB 2026-03-13 TRY USD 0.0226244344'],
  ['rates', 'latest?provider=tcmb&type=ask&currencies=XDR', 'TCMB 2026-03-13 TRY XDR 0.0166389351'],
  ['rates', 'latest?provider=TCMB&type=mid&currencies=USD,XDR', 'TCMB 2026-03-13 TRY USD 0.0226500566'],
  [
    'extended',
    'historical?provider=TCMB&date=2025-09-08&extended=true&currencies=TRY,USD,XDR',
    'TCMB 2025-09-08 TRY TRY 1 1 1|TCMB 2025-09-08 TRY USD 0.0242608331 0.0242390161 0.0242826894|TCMB 2025-09-08 TRY XDR 0 0 0.0177286419',
  ],
  [
    'extended',
    'latest?extended=true&currencies=EUR,USD',
    'GLOBAL 2026-03-13 EUR EUR 1 0 0|GLOBAL 2026-03-13 EUR USD 1.1717 0 0',
  ],
  ['rates', 'historical?date=2026-03-11&currencies=USD', 'GLOBAL 2026-03-11 EUR USD 1.1622'],
  [
    'rates',
    'historical?date=2022-12-31&provider=HNB&currencies=HRK,EUR',
    'HNB 2022-12-31 HRK EUR 0.1327228084|HNB 2022-12-31 HRK HRK 1',
  ],
  [
    'conversion',
    'convert?provider=TCMB&date=2025-09-08&amount=1e9&to=USD',
    'TCMB 2025-09-08 TRY 1000000000 USD 24260833.0684859057',
  ],
  [
    'conversion',
    'convert?provider=TCMB&date=2025-09-08&amount=1&base=usd&to=TRY,USD',
    'TCMB 2025-09-08 USD 1 TRY 41.2187|TCMB 2025-09-08 USD 1 USD 1',
  ],
  [
    'conversion',
    'convert?amount=-100.0&decimals=2&to=USD,EUR',
    'GLOBAL 2026-03-13 EUR -100 EUR -100|GLOBAL 2026-03-13 EUR -100 USD -117.17',
  ],
  [
    'conversion',
    'convert?amount=0&provider=NBU',
    'NBU 2026-03-13 UAH 0 EUR 0|NBU 2026-03-13 UAH 0 UAH 0|NBU 2026-03-13 UAH 0 USD 0',
  ],
];

describe.each(ANSWERS)('%s: %s', (kind, question, answer) => {
  it.each(FORMATS)('is the answer in %s', async (format) => {
    const separator = question.includes('?') ? '&' : '?';
    const reply = await ask(`/v1/${question}${separator}format=${format}&header=true`);
    expect(reply.status).toBe(200);
    const rows = rowsOf(kind, format, reply.text).map((row) => Object.values(row).join(' '));
    expect(rows.join('|')).toBe(answer);
  });
});

describe('an answer from a file of the tree', () => {
  const questions = ['latest', 'latest?base=JPY', 'latest?provider=TCMB&extended=true', 'latest?provider=HMRC'];
  const sides = [
    'latest?provider=TCMB&type=ask',
    'historical?date=2025-09-08&provider=TCMB&type=bid',
    'currencies',
    'providers',
    'rules',
  ];

  it.each([...questions, ...sides])('%s has the same bytes when it is computed', async (question) => {
    for (const format of FORMATS) {
      for (const header of ['true', 'false']) {
        const url = `/v1/${question}${question.includes('?') ? '&' : '?'}format=${format}&header=${header}`;
        const [fromFile, fromTable] = await Promise.all([ask(url), computed.ask(url)]);
        expect(fromTable).toEqual(fromFile);
      }
    }
  });

  it('has in CSV a header row only if it is asked for, and names that in its content type', async () => {
    const bare = await ask('/v1/latest?format=CSV&provider=NBU');
    const headed = await ask('/v1/latest?format=CSV&provider=NBU&header=TRUE');
    expect(headed.text).toBe(`provider,date,base,currency,rate\r\n${bare.text}`);
    expect(bare.headers['content-type']).toBe('text/csv; charset=utf-8; header=absent');
    expect(headed.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  });

  it('is empty with status 200 if nothing that is asked for is quoted', async () => {
    const url = '/v1/latest?currencies=AFN';
    expect((await ask(url)).text).toBe('{"provider":"GLOBAL","date":"2026-03-13","base":"EUR","exchangeRates":{}}');
    expect((await ask(`${url}&format=csv`)).text).toBe('');
    expect((await ask('/v1/currencies?code=ZZZ')).text).toBe('[]');
  });
});

describe('a conversion', () => {
  it.each([
    ['1e+21', '1000000000000000000000'],
    ['1e%2B21', '1000000000000000000000'],
    ['+5', '5'],
    ['%2B5', '5'],
    ['100.0', '100'],
    ['1e-7', '0.0000001'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0', '0'],
    ['0.1', '0.1'],
    ['9999999999999999999999999999999999999999', '9999999999999999999999999999999999999999'],
    ['1E30', `1${'0'.repeat(30)}`],
    ['1e-30', `0.${'0'.repeat(29)}1`],
  ])('of %s states the amount as %s', async (sent, stated) => {
    const reply = await ask(`/v1/convert?to=EUR&amount=${sent}`);
    expect(rowsOf('conversion', 'json', reply.text)[0]?.amount).toBe(stated);
  });

  it('without targets has every quoted currency and the base', async () => {
    const rows = rowsOf('conversion', 'json', (await ask('/v1/convert?amount=2')).text);
    expect(rows.map(({ currency }) => currency).join(' ')).toBe('CHF EUR GBP JPY PLN TRY USD XAU XDR');
  });

  it('leaves out currencies with only one side', async () => {
    const rows = rowsOf('conversion', 'json', (await ask('/v1/convert?amount=2&provider=TCMB')).text);
    expect(rows.map(({ currency }) => currency).join(' ')).toBe('EUR TRY USD');
  });
});
