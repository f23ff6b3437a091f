/**
 * Asks every source for its newest list once and archives nothing: what answered, what was understood, what differs
 * from what the provider declares, and what a person can do about it.
 */
import { concurrently } from '../../kit/items.ts';
import { daysBetween, laterOf, parseIsoDate } from '../../wire/words/calendar.ts';
import { toPlain } from '../../wire/words/plain.ts';
import { nextPublication, type Rhythm } from '../../wire/words/schedule.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { type Delivery, keysOf } from '../feeds/delivery.ts';
import { OF_ANOTHER_KIND } from '../feeds/net/page-kind.ts';
import { FeedError, type Keys, type ProviderDefinition } from '../feeds/provider.ts';
import type { CollectOptions } from './events.ts';
import { parseStatement, SlowDocument, toDocument } from './statement.ts';

/** In the order in which they are listed. */
export const ADVICE = {
  'no answer': 'the network, a proxy or the host: ask again later; if no source answers, set HTTPS_PROXY',
  refused: 'the address may have moved, or a key is wrong (401, 403); 429 and 5xx often pass: ask again later',
  'another page':
    'something stands in front of the list, or the site is under maintenance: open the address in a browser; if the ' +
    'list is there, ask from another network',
  certificate: 'the certificate of the host is not trusted: look at its chain, and never turn the check off',
  'not understood':
    'the list has a new form: keep it with --keep, compare it with test/providers/banks, and fix the adapter',
  silent: 'no list at any address: it may have moved; look for it on the site of the bank',
  late: 'the bank may have stopped, or publish elsewhere: look for a newer list on its site',
  'unknown label': 'a currency that is not in our list: add it to data/currencies.csv, or leave it out in the adapter',
  'no key': 'set the variable named in the table, or list the other sources with --provider',
} as const;

export type State = keyof typeof ADVICE;

/** Of an answer that did not come, by what is said of it. */
function stateOfFailure(reason: string): State {
  if (reason.includes(OF_ANOTHER_KIND) || /the source answers \d+, \w/.test(reason)) return 'another page';
  if (/certificate|issuer/i.test(reason)) return 'certificate';
  if (/the source answers \d+|redirected/.test(reason)) return 'refused';
  return /nothing in the answer matches/.test(reason) ? 'not understood' : 'no answer';
}

/** Of an answer that came and could not be read. */
function stateOfFault(fault: string): State {
  return fault.includes(OF_ANOTHER_KIND) ? 'another page' : 'not understood';
}

export interface SourceCheck {
  readonly provider: string;
  /** Of how many requests; 0 if a key is missing, or the series has ended. */
  readonly asked: number;
  /** Documents that arrived, and answers that rightly say that there is none. */
  readonly answered: number;
  readonly understood: number;
  readonly figures: number;
  /** The newest date with a figure. */
  readonly newest: IsoDate | null;
  /** Each is a reason to look: no answer, a document that was not understood, or a list that is behind. */
  readonly problems: readonly string[];
  /** Worth knowing, but not a reason to look: a missing key, rows that were left out. */
  readonly remarks: readonly string[];
  /** What was found, each once; none where all is as expected. */
  readonly states: readonly State[];
  /** What we could not see for ourselves; null if there is nothing of the kind. */
  readonly caveat: string | null;
}

type Wanted = 'providers' | 'source' | 'today' | 'currencies' | 'redenominations' | 'env';
export type CheckOptions = Pick<CollectOptions, Wanted> & { readonly onProvider: (provider: string) => void };

const PROVIDERS_AT_ONCE = 12;
/** A list may be missing for so many days after it was due: the New Year's holidays of Moscow are shorter. */
const LATE_DAYS_MAX = 11;

/** In the order of the providers. */
export async function checkSources(options: CheckOptions): Promise<readonly SourceCheck[]> {
  const checks = new Map<string, SourceCheck>();
  await concurrently(options.providers, PROVIDERS_AT_ONCE, async (definition) => {
    checks.set(definition.code, await new Check(definition, options).run());
    options.onProvider(definition.code);
  });
  return options.providers.flatMap(({ code }) => checks.get(code) ?? []);
}

class Check {
  readonly #keys: Keys;
  readonly #problems: string[] = [];
  readonly #remarks: string[] = [];
  readonly #states = new Set<State>();
  readonly #counts = { asked: 0, answered: 0, understood: 0, figures: 0 };
  #newest: IsoDate | null = null;
  #seen: string | null = null;
  /** Each further document could take as long as one that was not read in its time. */
  #isOver = false;

  constructor(
    readonly definition: ProviderDefinition,
    readonly options: CheckOptions,
  ) {
    this.#keys = keysOf(definition, options.env);
  }

  async run(): Promise<SourceCheck> {
    const { source, today } = this.options;
    for await (const delivery of source.deliver(this.definition, { today, span: null, keys: this.#keys })) {
      this.#count(delivery);
      if (this.#isOver) break;
    }
    this.#judge();
    return {
      provider: this.definition.code,
      ...this.#counts,
      newest: this.#newest,
      problems: this.#problems,
      remarks: this.#remarks,
      states: [...this.#states],
      caveat: this.definition.caveat ?? null,
    };
  }

  #count(delivery: Delivery): void {
    if (delivery.kind === 'note') {
      this.#remarks.push(toPlain(delivery.text));
      if (delivery.text.endsWith(' not set')) this.#states.add('no key');
    }
    if (delivery.kind === 'failed') {
      this.#counts.asked++;
      this.#trouble(stateOfFailure(delivery.reason), `${delivery.feed.name}, ${delivery.reason}`);
    }
    if (delivery.kind === 'absent' || delivery.kind === 'document') {
      this.#counts.asked++;
      this.#counts.answered++;
    }
    if (delivery.kind === 'absent') this.#counts.understood++;
    if (delivery.kind === 'document') this.#read(delivery);
  }

  #read(delivery: Extract<Delivery, { readonly kind: 'document' }>): void {
    const { code } = this.definition;
    this.#seen = delivery.seen;
    try {
      const document = toDocument(delivery, this.#keys);
      const reading = parseStatement(this.definition, delivery, document, { ...this.options, span: null });
      this.#counts.understood++;
      if (reading === null) return;
      const { statement, labels, odd } = reading;
      this.#counts.figures += statement.observations.length;
      for (const { date } of statement.observations) this.#newest = laterOf(date, this.#newest ?? date);
      if (labels.length > 0) {
        this.#remarks.push(`not in the currency list: ${labels.join(', ')}`);
        this.#states.add('unknown label');
      }
      if (odd.length > 0) this.#remarks.push(`${odd.length} rows cannot be right, the first: ${odd[0]}`);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      this.#isOver = error instanceof SlowDocument;
      this.#trouble(stateOfFault(error.message), error.message.replace(`${code}: `, ''));
    }
  }

  #judge(): void {
    if (this.#counts.asked > 0 && this.#newest === null && this.#problems.length === 0)
      this.#trouble('silent', 'no figures at any of its addresses');
    if (this.#newest === null || this.#seen === null) return;
    const { schedule, monthly = false, quarterly = false } = this.definition;
    const rhythm: Rhythm = { schedule, monthly, quarterly, holidays: new Set() };
    // Nobody knows when the newest figures were first published. Their own day is assumed.
    const due = nextPublication(rhythm, this.#newest, Date.parse(`${this.#newest}T00:00:00Z`));
    if (daysBetween(due, parseIsoDate(this.#seen.slice(0, 10))) > LATE_DAYS_MAX)
      this.#trouble('late', `its newest figures are dated ${this.#newest}, and the next were due on ${due}`);
  }

  #trouble(state: State, problem: string): void {
    this.#states.add(state);
    this.#problems.push(toPlain(problem));
  }
}
