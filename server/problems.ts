/** A caller's fault (or a lack of ours) as a value that is thrown: one row of wire/problems.ts with its own words. */
import type { ProblemDocument } from '../generator/wire/document.ts';
import { PROBLEMS, type ProblemCode } from '../generator/wire/problems.ts';

export interface ProblemFacts {
  /** Seconds after which asking again may help. */
  readonly retryAfterSeconds?: number;
}

/** Thrown wherever a request is judged, caught once in handle.ts. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: ProblemCode,
    message: string,
    { retryAfterSeconds }: ProblemFacts = {},
  ) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds ?? null;
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
 * The caller's value as it may stand in a message: 40 characters at most, and nothing that XML 1.0 or a terminal
 * chokes on. Messages begin with our own words, so that no CSV cell begins with a formula.
 */
export function quoted(sent: string): string {
  const value = withoutKey(sent);
  const kept = Array.from(value.slice(0, 2 * QUOTED_LENGTH_MAX)).slice(0, QUOTED_LENGTH_MAX);
  const cut = kept.join('').length < value.length;
  return `"${kept.map((character) => (isUnfit(character) ? '?' : character)).join('')}${cut ? '…' : ''}"`;
}

function isUnfit(character: string): boolean {
  return /^[\p{Cc}\p{Cs}\uFFFE\uFFFF]$/u.test(character);
}

/** Text of a client without what follows the key's name, where it joined its parameters wrongly (`base=EUR;subscription-key=…`). */
export function withoutKey(text: string): string {
  return text.replace(/subscription(?:-|%2d)key.*/is, 'hidden');
}
