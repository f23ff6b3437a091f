/** A pair of currencies through time, by several providers side by side. */
import { daysBetween } from '../../../wire/words/calendar.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import type { Provider } from '../../../wire/words/schemas.ts';
import { hrefOf } from '../base/address.ts';
import { newestOf } from '../base/age.ts';
import { type Context, copyButtons, parameter, problem, readOrWords } from '../base/context.ts';
import { csvText } from '../base/csv.ts';
import { day, figure, h } from '../base/dom.ts';
import { providerOf } from '../base/lists.ts';
import { Missing } from '../base/source.ts';
import { type Column, tableOf } from '../base/table.ts';
import { chartOf } from '../chart/chart.ts';
import { addressesOf, type Known, type LinesWanted, leftOut, readLine } from '../chart/chart-lines.ts';
import type { Line } from '../chart/line.ts';
import { spanOf } from '../chart/range.ts';
import { NOTHING } from '../language/words.ts';
import { chartChoices, LINES_MAX } from './chart-choices.ts';

const SILENT = 5;

/** A gateway crosses GLOBAL itself, and answers the averages. */
const CROSSES = {
  gateway: 'A rate between two foreign currencies of a bank is computed here and rounded to six digits.',
  files: 'A rate between two foreign currencies of a provider is computed here and rounded to six digits.',
} as const;
const AVERAGES = {
  gateway: 'An average covers the whole month, or its days so far.',
  files: 'An average covers the whole month, or its days so far; it is computed here and rounded to six digits.',
} as const;

export async function chartView(context: Context): Promise<readonly Node[]> {
  const known = await context.source.document<Known>('v1/status.json');
  const chosen = parameter(context, 'provider', 'GLOBAL').split(',').filter(Boolean).slice(0, LINES_MAX);
  const providers = chosen.map((code) => providerOf(context, code));
  const [first] = providers;
  if (first === undefined) throw new Missing('A chart needs a provider.');
  const base = parameter(context, 'base', first.referenceCurrency);
  const currency = parameter(context, 'currency', base === 'USD' ? 'EUR' : 'USD');
  const monthly = parameter(context, 'by', '') === 'month';
  const span = spanOf(context, known, chosen);
  const asked = { ...span, base, currency, monthly };
  const drawn = await readOrWords(() => draw(context, known, asked, [first, ...providers.slice(1)]));
  const shown = drawn instanceof HTMLElement ? { nodes: [drawn], span: shownSpan(asked) } : drawn;
  const { start, end, kind } = shown.span;
  return [
    h('h1', {}, `${currency} for 1 ${base}, `, day(start), ' to ', day(end), kind),
    await newestOf(context, chosen),
    ...chartChoices(context, { ...asked, chosen }),
    ...shown.nodes,
  ];
}

interface Drawn {
  readonly nodes: readonly Node[];
  /** The first and the last day that have a figure. */
  readonly span: ReturnType<typeof shownSpan>;
}

async function draw(
  context: Context,
  known: Known,
  asked: LinesWanted,
  providers: readonly [Provider, ...Provider[]],
): Promise<Drawn> {
  const { base, currency, from, to, monthly } = asked;
  if (from > to) throw new Missing('The chart needs a first day and a later last day.');
  const { host } = context.source;
  const lines = await Promise.all(providers.map((provider) => readLine(context.source, provider, known, asked)));
  const addresses = providers.flatMap((provider) => addressesOf(host, provider, known, asked));
  const dates = lines.flatMap(({ points }) => points.map(({ date }) => date)).sort(compareTexts);
  const real = { from: dates[0] ?? from, to: dates.at(-1) ?? to, monthly };
  const span = shownSpan(real);
  const missing = lines.filter(({ points }) => points.length === 0).map(({ name }) => name);
  const title = `${currency} for 1 ${base}, ${span.start} to ${span.end}${span.kind}`;
  const said = missing.length === 0 ? h('p', {}) : problem(`No figures in this span of ${missing.join(', ')}.`);
  const notDrawn = providers.flatMap((provider) => leftOut(provider, known, asked) ?? []).map((one) => h('p', {}, one));
  if (dates.length === 0) return { nodes: [said, whyNone(asked, providers[0]), ...notDrawn], span };
  const nodes = [
    said,
    chartOf(title, lines),
    ...narrower(asked, real),
    h('p', {}, 'A line is broken where fixings are missing. ', monthly ? `${AVERAGES[host]} ` : '', CROSSES[host]),
    ...notDrawn,
    h('details', { class: 'printed' }, h('summary', {}, 'The figures as a table'), figures(lines)),
    copyButtons(context, addresses, () => csvText(rowsOf(lines))),
  ];
  return { nodes, span };
}

/** Where the reader sees why there is nothing to draw. */
function whyNone({ base, currency }: LinesWanted, { code, referenceCurrency }: Provider): HTMLElement {
  const which = currency === referenceCurrency ? base : currency;
  const href = hrefOf('why', { provider: code, currency: which });
  return h('p', {}, h('a', { href }, `Sources of ${code} for ${which}`));
}

/** Said where figures are not as far as they were asked for; weekends and feasts are not worth a word. */
function narrower(asked: Pick<LinesWanted, 'from' | 'to' | 'monthly'>, real: Pick<LinesWanted, 'from' | 'to'>) {
  const isSaid =
    !asked.monthly && (daysBetween(asked.from, real.from) > SILENT || daysBetween(real.to, asked.to) > SILENT);
  if (!isSaid) return [];
  const words = ['Asked for: ', day(asked.from), ' to ', day(asked.to), '. The figures are from '];
  return [h('p', { class: 'hint' }, ...words, day(real.from), ' to ', day(real.to), '.')];
}

function shownSpan({ from, to, monthly }: Pick<LinesWanted, 'from' | 'to' | 'monthly'>) {
  if (!monthly) return { start: from, end: to, kind: '' };
  return { start: from.slice(0, 7), end: to.slice(0, 7), kind: ', averages by month' };
}

function figures(lines: readonly Line[]): HTMLElement {
  const [header = [], ...rows] = rowsOf(lines);
  const columns = header.map(
    (title, place): Column<readonly string[]> => ({
      title: place === 0 ? 'Date' : title,
      isFigure: place > 0,
      cell: (row) => (place === 0 ? day(row[0] ?? '') : exactly(row[place] ?? '')),
    }),
  );
  return tableOf('The figures of the chart', columns, rows);
}

function exactly(exact: string): Node | string {
  return exact === '' ? NOTHING : figure(exact, exact);
}

/** A row for each day that one of the providers has, newest first, with empty cells for the others. */
function rowsOf(lines: readonly Line[]): readonly (readonly string[])[] {
  const texts = lines.map(({ points }) => new Map<string, string>(points.map(({ date, text }) => [date, text])));
  const dates = [...new Set(texts.flatMap((one) => [...one.keys()]))].sort(compareTexts).reverse();
  return [
    ['date', ...lines.map(({ name }) => name)],
    ...dates.map((date) => [date, ...texts.map((one) => one.get(date) ?? '')]),
  ];
}
