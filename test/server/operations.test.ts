/** Operations as a client sees them: right answers, the same in three formats, from files and computed. */

import { describe, expect, it } from 'vitest';
import { type Document, FORMATS } from '../../generator/wire/encode/document.ts';
import { readExamples } from '../support/kit/examples.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { gatewayOver, withoutStaticRates } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const root = writeSmallTree();
const { ask } = await gatewayOver(diskStore(root));
const computed = await gatewayOver(withoutStaticRates(diskStore(root)));

describe.each(readExamples('server/answers/operations.txt', 'answers'))('%s: %s', (kind, question, answer) => {
  it.each(FORMATS)('is the answer in %s', async (format) => {
    const separator = question.includes('?') ? '&' : '?';
    const reply = await ask(`/v1/${question}${separator}format=${format}&header=true`);
    expect(reply.status).toBe(200);
    const rows = rowsOf(kind as Document['kind'], format, reply.text).map((row) => Object.values(row).join(' '));
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
