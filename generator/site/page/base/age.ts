/** Words above figures that are older than a reader would expect. */
import { daysBetween, utcDay } from '../../../wire/words/calendar.ts';
import type { IsoDate, Provider } from '../../../wire/words/schemas.ts';
import type { Context } from './context.ts';
import { counted, day, h } from './dom.ts';

/** Over Christmas and Easter a bank is silent for five days, and a month's list may come some days late. */
const FRESH_DAYS_MAX = { daily: 6, monthly: 40 } as const;

/** For the head of a view: the date of the newest fixing of each provider that it shows. */
export async function newestOf({ source }: Context, shown: readonly string[]): Promise<HTMLElement> {
  const { providers } = await source.status();
  const found = shown.flatMap((code) => providers.find(({ provider }) => provider === code) ?? []);
  const dated = found.flatMap(({ provider, last }, place) => [place === 0 ? '' : ', ', `${provider} `, day(last)]);
  return h('p', { class: 'hint newest' }, ...(found.length === 0 ? [] : ['Newest fixing: ', ...dated]));
}

/** `, 3 days ago`, by the reader's clock; nothing where `ageOfNewest` says it. */
export function ageText(provider: Provider, date: IsoDate): string {
  const days = daysBetween(date, utcDay(Date.now()));
  if (provider.obsolete || isOverdue(provider, days)) return '';
  return days < 1 ? ', today' : days === 1 ? ', yesterday' : `, ${days} days ago`;
}

function isOverdue({ monthly }: Provider, days: number): boolean {
  return days > FRESH_DAYS_MAX[monthly ? 'monthly' : 'daily'];
}

/** A list that came to an end, or whose publisher or whose night stands still, looks like any other. */
export function ageOfNewest(provider: Provider, date: IsoDate): Node {
  const days = daysBetween(date, utcDay(Date.now()));
  if (provider.obsolete) return h('p', { class: 'late' }, `${provider.code} has ended: these are its last rates.`);
  if (!isOverdue(provider, days)) return document.createTextNode('');
  return h('p', { class: 'late' }, `This fixing is ${days} days old: there should be a newer one.`);
}

/** A fixing that answers for a later day says so, also if only a weekend lies between them. */
export function ageAtDay({ code }: Provider, date: IsoDate, asked: IsoDate): Node {
  const days = daysBetween(date, asked);
  if (days === 0) return document.createTextNode('');
  const words = [`For `, day(asked), ` the newest fixing of ${code} is that of `, day(date)];
  return h('p', { class: 'late' }, ...words, `: it is ${counted(days, 'day')} older than the date asked for.`);
}
