/** Which well-formed figures are held back because they contradict the market, and what sets them free. */
import { describe, expect, it } from 'vitest';
import { quarantineLine, toQuarantineLine } from '../../generator/rates/quarantine/list.ts';
import { isSelected, toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import type { Holding } from '../../generator/sources/archive/archive.ts';
import { acceptedUntil, readAcceptances, writeAccepted } from '../../generator/sources/archive/confirmed.ts';
import { rowKey } from '../../generator/sources/archive/rows.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { archive, definition, freshFolder } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';

const [PLN, EUR, GBP, CZK] = [
  definition('NBP', 'PLN'),
  definition('ECB', 'EUR'),
  definition('BOE', 'GBP'),
  definition('CNB', 'CZK'),
];
const holding = (of: ProviderDefinition, lines: readonly string[], accepted: readonly string[] = []): Holding => ({
  definition: of,
  archive: archive(of.code, lines),
  accepted: new Set(accepted),
  holds: [],
});
const ofPoland = (...holdings: readonly Holding[]) => dates(...holdings).filter((line) => line.startsWith('NBP'));
const dates = (...holdings: readonly Holding[]) =>
  toQuarantined(holdings).map(({ provider, row }) => `${provider} ${row.date} ${row.base}/${row.quote} ${row.mid}`);

describe('compared with the provider’s own last figure,', () => {
  it.each(readExamples('quarantine/held.txt', 'compared with its own'))('%s', (_, lines, held) =>
    expect(dates(holding(PLN, lines.split(' | '))).join(' | ')).toBe(held),
  );

  it('it is only compared within its own table, such as NBP’s lists A and C', () => {
    const lines = ['2026-03-02 USD/PLN 3.6', '2026-03-03 USD/PLN 4.2 in weekly', '2026-03-04 USD/PLN 3.6'];
    expect(dates(holding(PLN, lines))).toEqual([]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'of more than a tenth is held back',
      ['2026-03-03 USD/PLN 3.61', '2026-03-03 USD/PLN 4 seen 2026-03-04'],
      ['NBP 2026-03-03 USD/PLN 4'],
    ],
    ['of less than a twentieth stands', ['2026-03-03 USD/PLN 3.61', '2026-03-03 USD/PLN 3.79 seen 2026-03-04'], []],
    [
      'of a whole history from the wrong column is held back',
      [
        ...['2026-03-02 EUR/PLN 4.2', '2026-03-03 EUR/PLN 4.21'],
        ...['2026-02-27 EUR/PLN 0.02 seen 2026-03-04', '2026-03-02 EUR/PLN 0.021 seen 2026-03-04'],
        '2026-03-03 EUR/PLN 0.02 seen 2026-03-04',
      ],
      ['NBP 2026-02-27 EUR/PLN 0.02', 'NBP 2026-03-02 EUR/PLN 0.021', 'NBP 2026-03-03 EUR/PLN 0.02'],
    ],
  ])('a correction %s', (_, lines, held) => expect(dates(holding(PLN, lines))).toEqual(held));

  it('the newest of several statements about one day stands if it is not doubtful', () => {
    const lines = ['2026-03-02 USD/PLN 3.6', '2026-03-03 USD/PLN 3.61', '2026-03-03 USD/PLN 36.1 seen 2026-03-04'];
    expect(dates(holding(PLN, lines))).toEqual(['NBP 2026-03-03 USD/PLN 36.1']);
  });
});

describe('compared with other providers,', () => {
  const jump = ['2022-02-25 USD/PLN 4.1', '2022-02-28 USD/PLN 4.9'];
  it.each<[string, readonly Holding[], readonly string[]]>([
    [
      'a step is confirmed by one that states the same',
      [holding(GBP, ['2022-02-28 GBP/USD 1.34', '2022-02-28 GBP/PLN 6.5'])],
      [],
    ],
    ['a step is confirmed a day later', [holding(GBP, ['2022-03-01 GBP/USD 1.34', '2022-03-01 GBP/PLN 6.5'])], []],
    [
      'a step is not confirmed five days later',
      [holding(GBP, ['2022-03-05 GBP/USD 1.34', '2022-03-05 GBP/PLN 6.5'])],
      ['NBP 2022-02-28 USD/PLN 4.9'],
    ],
    [
      'a step is not confirmed by one that states the old rate',
      [holding(GBP, ['2022-02-28 GBP/USD 1.34', '2022-02-28 GBP/PLN 5.5'])],
      ['NBP 2022-02-28 USD/PLN 4.9'],
    ],
    [
      'a step is confirmed if one of two states the same',
      [
        holding(GBP, ['2022-02-28 GBP/USD 1.34', '2022-02-28 GBP/PLN 5.5']),
        holding(EUR, ['2022-02-28 EUR/USD 1.12', '2022-02-28 EUR/PLN 5.49']),
      ],
      [],
    ],
  ])('%s', (_, others, held) => expect(ofPoland(holding(PLN, jump), ...others)).toEqual(held));

  it.each<[string, string, string, string]>([
    ['a slip of the decimal point', '41', '54.9', 'a slip of the decimal point'],
    ['an inverted pair', '0.2439', '0.3268', 'an inverted pair'],
  ])('%s is not confirmed by one that states the same', (_, dollars, pounds, words) => {
    const held = toQuarantined([
      holding(PLN, ['2022-02-25 USD/PLN 4.1', `2022-02-28 USD/PLN ${dollars}`]),
      holding(GBP, ['2022-02-28 GBP/USD 1.34', `2022-02-28 GBP/PLN ${pounds}`]),
    ]);
    expect(held.map(({ row, reason }) => `${row.mid} ${reason}`)).toEqual([
      expect.stringMatching(`^${dollars} .* % from the figure of 2022-02-25, and only a person can confirm ${words}$`),
    ]);
  });

  it('a lasting step does not confirm itself if others deny it', () => {
    const lines = [...jump, '2022-03-01 USD/PLN 4.9'];
    const other = holding(GBP, [
      '2022-02-28 GBP/USD 1.34',
      '2022-02-28 GBP/PLN 5.5',
      '2022-03-01 GBP/USD 1.34',
      '2022-03-01 GBP/PLN 5.5',
    ]);
    expect(dates(holding(PLN, lines), other)).toEqual(['NBP 2022-02-28 USD/PLN 4.9', 'NBP 2022-03-01 USD/PLN 4.9']);
  });

  it('a provider that does not quote zlotys is compared through dollars or euros', () => {
    const lines = [
      '2026-03-04 XAG/PLN 10',
      '2026-03-04 USD/PLN 3.6',
      '2026-03-05 XAG/PLN 8.6',
      '2026-03-05 USD/PLN 3.6',
    ];
    const dollars = (silver: string) => holding(CZK, [`2026-03-05 XAG/CZK ${silver}`, '2026-03-05 USD/CZK 21']);
    expect(dates(holding(PLN, lines), dollars('50'))).toEqual([]);
    expect(dates(holding(PLN, lines), dollars('58'))).toEqual(['NBP 2026-03-05 XAG/PLN 8.6']);
  });

  it.each([
    ['of 3.1 % is held back if two others deny it', '3.715', ['NBP 2026-03-02 USD/PLN 3.715']],
    ['of 2.9 % stands even so', '3.704', []],
  ])('a step %s', (_, rate, held) => {
    const others = [euro('4.175'), koruna('5.85')];
    expect(ofPoland(holding(PLN, ['2026-02-27 USD/PLN 3.6', `2026-03-02 USD/PLN ${rate}`]), ...others)).toEqual(held);
  });

  const koruna = (rate: string) => holding(CZK, [`2026-03-02 USD/CZK 21`, `2026-03-02 PLN/CZK ${rate}`]);
  const euro = (rate: string) => holding(EUR, ['2026-03-02 EUR/USD 1.16', `2026-03-02 EUR/PLN ${rate}`]);
  it.each<[string, string, readonly Holding[], readonly string[]]>([
    ['stands if nobody else quotes it', '4.2', [], []],
    ['stands if only one other quotes it, even at another rate', '4.2', [euro('4.18')], []],
    [
      'is held back if two others state something else',
      '4.2',
      [euro('4.18'), koruna('5.8')],
      ['NBP 2026-03-02 USD/PLN 4.2'],
    ],
    ['stands if one of two others agrees', '3.62', [euro('4.8'), koruna('5.8')], []],
  ])('a first figure %s', (_, rate, others, held) => {
    expect(ofPoland(holding(PLN, [`2026-03-02 USD/PLN ${rate}`]), ...others)).toEqual(held);
  });
});

describe('a bid above the ask', () => {
  it.each([
    ['is held back', '3.61~3.6', ['2026-03-02 3.61 its bid is above its ask']],
    ['is held back if it is a thousandth higher', '3.601~3.6', ['2026-03-02 3.601 its bid is above its ask']],
    ['but an equal one stands', '3.6~3.6', []],
    ['and one without an ask', '3.6~', []],
  ])('%s', (_, sides, held) => {
    const found = toQuarantined([holding(PLN, [`2026-03-02 USD/PLN ${sides}`, '2026-03-03 USD/PLN 3.6~3.61'])]);
    expect(found.map(({ row, reason }) => `${row.date} ${row.bid} ${reason}`)).toEqual(held);
  });

  it('stands if a person has accepted it', () => {
    const [one] = toQuarantined([holding(PLN, ['2026-03-02 USD/PLN 3.61~3.6'])]);
    expect(dates(holding(PLN, ['2026-03-02 USD/PLN 3.61~3.6'], one ? [rowKey(one.row)] : []))).toEqual([]);
  });
});

describe('a person', () => {
  const lines = ['2026-03-02 JPY/PLN 0.025', '2026-03-03 JPY/PLN 2.5', '2026-03-04 JPY/PLN 2.51'];

  it('accepts a figure with a note, and the figures after it are compared with it', async () => {
    const dir = freshFolder();
    const held = toQuarantined([holding(PLN, lines)])
      .slice(0, 1)
      .map(({ row }) => row);
    await writeAccepted(dir, 'NBP', held, {
      accepted: '2026-03-05T09:00:00Z',
      note: 'the bank changed its unit, page 3',
    });
    await writeAccepted(dir, 'NBP', held, {
      accepted: '2026-03-05T09:00:00Z',
      note: 'the bank changed its unit, page 3',
    });
    const acceptances = await readAcceptances(dir, 'NBP');
    const accepted = acceptedUntil(acceptances, null);
    expect([...accepted]).toEqual(held.map(rowKey));
    expect(dates(holding(PLN, lines, [...accepted]))).toEqual([]);
    expect(acceptedUntil(acceptances, '2026-03-05T08:59:59Z').size).toBe(0);
  });

  it.each([
    ['NBP', true],
    ['NBP/JPY', true],
    ['NBP/2026-03-03', true],
    ['NBP/2026-03-03/JPY', true],
    ['NBP/2026-03-03/JPY/PLN', true],
    ['NBP/2026-03-04/JPY', false],
    ['NBP/USD', false],
    ['ECB/JPY', false],
  ])('names the figure by %s: %s', (text, expected) => {
    expect(
      toQuarantined([holding(PLN, lines)])
        .slice(0, 1)
        .map((held) => isSelected(held, text)),
    ).toEqual([expected]);
  });
});

it('a reason says how far off a figure is, from what, and who states something else', () => {
  const held = toQuarantined([
    holding(PLN, ['2022-02-25 USD/PLN 4', '2022-02-28 USD/PLN 5']),
    holding(GBP, ['2022-02-28 GBP/USD 1.25', '2022-02-28 GBP/PLN 5']),
  ]);
  const reason = '25 % from the figure of 2022-02-25, and 25 % or more from BOE';
  expect(held.map(toQuarantineLine)).toEqual([`NBP/2022-02-28/USD/PLN 5: ${reason}`]);
  expect(held.map(quarantineLine)).toEqual([
    expect.stringMatching(`^NBP,2022-02-28,USD,PLN,1,,5,,,2022-02-28T[0-9:]+Z,[0-9a-f]{12},"${reason}"$`),
  ]);
});
