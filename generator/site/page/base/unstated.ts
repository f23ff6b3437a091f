/** Why GLOBAL states no figure of a currency: it is held, withdrawn, too old, or nobody states it. */

import { dayText } from '../language/locale.ts';
import type { Context } from './context.ts';
import { day, h } from './dom.ts';

type Words = readonly (Node | string)[];

/** A reason that says itself that the figure is held is not told twice. */
function heldWords(reason: string): string {
  return reason.startsWith('held ') ? `H${reason.slice(1)}` : `Held: ${reason}`;
}

export async function reasonsFor({ source, currencies }: Context, currency: string): Promise<readonly HTMLElement[]> {
  const [held, { providers }] = await Promise.all([source.rows('v1/quarantine.csv').catch(() => []), source.status()]);
  const reasons: Words[] = held
    .filter(({ base, quote }) => base === currency || quote === currency)
    .map(({ provider = '', date = '', reason = '' }) => [`${heldWords(reason)} (${provider}, `, day(date), ').']);
  if (currencies.some(({ code, obsolete }) => code === currency && obsolete)) reasons.push(['It is withdrawn.']);
  const last = providers.flatMap(({ provider, currencies: own, frozen = [] }) => {
    const [list] = frozen;
    const words = list === undefined ? '.' : `; its list ${list.table} has been frozen since ${dayText(list.since)}.`;
    const date = new Map<string, string>(Object.entries(own)).get(currency);
    return date === undefined ? [] : [[`Last stated by ${provider} for `, day(date), words]];
  });
  const all = [...reasons, ...last];
  const shown = all.length === 0 ? [['Nobody in this tree states it.']] : all;
  return shown.map((words) => h('li', {}, ...words));
}
