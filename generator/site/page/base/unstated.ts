/** Why GLOBAL states no figure of a currency: it is held, withdrawn, too old, or nobody states it. */

import { dayText } from '../language/locale.ts';
import type { Context } from './context.ts';
import { parseCsv } from './csv.ts';
import { day, h } from './dom.ts';

interface Known {
  readonly providers: readonly {
    readonly provider: string;
    readonly currencies: Readonly<Record<string, string>>;
    readonly frozen?: readonly { readonly table: string; readonly since: string }[];
  }[];
}

type Words = readonly (Node | string)[];

/** A reason that says itself that the figure is held is not told twice. */
function heldWords(reason: string): string {
  return reason.startsWith('held ') ? `H${reason.slice(1)}` : `Held: ${reason}`;
}

export async function reasonsFor({ source, currencies }: Context, currency: string): Promise<readonly HTMLElement[]> {
  const [held, { providers }] = await Promise.all([
    source.text('v1/quarantine.csv').then(parseCsv, () => []),
    source.document<Known>('v1/status.json'),
  ]);
  const reasons: Words[] = held
    .filter(({ base, quote }) => base === currency || quote === currency)
    .map(({ provider = '', date = '', reason = '' }) => [`${heldWords(reason)} (${provider}, `, day(date), ').']);
  if (currencies.some(({ code, obsolete }) => code === currency && obsolete)) reasons.push(['It is withdrawn.']);
  const last = providers.flatMap(({ provider, currencies: own, frozen = [] }) => {
    const date = Object.hasOwn(own, currency) ? own[currency] : undefined;
    if (date === undefined) return [];
    const words =
      frozen.length === 0
        ? '.'
        : `; its list ${frozen[0]?.table ?? ''} has been frozen since ${dayText(frozen[0]?.since ?? '')}.`;
    return [[`Last stated by ${provider} for `, day(date), words]];
  });
  const all = [...reasons, ...last];
  const shown = all.length === 0 ? [['Nobody in this tree states it.']] : all;
  return shown.map((words) => h('li', {}, ...words));
}
