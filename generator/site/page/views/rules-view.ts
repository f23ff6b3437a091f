/** The rate for a return: country, purpose and day → the law, the figure, and what goes into the books; or why not yet. */
import { earlierOf, endOfMonth, startOfMonth } from '../../../wire/words/calendar.ts';
import type { IsoDate, Rule } from '../../../wire/words/schemas.ts';
import { hrefOf } from '../base/address.ts';
import { newestOf } from '../base/age.ts';
import { convertOf, spanOf } from '../base/asking.ts';
import { combobox } from '../base/combobox.ts';
import { type Context, copyButtons, currencyChoices, parameter, problem, readOrWords } from '../base/context.ts';
import { day, field, figure, h, hint, p } from '../base/dom.ts';
import { askedOf, readFigures } from '../base/fixings.ts';
import { providerOf } from '../base/lists.ts';
import { readProvenance, recordsOf } from '../base/provenance.ts';
import { forText, readPrinted } from '../base/published.ts';
import { countriesOf, FIXINGS, fixingWords, readersCountry, readRules } from '../base/rules.ts';
import { Missing, type PageSource } from '../base/source.ts';
import { tableOf } from '../base/table.ts';
import { AMOUNT_WORDS, amountIn, readAmount } from '../language/amount.ts';
import { localText, moneyText, rateText } from '../language/locale.ts';
import { commandOf } from '../proof/button.ts';
import { forTheBooks } from './for-the-books.ts';
import { invoices, readRuled } from './invoices.ts';

interface Asked {
  readonly rule: Rule;
  readonly date: string;
  readonly amount: string;
  readonly from: string;
  readonly to: string;
}

export async function rulesView(context: Context): Promise<readonly Node[]> {
  const { source, providers } = context;
  const rules = await readRules(source);
  const own = rules.filter(({ provider }) => providers.some((one) => one.code === provider));
  const asked = parameter(context, 'country', parameter(context, 'rule', readersCountry(own)).slice(0, 2));
  const country = rules.some((one) => one.country === asked) ? asked : (rules[0]?.country ?? '');
  const laws = rules.filter((one) => one.country === country);
  const code = parameter(context, 'rule', '');
  const rule = laws.find((one) => one.code === code) ?? laws.find((one) => one.code.endsWith('-VAT')) ?? laws[0];
  if (rule === undefined) throw new Missing('This tree has no rules.');
  const reference = providers.find((one) => one.code === rule.provider)?.referenceCurrency ?? 'EUR';
  const newest = await newestDay(source, rule.provider);
  const from = parameter(context, 'from', reference === 'USD' ? 'EUR' : 'USD');
  const wanted: Asked = {
    ...{ rule, from, date: parameter(context, 'date', newest), amount: parameter(context, 'amount', '100') },
    to: parameter(context, 'to', reference === from ? (from === 'EUR' ? 'USD' : 'EUR') : reference),
  };
  const answer = await answerOf(context, wanted);
  return [
    h('h1', {}, 'The rate for my return'),
    await newestOf(context, [rule.provider]),
    h('p', { class: 'kinds' }, ...kinds(wanted)),
    choices(context, rules, laws, wanted),
    ...lawOf(rule),
    h('div', { class: 'answer', 'aria-live': 'polite' }, ...answer),
    invoices(context, rule, wanted.to),
    listOf(rules),
  ];
}

/** The newest day that the provider has a fixing for, so the first answer is a rate and not a refusal. */
async function newestDay(source: PageSource, provider: string): Promise<string> {
  const { date, providers } = await source.status();
  return earlierOf(date, providers.find((one) => one.provider === provider)?.last ?? date);
}

function kinds({ from, to, amount }: Asked): readonly HTMLElement[] {
  const current = { href: location.hash, 'aria-current': 'true' };
  return [h('a', { href: hrefOf('convert', { from, to, amount }) }, 'By a fixing'), h('a', current, 'By a law')];
}

function choices(context: Context, rules: readonly Rule[], own: readonly Rule[], asked: Asked): HTMLElement {
  const { rule, date, amount, from, to } = asked;
  const read = amountIn(amount);
  const laws = own.map(({ code, purpose }) => ({ value: code, text: `${code}: ${purpose}` }));
  const typed = (value: string) => context.change({ amount: `${readAmount(value)?.amount ?? value}` });
  return h(
    'div',
    { class: 'choices law' },
    combobox('Country', rule.country, countriesOf(rules), (country) =>
      context.change({ country, rule: null, from: null, to: null }),
    ),
    combobox('Purpose', rule.code, laws, (value) => context.change({ rule: value })),
    field('Day of the event', { type: 'date', value: date }, (value) => context.change({ date: value })),
    field('Amount', { type: 'text', inputmode: 'decimal', value: read ? localText(`${read.amount}`) : amount }, typed),
    combobox('From', from, currencyChoices(context), (value) => context.change({ from: value })),
    combobox('To', to, currencyChoices(context), (value) => context.change({ to: value })),
  );
}

async function answerOf(context: Context, { rule, date, amount, from, to }: Asked): Promise<readonly Node[]> {
  const { source } = context;
  const read = amountIn(amount);
  if (read === null) return [problem(AMOUNT_WORDS)];
  if (source.host === 'files') {
    const href = hrefOf('convert', { provider: rule.provider, date, from, to, amount });
    const words = 'This page was opened from plain files, and only a gateway applies laws. ';
    return [p(words, h('a', { href }, `Convert by the fixings of ${rule.provider}`), ' instead.')];
  }
  const address = convertOf({ rule: rule.code, date, base: from, amount: `${read.amount}`, to });
  const found = await readRuled(context, address);
  if (found instanceof HTMLElement) return [found];
  const { convertedAmount = '', date: fixing = '' } = found;
  const header = ['rule', 'event', 'provider', 'date', 'base', 'amount', 'currency', 'convertedAmount'];
  const [stated, whence] = await rateWords(context, { rule, date, amount, from, to }, fixing);
  const converted = `${localText(`${read.amount}`)} ${from} = ${localText(moneyText(convertedAmount, to))} ${to}.`;
  const cells = [rule.code, date, rule.provider, fixing, from, `${read.amount}`, to, convertedAmount];
  return [
    ...(read.words === null ? [] : [hint(read.words)]),
    h('p', { class: 'asked' }, `${localText(`${read.amount}`)} ${from} =`),
    h('p', { class: 'big' }, figure(convertedAmount, moneyText(convertedAmount, to)), ' ', h('abbr', {}, to)),
    h('p', { class: 'unit' }, stated, ' ', whence),
    ...(await onPaper(source, { rule, from, to }, fixing)),
    ...forTheBooks(context, { rule, date, sentences: `${converted} ${stated.textContent}` }),
    copyButtons(context, address, () => [header, cells]),
  ];
}

/** A sentence of the figure as the authority prints it and of its days, and the way to its document and its proof. */
async function rateWords(context: Context, { rule, date, from, to }: Asked, fixing: string) {
  const printed = await readOrWords(() => readPrinted(context.source, rule.provider, fixing));
  const rows = printed instanceof Map ? [...printed.values()] : [];
  const pair = [from, to];
  const row = rows.find(({ base, quote, unit }) => unit === '' && pair.includes(base) && pair.includes(quote));
  const way = row ?? { per: '1', unit: '', base: from, quote: to };
  const asked = { rule: rule.code, date, base: way.base, amount: way.per, to: way.quote };
  const found = await readRuled(context, convertOf(asked));
  const rate = found instanceof HTMLElement ? '' : (found.convertedAmount ?? '');
  const currency = row?.currency ?? from;
  const whence = hrefOf('why', { provider: rule.provider, date: fixing, currency });
  const stated = [`${forText(way)} = `, figure(rate, row ? rate : rateText(rate)), ` ${way.quote}, `];
  const days = await daysOf(context, rule, fixing, currency);
  const sentence = h('span', {}, ...stated, ...days, ' for the event of ', day(date), '.');
  return [sentence, h('a', { href: whence }, 'Source and proof')] as const;
}

/** Of a month's mean its first and its last fixing, else the day of the fixing. */
async function daysOf(
  { source, providers }: Context,
  { provider, dateRule }: Rule,
  fixing: string,
  currency: string,
): Promise<readonly (Node | string)[]> {
  if (!/^(average|quarter)/.test(dateRule)) return ['fixing of ', day(fixing)];
  if (dateRule !== 'average-month') return [FIXINGS[dateRule] ?? dateRule];
  const [first, last] = [startOfMonth(fixing as IsoDate), endOfMonth(fixing as IsoDate)];
  const address = spanOf(askedOf(providerOf({ providers }, provider), ''), currency, first, last, 'month');
  const { from = '', to = '' } = (await readFigures(source, address))[0] ?? {};
  return ['mean of ', day(from), ' to ', day(to)];
}

/** For those who file the statement: the bank's document, and how each figure of it is proved. */
async function onPaper(source: PageSource, { rule, from, to }: Pick<Asked, 'rule' | 'from' | 'to'>, fixing: string) {
  const found = await readOrWords(() => readProvenance(source, rule.provider, fixing));
  // The mean of a month has no document of its own.
  if (found instanceof HTMLElement) return [];
  const rows = recordsOf<'currency' | 'document'>(found.figures).filter(({ currency }) =>
    [from, to].includes(currency),
  );
  return rows.map(({ currency, document }) => {
    const { url, sha256 } = recordsOf<'document' | 'url' | 'sha256'>(found.documents).find(
      (one) => one.document === document,
    ) ?? { url: '', sha256: '' };
    const proof = commandOf({ provider: rule.provider, date: fixing, currency });
    return h(
      'p',
      { class: 'on-paper' },
      `${currency}: document ${url}, SHA-256 ${sha256}. Proof: `,
      h('code', {}, proof),
    );
  });
}

function lawOf(rule: Rule): readonly Node[] {
  return [
    p(
      ...[h('bdi', {}, rule.source), '. The rate is that of ', fixingWords(rule), '. '],
      h('a', { href: hrefOf('rates', { provider: rule.provider }) }, `Rates of ${rule.provider}`),
    ),
    hint(...['This is a convenience, not advice. ', h('a', { href: 'docs-rules.html' }, 'How rules are applied')]),
  ];
}

function listOf(rules: readonly Rule[]): HTMLElement {
  const linked = ({ code }: Rule) => h('a', { href: hrefOf('rules', { rule: code }) }, code);
  const columns = [
    { title: 'Rule', isShort: true, cell: linked },
    { title: 'Purpose', isWide: true, cell: ({ purpose }: Rule) => purpose },
    { title: 'Whose rate', cell: (rule: Rule) => fixingWords(rule) },
    { title: 'Law', isText: true, isWide: true, cell: ({ source }: Rule) => source },
  ];
  return h('details', {}, h('summary', {}, `All ${rules.length} rules`), tableOf('Rules', columns, rules));
}
