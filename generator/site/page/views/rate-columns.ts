/** The columns of the table of rates. */
import { hrefOf } from '../base/address.ts';
import { button, figure, h } from '../base/dom.ts';
import type { Rate } from '../base/fixings.ts';
import { pins } from '../base/pins.ts';
import { pairText } from '../base/published.ts';
import { byText, type Column } from '../base/table.ts';
import { changeMark } from '../chart/moved.ts';
import { compareFigures } from '../language/figures.ts';
import { localText, rateText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';

export interface RateRow extends Rate {
  readonly name: string;
  readonly before: string | null;
  readonly change: string | null;
  /** The currency to which an official rate ties it; null where it floats or nothing is known. */
  readonly anchor: string | null;
}

/** A bank prints no more; a longer text comes of a machine. */
const PRINTED_LENGTH_MAX = 10;

interface ColumnsWanted {
  readonly provider: string;
  readonly base: string;
  readonly bidAsk: boolean;
  readonly isWhole: boolean;
  /** Whether each row says for how many units of which currency its figure is. */
  readonly isPrinted: boolean;
  readonly onPin: (currency: string) => void;
  readonly sparkOf: (currency: string) => HTMLElement;
}

export function rateColumns(wanted: ColumnsWanted): readonly Column<RateRow>[] {
  const { provider, base, bidAsk, isWhole, isPrinted, sparkOf } = wanted;
  const digits = (exact: string) =>
    isWhole || (isPrinted && exact.length <= PRINTED_LENGTH_MAX) ? exact : rateText(exact);
  const shown = (exact: string) => figure(exact, digits(exact));
  const short = (exact: string) => localText(digits(exact));
  const column = (title: string, of: (row: RateRow) => string | null, isWide = false): Column<RateRow> => ({
    ...{ title, isFigure: true, isWide: isWide && !bidAsk },
    cell: (row) => {
      const exact = of(row);
      return exact === null ? NOTHING : shown(exact);
    },
    order: (left, right) => compareFigures(of(left), of(right)),
  });
  // A phone has them below the middle.
  const sided = (title: string, of: (row: RateRow) => string | null) => ({ ...column(title, of), isBare: true });
  const sidesOf = ({ bid, ask }: RateRow) =>
    [bid === null ? '' : `bid ${short(bid)}`, ask === null ? '' : `ask ${short(ask)}`].filter(Boolean).join('\n');
  const mid = column(bidAsk ? 'Mid' : 'Rate', (row) => row.mid);
  const converted = ({ currency, base: from = base, quote: to = currency }: RateRow) =>
    hrefOf('convert', { provider, from, to });
  return [
    { title: 'Currency', order: byText(({ currency }) => currency), cell: (row) => codeOf(wanted, row) },
    { title: 'Name', isWide: true, order: byText(({ name }) => name), cell: ({ name }) => h('bdi', {}, name) },
    ...(isPrinted ? [{ title: 'As printed', isShort: true, isWide: true, cell: printedText }] : []),
    {
      ...mid,
      ...(bidAsk ? { below: sidesOf } : {}),
      cell: (row) => (row.mid === null ? NOTHING : h('a', { href: converted(row), title: 'Convert' }, shown(row.mid))),
    },
    ...(bidAsk ? [sided('Bid', ({ bid }) => bid), sided('Ask', ({ ask }) => ask)] : []),
    {
      ...column('Change', ({ change }) => change),
      cell: ({ currency, change }) => h('span', { class: 'moved' }, sparkOf(currency), changeMark(change)),
    },
    { ...column('Day before', ({ before }) => before), isBare: true },
  ];
}

function printedText({ per = '', unit = '', base = '', quote = '' }: RateRow): string {
  return pairText({ per, unit, base, quote });
}

function codeOf({ provider, base, onPin }: ColumnsWanted, row: RateRow): HTMLElement {
  const { currency, anchor } = row;
  const isPinned = pins().includes(currency);
  const name = `Pin ${currency}`;
  const look = { class: 'mark pin', 'data-name': name, 'aria-pressed': `${isPinned}`, 'aria-label': name };
  const pin = button(isPinned ? '★' : '☆', () => onPin(currency), look);
  const peg = anchor === null ? null : h('span', { class: 'mark peg', title: `Pegged to ${anchor}` }, `peg ${anchor}`);
  const href = hrefOf('chart', { provider, currency: row.quote ?? currency, base: row.base ?? base });
  return h('span', { class: 'code' }, pin, h('a', { href }, currency), peg);
}
