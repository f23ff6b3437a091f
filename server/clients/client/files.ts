/** Answers out of the files of a tree, which any host can have. What a file does not say is refused. */
import { type Rate, RatetreeError, type Reply } from '../../../generator/wire/answers/asking.ts';
import {
  historicalPath,
  latestPath,
  listPath,
  seriesPath,
  type TreePath,
} from '../../../generator/wire/answers/paths.ts';
import type { View } from '../../../generator/wire/answers/table.ts';
import { addDays, periodOf, utcDay } from '../../../generator/wire/words/calendar.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../../generator/wire/words/schemas.ts';
import type { Extended, List, Provider, Rates, Standard } from './types.ts';

export type Operation = 'currencies' | 'providers' | 'rules' | 'latest' | 'historical' | 'series' | 'convert';
/** The parameters of any operation. */
export type Query = Readonly<Record<string, List | boolean | number | bigint | Rate | undefined>>;
export interface Answered extends Pick<Reply, 'header'> {
  readonly value: unknown;
}
type Read = (path: TreePath) => Promise<Answered>;

/** What files cannot answer: they have ten decimal places, one file for each day, and series of mids. */
const REFUSED: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  latest: ['decimals', 'cross', 'published'],
  historical: ['decimals', 'latest', 'rule', 'cross', 'published'],
  series: ['decimals', 'period', 'statistic', 'extended', 'type', 'base', 'published'],
  convert: ['amount'],
};
/** S3 answers 403 for a missing file to readers who may not list the bucket. */
const MISSING: readonly unknown[] = [403, 404, 410];

/** A file tells neither its release nor a rule. */
const header = () => null;

/** @throws RatetreeError for a question that needs a gateway, or whose file is not there */
export async function answerOfFiles(read: Read, operation: Operation, query: Query): Promise<Answered> {
  const unfit = REFUSED[operation]?.find((name) => query[name] !== undefined);
  if (unfit !== undefined) throw new RatetreeError(`${operation} with ${unfit} needs a gateway: files are rounded`);
  const provider = (query.provider ?? 'GLOBAL') as ProviderCode;
  if (operation === 'series') return seriesOf(read, query, provider);
  if (operation === 'latest' || operation === 'historical') return ratesOf(read, query, provider);
  const { value: list } = await read(listPath(operation as 'rules', 'json'));
  const [hasCode, hasCountry] = [chosen(query.code), chosen(query.countryCode)];
  const items = list as readonly Readonly<Record<'code' | 'country' | 'countryCode', string>>[];
  const value = items.filter(({ code, country, countryCode = country }) => hasCode(code) && hasCountry(countryCode));
  return { value, header };
}

async function ratesOf(read: Read, query: Query, provider: ProviderCode): Promise<Answered> {
  const { date, base, type = 'mid', extended } = query as Partial<Record<string, string>>;
  const view = extended ? 'extended' : type === 'mid' ? 'standard' : type;
  const place = [(base ?? (await referenceOf(read, provider))) as CurrencyCode, view as View, 'json'] as const;
  const path =
    date === undefined ? latestPath(provider, ...place) : historicalPath(provider, date as IsoDate, ...place);
  const { value } = await read(path);
  const { exchangeRates: all, ...facts } = value as Rates<Standard | Extended>;
  const isChosen = chosen(query.currencies);
  const exchangeRates = Array.isArray(all)
    ? (all as Extended).filter(({ currency }) => isChosen(currency))
    : Object.fromEntries(Object.entries(all).filter(([code]) => isChosen(code)));
  return { value: { ...facts, exchangeRates }, header };
}

/** One currency through one year. A figure of an earlier reference currency has its own base. */
interface YearFile {
  readonly base: string;
  readonly series: readonly { readonly date: string; readonly mid: Rate | null; readonly base?: string }[];
}

async function seriesOf(read: Read, query: Query, provider: ProviderCode): Promise<Answered> {
  const { from, to = utcDay(Date.now()), currencies } = query as Partial<Record<string, IsoDate>>;
  if (from === undefined || currencies === undefined) throw new RatetreeError('series needs from and currencies');
  const bases = new Set<string>();
  const days = new Map<string, Record<string, Rate>>();
  for (let day = from; day <= to; day = addDays(periodOf(day, 'year').last, 1)) {
    const asked = codesIn(currencies).map(async (code) => {
      const path = seriesPath(provider, code as CurrencyCode, day.slice(0, 4), 'json');
      return { code, file: (await read(path).catch(nothingIfMissing))?.value as YearFile | undefined };
    });
    for (const { code, file } of await Promise.all(asked)) {
      for (const { date, mid, base = file?.base ?? '' } of file?.series ?? []) {
        if (mid === null || date < from || date > to) continue;
        bases.add(base);
        days.set(date, { ...days.get(date), [code]: mid });
      }
    }
  }
  const [base = '', other] = bases;
  if (other !== undefined) throw new RatetreeError(`${provider} states ${base} and ${other} in this span: divide it`);
  const series = [...days].sort().map(([date, exchangeRates]) => ({ date, exchangeRates }));
  const facts = { provider, base, from: series.at(0)?.date ?? '', to: series.at(-1)?.date ?? '', period: 'day' };
  return { value: { ...facts, series }, header };
}

function nothingIfMissing(error: unknown): null {
  if (error instanceof RatetreeError && MISSING.includes(error.status)) return null;
  throw error;
}

/** In which the provider states its rates today. */
async function referenceOf(read: Read, provider: ProviderCode): Promise<CurrencyCode> {
  const { value } = await read(listPath('providers', 'json'));
  const found = (value as readonly Provider[]).find(({ code }) => code === provider);
  if (found === undefined) throw new RatetreeError(`these files have no provider ${provider}`);
  return found.referenceCurrency as CurrencyCode;
}

/** Whether a code was asked for: each is if none is named. */
function chosen(list: Query[string]): (code: string) => boolean {
  return (code) => list === undefined || codesIn(list).includes(code);
}

/** In the order of the service. */
function codesIn(list: Query[string]): readonly string[] {
  return [...new Set(`${list}`.split(',').map((code) => code.trim()))].sort();
}
