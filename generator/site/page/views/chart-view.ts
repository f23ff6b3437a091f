/** A pair of currencies through time, by several providers side by side. */
import { addDays, toIsoDate } from '../../../wire/words/calendar.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import type { IsoDate, Provider } from '../../../wire/words/schemas.ts';
import { combobox } from '../base/combobox.ts';
import {
  type Context,
  copyButtons,
  currencyChoices,
  parameter,
  problem,
  providerChoices,
  readOrWords,
} from '../base/context.ts';
import { csvText } from '../base/csv.ts';
import { day, field, h, select } from '../base/dom.ts';
import { providerOf } from '../base/lists.ts';
import { Missing } from '../base/source.ts';
import { type Column, tableOf } from '../base/table.ts';
import { NOTHING } from '../base/words.ts';
import { chartOf } from '../chart/chart.ts';
import { addressOf, type Known, type LinesWanted, leftOut, readLine } from '../chart/chart-lines.ts';
import type { Line } from '../chart/line.ts';

const DAYS_AT_FIRST = 90;
const LINES_MAX = 6;

/** A gateway crosses GLOBAL itself, and answers the averages of all months. */
const CROSSES = {
  gateway: 'Crosses of a bank are rounded to six digits.',
  files: 'Crosses are rounded to six digits.',
} as const;
const AVERAGES = {
  gateway: 'An average covers the whole month, or its days so far.',
  files:
    'An average covers the whole month, as the files state it. For a month that is not over, this page computes it ' +
    'from the days so far and rounds it to six digits.',
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
  const asked: LinesWanted = { base, currency, ...spanOf(context, known.date), monthly };
  const drawn = await readOrWords(() => draw(context, known, asked, [first, ...providers.slice(1)]));
  const { start, end, kind } = shownSpan(asked);
  return [
    h('h1', {}, `${currency} for 1 ${base}, `, day(start), ' to ', day(end), kind),
    choices(context, { ...asked, chosen }),
    ...(drawn instanceof HTMLElement ? [drawn] : drawn),
  ];
}

async function draw(
  context: Context,
  known: Known,
  asked: LinesWanted,
  providers: readonly [Provider, ...Provider[]],
): Promise<readonly Node[]> {
  const { base, currency, from, to, monthly } = asked;
  if (from > to) throw new Missing('The chart needs a first day and a later last day.');
  const { host } = context.source;
  const read = await Promise.all(providers.map((provider) => readLine(context.source, provider, known, asked)));
  const address = addressOf(host, providers[0], known, asked);
  const lines = read.map(({ line }) => line);
  const { start, end, kind } = shownSpan(asked);
  const missing = lines.filter(({ points }) => points.length === 0).map(({ name }) => name);
  return [
    missing.length === 0 ? h('p', {}) : problem(`No figures in this span of ${missing.join(', ')}.`),
    chartOf(`${currency} for 1 ${base}, ${start} to ${end}${kind}`, lines),
    h('p', {}, 'A line is broken where fixings are missing. ', monthly ? `${AVERAGES[host]} ` : '', CROSSES[host]),
    ...read.flatMap(({ line, made }) => madeHere(line.name, made)),
    ...providers.flatMap((provider) => leftOut(provider, known, asked) ?? []).map((words) => h('p', {}, words)),
    h('details', {}, h('summary', {}, 'The figures as a table'), figures(lines)),
    copyButtons(context, address, () => csvText(rowsOf(lines))),
  ];
}

function spanOf(context: Context, newest: string): { readonly from: IsoDate; readonly to: IsoDate } {
  const to = toIsoDate(parameter(context, 'to', newest)) ?? toIsoDate(newest);
  const from = to === null ? null : (toIsoDate(parameter(context, 'from', '')) ?? addDays(to, -DAYS_AT_FIRST));
  if (from === null || to === null) throw new Missing('The chart needs a first day and a later last day.');
  return { from, to };
}

function shownSpan({ from, to, monthly }: LinesWanted) {
  if (!monthly) return { start: from, end: to, kind: '' };
  return { start: from.slice(0, 7), end: to.slice(0, 7), kind: ', averages by month' };
}

function madeHere(name: string, months: readonly string[]): readonly Node[] {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const which = first === last ? [day(first)] : [day(first), ' to ', day(last)];
  const how = ' here: this page computes them from figures of ten places and rounds them to six digits.';
  return [h('p', {}, `There are no files with averages of ${name} for `, ...which, how)];
}

interface Chosen extends LinesWanted {
  readonly chosen: readonly string[];
}

function choices(context: Context, { base, currency, from, to, monthly, chosen }: Chosen): HTMLElement {
  const others = providerChoices(context).filter(({ value }) => !chosen.includes(value));
  const add = (code: string) => context.change({ provider: [...chosen, code].join(',') });
  const shown = chosen.map((code, place) => {
    const rest = chosen.filter((one) => one !== code).join(',');
    const remove = {
      type: 'button',
      class: `key line-${place}`,
      disabled: chosen.length === 1,
      onclick: () => context.change({ provider: rest }),
    };
    return h('button', { ...remove, 'aria-label': `Remove ${code}` }, `${code} ×`);
  });
  const by = [
    { value: '', text: 'day' },
    { value: 'month', text: 'month (average)' },
  ];
  return h(
    'div',
    { class: 'choices' },
    combobox('Currency', currency, currencyChoices(context), (value) => context.change({ currency: value })),
    combobox('For 1', base, currencyChoices(context), (value) => context.change({ base: value })),
    field('From', { type: 'date', value: from }, (value) => context.change({ from: value })),
    field('To', { type: 'date', value: to }, (value) => context.change({ to: value })),
    select('By', monthly ? 'month' : '', by, (value) => context.change({ by: value })),
    chosen.length < LINES_MAX ? combobox('Add a provider', '', [{ value: '', text: 'none' }, ...others], add) : null,
    h('div', { class: 'keys' }, ...shown),
  );
}

function figures(lines: readonly Line[]): HTMLElement {
  const [header = [], ...rows] = rowsOf(lines);
  const columns = header.map(
    (title, place): Column<readonly string[]> => ({
      title,
      isFigure: place > 0,
      cell: (row) => row[place] || NOTHING,
    }),
  );
  return tableOf('The figures of the chart', columns, rows);
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
