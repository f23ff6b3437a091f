/** The exact fixing as a file: it reads back as the same ratios, and a truncated or foreign file is refused. */
import { describe, expect, it } from 'vitest';
import {
  type Figures,
  parseTable,
  SIDES,
  type TableFacts,
  tableText,
  toTable,
} from '../../generator/wire/answers/table.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { currencyCode, providerCode } from '../../generator/wire/words/schemas.ts';
import { randomOf } from '../support/kit/random.ts';
import { randomDecimal } from '../support/kit/random-decimals.ts';

const code = (text: string) => currencyCode.parse(text);
const TCMB: TableFacts = {
  provider: providerCode.parse('TCMB'),
  date: parseIsoDate('2025-09-08'),
  reference: code('TRY'),
  bidAsk: true,
};
const ECB: TableFacts = { ...TCMB, provider: providerCode.parse('ECB'), reference: code('EUR'), bidAsk: false };
const only = (mid: string): Figures => ({ mid: Ratio.parse(mid), bid: null, ask: null });

describe('a table', () => {
  it('is sorted by code and has the reference currency at 1, with both sides if the provider has them', () => {
    const usd = { mid: Ratio.parse('2/82.4374'), bid: Ratio.parse('1/41.2558'), ask: Ratio.parse('1/41.1816') };
    const xdr = { mid: null, bid: null, ask: Ratio.parse('1/56.4') };
    expect(
      tableText(
        toTable(TCMB, [
          [code('XDR'), xdr],
          [code('USD'), usd],
        ]),
      ),
    ).toBe('currency,mid,bid,ask\nTRY,1,1,1\nUSD,10000/412187,5000/206279,1250/51477\nXDR,,,5/282\n');
  });

  it('has only mid if the provider states only mid rates', () => {
    const rows = [
      [code('USD'), only('1.1684')],
      [code('BGN'), only('1.95583')],
    ] as const;
    expect(tableText(toTable(ECB, rows))).toBe('currency,mid,bid,ask\nBGN,1.95583,,\nEUR,1,,\nUSD,1.1684,,\n');
  });

  it('has the reference currency at 1, whatever the feed states for it', () => {
    expect(
      toTable(ECB, [[code('EUR'), only('1.0001')]])
        .figures.get(code('EUR'))
        ?.mid?.toString(),
    ).toBe('1');
  });

  it('of a fixing without any other currency has only the reference currency, and reads back', () => {
    const text = tableText(toTable(ECB, []));
    expect(text).toBe('currency,mid,bid,ask\nEUR,1,,\n');
    expect([...parseTable(text, ECB).figures.keys()]).toEqual(['EUR']);
  });

  it('reads back as the same ratios, which give the same text again', () => {
    const random = randomOf(412187);
    const letters = (count: number) =>
      Array.from({ length: count }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(random.below(26)));
    const figure = () =>
      Ratio.parse(`${randomDecimal(random).replace('-', '')}1`).over(Ratio.parse(`${1 + random.below(999)}.3`));
    for (let round = 0; round < 100; round++) {
      const rows = Array.from({ length: 1 + random.below(40) }, (): [Figures, string] => [
        { mid: random.below(5) === 0 ? null : figure(), bid: random.below(2) === 0 ? null : figure(), ask: figure() },
        letters(3).join(''),
      ]);
      const table = toTable(
        TCMB,
        rows.map(([figures, text]) => [code(text), figures] as const),
      );
      const text = tableText(table);
      const read = parseTable(text, TCMB);
      expect([...read.figures.keys()]).toEqual([...table.figures.keys()]);
      for (const [currency, figures] of table.figures) {
        for (const side of SIDES) {
          const [before, after] = [figures[side], read.figures.get(currency)?.[side] ?? null];
          expect(before === null || after === null ? before === after : before.compareTo(after) === 0).toBe(true);
        }
      }
      expect(tableText(read)).toBe(text);
    }
  });
});

describe('a table is refused with its provider and date when it has', () => {
  const WHOLE = 'currency,mid,bid,ask\nEUR,1,,\nUSD,1.1684,,\n';
  it.each([
    ['no text', ''],
    ['no header', 'EUR,1,,\n'],
    ['another header', 'code,rate\nEUR,1\n'],
    ['a header cut off', 'currency,mid'],
    ['an end in the middle of a row', WHOLE.slice(0, -6)],
    ['no line end after its last row', WHOLE.slice(0, -1)],
    ['a side too few', `${WHOLE}ZAR,19.3849,\n`],
    ['a side too many', `${WHOLE}ZAR,19.3849,,,\n`],
    ['an empty line', `${WHOLE}\n`],
    ['the text of an HTML page', '<!doctype html>\n<title>404</title>\n'],
  ])('%s', (_, text) => {
    expect(() => parseTable(text, ECB)).toThrow(/table of ECB 2025-09-08/);
  });

  it.each([
    ['a code in lower case', 'usd,1.1684,,'],
    ['a text in the place of a figure', 'USD,N/A,,'],
    ['a figure with a comma', 'USD,"1,1684",,'],
    ['a division by zero', 'USD,1/0,,'],
  ])('%s', (_, row) => {
    expect(() => parseTable(`currency,mid,bid,ask\n${row}\n`, ECB)).toThrow(
      new InputError(`table of ECB 2025-09-08: not a row: ${row}`),
    );
  });
});
