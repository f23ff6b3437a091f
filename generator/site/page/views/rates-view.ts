/** The latest rates of a provider in a table that sorts, filters and compares with the fixing before. */
import type { Provider } from '../../../wire/words/schemas.ts';
import { hrefOf } from '../base/address.ts';
import { ageOfNewest, ageText, newestOf } from '../base/age.ts';
import { printedOf } from '../base/asking.ts';
import { combobox } from '../base/combobox.ts';
import {
  type Context,
  copyButtons,
  currencyChoices,
  parameter,
  providerChoices,
  readOrWords,
  sortingOf,
} from '../base/context.ts';
import { button, day, field, h, p, row } from '../base/dom.ts';
import { askedOf, readBefore, readLatest, type ShownRates } from '../base/fixings.ts';
import { providerOf } from '../base/lists.ts';
import { mapInSlices, pause } from '../base/pause.ts';
import { majorsFirst, pins, togglePin } from '../base/pins.ts';
import { readProvenance, recordsOf } from '../base/provenance.ts';
import { asPrinted } from '../base/published.ts';
import type { PageSource } from '../base/source.ts';
import { rowOf, showWhole, tableOf } from '../base/table.ts';
import { sparksOf } from '../chart/sparks.ts';
import { currencyWords } from '../language/currency-words.ts';
import { changeOf } from '../language/figures.ts';
import { searched } from '../language/searched.ts';
import { type RateRow, rateColumns } from './rate-columns.ts';

export async function ratesView(context: Context): Promise<readonly Node[]> {
  const { source } = context;
  const provider = providerOf(context, parameter(context, 'provider', 'GLOBAL'));
  const asked = askedOf(provider, parameter(context, 'base', ''));
  const stated = await readLatest(source, asked);
  const [earlier, anchors, printed] = await Promise.all([
    ...([readBefore(source, asked, stated), readAnchors(source), asPrinted(source, provider, stated)] as const),
  ]);
  const isPrinted = printed !== null && parameter(context, 'as', '') !== 'reference';
  const latest = isPrinted ? printed : stated;
  const address = isPrinted && source.host === 'gateway' ? printedOf(provider.code) : latest.address;
  const before = isPrinted && earlier !== null ? await asPrinted(source, provider, earlier) : earlier;
  const rows = await toRows(context, latest, before, anchors);
  const place = h('div', {});
  const isWhole = parameter(context, 'digits', '') === 'all';
  const onPin = (currency: string) => {
    togglePin(currency);
    draw(place.querySelectorAll('tbody tr').length);
    const pin = () => place.querySelector<HTMLElement>(`[data-name="Pin ${currency}"]`);
    if (pin() === null) showWhole(place);
    pin()?.focus();
  };
  const turned = new Set(rows.filter(({ quote }) => quote === latest.base).map(({ currency }) => currency));
  const sparkOf = sparksOf(source, { provider, base: latest.base, date: latest.date, turned });
  const columns = rateColumns({
    provider: provider.code,
    base: latest.base,
    bidAsk: provider.bidAsk,
    isWhole,
    isPrinted,
    onPin,
    sparkOf,
  });
  let filter = parameter(context, 'filter', '');
  // What a reader has scrolled to stays when a row is pinned.
  const draw = (rowsAtFirst?: number, made = new Map<RateRow, HTMLTableRowElement>()) => {
    const found = majorsFirst(filtered(rows, filter), ({ currency }) => currency, pins());
    const caption = captionOf(found.length, provider, latest, before);
    const make = (row: RateRow) => made.get(row) ?? rowOf(columns, row);
    const table = () => tableOf(caption, columns, found, sortingOf(context), rowsAtFirst, make);
    place.replaceChildren(found.length === 0 ? 'No currency matches this filter.' : table());
  };
  await pause();
  draw(undefined, new Map(await mapInSlices(rows, (row) => [row, rowOf(columns, row)] as const)));
  await pause();
  const onFilter = (value: string) => {
    filter = value;
    context.note({ filter });
    draw();
  };
  return [
    h('h1', {}, `Rates of ${provider.code}`),
    await newestOf(context, [provider.code]),
    introduction(provider, latest, isPrinted),
    ageOfNewest(provider, latest.date),
    choices(context, provider, latest, { filter, onFilter, isWhole, isPrinted: printed === null ? null : isPrinted }),
    place,
    copyButtons(context, address, () => csvOf(filtered(rows, filter), latest, before)),
  ];
}

function introduction(provider: Provider, { date, base }: ShownRates, isPrinted: boolean): HTMLElement {
  const { code, description } = provider;
  const words = isPrinted ? `as ${code} prints it` : `units of each currency for 1 ${base}`;
  return p(
    h('bdi', {}, description),
    ', fixing of ',
    day(date),
    `${ageText(provider, date)}: ${words}. A fixing is the rate stated for a day. `,
    h('a', { href: hrefOf('why', { provider: code, date }) }, 'Where do these numbers come from?'),
  );
}

interface Chosen {
  readonly filter: string;
  readonly onFilter: (value: string) => void;
  readonly isWhole: boolean;
  /** Null for a provider that prints its figures for one unit of its own currency. */
  readonly isPrinted: boolean | null;
}

function choices(context: Context, provider: Provider, latest: ShownRates, chosen: Chosen): HTMLElement {
  const { filter, onFilter, isWhole, isPrinted } = chosen;
  const turn = () => context.change({ as: isPrinted ? 'reference' : null });
  const other = isPrinted ? `Per 1 ${latest.base}` : `As ${provider.code} prints them`;
  const digits = () => context.change({ digits: isWhole ? null : 'all' });
  const search = { type: 'search', value: filter, placeholder: 'Code, name or country' };
  return row(
    combobox('Provider', provider.code, providerChoices(context), (value) =>
      context.change({ provider: value, base: null }),
    ),
    provider.code === 'GLOBAL' ? baseChoice(context, latest) : null,
    field('Filter', search, onFilter, 'input'),
    button(isWhole ? 'Fewer digits' : 'All digits', digits, { 'data-name': 'Digits' }),
    isPrinted === null ? null : button(other, turn, { 'data-name': 'Turn' }),
  );
}

/** Only of GLOBAL: crosses of a bank were never stated by it. */
function baseChoice(context: Context, { base, rates }: ShownRates): HTMLElement {
  const codes = rates.map(({ currency }) => currency);
  return combobox('Base', base, currencyChoices(context, codes), (value) => context.change({ base: value }));
}

/** The official rates that GLOBAL knows by its newest fixing, by currency; none where it has no fixing. */
async function readAnchors(source: PageSource): Promise<ReadonlyMap<string, string>> {
  const { voices } = await source.status();
  if (voices === null) return new Map();
  const found = await readOrWords(() => readProvenance(source, 'GLOBAL', voices.date));
  if (found instanceof HTMLElement) return new Map();
  return new Map(recordsOf<'currency' | 'anchor'>(found.pegs).map(({ currency, anchor }) => [currency, anchor]));
}

function toRows(
  { currencies }: Context,
  latest: ShownRates,
  before: ShownRates | null,
  anchors: ReadonlyMap<string, string>,
): Promise<readonly RateRow[]> {
  const names = new Map<string, string>(currencies.map(({ code, name }) => [code, name]));
  const earlier = new Map(before?.rates.map((rate) => [rate.currency, rate]));
  // The reference for one unit of itself tells nobody anything.
  const told = latest.rates.filter(({ currency }) => currency !== latest.base);
  return mapInSlices(told, (rate) => {
    const found = earlier.get(rate.currency);
    // Who prints a figure for another number of units than the day before has not moved.
    const mid = found !== undefined && found.per === rate.per && found.base === rate.base ? found.mid : null;
    const anchor = anchors.get(rate.currency) ?? null;
    return { ...rate, name: names.get(rate.currency) ?? '', before: mid, change: changeOf(rate.mid, mid), anchor };
  });
}

/** In the order in which they come. */
function filtered(rows: readonly RateRow[], filter: string): readonly RateRow[] {
  const choices = rows.map((row) => ({
    ...{ row, value: row.currency, text: `${row.currency} ${row.name}`, words: () => currencyWords(row.currency) },
  }));
  const found = new Set(searched(choices, filter).map(({ row }) => row));
  return rows.filter((row) => found.has(row));
}

function captionOf(count: number, { code }: Provider, { date, base, rates }: ShownRates, before: ShownRates | null) {
  const way = rates.some(({ per }) => per !== undefined) ? ', as printed; ' : `, for 1 ${base}; `;
  const compared = before === null ? ['no earlier fixing is available'] : ['compared with ', day(before.date)];
  const lines = h('span', { class: 'on-screen' }, '. Each line shows the last 30 fixings.');
  return h('span', {}, `${count} currencies of ${code} on `, day(date), way, ...compared, lines);
}

function csvOf(rows: readonly RateRow[], { date, base }: ShownRates, before: ShownRates | null) {
  const header = ['date', 'base', 'currency', 'mid', 'bid', 'ask', 'before', 'mid before', 'change in percent'];
  const isPrinted = rows.some(({ per }) => per !== undefined);
  return [
    isPrinted ? ['date', 'units', 'base', 'quote', ...header.slice(2)] : header,
    ...rows.map((row) => [
      ...(isPrinted ? [date, `${row.per}${row.unit}`, row.base ?? '', row.quote ?? ''] : [date, base]),
      ...[row.currency, row.mid ?? '', row.bid ?? '', row.ask ?? ''],
      ...[before?.date ?? '', row.before ?? '', row.change ?? ''],
    ]),
  ];
}
