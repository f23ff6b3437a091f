/**
 * A tree in memory for the tests of rules: the providers that rules name, with a fixing on each of their days from
 * autumn 2025 to Friday, 13 March 2026, their own holidays left out. A figure tells its date: 2.260306 is of 2026-03-06.
 */

import { renderRules, toProviders } from '../../../generator/release/tree/render/lists.ts';
import { readCurrencies, toCurrencies } from '../../../generator/sources/facts/currencies.ts';
import { readRules } from '../../../generator/sources/facts/rules.ts';
import { type ProviderDefinition, toCode, toReference } from '../../../generator/sources/feeds/provider.ts';
import { PROVIDERS } from '../../../generator/sources/providers/index.ts';
import { indexPath, listPath, statusPath, tablePath } from '../../../generator/wire/answers/paths.ts';
import { indexText, type Period } from '../../../generator/wire/answers/provider-index.ts';
import { type Gap, type ProviderStatus, statusLine, statusText } from '../../../generator/wire/answers/status.ts';
import { addDays, addMonths, endOfMonth, parseIsoDate, weekday } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate, ProviderCode } from '../../../generator/wire/words/schemas.ts';
import type { Store } from '../../../server/trees/store.ts';
import { NOTHING_FOLLOWED } from '../servers/gateway.ts';

const day = parseIsoDate;
const RELEASED = day('2026-03-13');
const FROM = '2025-11-03';
/** The rules of these providers name years, the first of October, the first day of a quarter or a month of two halves. */
const FROM_OF: Readonly<Record<string, string>> = {
  ...{ BOC: '2024-12-02', CNB: '2024-12-02', RBA: '2024-06-03' },
  ...{ BAZG: '2025-10-01', ECB: '2025-10-01', FRED: '2025-10-01' },
};
const CLOSED: Readonly<Record<string, string>> = {
  ECB: '2025-12-25 2025-12-26 2026-01-01',
  BDI: '2025-12-25 2025-12-26 2026-01-01',
  NBP: '2025-11-11 2025-12-24 2025-12-25 2025-12-26 2026-01-01 2026-01-06',
  CNB: '2025-11-17 2025-12-24 2025-12-25 2025-12-26 2026-01-01',
  MNB: '2025-12-24 2025-12-25 2025-12-26 2026-01-01 2026-01-02',
  BNR: '2025-12-01 2025-12-25 2025-12-26 2026-01-01 2026-01-02 2026-01-06 2026-01-07',
  NBS: '2025-11-11 2026-01-01 2026-01-02 2026-01-07 2026-02-16 2026-02-17',
  TCMB: '2026-01-01',
  FBIL: '2025-12-25 2026-01-26',
  BOJ: '2025-11-24 2025-12-31 2026-01-01 2026-01-02 2026-01-12 2026-02-11 2026-02-23',
  RBA: '2025-12-25 2025-12-26 2026-01-01 2026-01-26',
  BOC: '2025-12-25 2025-12-26 2026-01-01 2026-02-16',
  BANXICO: '2025-12-12 2025-12-25 2026-01-01 2026-02-02',
  BCB: '2025-12-25 2026-01-01 2026-02-16 2026-02-17',
  BCRP: '2025-12-08 2025-12-25 2026-01-01',
  DNB: '2025-12-24 2025-12-25 2025-12-26 2026-01-01',
  RB: '2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06',
  CFETS: '2026-01-01 2026-01-02 2026-02-16 2026-02-17 2026-02-18 2026-02-19 2026-02-20 2026-02-23',
  FRED: '2025-10-13 2025-11-11 2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16',
  BAZG: '2025-12-25 2025-12-26 2026-01-01 2026-01-02',
  CBR: '2026-01-01 2026-01-02 2026-01-05 2026-01-06 2026-01-07 2026-01-08 2026-01-09 2026-02-23 2026-03-09',
};

/** The days on which the provider makes a list, and the days for which each holds. */
function* periodsOf({ code, validity }: ProviderDefinition, from: string): Generator<Period> {
  if (validity === 'month') {
    for (let month = day('2024-04-01'); month < RELEASED; month = addMonths(month, 1)) {
      yield { date: month, until: endOfMonth(month) };
    }
    return;
  }
  if (validity === 'quarter') {
    yield { date: day('2025-09-30'), until: day('2025-12-30') };
    yield { date: day('2025-12-31'), until: day('2026-03-30') };
    return;
  }
  if (code === 'JPC') {
    // Sunday to Saturday, known on the Tuesday before.
    for (let sunday = day('2025-11-02'); sunday <= addDays(RELEASED, 6); sunday = addDays(sunday, 7)) {
      yield { date: sunday, until: addDays(sunday, 6) };
    }
    return;
  }
  const closed = (CLOSED[code] ?? '').split(' ');
  const isOpen = (date: IsoDate) => weekday(date) < 6 && !closed.includes(date);
  for (let date = day(from); date <= RELEASED; date = addDays(date, 1)) {
    if (code === 'NBU') yield { date, until: date };
    else if (isOpen(date)) yield toPeriod(code, date, isOpen);
  }
}

/** Swiss customs and the Russian bank date a list by the first day on which it holds, the day after it is made. */
function toPeriod(code: string, made: IsoDate, isOpen: (date: IsoDate) => boolean): Period {
  if (code !== 'BAZG' && code !== 'CBR') return { date: made, until: made };
  let until = addDays(made, 1);
  while (code === 'BAZG' && !isOpen(until)) until = addDays(until, 1);
  return { date: addDays(made, 1), until };
}

interface RuleTreeOptions {
  /** Days of which a provider has no fixing although one was due, with the reason. */
  readonly gaps?: Readonly<Record<string, Gap>>;
  /** Tables of single dates, in place of the made ones, by `TCMB 2026-03-06`. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  readonly withoutStatus?: boolean;
  /** The first day of a provider, in place of its usual one. */
  readonly from?: Readonly<Record<string, IsoDate>>;
}

export function ruleStore({ gaps = {}, tables = {}, withoutStatus = false, from = {} }: RuleTreeOptions = {}): Store {
  const named = new Set<string>(readRules().map(({ provider }) => provider));
  const definitions = PROVIDERS.filter(({ code }) => named.has(code));
  const files = new Map<string, string | Buffer>();
  const madeWhenRead = new Map<string, () => string>();
  for (const { path, bytes } of renderRules()) files.set(path, bytes);
  files.set(listPath('currencies', 'json'), JSON.stringify(toCurrencies(readCurrencies(), RELEASED)));
  files.set(listPath('providers', 'json'), JSON.stringify(toProviders(definitions, false, RELEASED)));
  const providers: ProviderStatus[] = [];
  for (const definition of definitions) {
    const gap = gaps[definition.code];
    const periods = [...periodsOf(definition, from[definition.code] ?? FROM_OF[definition.code] ?? FROM)].filter(
      ({ date }) => gap === undefined || date < gap.from || gap.to < date,
    );
    const references = definition.references.map(({ from, currency }) => ({ from, currency }));
    const [code, latest] = [toCode(definition), periods.at(-1)?.date ?? RELEASED];
    files.set(
      indexPath(code),
      indexText({ provider: code, latest, references: references as never, fixings: periods }),
    );
    for (const { date } of periods) madeWhenRead.set(tablePath(code, date), () => tableOf(definition, date, tables));
    providers.push(toStatus(definition, code, periods, gap));
  }
  if (!withoutStatus)
    files.set(
      statusPath,
      statusText({ date: RELEASED, voices: null, notices: [], withoutFigures: [] }, providers.map(statusLine)),
    );
  const tree = {
    ...{ release: { release: '0123456789abcdef', date: RELEASED }, root: '0'.repeat(64) },
    read: async (path: string) => {
      const bytes = files.get(path) ?? madeWhenRead.get(path)?.();
      return bytes === undefined ? null : { bytes: Buffer.from(bytes), sha256: null };
    },
  };
  return { current: async () => tree, following: () => NOTHING_FOLLOWED, close: async () => {} };
}

/** What one unit of the other currency costs, turned as a table states it; of two sides, the bank buys for less. */
function tableOf(definition: ProviderDefinition, date: IsoDate, tables: RuleTreeOptions['tables'] = {}): string {
  const reference = toReference(definition, date);
  const rows = tables[`${definition.code} ${date}`] ?? [];
  const figure = `2.${date.slice(2).replaceAll('-', '')}`;
  const [bought, middle, sold] = [`1/${figure}`, `1/${figure}5`, `1/${figure}9`];
  const own = definition.bidAsk ? ',1,1' : ',,';
  const made = (code: string) => (definition.bidAsk ? `${code},${middle},${sold},${bought}` : `${code},${bought},,`);
  const lines = new Map([
    ...['EUR', 'USD'].map((code) => [code, made(code)] as const),
    ...rows.map((row) => [row.slice(0, 3), row] as const),
    [reference, `${reference},1${own}`] as const,
  ]);
  const sorted = [...lines].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, line]) => line);
  return `${['currency,mid,bid,ask', ...sorted].join('\n')}\n`;
}

const NEXT: Readonly<Record<string, string>> = { HMRC: '2026-03-26', INFOREURO: '2026-03-30', UST: '2026-04-10' };

function toStatus(
  { code: name, schedule, monthly = false, quarterly = false }: ProviderDefinition,
  provider: ProviderCode,
  periods: readonly Period[],
  gap: Gap | undefined,
): ProviderStatus {
  const [first, last] = [periods[0]?.date ?? RELEASED, periods.at(-1)?.date ?? RELEASED];
  return {
    ...{ provider, first, last, fixings: periods.length, next: day(NEXT[name] ?? '2026-03-16') },
    schedule: { ...schedule, days: [...schedule.days] },
    ...{
      monthly,
      ...(quarterly ? { quarterly } : {}),
      obsolete: false,
      holidays: [day('2026-04-03'), day('2026-04-06')],
    },
    ...{ currencies: {}, gaps: gap === undefined ? [] : [gap] },
  };
}
