/**
 * Asks every source for its newest list once and archives nothing: what answered, what was understood, and what differs
 * from what the provider declares.
 */

import { concurrently } from '../../kit/items.ts';
import { daysBetween, laterOf, parseIsoDate } from '../../wire/words/calendar.ts';
import { toPlain } from '../../wire/words/plain.ts';
import { nextPublication, type Rhythm } from '../../wire/words/schedule.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { type Delivery, keysOf } from '../feeds/delivery.ts';
import { FeedError } from '../feeds/feed-error.ts';
import type { Keys, ProviderDefinition } from '../feeds/provider.ts';
import { type State, stateOfFailure, stateOfFault } from './check-states.ts';
import type { CollectOptions } from './options.ts';
import { parseStatement, SlowDocument, toDocument } from './statement.ts';

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

export type CheckOptions = Pick<CollectOptions, 'providers' | 'source' | 'today' | 'currencies' | 'redenominations'> &
  Pick<CollectOptions, 'env'> & { readonly onProvider: (provider: string) => void };

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
