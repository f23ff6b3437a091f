/**
 * Findings about lists: currencies that GLOBAL or the lists of a provider have lost, each compared with its own
 * predecessor, and lists that are frozen.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { CURRENCIES_MIN, WINDOW_DAYS } from '../../rates/blend/voices.ts';
import { HELD } from '../../sources/archive/holds.ts';
import type { CurrencyFacts } from '../../sources/facts/currencies.ts';
import { tableOf } from '../../sources/feeds/provider.ts';
import { quarantinePath, statusPath } from '../../wire/answers/paths.ts';
import { status } from '../../wire/answers/status.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { type CurrencyCode, GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import { type Finding, toFinding } from './report.ts';
import { parsed, type StatedFixings, type TreeReader, type TwoTrees } from './stated.ts';

/** How many fixings to search for the newest list of each table: enough for a weekly one, with room for holidays. */
const LOOK_BACK = 15;

/** So many currencies are not lost by chance: a fault of ours, or a large bank that is gone. */
const MANY = 10;

/** A currency that has ended is not reported as lost. */
export type IsWithdrawn = (currency: CurrencyCode, on: IsoDate) => boolean;

export function toIsWithdrawn(currencies: readonly CurrencyFacts[]): IsWithdrawn {
  const days = new Map(currencies.map(({ code, withdrawn }) => [code, withdrawn]));
  return (currency, on) => (days.get(currency) ?? '9999') <= on;
}

/** GLOBAL must state enough currencies, and every one that the last release's latest fixing had. */
export async function readGlobalFindings({ tree, last }: TwoTrees, now: IsoDate, isWithdrawn: IsWithdrawn) {
  const { code } = tree.subject;
  const [newest, before] = [newestUpTo(tree, now), newestUpTo(last, now)];
  if (newest === null) {
    const words = before === null ? 'GLOBAL has no fixing' : `GLOBAL has no fixing; the last release had ${before}`;
    return [toFinding('loss', code, { subject: '', figures: ['none'], words })];
  }
  const findings: Finding[] = [];
  const stated = (await tree.table(newest)).figures;
  if (stated.size < CURRENCIES_MIN) {
    const words = `GLOBAL ${newest} states ${stated.size} currencies; ${CURRENCIES_MIN} are needed`;
    findings.push(toFinding('loss', code, { subject: newest, figures: [`${stated.size}`], words }));
  }
  if (before === null) return findings;
  if (newest < before) {
    const words = `GLOBAL's newest fixing is dated ${newest}; the last release had ${before}`;
    findings.push(toFinding('loss', code, { subject: before, figures: [newest], words }));
  }
  const gone = [...(await last.table(before)).figures.keys()].filter(
    (currency) => !stated.has(currency) && !isWithdrawn(currency, newest),
  );
  if (gone.length === 0) return findings;
  const isLeftOut = await readLeftOut(tree, newest);
  const [lost, held] = [gone.filter((currency) => !isLeftOut(currency)), gone.filter(isLeftOut)];
  if (lost.length > 0) {
    const words = `GLOBAL ${newest} lacks currencies that ${before} had: ${lost.join(', ')}`;
    const kind = lost.length < MANY ? 'lost' : 'loss';
    findings.push(toFinding(kind, code, { subject: toSubject(lost), figures: lost, words }));
  }
  if (held.length > 0) {
    const words = `GLOBAL ${newest} lacks currencies that are held or disputed: ${held.join(', ')}`;
    findings.push(toFinding('thinner', code, { subject: toSubject(held), figures: held, words }));
  }
  return findings;
}

/** Finds the currencies that a provider's newest lists had in the last release and no longer have. */
export async function readProviderFindings({ tree, last }: TwoTrees, now: IsoDate, isWithdrawn: IsWithdrawn) {
  const { code } = tree.subject;
  const [newest, before] = [newestUpTo(tree, now), newestUpTo(last, now)];
  if (before === null) return [];
  if (newest === null) return [goneFinding(code, before)];
  if (newest === before && (await tree.isAlike(last, newest))) return [];
  const lists = await readNewestLists(tree, newest);
  const findings: Finding[] = [];
  for (const [table, list] of await readNewestLists(last, before)) {
    const stated = lists.get(table);
    const lost = [...list.currencies].filter(
      (currency) => !stated?.currencies.has(currency) && !isWithdrawn(currency, newest),
    );
    if (lost.length === 0) continue;
    const where =
      stated === undefined ? 'the list is missing' : `${stated.date} lacks ${lost.length}: ${lost.join(', ')}`;
    const words = `${code} ${table}: ${where}; ${list.date} had ${list.currencies.size} currencies`;
    findings.push(toFinding('thinner', code, { subject: `${table} ${toSubject(lost)}`, figures: lost, words }));
  }
  return findings;
}

export function goneFinding(provider: string, newest: IsoDate | null): Finding {
  const words = `${provider} no longer has a fixing${newest === null ? '' : `; the last release had ${newest}`}`;
  return toFinding('gone', provider, { subject: newest ?? '', figures: [], words });
}

interface List {
  readonly date: IsoDate;
  readonly currencies: ReadonlySet<CurrencyCode>;
}

/** The newest list of each table. Taken apart, a list of gold dated tomorrow is not mistaken for a short daily list. */
async function readNewestLists(stated: StatedFixings, newest: IsoDate): Promise<ReadonlyMap<string, List>> {
  const names = new Set(stated.subject.definition?.feeds.map(tableOf));
  const lists = new Map<string, List>();
  const place = stated.dates.indexOf(newest) + 1;
  for (const date of stated.dates.slice(place < LOOK_BACK ? 0 : place - LOOK_BACK, place).reverse()) {
    for (const [table, currencies] of await readLists(stated, date, names)) {
      if (!lists.has(table)) lists.set(table, { date, currencies });
    }
    if ([...names].every((name) => lists.has(name))) break;
  }
  return lists;
}

/** The lists published for exactly that date, by table. */
async function readLists(stated: StatedFixings, date: IsoDate, names: ReadonlySet<string>) {
  const lists = new Map<string, Set<CurrencyCode>>();
  const [only, second] = names;
  if (only !== undefined && second === undefined) {
    return lists.set(only, new Set((await stated.table(date)).figures.keys()));
  }
  for (const [currency, origin] of (await stated.origins(date)).lists) {
    for (const table of origin.date === date ? origin.tables : []) {
      lists.set(table, (lists.get(table) ?? new Set()).add(currency));
    }
  }
  return lists;
}

export function newestUpTo(stated: StatedFixings, now: IsoDate): IsoDate | null {
  const { newest } = stated;
  return newest === null || newest <= now ? newest : (stated.dates.findLast((date) => date <= now) ?? null);
}

/** `BGN`, or `BGN+2` for three currencies. */
function toSubject(lost: readonly string[]): string {
  return lost.length === 1 ? `${lost[0]}` : `${lost[0]}+${lost.length - 1}`;
}

/**
 * Which currencies a tree lacks on purpose: held by a person or in quarantine, or pegged to one that is.
 * @param newest the fixing of GLOBAL that is asked about
 */
async function readLeftOut(global: StatedFixings, newest: IsoDate): Promise<(currency: string) => boolean> {
  const { unstated, pegless } = await global.origins(newest);
  const bytes = (await global.reader?.read(quarantinePath)) ?? null;
  const rows: Record<string, string>[] = bytes === null ? [] : parseCsv(bytes, { columns: true });
  // A figure older than the window is in no fixing of this date anyway.
  const since = addDays(newest, -WINDOW_DAYS);
  const recent = rows.filter(({ reason = '', date = '' }) => HELD.test(reason) && date >= since && date <= newest);
  const ofProviders = new Set(
    recent.filter((row) => row.provider !== GLOBAL).flatMap(({ base = '', quote = '' }) => [base, quote]),
  );
  const isLeftOut = (currency: string, depth: number): boolean => {
    if (unstated.has(currency) || ofProviders.has(currency)) return true;
    const anchor = pegless.get(currency);
    return anchor !== undefined && depth < pegless.size && isLeftOut(anchor, depth + 1);
  };
  return (currency) => isLeftOut(currency, 0);
}

/** The part of status.json that is read here. */
const { provider, frozen } = status.shape.providers.element.shape;
const frozenOf = z.object({ providers: z.array(z.object({ provider, frozen })) });

/** Frozen lists, which the tree's own status.json names. */
export async function readFrozenFindings(tree: TreeReader): Promise<readonly Finding[]> {
  const bytes = await tree.read(statusPath);
  if (bytes === null) return [];
  const { providers } = parsed(statusPath, bytes, (text) => frozenOf.parse(parseJson(text)));
  return providers.flatMap(({ provider, frozen = [] }) =>
    frozen.map(({ table, since, inGlobal }) => {
      const use = inGlobal ? 'GLOBAL uses it until its ninth publication' : 'GLOBAL does not use it';
      const words = `${provider} ${table}: the same figures on each date since ${since}, while others moved; ${use}`;
      return toFinding('frozen', provider, { subject: `${table} ${since}`, figures: [], words });
    }),
  );
}
