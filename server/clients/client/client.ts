/**
 * `ratetree/client`: asks a gateway, or reads the files of a tree on any host, in Node, browsers and workers. It needs
 * `fetch` and no package. Answers have the shape of docs/api.md, with each figure as a `Rate`.
 */
import {
  type AskerOptions,
  type Fetch,
  FetchAsker,
  Rate,
  RatetreeError,
  readExact,
  toNumber,
} from '../../../generator/wire/answers/asking.ts';
import { addDays, periodOf, utcDay } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { type Answered, answerOfFiles, type Operation, type Query } from './files.ts';
import type {
  CodesQuery,
  Conversion,
  ConvertQuery,
  Currency,
  Figures,
  HistoricalQuery,
  Item,
  Provider,
  Rates,
  RatesQuery,
  Rule,
  Series,
  SeriesQuery,
} from './types.ts';

export type * from './types.ts';
export { Rate, RatetreeError, toNumber };

export interface Options extends AskerOptions {
  /** Whether the address is that of files, and not of a gateway. */
  readonly files?: boolean | undefined;
  /** Instead of the global one, as for a proxy. */
  readonly fetch?: Fetch | undefined;
}

export interface Call {
  readonly signal?: AbortSignal | undefined;
}

const TOO_LARGE = 1105;
/** What an answer has that is no list. */
const MEMBER: Readonly<Partial<Record<Operation, string>>> = {
  latest: 'exchangeRates',
  historical: 'exchangeRates',
  series: 'series',
  convert: 'conversions',
};

export class Ratetree {
  readonly #root: string;
  readonly #options: Options;
  readonly #asker: FetchAsker;

  /** @param address such as https://rates.example/v1 */
  constructor(address: string, options: Options = {}) {
    this.#root = address.replace(/(\/v1)?\/*$/, '/');
    this.#options = options;
    // Without `this`, which browsers would refuse; looked up late, as a program may replace it.
    const fetch: Fetch = (url, sent) => (options.fetch ?? globalThis.fetch)(url, sent);
    this.#asker = new FetchAsker({ ...options, fetch, wait: pause });
  }

  currencies(query: CodesQuery = {}, call: Call = {}): Promise<readonly Currency[]> {
    return this.#valueOf('currencies', query, call);
  }

  providers(query: CodesQuery = {}, call: Call = {}): Promise<readonly Provider[]> {
    return this.#valueOf('providers', query, call);
  }

  rules(query: CodesQuery = {}, call: Call = {}): Promise<readonly Rule[]> {
    return this.#valueOf('rules', query, call);
  }

  latest<Asked extends RatesQuery>(query?: Asked, call: Call = {}): Promise<Rates<Figures<Asked>>> {
    return this.#valueOf('latest', query ?? {}, call);
  }

  historical<Asked extends HistoricalQuery>(query: Asked, call: Call = {}): Promise<Rates<Figures<Asked>>> {
    return this.#valueOf('historical', query, call);
  }

  /** One answer. @throws RatetreeError with code 1105 for a span that is too long for one: see `fixings` */
  series<Asked extends SeriesQuery>(query: Asked, call: Call = {}): Promise<Series<Figures<Asked>>> {
    return this.#valueOf('series', query, call);
  }

  /** @throws RatetreeError over files, whose ten decimal places would not give the exact amount */
  convert(query: ConvertQuery, call: Call = {}): Promise<Conversion> {
    return this.#valueOf('convert', query, call);
  }

  /** Each item of a span of any length, oldest first, in as many answers as it takes, all of them of one release. */
  fixings<Asked extends SeriesQuery>(query: Asked, call: Call = {}): AsyncGenerator<Item<Figures<Asked>>> {
    return this.#fixings(query, call, new Set());
  }

  async *#fixings<Of>(query: SeriesQuery, call: Call, releases: Set<string | null>): AsyncGenerator<Item<Of>> {
    const { from, to } = query;
    // What was too large had no last day, and its last fixing was at the end of a year.
    if (to === undefined && from > utcDay(Date.now())) return;
    const reply = await this.#ask('series', query, call).catch(tooLarge);
    if (reply instanceof RatetreeError) {
      // The mean of a span is not that of its parts.
      if (query.period === 'span') throw reply;
      const cut = reply.next?.searchParams.get('to') ?? periodOf(from as IsoDate, 'year').last;
      if (to !== undefined && cut >= to) throw reply;
      yield* this.#fixings<Of>({ ...query, to: cut }, call, releases);
      yield* this.#fixings<Of>({ ...query, from: addDays(cut as IsoDate, 1) }, call, releases);
      return;
    }
    if (releases.add(reply.header('ratetree-release')).size > 1)
      throw new RatetreeError('a new release came meanwhile: ask again');
    yield* (reply.value as Series<Of>).series;
  }

  async #valueOf<Value>(operation: Operation, query: object, call: Call): Promise<Value> {
    return (await this.#ask(operation, query, call)).value as Value;
  }

  async #ask(operation: Operation, asked: object, { signal }: Call): Promise<Answered> {
    const query = asked as Query;
    const read = async (path: string): Promise<Answered> => {
      const reply = await this.#asker.ask(this.#root + path, signal);
      return { value: readExact(reply), header: reply.header };
    };
    if (this.#options.files === true) return answerOfFiles(read, operation, query).catch(strangeFile);
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const texts = Object.fromEntries(given.map(([name, value]) => [name, `${value}`]));
    const url = `${this.#root}v1/${operation}?${new URLSearchParams(texts)}`;
    const found = await this.#asker.ask(url, signal);
    const reply = { value: readExact(found), header: found.header };
    if (!isShaped(reply.value, operation)) throw found.toError();
    if (query.rule === undefined || reply.header('ratetree-rule') !== null) return reply;
    throw new RatetreeError('this gateway knows no rules, so its answer is not that of the law');
  }
}

function isShaped(value: unknown, operation: Operation): boolean {
  const member = MEMBER[operation];
  if (member === undefined) return Array.isArray(value);
  const own = (value as Readonly<Record<string, unknown>>)[member];
  return typeof own === 'object' && own !== null && !(own instanceof Rate);
}

/** What reads a file takes it for what its path says. */
function strangeFile(error: unknown): never {
  if (!(error instanceof TypeError)) throw error;
  throw new RatetreeError('a file at this address is none of Ratetree', { cause: error });
}

function tooLarge(error: unknown): RatetreeError {
  if (error instanceof RatetreeError && error.errorCode === TOO_LARGE) return error;
  throw error;
}

function pause(milliseconds: number, _why: RatetreeError, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
