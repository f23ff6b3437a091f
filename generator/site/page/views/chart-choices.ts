/** What a reader of the chart chooses: a pair by up to six providers, or up to five currencies by one, and the days. */
import type { PeriodKind } from '../../../wire/words/calendar.ts';
import { combobox } from '../base/combobox.ts';
import { type Context, currencyChoices, providerChoices } from '../base/context.ts';
import { button, field, h, row, select, swapButton } from '../base/dom.ts';
import { providerOf } from '../base/lists.ts';
import { strokeOf } from '../chart/chart-svg.ts';
import { RANGES, type Span } from '../chart/range.ts';
import type { Choice } from '../language/searched.ts';

export const LINES_MAX = { provider: 6, currency: 5 } as const;

export interface Chosen extends Span {
  readonly base: string;
  readonly by: PeriodKind | null;
  /** Only one of the two has several. */
  readonly provider: readonly string[];
  readonly currency: readonly string[];
}

const BY = [
  { value: '', text: 'day' },
  ...['month', 'quarter', 'year'].map((value) => ({ value, text: `${value} (average)` })),
];

export function chartChoices(context: Context, asked: Chosen): readonly HTMLElement[] {
  const { base, from, to, by, provider, currency } = asked;
  const [code = '', ...otherCodes] = provider;
  const [first = '', ...others] = currency;
  // The pair of a bank's own list is in no address, and half of it alone would be another one.
  const isOwn = base === providerOf(context, code).referenceCurrency;
  const known = isOwn || context.address.params.has('base') ? {} : { base, currency: currency.join(',') };
  const change = (changes: Partial<Record<'base' | 'currency', string>>) => {
    const isSame = changes.base === context.address.params.get('currency');
    context.change({ ...known, ...(isSame ? { currency: base } : {}), ...changes });
  };
  const listed = currencyChoices(context);
  const isPair = others.length === 0;
  const pair = row(
    isPair ? combobox('Currency', first, listed, (value) => change({ currency: value })) : null,
    isPair ? swapButton('Turn the pair round', () => context.change({ base: first, currency: base })) : null,
    combobox('For 1', base, listed, (value) => change({ base: value })),
    otherCodes.length === 0 ? adding(listed, asked, 'currency', (value) => change({ currency: value })) : null,
    isPair
      ? adding(providerChoices(context), asked, 'provider', (value) => context.change({ provider: value }))
      : combobox('Provider', code, providerChoices(context), (value) => context.change({ provider: value })),
    h('div', { class: 'keys' }, ...keys(context, asked, isPair ? 'provider' : 'currency')),
  );
  const days = row(
    ranges(context, asked),
    field('From', { type: 'date', value: from }, (value) => context.change({ from: value, range: null })),
    field('To', { type: 'date', value: to }, (value) => context.change({ to: value, range: null, from })),
    select('By', by ?? '', BY, (value) => context.change({ by: value })),
  );
  return [pair, days];
}

type Kind = keyof typeof LINES_MAX;

/** Adds one to those that are drawn. */
function adding(all: readonly Choice[], asked: Chosen, kind: Kind, onChange: (codes: string) => void) {
  const chosen = asked[kind];
  if (chosen.length >= LINES_MAX[kind]) return null;
  const others = all.filter(({ value }) => !chosen.includes(value) && value !== asked.base);
  const choices = [{ value: '', text: 'choose one' }, ...others];
  return combobox(`Add a ${kind}`, '', choices, (value) => onChange([...chosen, value].join(',')));
}

/** What is drawn, by its stroke. The last of a chart cannot be taken away, so that it is no button. */
function keys(context: Context, asked: Chosen, kind: Kind): readonly HTMLElement[] {
  const codes = asked[kind];
  return codes.map((code, place) => {
    const look = `key line-${place}`;
    if (codes.length === 1) return h('span', { class: `${look} chip` }, strokeOf(place), code);
    const onclick = () => context.change({ [kind]: codes.filter((one) => one !== code).join(',') });
    const words = h('span', {}, strokeOf(place), `${code} ×`);
    return button(words, onclick, { class: look, 'aria-label': `Remove ${code}` });
  });
}

function ranges(context: Context, { range }: Chosen): HTMLElement {
  const buttons = Object.keys(RANGES).map((one) => {
    const onclick = () => context.change({ range: one, from: null, to: null });
    return button(one, onclick, { 'data-name': one, 'aria-pressed': `${one === range}` });
  });
  return h('div', { class: 'ranges', role: 'group', 'aria-label': 'Range' }, ...buttons);
}
