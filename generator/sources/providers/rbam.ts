/**
 * Reserve Bank of Australia: the rates of each month's last business day, dated that day, from table F11. Its header
 * says Daily; only its one row per month shows that it is monthly.
 */
import { defineProvider } from '../feeds/provider.ts';
import { RESERVE_BANK, tableFeed } from './rba.ts';

export const rbam = defineProvider({
  ...RESERVE_BANK,
  code: 'RBAM',
  description: 'Reserve Bank of Australia (monthly)',
  references: [{ from: '2010-01-29', currency: 'AUD' }],
  monthly: true,
  caveat: 'known from a saved copy of May 2025; no answer of the bank itself was recorded',
  schedule: { days: [1, 2, 3, 4, 5], time: '16:30', timeZone: 'Australia/Sydney', lagDaysMax: 7 },
  feeds: [tableFeed('F11', 'f11-data.csv')],
});
