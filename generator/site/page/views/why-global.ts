/** Who contributed to a figure of GLOBAL, who did not, and why; and of a figure that is not there, why it is not. */
import { Ratio } from '../../../wire/exact/decimal.ts';
import { hrefOf } from '../base/address.ts';
import { type Context, parameter } from '../base/context.ts';
import { day, figure, h } from '../base/dom.ts';
import { type ProvenanceRows, recordsOf, type ShownProvenance } from '../base/provenance.ts';
import { byText, type Column, tableOf } from '../base/table.ts';
import { reasonsFor } from '../base/unstated.ts';
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

export async function ofGlobal(
  context: Context,
  found: ShownProvenance,
  figures: ProvenanceRows,
  currency: string,
): Promise<readonly Node[]> {
  const rows = recordsOf<Cell>(figures);
  const sorting = { by: parameter(context, 'sort', ''), onSort: (sort: string) => context.change({ sort }) };
  const notices = recordsOf<'currency' | 'words'>(found.notices).filter((one) => one.currency === currency);
  const caption = `Who states ${currency}, and whether it counts; the CSV has the exact fractions`;
  return [
    ...(await whatIsStated(context, found, currency)),
    ...notices.map((one) => h('p', { class: 'late' }, `${currency}: ${one.words}.`)),
    pegOf(found, currency),
    ...(rows.length === 0 ? [] : [tableOf(caption, columns(), rows, sorting)]),
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

async function whatIsStated(context: Context, found: ShownProvenance, currency: string): Promise<readonly Node[]> {
  const stated = recordsOf<'currency' | 'method' | 'figure'>(found.currencies).find((one) => one.currency === currency);
  if (stated !== undefined) {
    const shown = figure(stated.figure, rateText(stated.figure));
    return [h('p', {}, '1 EUR is ', shown, ` ${currency}: ${METHODS[stated.method] ?? stated.method}.`)];
  }
  return [
    h('p', { class: 'late' }, `GLOBAL states no ${currency} on `, day(found.date), '. Why:'),
    h('ul', {}, ...(await reasonsFor(context, currency))),
  ];
}

function pegOf({ pegs }: ShownProvenance, currency: string): HTMLElement {
  const peg = recordsOf<'currency' | 'anchor' | 'per' | 'units' | 'source'>(pegs).find(
    (one) => one.currency === currency,
  );
  if (peg === undefined) return h('p', {});
  return h('p', {}, `Pegged: ${peg.per} ${peg.anchor} is ${localText(peg.units)} ${currency} (${peg.source}).`);
}

/** The reason stands first, because it is what one looks for; on a phone nothing else is beside it. */
function columns(): readonly Column<Row>[] {
  const linked = ({ provider, date, currency }: Row, text: string) =>
    h('a', { href: hrefOf('why', { provider, date, currency }) }, text);
  return [
    { title: 'Provider', order: byText(({ provider }) => provider), cell: (row) => linked(row, row.provider) },
    { title: 'Use', isText: true, order: byText(({ use }) => use), cell: ({ use }) => use },
    {
      ...{ title: 'Units for 1 EUR', isFigure: true, cell: ({ perEuro }) => unitsText(perEuro) },
      order: (left, right) => Ratio.parse(left.perEuro || '0').compareTo(Ratio.parse(right.perEuro || '0')),
    },
    { title: 'Date', isWide: true, order: byText(({ date }) => date), cell: dateText },
    { title: 'Document', isShort: true, isBare: true, cell: (row) => linked(row, row.document) },
  ];
}

/** Some banks date their list for the working day after the one on which they set it. */
function dateText({ date, made }: Row): HTMLElement {
  return made === '' || made === date ? day(date) : h('span', {}, day(date), ', set on ', day(made));
}

/** A bank states another currency than the euro, so that its figure for the euro may be a fraction without an end. */
function unitsText(perEuro: string): Node | string {
  if (perEuro === '') return NOTHING;
  const exact = Ratio.parse(perEuro).roundSignificant(SIGNIFICANT).toString();
  return figure(exact, rateText(exact));
}
