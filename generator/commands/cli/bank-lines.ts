/**
 * What a person sees of a collect: a line per bank as it finishes, and at the end the failed banks: those of `collect`
 * grouped by what to do, those of a night by whether somebody must look. `--verbose` prints every event instead.
 */

import { groupBy } from '../../kit/items.ts';
import { Progress, type ProgressOutput } from '../../kit/progress.ts';
import { counted } from '../../kit/terminal.ts';
import { type CollectEvent, isAsked, type ProviderSummary, toCollectLine } from '../../sources/collect/events.ts';

interface BankLinesOptions {
  readonly output: ProgressOutput;
  readonly nowMs: () => number;
  /** How many banks will be asked. */
  readonly banks: number;
  readonly isVerbose: boolean;
}

/** More failures with the same advice than this are named by the codes of the banks alone. */
const TOLD_MAX = 12;

export class BankLines {
  readonly #options: BankLinesOptions;
  readonly #progress: Progress;
  /** The notes of each bank that is being asked. */
  readonly #notes = new Map<string, string[]>();
  #finished = 0;

  constructor(options: BankLinesOptions) {
    this.#options = options;
    this.#progress = new Progress(options.output, options.nowMs);
  }

  hear(event: CollectEvent): void {
    const line = this.#options.isVerbose ? toCollectLine(event) : this.#toLine(event);
    if (line !== null) this.#progress.line(line);
    if (event.kind === 'finished') this.#finished++;
    if (this.#options.output.isTTY === true) this.#draw(event);
  }

  end(): void {
    this.#progress.end();
  }

  /** A long run for a single bank shows its pages, because no bank finishes for hours. */
  #draw(event: CollectEvent): void {
    const { banks } = this.#options;
    const page = event.kind === 'document' || event.kind === 'nothing' ? event.page : undefined;
    if (page !== undefined && page.of > 1 && 'provider' in event)
      this.#progress.step(`pages of ${event.provider}`, page.number, page.of);
    else this.#progress.step('banks', this.#finished, banks);
  }

  #toLine(event: CollectEvent): string | null {
    switch (event.kind) {
      case 'started':
        this.#notes.set(event.provider, []);
        return null;
      case 'note':
        return this.#keep(event.text) ? null : event.text;
      case 'finished':
        return this.#bankLine(event.summary);
      default:
        return null;
    }
  }

  /** False for a note that is not about a bank that is being asked: it is printed as it comes. */
  #keep(text: string): boolean {
    const notes = this.#notes.get(text.slice(0, text.indexOf(':')));
    notes?.push(text);
    return notes !== undefined;
  }

  #bankLine(summary: ProviderSummary): string {
    const { provider, documents, failures } = summary;
    const notes = this.#notes.get(provider) ?? [];
    this.#notes.delete(provider);
    if (failures.length > 0) return `${provider}: failed, see below${keptText(summary)}`;
    const [note] = notes;
    if (documents === 0 && note !== undefined) return note;
    const more = notes.length === 0 ? '' : `; ${counted(notes.length, 'note')} (--verbose)`;
    return `${toCollectLine({ kind: 'finished', summary })}${more}`;
  }
}

function keptText({ documents, observations, fresh }: ProviderSummary): string {
  return documents === 0 ? '' : `; kept: ${documents} documents, ${observations} figures, ${fresh} new`;
}

/** The failures of each advice below it, and nothing if no bank failed. */
export function failureLines(summaries: readonly ProviderSummary[]): readonly string[] {
  const failed = summaries.flatMap(({ provider, failures: [first, ...others] }) =>
    first === undefined ? [] : [{ provider, first, more: others.length === 0 ? '' : ` (and ${others.length} more)` }],
  );
  if (failed.length === 0) return [];
  const byAdvice = groupBy(failed, ({ first }) => toAdvice(first));
  const groups = [...byAdvice].flatMap(([advice, banks]) => {
    const told = banks.map(({ provider, first, more }) => `    ${provider}: ${withoutCode(first, provider)}${more}`);
    const codes = `    ${banks.map(({ provider }) => provider).join(', ')} (--verbose says more about each)`;
    return [`  ${advice}`, ...(banks.length > TOLD_MAX ? [codes] : told)];
  });
  return [`${failed.length} of ${summaries.filter(isAsked).length} banks failed:`, ...groups];
}

function withoutCode(failure: string, provider: string): string {
  return failure.startsWith(`${provider}: `) ? failure.slice(provider.length + 2) : failure;
}

/** What a person can do about the failure of a bank, by the words of the failure. The first pattern that matches counts. */
const ADVICE: readonly (readonly [failure: RegExp, advice: string])[] = [
  [/time for collecting ran out/, 'The time ran out. Run the same command again, or raise --budget:'],
  [
    /source answers (401|403|407|429)\b/,
    'They refuse us. Ask again in an hour; if they still do, see whether the bank now asks for a key, or yours has expired:',
  ],
  [
    /source answers (404|410)\b/,
    "They have nothing at this address. If this lasts, find the new address on the bank's page, and correct the adapter:",
  ],
  [/source answers 5\d\d\b/, 'They have trouble of their own. Run the same command again later:'],
  [
    /getaddrinfo|EAI_|ENOTFOUND|ECONN|EHOST|ENET|EPIPE|ETIMEDOUT|timeout|no whole answer|closed|socket|certificate|proxy|public address/i,
    'They could not be reached. Check the network and HTTPS_PROXY, and run the same command again:',
  ],
];

const UNREADABLE = 'We cannot read their answer. Look at the address; CONTRIBUTING.md says how to correct the adapter:';

/** @param failure as in the summary of a provider: it names the provider, mostly the address, and the fault */
export function toAdvice(failure: string): string {
  // An address may contain words of our list, such as proxy, and so it is not looked at.
  const words = failure.replace(/https?:\/\/\S+/g, '');
  return ADVICE.find(([pattern]) => pattern.test(words))?.[1] ?? UNREADABLE;
}
