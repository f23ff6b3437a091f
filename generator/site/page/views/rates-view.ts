/** The latest rates of a provider in a table that sorts, filters and compares with the fixing before. */
import type { Provider } from '../../../wire/words/schemas.ts';
import { ageOfNewest } from '../base/age.ts';
import { combobox } from '../base/combobox.ts';
import { type Context, copyButtons, currencyChoices, parameter, providerChoices } from '../base/context.ts';
import { csvText } from '../base/csv.ts';
import { day, field, h } from '../base/dom.ts';
import { changeOf, compareFigures, percentText } from '../base/figures.ts';
import { askedOf, type Rate, readBefore, readLatest, type ShownRates } from '../base/fixings.ts';
import { providerOf } from '../base/lists.ts';
import { byText, type Column, tableOf } from '../base/table.ts';
import { NOTHING } from '../base/words.ts';

interface Row extends Rate {
  readonly name: string;
  readonly before: string | null;
  readonly change: string | null;
}

export async function ratesView(context: Context): Promise<readonly Node[]> {
  const { source } = context;
  const provider = providerOf(context, parameter(context, 'provider', 'GLOBAL'));
  const asked = askedOf(provider, parameter(context, 'base', ''));
  const latest = await readLatest(source, asked);
  const before = await readBefore(source, asked, latest);
  const rows = toRows(context, latest, before);
  const place = h('div', {});
  let filter = parameter(context, 'filter', '');
  const draw = () => {
    place.replaceChildren(tableFor(context, provider, latest, before, filtered(rows, filter)));
  };
  draw();
  return [
    h('h1', {}, `Rates of ${provider.code}`),
    h(
      'p',
      {},
      ...[`${provider.description}, fixing of `, day(latest.date), `: units of each currency for 1 ${latest.base}. `],
      whyLink(provider.code, latest.date),
    ),
    ageOfNewest(provider, latest.date),
    h(
      'div',
      { class: 'choices' },
      combobox('Provider', provider.code, providerChoices(context), (value) =>
        context.change({ provider: value, base: null }),
      ),
      baseChoice(context, asked.choosesBase, latest),
      field(
        'Filter',
        { type: 'search', value: filter, placeholder: 'Code or name' },
        (value) => {
          filter = value;
          context.note({ filter });
          draw();
        },
        'input',
      ),
    ),
    place,
    copyButtons(context, latest.address, () => csvOf(filtered(rows, filter), latest, before)),
  ];
}

/** A bank's rates have one base, its reference currency: other crosses were never stated by it. */
function baseChoice(context: Context, choosesBase: boolean, { base, rates }: ShownRates): HTMLElement {
  const codes = choosesBase ? rates.map(({ currency }) => currency) : [base];
  return combobox('Base', base, currencyChoices(context, codes), (value) => context.change({ base: value }));
}

function whyLink(provider: string, date: string): HTMLElement {
  return h('a', { href: `#why?provider=${provider}&date=${date}` }, 'Where do these numbers come from?');
}

function toRows({ currencies }: Context, latest: ShownRates, before: ShownRates | null): readonly Row[] {
  const names = new Map<string, string>(currencies.map(({ code, name }) => [code, name]));
  const earlier = new Map(before?.rates.map(({ currency, mid }) => [currency, mid]));
  return latest.rates.map((rate) => {
    const mid = earlier.get(rate.currency) ?? null;
    return { ...rate, name: names.get(rate.currency) ?? '', before: mid, change: changeOf(rate.mid, mid) };
  });
}

function filtered(rows: readonly Row[], filter: string): readonly Row[] {
  const wanted = filter.trim().toLowerCase();
  return rows.filter(({ currency, name }) => `${currency} ${name}`.toLowerCase().includes(wanted));
}

function tableFor(
  context: Context,
  { code, bidAsk }: Provider,
  { base, date }: ShownRates,
  before: ShownRates | null,
  rows: readonly Row[],
): HTMLElement {
  const figure = (title: string, of: (row: Row) => string | null): Column<Row> => ({
    title,
    isFigure: true,
    cell: (row) => of(row) ?? NOTHING,
    order: (left, right) => compareFigures(of(left), of(right)),
  });
  const sides = [figure('Bid', ({ bid }) => bid), figure('Ask', ({ ask }) => ask)];
  const columns: readonly Column<Row>[] = [
    {
      title: 'Currency',
      order: byText(({ currency }) => currency),
      cell: ({ currency }) => h('a', { href: `#chart?provider=${code}&currency=${currency}&base=${base}` }, currency),
    },
    { title: 'Name', isWide: true, order: byText(({ name }) => name), cell: ({ name }) => name },
    figure(bidAsk ? 'Mid' : 'Rate', ({ mid }) => mid),
    ...(bidAsk ? sides : []),
    {
      ...figure('Change', ({ change }) => change),
      cell: ({ change }) => (change === null ? NOTHING : h('span', { class: direction(change) }, percentText(change))),
    },
    figure('Day before', ({ before: mid }) => mid),
  ];
  const sorting = { by: parameter(context, 'sort', ''), onSort: (sort: string) => context.change({ sort }) };
  const compared = before === null ? 'no earlier fixing is available' : `compared with ${before.date}`;
  return tableOf(`${rows.length} currencies of ${code} on ${date}, for 1 ${base}; ${compared}`, columns, rows, sorting);
}

function direction(change: string): string {
  return change.startsWith('-') ? 'down' : change === '0' ? 'same' : 'up';
}

function csvOf(rows: readonly Row[], { date, base }: ShownRates, before: ShownRates | null): string {
  const header = ['date', 'base', 'currency', 'mid', 'bid', 'ask', 'before', 'mid before', 'change in percent'];
  return csvText([
    header,
    ...rows.map((row) => [
      ...[date, base, row.currency, row.mid ?? '', row.bid ?? '', row.ask ?? ''],
      ...[before?.date ?? '', row.before ?? '', row.change ?? ''],
    ]),
  ]);
}
