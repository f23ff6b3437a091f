/** A pair of currencies through time, by several providers side by side. */
import { addDays, toIsoDate } from '../../wire/calendar.ts';
import { compareTexts } from '../../wire/order.ts';
import type { Provider } from '../../wire/schemas.ts';
import { seriesOf } from './asking.ts';
import { chartOf, type Line, type Point } from './chart.ts';
import { type Context, copyButtons, currencyChoices, parameter, providerChoices } from './context.ts';
import { csvText } from './csv.ts';
import { day, field, h, select } from './dom.ts';
import { askedOf } from './fixings.ts';
import { providerOf } from './lists.ts';
import { readProvenance, recordsOf } from './provenance.ts';
import { readPoints } from './series.ts';
import { Missing, type Source } from './source.ts';
import { type Column, tableOf } from './table.ts';
import { NOTHING } from './words.ts';

const DAYS_AT_FIRST = 90;
const LINES_MAX = 6;
/** A longer silence breaks the line: weekends and feasts do not. */
const BREAK_DAYS = { daily: 5, monthly: 35 } as const;

/** A gateway answers averages from the exact figures; files hold figures of ten places. */
const COMPUTED = {
  gateway: 'Crosses of a bank are rounded to six digits. A month that is not over is the average of its days so far.',
  files: 'Crosses and averages are rounded to six digits. A month that is not over is the average of its days so far.',
} as const;

interface Known {
  readonly date: string;
  readonly providers: readonly KnownProvider[];
}

interface KnownProvider {
  readonly provider: string;
  /** Dates of the oldest and of the newest fixing. */
  readonly first: string;
  readonly last: string;
  /** Date of the last fixing of each currency. */
  readonly currencies: Readonly<Record<string, string>>;
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly reason: string }[];
}

export async function chartView(context: Context): Promise<readonly Node[]> {
  const known = await context.source.document<Known>('v1/status.json');
  const chosen = parameter(context, 'provider', 'GLOBAL').split(',').filter(Boolean).slice(0, LINES_MAX);
  const providers = chosen.map((code) => providerOf(context, code));
  const [first] = providers;
  if (first === undefined) throw new Missing('A chart needs a provider.');
  const base = parameter(context, 'base', first.referenceCurrency);
  const currency = parameter(context, 'currency', base === 'USD' ? 'EUR' : 'USD');
  const to = toIsoDate(parameter(context, 'to', known.date)) ?? toIsoDate(known.date);
  const from = to === null ? null : (toIsoDate(parameter(context, 'from', '')) ?? addDays(to, -DAYS_AT_FIRST));
  if (from === null || to === null || from > to) throw new Missing('The chart needs a first day and a later last day.');
  const monthly = parameter(context, 'by', '') === 'month';
  const lines = await Promise.all(
    providers.map(async (provider) => {
      const facts = known.providers.find((one) => one.provider === provider.code) ?? null;
      return lineOf(
        provider,
        facts,
        await pointsOf(context, provider, facts, { base, currency, from, to, monthly }),
        monthly,
      );
    }),
  );
  const title = `${currency} for 1 ${base}, ${from} to ${to}${monthly ? ', averages by month' : ''}`;
  const missing = lines.filter(({ points }) => points.length === 0).map(({ name }) => name);
  return [
    h('h1', {}, `${currency} for 1 ${base}, `, day(from), ' to ', day(to), monthly ? ', averages by month' : ''),
    choices(context, { base, currency, from, to, monthly, chosen }),
    missing.length === 0
      ? h('p', {})
      : h('p', { class: 'failure' }, `No figures in this time of ${missing.join(', ')}.`),
    chartOf(title, lines),
    h('p', {}, `A line is broken where fixings are missing. ${COMPUTED[context.source.host]}`),
    h('details', {}, h('summary', {}, 'The figures as a table'), figures(lines)),
    copyButtons(context, seriesOf(first.code, currency, to.slice(0, 4)), () => csvText(rowsOf(lines))),
  ];
}

/** Files of years or currencies that the provider never had are not asked for. */
async function pointsOf(
  { source }: Context,
  provider: Provider,
  facts: KnownProvider | null,
  { base, currency, from, to, monthly }: Omit<Chosen, 'chosen'>,
): Promise<readonly Point[]> {
  const { code, referenceCurrency: reference } = provider;
  const isQuoted = (one: string) => one === reference || facts?.currencies[one] !== undefined;
  if (facts === null || !isQuoted(base) || !isQuoted(currency) || facts.first > to || facts.last < from) return [];
  const asked = askedOf(provider, base);
  const isInverse = monthly && source.host === 'files' && (await publishesInverse(source, code, facts.last));
  const span = { from: from > facts.first ? from : facts.first, to: to < facts.last ? to : facts.last };
  return readPoints(source, { provider: code, asked, reference, base, currency, ...span, isInverse }, monthly);
}

function lineOf({ code }: Provider, facts: KnownProvider | null, points: readonly Point[], monthly: boolean): Line {
  const gaps = facts?.gaps ?? [];
  const isMonthly = monthly || (points.length > 1 && points.every(({ date }) => date.endsWith('-01')));
  return {
    ...{ name: code, points, breakDays: BREAK_DAYS[isMonthly ? 'monthly' : 'daily'] },
    gaps: monthly ? [] : gaps.filter(({ reason }) => reason !== 'holiday'),
  };
}

/** By the newest figures: nobody has turned them round within a series. */
async function publishesInverse(source: Source, code: string, last: string): Promise<boolean> {
  if (code === 'GLOBAL') return false;
  const { figures: rows, reference } = await readProvenance(source, code, last);
  return recordsOf<'quote'>(rows).every(({ quote }) => quote === reference);
}

interface Chosen {
  readonly base: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly monthly: boolean;
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
    select('Currency', currency, currencyChoices(context), (value) => context.change({ currency: value })),
    select('For 1', base, currencyChoices(context), (value) => context.change({ base: value })),
    field('From', { type: 'date', value: from }, (value) => context.change({ from: value })),
    field('To', { type: 'date', value: to }, (value) => context.change({ to: value })),
    select('By', monthly ? 'month' : '', by, (value) => context.change({ by: value })),
    chosen.length < LINES_MAX ? select('Add a provider', '', [{ value: '', text: 'none' }, ...others], add) : null,
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
