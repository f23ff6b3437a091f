/** Which currencies a tree lacks on purpose: held by a person or the gate, or pegged to one that is. */
import { parse as parseCsv } from 'csv-parse/sync';
import { HELD } from '../archive/holds.ts';
import { WINDOW_DAYS } from '../rates/windows.ts';
import { quarantinePath } from '../wire/answers/paths.ts';
import { addDays } from '../wire/words/calendar.ts';
import { GLOBAL, type IsoDate } from '../wire/words/schemas.ts';
import type { StatedFixings } from './stated.ts';

/** @param newest the fixing of GLOBAL that is asked about */
export async function readLeftOut(global: StatedFixings, newest: IsoDate): Promise<(currency: string) => boolean> {
  const { unstated, pegless } = await global.origins(newest);
  const bytes = (await global.reader?.read(quarantinePath)) ?? null;
  const rows: Record<string, string>[] = bytes === null ? [] : parseCsv(bytes, { columns: true });
  // A figure older than the window is in no fixing of this date anyway.
  const since = addDays(newest, -WINDOW_DAYS);
  const recent = rows.filter(({ reason = '', date = '' }) => HELD.test(reason) && date >= since && date <= newest);
  const ofProviders = new Set(recent.filter(isOfProvider).flatMap(({ base = '', quote = '' }) => [base, quote]));
  const isLeftOut = (currency: string, depth: number): boolean => {
    if (unstated.has(currency) || ofProviders.has(currency)) return true;
    const anchor = pegless.get(currency);
    return anchor !== undefined && depth < pegless.size && isLeftOut(anchor, depth + 1);
  };
  return (currency) => isLeftOut(currency, 0);
}

function isOfProvider({ provider }: Record<string, string>): boolean {
  return provider !== GLOBAL;
}
