/** A pair of currencies through time, by several providers side by side. */
import type { Status } from '../../../wire/answers/status.ts';
import { compareTexts } from '../../../wire/words/order.ts';
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
import type { Line } from '../chart/line.ts';
import { movedWords } from '../chart/moved.ts';
import { spanOf } from '../chart/range.ts';
import { dayText } from '../language/locale.ts';
import { NOTHING } from '../language/words.ts';
import { chartChoices, LINES_MAX } from './chart-choices.ts';

const CROSSES = 'A rate between two foreign currencies of a bank is computed here and rounded to six digits.';
const AVERAGES = {
  gateway: 'An average covers the whole month, or its days so far. ',
  files: 'An average covers the whole month, or its days so far; it is computed here and rounded to six digits. ',
} as const;

export async function chartView(context: Context): Promise<readonly Node[]> {
  const known = await context.source.status();
  const chosen = parameter(context, 'provider', 'GLOBAL').split(',').filter(Boolean).slice(0, LINES_MAX);
  const providers = chosen.map((code) => providerOf(context, code));
  const [first] = providers;
  if (first === undefined) throw new Missing('A chart needs a provider.');
  const pair = await pairOf(context, first, known);
  const printed = providers.length === 1 ? pair.printed : null;
  const asked = {
    ...pair,
    printed,
    ...spanOf(context, known, chosen),
    monthly: parameter(context, 'by', '') === 'month',
  };
  const drawn = await readOrWords(() => draw(context, known, asked, [first, ...providers.slice(1)]));
  const shown = drawn instanceof HTMLElement ? { chart: [drawn], after: [], span: shownSpan(asked) } : drawn;
  const { start, end, kind } = shown.span;
  const head = [
    h('h1', {}, titleOf(asked), h('small', {}, ', ', day(start), ' to ', day(end), kind)),
    await newestOf(context, chosen),
  ];
  const choices = chartChoices(context, { ...asked, chosen });
  // A phone has room for the chart or for its fields, and the chart is what one came for.
  if (!matchMedia('(max-width: 40rem)').matches) return [...head, ...choices, ...shown.chart, ...shown.after];
  const ranges = row(choices[1]?.querySelector('.ranges') ?? null);
  const fields = h('details', {}, h('summary', {}, 'Pair, providers and days'), ...choices);
  return [...head, ...shown.chart, ranges, fields, ...shown.after];
}

/** The pair of the address, else of a bank that of its list: 21.204 CZK for 1 USD. */
async function pairOf(context: Context, { code, referenceCurrency: own }: Provider, known: Status) {
  const last = known.providers.find(({ provider }) => provider === code)?.last;
  const list = last === undefined ? null : await readOrWords(() => readPrinted(context.source, code, last));
  const rows = list instanceof Map ? list : new Map<string, Printed>();
  const main = rows.get(own === 'USD' ? 'EUR' : 'USD');
  const { params } = context.address;
  const isOwn = main?.quote !== own || params.has('base') || params.has('currency');
  const base = parameter(context, 'base', isOwn ? own : main.base);
  const currency = parameter(context, 'currency', !isOwn ? own : base === 'USD' ? 'EUR' : 'USD');
  const row = rows.get(base);
  if (row?.base !== base || row.quote !== currency || row.unit !== '') return { base, currency, printed: null };
  const [, decimals = ''] = (row.mid ?? row.bid ?? row.ask ?? '').split('.');
  return { base, currency, printed: { per: row.per, places: decimals.length } };
}

const titleOf = ({ base, currency, printed }: LinesWanted) => `${currency} for ${printed?.per ?? '1'} ${base}`;

interface Drawn {
  readonly chart: readonly Node[];
  readonly after: readonly Node[];
  /** The first and the last day that have a figure. */
  readonly span: ReturnType<typeof shownSpan>;
}

async function draw(
  context: Context,
  known: Status,
  asked: LinesWanted,
  providers: readonly [Provider, ...Provider[]],
): Promise<Drawn> {
  const { from, to, monthly } = asked;
  if (from > to) throw new Missing('The chart needs a first day and a later last day.');
  const { host } = context.source;
  const lines = await Promise.all(providers.map((provider) => readLine(context.source, provider, known, asked)));
  const addresses = providers.flatMap((provider) => addressesOf(host, provider, known, asked));
  const dates = lines.flatMap(({ points }) => points.map(({ date }) => date)).sort(compareTexts);
  const real = { from: dates[0] ?? from, to: dates.at(-1) ?? to, monthly };
  const span = shownSpan(real);
  const missing = lines.filter(({ points }) => points.length === 0).map(({ name }) => name);
  const title = `${titleOf(asked)}, ${dayText(span.start)} to ${dayText(span.end)}${span.kind}`;
  const said = missing.length === 0 ? [] : [problem(`No figures in this span of ${missing.join(', ')}.`)];
  const notDrawn = providers.flatMap((provider) => leftOut(provider, known, asked) ?? []).map((one) => p(one));
  if (dates.length === 0) return { chart: [...said, whyNone(asked, providers[0])], after: notDrawn, span };
  const names = lines.map(({ name }) => name);
  const chart = chartOf(title, lines);
  const after = [
    hint(
      'A line is broken where fixings are missing. ',
      monthly ? AVERAGES[host] : '',
      asked.printed === null ? CROSSES : 'As the bank prints it, read back from its rates of ten places.',
    ),
    ...notDrawn,
    pictureButtons(context, chart, title, names),
    h('details', { class: 'printed' }, h('summary', {}, 'The figures as a table'), figures(lines)),
    copyButtons(context, addresses, () => rowsOf(lines, asked)),
  ];
  return { chart: [...said, chart, movedOf(lines)], after, span };
}

/** What each line did over the range. */
function movedOf(lines: readonly Line[]): HTMLElement {
  const rows = lines.map(({ name, points }, place) => {
    const stroke = h('span', { class: `key line-${place}` }, strokeOf(place), ` ${name} `);
    return h('li', {}, stroke, ...movedWords(points));
  });
  return h('ul', { class: 'moves' }, ...rows);
}

/** A picture leads back here; a frame would need the key of whoever looks at it. */
function pictureButtons(context: Context, chart: HTMLElement, title: string, names: readonly string[]): HTMLElement {
  const made = async () => {
    const { pictureOf } = await import('../chart/picture.ts');
    return pictureOf(chart.querySelector('.canvas svg') ?? chart, title, names);
  };
  const name = [title, ...names].join('-').replaceAll(/\W+/g, '-');
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
function whyNone({ base, currency }: LinesWanted, { code, referenceCurrency }: Provider): HTMLElement {
  const which = currency === referenceCurrency ? base : currency;
  const href = hrefOf('why', { provider: code, currency: which });
  return p(h('a', { href }, `Sources of ${code} for ${which}`));
}

function shownSpan({ from, to, monthly }: Pick<LinesWanted, 'from' | 'to' | 'monthly'>) {
  if (!monthly) return { start: from, end: to, kind: '' };
  return { start: from.slice(0, 7), end: to.slice(0, 7), kind: ', averages by month' };
}

function figures(lines: readonly Line[]): HTMLElement {
  const [, ...rows] = rowsOf(lines, null);
  const columns = ['Date', ...lines.map(({ name }) => name)].map(
    (title, place): Column<readonly string[]> => ({
      ...{ title, isFigure: place > 0 },
      cell: (row) => (place === 0 ? day(row[0] ?? '') : exactly(row[place] ?? '')),
    }),
  );
  return tableOf('The figures of the chart', columns, rows);
}

function exactly(exact: string): Node | string {
  return exact === '' ? NOTHING : figure(exact, exact);
}

/**
 * A row for each day that one of the providers has, newest first, with empty cells for the others. Whoever opens the
 * file in a month reads in its head what the figures are.
 */
function rowsOf(lines: readonly Line[], asked: LinesWanted | null): readonly (readonly string[])[] {
  const texts = lines.map(({ points }) => new Map<string, string>(points.map(({ date, text }) => [date, text])));
  const dates = [...new Set(texts.flatMap((one) => [...one.keys()]))].sort(compareTexts).reverse();
  const isMonthly = asked?.monthly === true;
  // The last month may not be over.
  const of = asked === null ? '' : ` ${titleOf(asked)}${isMonthly ? `, mean of the month up to ${asked.to}` : ''}`;
  return [
    [isMonthly ? 'month' : 'date', ...lines.map(({ name }) => `${name}${of}`)],
    ...dates.map((date) => [isMonthly ? date.slice(0, 7) : date, ...texts.map((one) => one.get(date) ?? '')]),
  ];
}
