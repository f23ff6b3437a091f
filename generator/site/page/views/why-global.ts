/** Who contributed to a figure of GLOBAL, who did not, and why; and of a figure that is not there, why it is not. */
import { Ratio } from '../../../wire/exact/decimal.ts';
import { hrefOf } from '../base/address.ts';
import { type Context, sortingOf } from '../base/context.ts';
import { day, figure, h, p } from '../base/dom.ts';
import { type ProvenanceRows, recordsOf, type ShownProvenance } from '../base/provenance.ts';
import { byText, type Column, tableOf } from '../base/table.ts';
import { reasonsFor } from '../base/unstated.ts';
import { type Dot, dotsOf } from '../chart/dots.ts';
import { onScreen } from '../chart/series.ts';
import { localText, rateText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';

/** Of quotients, which GLOBAL takes exactly; so many digits tell any two banks apart. */
const SIGNIFICANT = 12;

const METHODS: Readonly<Record<string, string>> = {
  median: 'the median of the figures used',
  mean: 'the mean of the two figures used',
  single: 'the only figure',
  base: 'the currency in which GLOBAL counts',
  peg: 'its official rate',
};

type Cell = 'currency' | 'provider' | 'date' | 'made' | 'document' | 'perEuro' | 'use';
type Row = Readonly<Record<Cell, string>>;
type Stated = 'currency' | 'method' | 'figure';

const isUsed = ({ use }: Row) => use.startsWith('used');

export async function ofGlobal(
  context: Context,
  found: ShownProvenance,
  figures: ProvenanceRows,
  currency: string,
): Promise<readonly Node[]> {
  const rows = recordsOf<Cell>(figures).toSorted(byUnits);
  const stated = recordsOf<Stated>(found.currencies).find((one) => one.currency === currency);
  const used = stated?.method === 'median' ? rows.filter(isUsed) : [];
  const middle = new Set(used.slice((used.length - 1) >> 1, (used.length >> 1) + 1));
  const notices = recordsOf<'currency' | 'words'>(found.notices).filter((one) => one.currency === currency);
  const caption = `Who states ${currency}: a filled dot counts, a ringed one is the median; the CSV has the exact fractions`;
  return [
    ...(await whatIsStated(context, found.date, currency, stated)),
    ...notices.map((one) => h('p', { class: 'late' }, `${currency}: ${one.words}.`)),
    pegOf(found, currency),
    ...(rows.length === 0
      ? []
      : [
          dotsOf(rows.flatMap((row) => dotOf(row, middle.has(row)))),
          tableOf(caption, columns(middle), rows, sortingOf(context)),
        ]),
    h('h2', {}, 'Providers that never contribute'),
    tableOf(
      'Excluded providers, with the reason',
      [
        { title: 'Provider', cell: ({ provider }) => provider },
        { title: 'Reason', cell: ({ reason }) => reason },
      ],
      recordsOf<'provider' | 'reason'>(found.excluded),
    ),
  ];
}

async function whatIsStated(
  context: Context,
  date: string,
  currency: string,
  stated?: Readonly<Record<Stated, string>>,
) {
  if (stated !== undefined) {
    const shown = figure(stated.figure, rateText(stated.figure));
    return [p('1 EUR is ', shown, ` ${currency}: ${METHODS[stated.method] ?? stated.method}.`)];
  }
  const head = h('p', { class: 'late' }, `GLOBAL states no ${currency} on `, day(date), '. Why:');
  return [head, h('ul', {}, ...(await reasonsFor(context, currency)))];
}

function pegOf({ pegs }: ShownProvenance, currency: string): HTMLElement {
  const peg = recordsOf<'currency' | 'anchor' | 'per' | 'units' | 'source'>(pegs).find(
    (one) => one.currency === currency,
  );
  if (peg === undefined) return h('p', {});
  return p(`Pegged: ${peg.per} ${peg.anchor} is ${localText(peg.units)} ${currency} (${peg.source}).`);
}

/** What was not stated comes last. */
const byUnits = ({ perEuro: left }: Row, { perEuro: right }: Row) =>
  left === '' || right === ''
    ? (left === '' ? 1 : 0) - (right === '' ? 1 : 0)
    : Ratio.parse(left).compareTo(Ratio.parse(right));

function dotOf(row: Row, isMedian: boolean): readonly Dot[] {
  if (row.perEuro === '') return [];
  const kind = isMedian ? 'median' : isUsed(row) ? 'used' : 'unused';
  return [{ value: onScreen(unitsOf(row)), kind, words: `${row.provider} ${unitsOf(row)}: ${row.use}` }];
}

/** The reason stands first, because it is what one looks for; on a phone nothing else is beside it. */
function columns(middle: ReadonlySet<Row>): readonly Column<Row>[] {
  const useOf = (row: Row) =>
    h('span', {}, row.use, middle.has(row) ? h('strong', { class: 'mark' }, ', the median') : null);
  const linked = ({ provider, date, currency }: Row, text: string) =>
    h('a', { href: hrefOf('why', { provider, date, currency }) }, text);
  return [
    { title: 'Provider', order: byText(({ provider }) => provider), cell: (row) => linked(row, row.provider) },
    { title: 'Use', isText: true, order: byText(({ use }) => use), cell: useOf },
    { title: 'Units for 1 EUR', isFigure: true, cell: unitsText, order: byUnits },
    { title: 'Date', isWide: true, order: byText(({ date }) => date), cell: dateText },
    { title: 'Document', isShort: true, isBare: true, cell: (row) => linked(row, row.document) },
  ];
}

/** Some banks date their list for the working day after the one on which they set it. */
function dateText({ date, made }: Row): HTMLElement {
  return made === '' || made === date ? day(date) : h('span', {}, day(date), ', set on ', day(made));
}

/** A bank states another currency than the euro, so that its figure for the euro may be a fraction without an end. */
const unitsOf = ({ perEuro }: Row) => Ratio.parse(perEuro).roundSignificant(SIGNIFICANT).toString();

function unitsText(row: Row): Node | string {
  return row.perEuro === '' ? NOTHING : figure(unitsOf(row), rateText(unitsOf(row)));
}
