/** A pair of currencies through time by several providers side by side, or several currencies by one of them. */
import type { Status } from '../../../wire/answers/status.ts';
import { PERIOD_KINDS } from '../../../wire/words/calendar.ts';
import type { Provider } from '../../../wire/words/schemas.ts';
import { hrefOf } from '../base/address.ts';
import { newestOf } from '../base/age.ts';
import { type Context, copy, copyButtons, parameter, problem, readOrWords, save } from '../base/context.ts';
import { actions, button, day, figure, h, hint, p, row } from '../base/dom.ts';
import { providerOf } from '../base/lists.ts';
import { type Printed, readPrinted } from '../base/published.ts';
import { Missing } from '../base/source.ts';
import { type Column, tableOf } from '../base/table.ts';
import { chartOf } from '../chart/chart.ts';
import { addressesOf, type LinesWanted, leftOut, readLine } from '../chart/chart-lines.ts';
import { strokeOf } from '../chart/chart-svg.ts';
import { indexed } from '../chart/indexed.ts';
import { type ChartPoint, dateName, datesOf, type Line } from '../chart/line.ts';
import { movedWords } from '../chart/moved.ts';
import { type Span, spanOf } from '../chart/range.ts';
import { dayText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';
import { chartChoices, LINES_MAX } from './chart-choices.ts';

const CROSSES = 'A rate between two foreign currencies of a bank is computed here and rounded to six digits.';
const AVERAGES = { gateway: '', files: '; it is computed here and rounded to six digits' } as const;

export async function chartView(context: Context): Promise<readonly Node[]> {
  const known = await context.source.status();
  const codes = listIn(parameter(context, 'provider', 'GLOBAL'), LINES_MAX.provider);
  const [first, ...others] = codes.map((code) => providerOf(context, code));
  if (first === undefined) throw new Missing('A chart needs a provider.');
  const { currencies, ...pair } = await pairOf(context, first, known);
  // Lines of several currencies by several providers nobody could tell apart.
  const providers: Providers = currencies.length > 1 ? [first] : [first, ...others];
  const chosen = providers.map(({ code }) => code);
  const asked: Asked = {
    ...pair,
    currencies,
    printed: chosen.length === 1 ? pair.printed : null,
    ...spanOf(context, known, chosen),
    by: PERIOD_KINDS.find((one) => one === parameter(context, 'by', '')) ?? null,
  };
  const drawn = await readOrWords(() => draw(context, known, asked, providers));
  const shown = drawn instanceof HTMLElement ? { chart: [drawn], after: [], span: shownSpan(asked) } : drawn;
  const { start, end, kind } = shown.span;
  const head = [
    h('h1', {}, titleOf(asked), h('small', {}, ', ', day(start), ' to ', day(end), kind)),
    await newestOf(context, chosen),
  ];
  const choices = chartChoices(context, { ...asked, provider: chosen, currency: currencies });
  // A phone has room for the chart or for its fields, and the chart is what one came for.
  if (!matchMedia('(max-width: 40rem)').matches) return [...head, ...choices, ...shown.chart, ...shown.after];
  const ranges = row(choices[1]?.querySelector('.ranges') ?? null);
  const fields = h('details', {}, h('summary', {}, 'Pair, providers and days'), ...choices);
  return [...head, ...shown.chart, ranges, fields, ...shown.after];
}

type Providers = readonly [Provider, ...Provider[]];

interface Asked extends Omit<LinesWanted, 'currency'>, Span {
  readonly currencies: readonly string[];
}

/** The words of a list in an address, each once. */
const listIn = (text: string, max: number) => [...new Set(text.split(',').filter(Boolean))].slice(0, max);

/** The pair of the address, else of a bank that of its list: 21.204 CZK for 1 USD. */
async function pairOf(context: Context, { code, referenceCurrency: own }: Provider, known: Status) {
  const last = known.providers.find(({ provider }) => provider === code)?.last;
  const list = last === undefined ? null : await readOrWords(() => readPrinted(context.source, code, last));
  const rows = list instanceof Map ? list : new Map<string, Printed>();
  const main = rows.get(own === 'USD' ? 'EUR' : 'USD');
  const { params } = context.address;
  const isOwn = main?.quote !== own || params.has('base') || params.has('currency');
  const base = parameter(context, 'base', isOwn ? own : main.base);
  const asked = parameter(context, 'currency', !isOwn ? own : base === 'USD' ? 'EUR' : 'USD');
  const listed = listIn(asked, LINES_MAX.currency);
  const currencies = listed.length > 1 ? listed.filter((one) => one !== base) : listed;
  const row = rows.get(base);
  if (row?.base !== base || row.quote !== asked || row.unit !== '') return { base, currencies, printed: null };
  const [, decimals = ''] = (row.mid ?? row.bid ?? row.ask ?? '').split('.');
  return { base, currencies, printed: { per: row.per, places: decimals.length } };
}

const titleOf = (asked: Asked) => `${asked.currencies.join(', ')}${baseOf(asked)}`;
const baseOf = ({ base, printed }: Asked) => ` for ${printed?.per ?? '1'} ${base}`;

/** The chart, what stands below it, and the first and the last day that have a figure. */
async function draw(context: Context, known: Status, asked: Asked, providers: Providers) {
  const { from, to, by, currencies } = asked;
  if (from > to) throw new Missing('The chart needs a first day and a later last day.');
  const { host } = context.source;
  const wanted = providers.flatMap((provider) =>
    currencies.map((currency) => ({ provider, one: { ...asked, currency } })),
  );
  const found = await Promise.all(wanted.map(({ provider, one }) => readLine(context.source, provider, known, one)));
  const addresses = wanted.flatMap(({ provider, one }) => addressesOf(host, provider, known, one));
  const isIndexed = currencies.length > 1;
  const named = isIndexed ? found.map((line, place) => ({ ...line, name: currencies[place] ?? '' })) : found;
  const { lines, day: start } = isIndexed ? indexed(named) : { lines: named, day: null };
  const when = start === null ? 'the first day of each' : dateName(start, by);
  const unit = isIndexed ? `100 ${by === null ? 'on' : 'in'} ${when}` : '';
  const unitShown = unit.replace(when, dayText(when));
  const dates = datesOf(lines);
  const span = shownSpan({ from: dates[0] ?? from, to: dates.at(-1) ?? to, by });
  const missing = lines.filter(({ points }) => points.length === 0).map(({ name }) => name);
  const title = `${titleOf(asked)}, ${dayText(span.start)} to ${dayText(span.end)}${span.kind}`;
  const said = missing.length === 0 ? [] : [problem(`No figures in this span of ${missing.join(', ')}.`)];
  const notDrawn = providers.flatMap((provider) => leftOut(provider, known, asked) ?? []).map((one) => p(one));
  if (dates.length === 0) return { chart: [...said, whyNone(asked, providers[0])], after: notDrawn, span };
  const chart = chartOf(title, lines, 'whole', unitShown);
  const codes = providers.map(({ code }) => code);
  const after = [
    hint(
      isIndexed ? `Each line is at ${unitShown}; above that more units of its currency are paid. ` : '',
      'A line is broken where fixings are missing. ',
      by === null ? '' : `An average covers the whole ${by}, or its days so far${AVERAGES[host]}. `,
      asked.printed === null ? CROSSES : 'As the bank prints it, read back from its rates of ten places.',
    ),
    ...notDrawn,
    pictureButtons(context, chart, `${title}, ${codes.join(', ')}`),
    h('details', { class: 'printed' }, h('summary', {}, 'The figures as a table'), figures(lines, unitShown)),
    copyButtons(context, addresses, () => rowsOf(lines, unit, headOf(asked))),
  ];
  return { chart: [...said, chart, movedOf(lines)], after, span };
}

/** What each line did over the range. */
function movedOf(lines: readonly Line[]): HTMLElement {
  const rows = lines.map((line, place) => {
    const stroke = h('span', { class: `key line-${place}` }, strokeOf(place), ` ${line.name} `);
    return h('li', {}, stroke, ...movedWords(line));
  });
  return h('ul', { class: 'moves' }, ...rows);
}

/** A picture leads back here; a frame would need the key of whoever looks at it. */
function pictureButtons(context: Context, chart: HTMLElement, title: string): HTMLElement {
  const made = async () => {
    const { pictureOf } = await import('../chart/picture.ts');
    return pictureOf(chart.querySelector('.canvas svg') ?? chart, title);
  };
  const name = title.replaceAll(/\W+/g, '-');
  const svg = () => made().then((one) => save(`${name}.svg`, new Blob([one.svg], { type: 'image/svg+xml' })));
  const png = () => made().then(async (one) => save(`${name}.png`, (await one.png()) ?? new Blob()));
  const html = () =>
    made().then((one) =>
      copy(context, 'HTML that shows this chart', `<a href="${location.href.replaceAll('&', '&amp;')}">${one.svg}</a>`),
    );
  return actions(
    button('Download SVG', () => void svg()),
    button('Download PNG', () => void png()),
    button('Copy to embed', () => void html()),
  );
}

/** Where the reader sees why there is nothing to draw. */
function whyNone({ base, currencies: [currency = ''] }: Asked, { code, referenceCurrency }: Provider): HTMLElement {
  const which = currency === referenceCurrency ? base : currency;
  const href = hrefOf('why', { provider: code, currency: which });
  return p(h('a', { href }, `Sources of ${code} for ${which}`));
}

function shownSpan({ from, to, by }: Pick<LinesWanted, 'from' | 'to' | 'by'>) {
  return { start: dateName(from, by), end: dateName(to, by), kind: by === null ? '' : `, averages by ${by}` };
}

function figures(lines: readonly Line[], unit: string): HTMLElement {
  const [heads = [], ...rows] = rowsOf(lines, unit, '');
  const columns = heads.map(
    (title, place): Column<readonly string[]> => ({
      ...{ title: place === 0 ? 'Date' : title, isFigure: place > 0 },
      cell: (row) => (place === 0 ? day(row[0] ?? '') : exactly(row[place] ?? '')),
    }),
  );
  return tableOf('The figures of the chart', columns, rows);
}

function exactly(exact: string): Node | string {
  return exact === '' ? NOTHING : figure(exact, exact);
}

/** Whoever opens the file in a month reads in its head what the figures are. The last period may not be over. */
function headOf(asked: Asked): string {
  const { currencies, by, to } = asked;
  const pair = `${currencies.length > 1 ? '' : ` ${currencies[0]}`}${baseOf(asked)}`;
  return by === null ? pair : `${pair}, mean of the ${by} up to ${to}`;
}

/**
 * A row for each day that one of the lines has, newest first, with empty cells for the others; of an index also the
 * figure that it is made of.
 */
function rowsOf(lines: readonly Line[], unit: string, of: string): readonly (readonly string[])[] {
  const by = lines[0]?.by ?? null;
  const heads = lines.flatMap(({ name }) => [`${name}${of}`, ...(unit === '' ? [] : [`${name}, ${unit}`])]);
  const cells = lines.map(({ points }) => new Map(points.map((one) => [one.date, textsOf(one)])));
  const nothing = unit === '' ? [''] : ['', ''];
  return [
    [by ?? 'date', ...heads],
    ...datesOf(lines)
      .toReversed()
      .map((date) => [dateName(date, by), ...cells.flatMap((one) => one.get(date) ?? nothing)]),
  ];
}

const textsOf = ({ text, rate }: ChartPoint) => (rate === undefined ? [text] : [rate, text]);
