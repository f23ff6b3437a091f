/** How codes and names of parameters may be written, by every door: a penny is never taken for a pound. */

import { describe, expect, it } from 'vitest';
import { searched } from '../../generator/site/page/language/searched.ts';
import { toWrittenCode, whyUnknown } from '../../generator/wire/words/written-codes.ts';
import { readExamples } from '../support/kit/examples.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const { ask } = await gatewayOver(diskStore(writeSmallTree()));

/** The place of the code is named CODE. */
const DOORS = readExamples('server/answers/spellings.txt', 'doors').flat();

describe.each(DOORS)('%s', (door) => {
  const asked = (code: string) => ask(door.replace('CODE', code));

  it.each(['GBp', 'gBP', 'Gbp', 'GBX', 'gbx', 'RMB', 'rmb'])('refuses %s and says why', async (code) => {
    const { status, text } = await asked(code);
    expect([status >= 400, text.includes(whyUnknown(code).slice(2, 30))], text).toEqual([true, true]);
  });
});

it.each(DOORS.filter((door) => !/^.(frankfurter|service)/.test(door)))(
  '%s takes GBP in small letters',
  async (door) => {
    const [capitals, small] = await Promise.all(['GBP', 'gbp'].map((code) => ask(door.replace('CODE', code))));
    expect([small?.status, small?.text]).toEqual([200, capitals?.text]);
  },
);

describe('a code', () => {
  it.each([
    ['usd', 'USD'],
    ['USD', 'USD'],
    ['pl-vat', 'PL-VAT'],
    ['GBp', 'GBp'],
    ['uSD', 'uSD'],
    ['ınr', 'ıNR'], // without its dot the letter is another one
    ['ｇｂｐ', 'ｇｂｐ'],
    ['', ''],
  ])('%s is read as %s', (text, code) => {
    expect(toWrittenCode(text)).toBe(code);
  });

  it.each(readExamples('server/answers/spellings.txt', 'explained codes'))('%s is explained by "%s"', (code, words) => {
    expect(whyUnknown(code)).toBe(words);
  });

  it.each([
    ['/v1/latest?provider=Bnm', 1001],
    ['/v1/historical?date=2026-03-11&rule=Pl-vat', 1025],
  ])('of another kind is judged alike: %s is refused with %i', async (question, errorCode) => {
    const { text } = await ask(question);
    expect(JSON.parse(text)).toEqual({ errorCode, message: expect.stringContaining('all capitals or all small') });
  });

  it('that is typed into the page finds no other code', () => {
    const choices = [
      { value: 'GBP', text: 'GBP: British Pound' },
      { value: 'PLN', text: 'PLN: Polish Zloty' },
    ];
    const found = (words: string) => searched(choices, words).map(({ value }) => value);
    expect(['GBp', 'Gbp', 'gbp', 'GBP', 'Pol'].map(found)).toEqual([[], [], ['GBP'], ['GBP'], ['PLN']]);
  });
});

describe('the name of a parameter', () => {
  it.each(readExamples('server/answers/spellings.txt', 'names of parameters'))('%s is %s', async (written, plain) => {
    const [one, other] = await Promise.all([ask(written), ask(plain)]);
    expect([one.status, one.text]).toEqual([200, other.text]);
  });

  it.each([
    ['/v1/historical?date[]=2026-03-11&date[]=2026-03-13', 1006],
    ['/v1/latest?base[]=USD&base[]=GBP', 1003],
    ['/v1/latest?date[]=2026-03-11', 1104],
    ['/v1/convert?amount=1&date[gte]=2026-03-11', 1104],
    ['/v1/latest?symbols[]=USD', 1104],
    ['/v1/latest?curencies[]=USD', 1104],
  ])('%s is refused with %i', async (question, errorCode) => {
    expect(JSON.parse((await ask(question)).text)).toMatchObject({ errorCode });
  });
});
