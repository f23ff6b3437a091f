/** What a reader has chosen in one view and expects in the next: the provider and the pair, in the links of the head. */

import { type Address, hrefOf, readAddress } from './address.ts';
import { ALL } from './pair.ts';

type Params = Readonly<Record<string, string | null>>;
let kept: Params = {};

/** The links lead to each view with what this address has chosen; a view knows no parameter of another. */
export function keep({ view, params }: Address): void {
  const pair = pairIn(view, params);
  const [provider = ''] = (params.get('provider') ?? '').split(',');
  if (['convert', 'rates', 'chart', 'why'].includes(view)) kept = { ...kept, ...pair, provider };
  // Whole addresses: a link within the page that a phone has scrolled aside is taken for one that skips something.
  const [page = ''] = location.href.split('#');
  for (const link of viewLinks()) {
    const other = readAddress(link.hash).view;
    link.href = `${page}${hrefOf(other, paramsFor(other))}`;
  }
}

/** The links of the head that lead to views, and not to other pages. */
export function viewLinks(): readonly HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('header nav a')].filter(({ hash }) => hash !== '');
}

function pairIn(view: string, params: URLSearchParams): Params {
  const [from, to] = view === 'chart' ? ['base', 'currency'] : ['from', 'to'];
  const found = { from: params.get(from), to: params.get(to)?.split(',')[0] ?? null };
  if (view !== 'convert' && view !== 'chart') return {};
  return found.to === ALL ? { from: found.from } : found;
}

function paramsFor(view: string): Params {
  const { provider = null, from = null, to = null } = kept;
  if (view === 'convert') return { provider, from, to };
  if (view === 'chart') return { provider, base: from, currency: to };
  if (view === 'rules') return { from, to };
  return view === 'rates' || view === 'why' ? { provider } : {};
}
