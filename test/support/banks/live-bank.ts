/** Asks a real adapter's bank over the network, where a server on this machine answers for all banks. */
import { readArchive } from '../../../generator/sources/archive/archive.ts';
import { codesOf, readCurrencies } from '../../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../../generator/sources/facts/redenominations.ts';
import { networkSource } from '../../../generator/sources/feeds/net/network.ts';
import { PROVIDERS } from '../../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { standingClock } from '../kit/clocks.ts';
import { type Behaviour, internet } from '../servers/internet.ts';
import { freshFolder } from './archives.ts';
import { toLine } from './feeds.ts';
import { collect } from './recorded-bank.ts';

const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };

export interface Wanted {
  readonly today?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** What is in the archive of the provider after it was asked once, and what the run says. */
export async function ask(code: string, behave: Behaviour, { today = '2026-11-20', from, to, env = {} }: Wanted = {}) {
  const { dispatcher, asked } = await internet(behave);
  const limits = { backoffMs: 1, attemptsMax: 2 };
  const clock = standingClock();
  const now = () => new Date(Date.parse(`${today}T12:00:00Z`) + clock.nowMs());
  const source = networkSource({ dispatcher, userAgent: 'test', limits, now, clock });
  const archiveDir = freshFolder();
  const { summaries, notes } = await collect({
    ...{ providers: PROVIDERS.filter((one) => one.code === code), source, archiveDir, env, ...facts },
    ...{ today: parseIsoDate(today), from: from === undefined ? null : parseIsoDate(from) },
    to: to === undefined ? null : parseIsoDate(to),
  });
  const { rows } = await readArchive(archiveDir, code);
  return { lines: rows.map(toLine), failures: summaries[0]?.failures ?? [], notes, asked };
}
