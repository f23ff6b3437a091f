/** What a reader of the chart chooses: the pair, the range or two days, days or months, and up to six providers. */
import { combobox } from '../base/combobox.ts';
import { type Context, currencyChoices, providerChoices } from '../base/context.ts';
import { field, h, row, select, swapButton } from '../base/dom.ts';
import { providerOf } from '../base/lists.ts';
import type { LinesWanted } from '../chart/chart-lines.ts';
import { strokeOf } from '../chart/chart-svg.ts';
import { RANGES, type Span } from '../chart/range.ts';

export const LINES_MAX = 6;

interface Chosen extends LinesWanted, Span {
  readonly chosen: readonly string[];
}

const BY = [
  { value: '', text: 'day' },
  { value: 'month', text: 'month (average)' },
];

export function chartChoices(context: Context, asked: Chosen): readonly HTMLElement[] {
  const { base, currency, from, to, monthly, chosen } = asked;
  const others = providerChoices(context).filter(({ value }) => !chosen.includes(value));
  // The pair of a bank's own list is in no address, and half of it alone would be another one.
  const isOwn = base === providerOf(context, chosen[0] ?? '').referenceCurrency;
  const known = isOwn || context.address.params.has('base') ? {} : { base, currency };
  const change = (changes: Partial<Record<'base' | 'currency', string>>) => {
    const isSame = changes.base === context.address.params.get('currency');
    context.change({ ...known, ...(isSame ? { currency: base } : {}), ...changes });
  };
  const add = (code: string) => context.change({ provider: [...chosen, code].join(',') });
  const providers = row(
    combobox('Currency', currency, currencyChoices(context), (value) => change({ currency: value })),
    swapButton('Turn the pair round', () => context.change({ base: currency, currency: base })),
    combobox('For 1', base, currencyChoices(context), (value) => change({ base: value })),
    chosen.length < LINES_MAX
      ? combobox('Add a provider', '', [{ value: '', text: 'choose one' }, ...others], add)
      : null,
    h('div', { class: 'keys' }, ...chosen.map((code, place) => chip(context, chosen, code, place))),
  );
  const days = row(
    ranges(context, asked),
    field('From', { type: 'date', value: from }, (value) => context.change({ from: value, range: null })),
    field('To', { type: 'date', value: to }, (value) => context.change({ to: value, range: null, from })),
    select('By', monthly ? 'month' : '', BY, (value) => context.change({ by: value })),
  );
  return [providers, days];
}

/** The only provider of a chart cannot be taken away, so that it is no button. */
function chip(context: Context, chosen: readonly string[], code: string, place: number): HTMLElement {
  const look = `key line-${place}`;
  if (chosen.length === 1) return h('span', { class: `${look} chip` }, strokeOf(place), code);
  const onclick = () => context.change({ provider: chosen.filter((one) => one !== code).join(',') });
  return h(
    'button',
    { type: 'button', class: look, 'aria-label': `Remove ${code}`, onclick },
    strokeOf(place),
    `${code} ×`,
  );
}

function ranges(context: Context, { range }: Chosen): HTMLElement {
  const buttons = Object.keys(RANGES).map((one) => {
    const onclick = () => context.change({ range: one, from: null, to: null });
    return h('button', { type: 'button', 'data-name': one, 'aria-pressed': `${one === range}`, onclick }, one);
  });
  return h('div', { class: 'ranges', role: 'group', 'aria-label': 'Range' }, ...buttons);
}
