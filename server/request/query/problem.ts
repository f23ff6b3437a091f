/** A refusal as an error that is thrown: one row of wire/words/problems.ts, with a message of its own. */
import type { ProblemDocument } from '../../../generator/wire/encode/document.ts';
import { PROBLEMS, type ProblemCode } from '../../../generator/wire/words/problems.ts';

/** Thrown wherever a request is checked, and caught once in gateway.ts. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    message: string,
    /** After which the client may try again; null if that would not help. */
    readonly retryAfterSeconds: number | null = null,
    /** The query of a request that would be answered instead, without a key. */
    readonly next: string | null = null,
  ) {
    super(message);
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  toDocument(): ProblemDocument {
    return { kind: 'problem', message: this.message, errorCode: this.code };
  }
}

const QUOTED_LENGTH_MAX = 40;

/**
 * The caller's value as it may appear in a message: at most 40 characters, and none that XML 1.0 or a terminal cannot
 * take. Messages begin with our own words, so that no CSV cell begins with a formula.
 */
export function quoted(sent: string): string {
  const value = withoutKey(sent);
  const kept = Array.from(value.slice(0, 2 * QUOTED_LENGTH_MAX)).slice(0, QUOTED_LENGTH_MAX);
  const cut = kept.join('').length < value.length;
  return `"${kept.map((character) => (isUnfit(character) ? '?' : character)).join('')}${cut ? '…' : ''}"`;
}

function isUnfit(character: string): boolean {
  return /^[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uFFFE\uFFFF]$/u.test(character);
}

/**
 * Hides the key in a text of a client that joined its parameters wrongly, as in `base=EUR;subscription-key=…`, or wrote
 * the part of the path that holds the key in another place, as in `/v1/key/KEY/latest`; and what looks like a key of
 * `keys add` wherever it stands, as in `/v1/latest/rt_…`.
 */
export function withoutKey(text: string): string {
  return text.replaceAll(KEY, 'hidden').replace(KEY_NAME, 'hidden');
}

/** A key of `keys add`, or half of one, in either case and with any of its characters percent-encoded, also twice. */
const KEY = /(?:r|%(?:25)*[57]2)(?:t|%(?:25)*[57]4)(?:_|%(?:25)*5f)(?:[\w-]|%(?:25)*[2-7][\da-f]){16,}/gi;

const KEY_NAME = /(?:subscription(?:-|%2d)key|app(?:_|%5f)id|access(?:_|%5f)key|apikey|\/key\/).*/is;
