/** The answer of the converter: one large figure, its rate both ways, and whose it is; or a table of all currencies. */
import type { Table } from '../../../wire/answers/table.ts';
import { quotes, toConversion } from '../../../wire/answers/views.ts';
import { Decimal } from '../../../wire/exact/decimal.ts';
import { PLACES_MAX } from '../../../wire/words/order.ts';
import type { CurrencyCode } from '../../../wire/words/schemas.ts';
import { changed } from '../base/address.ts';
import type { Context } from '../base/context.ts';
import { button, figure, h } from '../base/dom.ts';
import { ALL, type Pair, placesOf } from '../base/pair.ts';
import { byText, tableOf } from '../base/table.ts';
import { localText, moneyText, rateText } from '../language/locale.ts';

export interface Converted {
  readonly currency: string;
  readonly convertedAmount: string;
}

/** @throws RangeError where the table does not quote what is converted */
export function convert(table: Table, { from, to }: Pair, amount: Decimal, places: number): readonly Converted[] {
  const wanted = to === ALL ? null : new Set([to as CurrencyCode]);
  return toConversion(table, { base: from as CurrencyCode, to: wanted, amount, places }).conversions;
}

/** The currencies of the pair that the table does not state. */
export function lacking(table: Table, { from, to }: Pair): readonly string[] {
  return (to === ALL ? [from] : [from, to]).filter((code) => !quotes(table, code as CurrencyCode));
}

/** Money as it is shown, with the decimals that the address names or with those of the currency. */
function moneyOf(context: Context, { currency, convertedAmount }: Converted): HTMLElement {
  const places = placesOf(context);
  const shown = places === null ? moneyText(convertedAmount, currency) : convertedAmount;
  return figure(convertedAmount, shown);
}

export function bigAnswer(context: Context, table: Table, pair: Pair, amount: Decimal): readonly Node[] {
  const places = placesOf(context);
  const [found] = convert(table, pair, amount, places ?? PLACES_MAX);
  if (found === undefined) return [];
  const all = places === null ? `${PLACES_MAX}` : null;
  return [
    h('p', { class: 'asked' }, `${localText(`${amount}`)} ${pair.from} =`),
    h('p', { class: 'big' }, moneyOf(context, found), ' ', h('abbr', { title: nameOf(context, pair.to) }, pair.to)),
    h(
      'p',
      { class: 'unit' },
      ...[rateOf(table, pair), ' · ', rateOf(table, { from: pair.to, to: pair.from })],
      button(places === null ? 'All decimals' : 'Fewer decimals', () => context.change({ decimals: all }), {
        ...{ class: 'plain', 'data-name': 'Decimals' },
      }),
    ),
  ];
}

/** Amounts that one has in mind, beside the one that was asked for. */
const AMOUNTS = ['1', '5', '10', '100', '1000'];

/** In each currency that the reader compares; where that is one, also back from it. */
export function amountsTable(context: Context, table: Table, { from, to }: Pair, also: readonly string[]): HTMLElement {
  const column = (base: string, target: string) => ({
    ...{ title: base === from ? target : `${target} for ${base}`, isFigure: true },
    cell: (amount: string) =>
      convert(table, { from: base, to: target }, Decimal.parse(amount), PLACES_MAX).map((one) =>
        moneyOf(context, one),
      )[0] ?? '',
  });
  const targets = [to, ...also].filter((code) => quotes(table, code as CurrencyCode));
  const own = { title: from, isFigure: true, cell: (amount: string) => localText(amount) };
  const back = also.length === 0 ? [column(to, from)] : [];
  const columns = [own, ...targets.map((code) => column(from, code)), ...back];
  return tableOf(`Round amounts of ${from}`, columns, AMOUNTS);
}

function rateOf(table: Table, pair: Pair): HTMLElement {
  const [rate] = convert(table, pair, Decimal.one, PLACES_MAX);
  const exact = rate?.convertedAmount ?? '';
  return h('span', {}, `1 ${pair.from} = `, figure(exact, rateText(exact)), ` ${pair.to}`);
}

export function allAnswers(context: Context, table: Table, pair: Pair, amount: Decimal): HTMLElement {
  const rows = convert(table, pair, amount, placesOf(context) ?? PLACES_MAX);
  return tableOf(
    `${localText(`${amount}`)} ${pair.from}`,
    [
      {
        title: 'Currency',
        order: byText(({ currency }) => currency),
        cell: ({ currency }) =>
          h('a', { href: changed(context.address, { amount: `${amount}`, to: currency }) }, currency),
      },
      { title: 'Name', isWide: true, cell: ({ currency }) => nameOf(context, currency) },
      { title: 'Amount', isFigure: true, cell: (row) => moneyOf(context, row) },
    ],
    rows,
  );
}

function nameOf({ currencies }: Context, code: string): string {
  return currencies.find((one) => one.code === code)?.name ?? code;
}
