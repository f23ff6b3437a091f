/** The converter: the amount times the exact ratio of a fixing, worked out in the browser as `/v1/convert` does it. */

import type { Table } from '../../../wire/answers/table.ts';
import { quotes, toConversion } from '../../../wire/answers/views.ts';
import { addDays, toIsoDate } from '../../../wire/words/calendar.ts';
import { type CurrencyCode, type IsoDate, PLACES_MAX, type Provider } from '../../../wire/words/schemas.ts';
import { ageAtDay, ageOfNewest } from '../base/age.ts';
import { parseAmount } from '../base/amount.ts';
import { convertOf } from '../base/asking.ts';
import {
  type Context,
  copyButtons,
  currencyChoices,
  parameter,
  problem,
  providerChoices,
  readOrWords,
} from '../base/context.ts';
import { csvText, parseCsv } from '../base/csv.ts';
import { day, field, h, select } from '../base/dom.ts';
import { toExactTable } from '../base/exact.ts';
import { askedOf, datesOf, readLatest } from '../base/fixings.ts';
import { providerOf } from '../base/lists.ts';
import { readProvenance } from '../base/provenance.ts';
import { Missing } from '../base/source.ts';
import { tableOf } from '../base/table.ts';

/** As the service does, the page takes a fixing that is at most so old on the day asked for. */
const AGE_DAYS_MAX = { day: 31, month: 62 } as const;

export async function convertView(context: Context): Promise<readonly Node[]> {
  const provider = providerOf(context, parameter(context, 'provider', 'GLOBAL'));
  const table = await readOrWords(() => readTable(context, provider));
  const isFound = !(table instanceof HTMLElement);
  const quoted = isFound ? [...table.figures.keys()].filter((code) => quotes(table, code)) : null;
  const from = parameter(context, 'from', isFound ? table.reference : provider.referenceCurrency);
  const to = parameter(context, 'to', '');
  return [
    h('h1', {}, 'Convert'),
    h(
      'div',
      { class: 'choices' },
      field('Amount', { type: 'text', inputmode: 'decimal', value: amountOf(context) }, (amount) =>
        context.change({ amount }),
      ),
      select('From', from, currencyChoices(context, quoted), (value) => context.change({ from: value })),
      select('To', to, [{ value: '', text: 'all currencies' }, ...currencyChoices(context, quoted)], (value) =>
        context.change({ to: value }),
      ),
      field('Decimals', { type: 'number', min: '0', max: '10', value: `${placesOf(context)}` }, (decimals) =>
        context.change({ decimals }),
      ),
      select('Provider', provider.code, providerChoices(context), (value) =>
        context.change({ provider: value, from: null, to: null }),
      ),
      field('Date (empty: the newest)', { type: 'date', value: parameter(context, 'date', '') }, (value) =>
        context.change({ date: value }),
      ),
    ),
    ...(isFound ? result(context, table, provider, { from, to }) : [table]),
  ];
}

function result(
  context: Context,
  table: Table,
  provider: Provider,
  { from, to }: { from: string; to: string },
): readonly Node[] {
  const amount = parseAmount(amountOf(context));
  if (amount === null) return [problem('An amount is a number such as 100, -0.5 or 1e-7, of at most 40 digits.')];
  for (const code of to === '' ? [from] : [from, to]) {
    if (!quotes(table, code as CurrencyCode)) return [problem(`${provider.code} quotes no ${code} on ${table.date}.`)];
  }
  const wanted = to === '' ? null : new Set([to as CurrencyCode]);
  const places = placesOf(context);
  const { conversions } = toConversion(table, {
    base: from as CurrencyCode,
    to: wanted,
    amount,
    places: Number(places),
  });
  const names = new Map<string, string>(context.currencies.map(({ code, name }) => [code, name]));
  const rows = conversions.map(({ currency, convertedAmount }) => ({ currency, convertedAmount }));
  const asked = { provider: provider.code, base: from, amount: amountOf(context).trim(), ...(to === '' ? {} : { to }) };
  const address = convertOf({ ...asked, date: table.date, decimals: places });
  const header = ['provider', 'date', 'base', 'amount', 'currency', 'convertedAmount'];
  const csv = () =>
    csvText([
      header,
      ...rows.map((row) => [provider.code, table.date, from, `${amount}`, row.currency, row.convertedAmount]),
    ]);
  return [
    ageOf(context, provider, table.date),
    h(
      'p',
      {},
      ...[
        `By the fixing of ${provider.code} of `,
        day(table.date),
        ', at mid rates, rounded once, half away from zero.',
      ],
    ),
    tableOf(
      `${amount} ${from}`,
      [
        { title: 'Currency', cell: ({ currency }) => currency },
        { title: 'Name', isWide: true, cell: ({ currency }) => names.get(currency) ?? '' },
        { title: 'Amount', isFigure: true, cell: ({ convertedAmount }) => convertedAmount },
      ],
      rows,
    ),
    copyButtons(context, address, csv),
  ];
}

function ageOf(context: Context, provider: Provider, date: IsoDate): Node {
  const asked = toIsoDate(parameter(context, 'date', ''));
  return asked === null ? ageOfNewest(provider, date) : ageAtDay(provider, date, asked);
}

function amountOf(context: Context): string {
  return parameter(context, 'amount', '100');
}

function placesOf(context: Context): string {
  const asked = parameter(context, 'decimals', '');
  return /^(?:\d|10)$/.test(asked) ? asked : `${PLACES_MAX}`;
}

async function readTable(context: Context, provider: Provider): Promise<Table> {
  const date = await fixingDate(context, provider, parameter(context, 'date', ''));
  return toExactTable(await readProvenance(context.source, provider.code, date), provider.bidAsk);
}

/** The date of the fixing that answers. A gateway says it itself, in its own words if there is none. */
async function fixingDate(context: Context, provider: Provider, asked: string): Promise<string> {
  const { source } = context;
  if (asked === '') return (await readLatest(source, askedOf(provider, ''))).date;
  if (source.host === 'gateway') {
    const reference = { provider: provider.code, date: asked, amount: '1' };
    return parseCsv(await source.text(convertOf(reference)))[0]?.date ?? '';
  }
  const date = toIsoDate(asked);
  if (date === null) throw new Missing(`${asked.slice(0, 20)} is not a day of the calendar.`);
  const found = await newestUpTo(context, provider, date);
  if (found !== null) return found;
  throw new Missing(`${provider.code} has no fixing in the weeks up to ${date}.`);
}

async function newestUpTo({ source }: Context, provider: Provider, date: IsoDate): Promise<string | null> {
  const { rates } = await readLatest(source, askedOf(provider, ''));
  const other = rates.find(({ currency }) => currency !== provider.referenceCurrency)?.currency ?? '';
  const since = addDays(date, -AGE_DAYS_MAX[provider.monthly ? 'month' : 'day']);
  const years = [...new Set([since.slice(0, 4), date.slice(0, 4)])];
  const dates = (await Promise.all(years.map((year) => datesOf(source, provider.code, other, year)))).flat();
  return dates.findLast((one) => one >= since && one <= date) ?? null;
}
