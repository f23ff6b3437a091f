/** The first view: one amount in another currency, by the exact figures of a fixing, as `/v1/convert` answers it. */
import { endedWords } from '../../../wire/answers/ended.ts';
import type { Table } from '../../../wire/answers/table.ts';
import { quotes } from '../../../wire/answers/views.ts';
import { toIsoDate } from '../../../wire/words/calendar.ts';
import { PLACES_MAX } from '../../../wire/words/order.ts';
import type { IsoDate, Provider } from '../../../wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../../wire/words/written-codes.ts';
import { changed, hrefOf } from '../base/address.ts';
import { ageAtDay, ageOfNewest, ageText, newestOf } from '../base/age.ts';
import { convertOf } from '../base/asking.ts';
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
import { button, day, field, h, hint, p, row, swapButton } from '../base/dom.ts';
import { readTable } from '../base/fixing-table.ts';
import { providerOf } from '../base/lists.ts';
import { ALL, type Pair, pairOf, placesOf } from '../base/pair.ts';
import { pause } from '../base/pause.ts';
import { AMOUNT_WORDS, amountIn, type Reading, readAmount } from '../language/amount.ts';
import { dayText, localText } from '../language/locale.ts';
import { allAnswers, amountsTable, bigAnswer, convert, lacking } from './answer.ts';

/** What is converted at first. */
const AMOUNT = '100';

interface Shown {
  readonly context: Context;
  readonly provider: Provider;
  readonly pair: Pair;
  readonly table: Table;
  readonly also: readonly string[];
}

export async function convertView(context: Context): Promise<readonly Node[]> {
  const provider = providerOf(context, parameter(context, 'provider', 'GLOBAL'));
  const pair = pairOf(context);
  const asked = parameter(context, 'date', '');
  const table = await readOrWords(() => readTable(context.source, provider, asked));
  await pause();
  const place = h('div', { class: 'answer', 'aria-live': 'polite' });
  const isPair = !(table instanceof HTMLElement) && pair.to !== ALL && lacking(table, pair).length === 0;
  const also = parameter(context, 'also', '').split(',').map(toWrittenCode).filter(Boolean);
  const kinds = h('p', { class: 'kinds' });
  const draw = (read: Reading | null) => {
    const shown = table instanceof HTMLElement ? [table] : answer({ context, provider, pair, table, also }, read);
    place.replaceChildren(...shown);
    kinds.replaceChildren(...kindsOf(context, pair, read));
  };
  draw(amountIn(parameter(context, 'amount', AMOUNT)));
  await pause();
  const form = choices(context, provider, pair, table instanceof HTMLElement ? null : table, draw);
  const compared = isPair ? alsoChoice(context, table, pair, also) : null;
  const beside = isPair ? yearBeside(context, provider, pair, table) : null;
  const main = h('div', { class: 'converter' }, h('div', {}, form, place, compared), beside);
  return [h('h1', {}, 'Convert'), await newestOf(context, [provider.code]), kinds, main];
}

/** A conversion is by a fixing, or by the rate that a law names. */
function kindsOf({ address }: Context, pair: Pair, read: Reading | null): readonly HTMLElement[] {
  const amount = read === null || `${read.amount}` === AMOUNT ? null : `${read.amount}`;
  const asked = { amount, date: address.params.get('date'), from: pair.from, to: pair.to };
  return [
    h('a', { href: changed(address, { amount }), 'aria-current': 'true' }, 'By a fixing'),
    h('a', { href: hrefOf('rules', pair.to === ALL ? {} : asked) }, 'By a law'),
  ];
}

function choices(
  context: Context,
  provider: Provider,
  { from, to }: Pair,
  table: Table | null,
  draw: (read: Reading | null) => void,
): HTMLElement {
  const codes = table === null ? null : [...table.figures.keys()].filter((code) => quotes(table, code));
  const listed = currencyChoices(context, codes);
  const typed = parameter(context, 'amount', AMOUNT);
  const known = amountIn(typed);
  const amount = field(
    'Amount',
    { type: 'text', inputmode: 'decimal', autocomplete: 'off', value: known ? localText(`${known.amount}`) : typed },
    (value) => {
      const read = readAmount(value);
      context.note({ amount: read === null ? value : `${read.amount}` });
      draw(read);
    },
    'input',
  );
  return row(
    amount,
    combobox('From', from, listed, (value) => context.change({ from: value, to })),
    swapButton('Swap the currencies', () => context.change({ from: to, to: from }), to !== ALL),
    combobox('To', to, [...listed, { value: ALL, text: 'all currencies' }], (value) => context.change({ to: value })),
    combobox('Provider', provider.code, providerChoices(context), (value) =>
      context.change({ provider: value, ...(from === provider.referenceCurrency ? { from: null, to: null } : {}) }),
    ),
    // Without a choice the field has the newest day, and so it says when the answer is of.
    field('Date', { type: 'date', value: parameter(context, 'date', table?.date ?? '') }, (value) =>
      context.change({ date: value }),
    ),
  );
}

/** More targets beside the first. */
function alsoChoice(context: Context, table: Table, { from, to }: Pair, also: readonly string[]): HTMLElement {
  const codes = [...table.figures.keys()].filter((code) => ![from, to, ...also].includes(code));
  const change = (chosen: readonly string[]) => context.change({ also: chosen.join(',') });
  const choices = [{ value: '', text: 'choose one' }, ...currencyChoices(context, codes)];
  const add = combobox('Compare with', '', choices, (value) => change([...also, value]));
  const removed = (code: string) => button(`${code} ×`, () => change(also.filter((one) => one !== code)));
  return row(add, h('div', { class: 'keys' }, ...also.map(removed)));
}

function answer(shown: Shown, read: Reading | null): readonly Node[] {
  const { context, provider, pair, table, also } = shown;
  if (read === null) return [problem(AMOUNT_WORDS)];
  const missing = lacking(table, pair);
  const whyNot = missing.map((code) => `${whyUnknown(code)}${endedWords(code)}`).join('');
  const lacks = `${provider.code} quotes no ${missing.join(' and no ')} on ${dayText(table.date)}${whyNot}.`;
  if (missing.length > 0) return [problem(lacks)];
  const places = placesOf(context);
  const asked = { provider: provider.code, base: pair.from, amount: `${read.amount}` };
  const address = convertOf({
    ...{ ...asked, ...(pair.to === ALL ? {} : { to: pair.to }), date: table.date },
    ...(places === null ? {} : { decimals: `${places}` }),
  });
  const rows = () => {
    const found = convert(table, pair, read.amount, places ?? PLACES_MAX).map((row) => [
      ...[provider.code, table.date, pair.from, `${read.amount}`, row.currency, row.convertedAmount],
    ]);
    return [['provider', 'date', 'base', 'amount', 'currency', 'convertedAmount'], ...found];
  };
  return [
    ...(read.words === null ? [] : [hint(read.words)]),
    ...(pair.to === ALL
      ? [allAnswers(context, table, pair, read.amount)]
      : bigAnswer(context, table, pair, read.amount)),
    whose(shown),
    copyButtons(context, address, rows),
    ...(pair.to === ALL ? [] : [amountsTable(context, table, pair, also)]),
  ];
}

function whose({ context, provider, pair, table }: Shown): HTMLElement {
  const asked: IsoDate | null = toIsoDate(parameter(context, 'date', ''));
  const currency = pair.to === ALL || pair.to === table.reference ? pair.from : pair.to;
  const source = hrefOf('why', { provider: provider.code, date: table.date, currency });
  const age = asked === null ? ageText(provider, table.date) : '';
  return h(
    'div',
    { class: 'whose' },
    p(
      ...[h('bdi', {}, provider.description), ': fixing of ', day(table.date)],
      `${age}. Converted at the mid rate and rounded once. `,
      h('a', { href: source }, 'Where does this come from?'),
    ),
    asked === null ? ageOfNewest(provider, table.date) : ageAtDay(provider, table.date, asked),
  );
}

/** The year up to the fixing. Its code and its figures come after the answer. */
function yearBeside({ source }: Context, provider: Provider, pair: Pair, table: Table): HTMLElement {
  const place = h('section', { class: 'beside', 'aria-label': 'The last year' });
  void import('../chart/year-chart.ts')
    .then(({ yearChart }) => yearChart(source, provider, pair, table.date))
    .then(
      (nodes) => place.replaceChildren(...nodes),
      () => place.replaceChildren(hint('The chart of the last year could not be loaded.')),
    );
  return place;
}
