/** The exact table of the fixing that answers for a day, and how the answer was found. */
import type { Table } from '../../../wire/answers/table.ts';
import { addDays, toIsoDate } from '../../../wire/words/calendar.ts';
import type { IsoDate, Provider } from '../../../wire/words/schemas.ts';
import { convertOf } from './asking.ts';
import { parseCsv } from './csv.ts';
import { askedOf, datesOf, readLatest } from './fixings.ts';
import { toGlobalTable } from './global-table.ts';
import { readProvenance } from './provenance.ts';
import { Missing, type PageSource } from './source.ts';

/** As the service does, the page takes a fixing that is at most so old on the day asked for. */
const AGE_DAYS_MAX = { day: 31, month: 62 } as const;

/** @param asked a day, or '' for the newest fixing */
export async function readTable(source: PageSource, provider: Provider, asked: string): Promise<Table> {
  const provenance = await readProvenance(source, provider.code, await fixingDate(source, provider, asked));
  if (provider.code === 'GLOBAL') return toGlobalTable(provenance);
  // The texts on how banks publish are loaded when one is opened.
  return (await import('./exact.ts')).toBankTable(provenance, provider.bidAsk);
}

/** The date of the fixing that answers. A gateway says it itself, in its own words if there is none. */
async function fixingDate(source: PageSource, provider: Provider, asked: string): Promise<string> {
  if (asked === '') return (await readLatest(source, askedOf(provider, ''))).date;
  if (source.host === 'gateway') {
    const reference = { provider: provider.code, date: asked, amount: '1' };
    return parseCsv(await source.text(convertOf(reference)))[0]?.date ?? '';
  }
  const date = toIsoDate(asked);
  if (date === null) throw new Missing(`${asked.slice(0, 20)} is not a day of the calendar.`);
  const found = await newestUpTo(source, provider, date);
  if (found !== null) await refuseOverdue(source, provider, date);
  if (found !== null) return found;
  throw new Missing(`${provider.code} has no fixing in the weeks up to ${date}.`);
}

/** The service refuses a day after the newest fixing as soon as a later one was due. @throws Missing */
async function refuseOverdue(source: PageSource, { code }: Provider, date: IsoDate): Promise<void> {
  const { providers } = await source.status();
  const own = providers.find(({ provider }) => provider === code);
  if (own === undefined || date <= own.last) return;
  const { overdueFor } = await import('../../../wire/answers/missing.ts');
  const due = overdueFor(date, own, Date.now());
  if (due === null) return;
  throw new Missing(`${code} has no fixing for ${date} here: one was due on ${due}, and the newest is of ${own.last}.`);
}

async function newestUpTo(source: PageSource, provider: Provider, date: IsoDate): Promise<string | null> {
  const { rates } = await readLatest(source, askedOf(provider, ''));
  const other = rates.find(({ currency }) => currency !== provider.referenceCurrency)?.currency ?? '';
  const since = addDays(date, -AGE_DAYS_MAX[provider.monthly ? 'month' : 'day']);
  const years = [...new Set([since.slice(0, 4), date.slice(0, 4)])];
  const dates = (await Promise.all(years.map((year) => datesOf(source, provider.code, other, year)))).flat();
  return dates.findLast((one) => one >= since && one <= date) ?? null;
}
