/** Where a number comes from: for a bank its documents, for GLOBAL every contributor, used or left out, and why. */

import { Ratio } from '../../../wire/exact/decimal.ts';
import { hrefOf } from '../base/address.ts';
import { provenanceOf } from '../base/asking.ts';
import { combobox } from '../base/combobox.ts';
import { type Context, copyButtons, parameter, providerChoices, readOrWords } from '../base/context.ts';
import { csvText } from '../base/csv.ts';
import { day, field, h, outside } from '../base/dom.ts';
import { askedOf, readLatest } from '../base/fixings.ts';
import { providerOf } from '../base/lists.ts';
import { type ProvenanceRows, readProvenance, recordsOf, type ShownProvenance } from '../base/provenance.ts';
import { byText, type Column, tableOf } from '../base/table.ts';
import { NOTHING } from '../base/words.ts';

/** Of quotients, which GLOBAL takes exactly; so many digits tell any two banks apart. */
const SIGNIFICANT = 12;

export async function whyView(context: Context): Promise<readonly Node[]> {
  const provider = providerOf(context, parameter(context, 'provider', 'GLOBAL'));
  const asked = parameter(context, 'date', '');
  const date = asked === '' ? (await readLatest(context.source, askedOf(provider, ''))).date : asked;
  const currency = parameter(context, 'currency', provider.code === 'GLOBAL' ? 'USD' : '');
  const found = await readOrWords(() => readProvenance(context.source, provider.code, date));
  const isFound = !(found instanceof HTMLElement);
  const licence = await licenceOf(context, provider.code);
  return [
    h('h1', {}, `Where the numbers of ${provider.code} come from`),
    ...(licence === undefined ? [] : [h('p', {}, `Class of its licence: ${licence}.`)]),
    h(
      'div',
      { class: 'choices' },
      combobox('Provider', provider.code, providerChoices(context), (value) =>
        context.change({ provider: value, date: null, currency: null }),
      ),
      field('Date', { type: 'date', value: date }, (value) => context.change({ date: value })),
      combobox('Currency', currency, isFound ? currencyList(found, provider.code) : [], (value) =>
        context.change({ currency: value }),
      ),
    ),
    ...(isFound ? whatIsFound(context, found, currency) : [found]),
  ];
}

interface Licences {
  readonly providers: readonly { readonly provider: string; readonly licence?: string }[];
}

/** What the tree says of the provider's terms: nothing of GLOBAL, and nothing in older trees. */
async function licenceOf({ source }: Context, provider: string): Promise<string | undefined> {
  const { providers } = await source.document<Licences>('v1/status.json');
  return providers.find((one) => one.provider === provider)?.licence;
}

function whatIsFound(context: Context, found: ShownProvenance, currency: string): readonly Node[] {
  const { provider, date } = found;
  const rows = found.figures.rows.filter(([code]) => currency === '' || code === currency);
  const figures = { ...found.figures, rows };
  return [
    ...(provider === 'GLOBAL' ? ofGlobal(context, found, figures, currency) : ofBank(found, figures, currency)),
    copyButtons(context, provenanceOf(provider, date), () => csvText([figures.columns, ...rows])),
  ];
}

function currencyList({ figures }: ShownProvenance, provider: string) {
  const codes = [...new Set(figures.rows.map(([code]) => code ?? ''))].sort();
  const all = provider === 'GLOBAL' ? [] : [{ value: '', text: 'all currencies' }];
  return [...all, ...codes.map((code) => ({ value: code, text: code }))];
}

const METHODS: Readonly<Record<string, string>> = {
  median: 'the median of the figures used',
  mean: 'the mean of the two figures used',
  single: 'the only figure',
  base: 'the currency in which GLOBAL counts',
};

function ofGlobal(
  context: Context,
  found: ShownProvenance,
  figures: ProvenanceRows,
  currency: string,
): readonly Node[] {
  const stated = recordsOf<'currency' | 'method' | 'figure'>(found.currencies).find((one) => one.currency === currency);
  const peg = recordsOf<'currency' | 'anchor' | 'per' | 'units' | 'source'>(found.pegs).find(
    (one) => one.currency === currency,
  );
  const notices = recordsOf<'currency' | 'words'>(found.notices).filter((one) => one.currency === currency);
  const words =
    stated === undefined
      ? `GLOBAL states no ${currency} on ${found.date}.`
      : `1 EUR is ${stated.figure} ${currency}: ${METHODS[stated.method] ?? stated.method}.`;
  type Cell = 'currency' | 'provider' | 'date' | 'made' | 'document' | 'perEuro' | 'use';
  const column = (title: string, name: Cell): Column<Readonly<Record<Cell, string>>> => ({
    title,
    order: byText((row) => row[name]),
    cell: (row) => row[name],
  });
  const link: Column<Readonly<Record<Cell, string>>> = {
    ...column('Provider', 'provider'),
    cell: (row) =>
      h('a', { href: hrefOf('why', { provider: row.provider, date: row.date, currency: row.currency }) }, row.provider),
  };
  const columns: readonly Column<Readonly<Record<Cell, string>>>[] = [
    link,
    { ...column('Date', 'date'), cell: dateText, isWide: true },
    {
      ...{ title: 'Units for 1 EUR', isFigure: true, cell: ({ perEuro }) => unitsText(perEuro) },
      order: (left, right) => Ratio.parse(left.perEuro || '0').compareTo(Ratio.parse(right.perEuro || '0')),
    },
    { ...column('Use', 'use'), isText: true },
    { ...column('Document', 'document'), isShort: true },
  ];
  const sorting = { by: parameter(context, 'sort', ''), onSort: (sort: string) => context.change({ sort }) };
  const excluded = recordsOf<'provider' | 'reason'>(found.excluded);
  return [
    h('p', {}, words),
    ...notices.map((one) => h('p', { class: 'late' }, `${currency}: ${one.words}.`)),
    peg === undefined
      ? h('p', {})
      : h('p', {}, `Pegged: ${peg.per} ${peg.anchor} is ${peg.units} ${currency} (${peg.source}).`),
    tableOf(
      `Who states ${currency}, and whether it counts; the CSV has the exact fractions`,
      columns,
      recordsOf<Cell>(figures),
      sorting,
    ),
    h('h2', {}, 'Providers that never contribute'),
    tableOf(
      'Excluded providers, with the reason',
      [
        { title: 'Provider', cell: ({ provider }) => provider },
        { title: 'Reason', cell: ({ reason }) => reason },
      ],
      excluded,
    ),
  ];
}

/** Some banks date their list for the working day after the one on which they set it. */
function dateText({ date, made }: Readonly<Record<'date' | 'made', string>>): string {
  return made === '' || made === date ? date : `${date}, set on ${made}`;
}

/** A bank states another currency than the euro, so that its figure for the euro may be a fraction without an end. */
function unitsText(perEuro: string): string {
  return perEuro === '' ? NOTHING : Ratio.parse(perEuro).roundSignificant(SIGNIFICANT).toString();
}

function ofBank(found: ShownProvenance, figures: ProvenanceRows, currency: string): readonly Node[] {
  type Cell = 'currency' | 'date' | 'base' | 'quote' | 'per' | 'unit' | 'mid' | 'bid' | 'ask' | 'seen' | 'document';
  type Row = Readonly<Record<Cell, string>>;
  const column = (title: string, name: Cell, isFigure = false): Column<Row> => ({
    title,
    isFigure,
    isShort: true,
    cell: (row) => row[name] || NOTHING,
  });
  const columns = [
    column('Currency', 'currency'),
    column('Date', 'date'),
    {
      title: 'As published',
      isShort: true,
      cell: (row: Row) => `${row.per} ${row.unit === 'g' ? 'g of ' : ''}${row.base} in ${row.quote}`,
    },
    ...[column('Mid', 'mid', true), column('Bid', 'bid', true), column('Ask', 'ask', true)],
    ...[column('First seen', 'seen'), column('Document', 'document')],
  ];
  const used = new Set(recordsOf<Cell>(figures).map(({ document }) => document));
  const documents = recordsOf<'document' | 'table' | 'url' | 'sha256' | 'fetched'>(found.documents);
  return [
    h(
      'p',
      {},
      ...[`What ${found.provider} published for `, day(found.date), ', digit for digit. '],
      `Its rates are in ${found.reference ?? ''}.`,
    ),
    tableOf(
      currency === '' ? 'Published figures' : `Published figures of ${currency}`,
      columns,
      recordsOf<Cell>(figures),
    ),
    h('h2', {}, 'Documents'),
    tableOf(
      'The documents that state these figures',
      [
        { title: 'Document', isShort: true, cell: ({ document }) => document },
        {
          title: 'Address',
          isText: true,
          cell: ({ url }) => outside(url, url.length > 90 ? `${url.slice(0, 90)}…` : url),
        },
        { title: 'Fetched', isShort: true, cell: ({ fetched }) => fetched },
        { title: 'SHA-256', isText: true, cell: ({ sha256 }) => h('code', {}, sha256) },
      ],
      documents.filter(({ document }) => used.has(document)),
    ),
  ];
}
