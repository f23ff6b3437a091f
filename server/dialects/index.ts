/** The dialects that there are, and the way from a request in one of them to an answer with our headers. */
import type { Answer } from '../http/answer.ts';
import { toRefusalWith } from '../http/refusal.ts';
import { Representation } from '../http/representation.ts';
import type { Problem } from '../query/problem.ts';
import { currencylayer } from './currencylayer.ts';
import { type Dialect, type DialectRequest, JSON_TYPE, type Question } from './dialect.ts';
import { fixer } from './fixer.ts';
import { frankfurterV1 } from './frankfurter-v1.ts';
import { frankfurterV2 } from './frankfurter-v2.ts';
import { oxr } from './oxr.ts';
import { prebid } from './prebid.ts';
import { Rates } from './rates.ts';

/** Clients of both versions have one address for both, and what is neither is refused in the words of the first. */
const FRANKFURTER: readonly Dialect[] = [
  frankfurterV2,
  { ...frankfurterV2, prefix: '/frankfurter/v2/' },
  frankfurterV1,
  { ...frankfurterV1, prefix: '/frankfurter/', toQuestion: () => null },
];
const DIALECTS: readonly Dialect[] = [...FRANKFURTER, currencylayer, oxr, fixer, prebid];

/** The dialect to which the path belongs, whether or not it has that path; null for our own interface. */
export function toDialect(path: string): Dialect | null {
  if (path.startsWith('/v1/')) return null;
  return DIALECTS.find(({ prefix }) => path.startsWith(prefix)) ?? null;
}

/** @throws Problem, StoreDown */
export async function answerInDialect(
  question: Question,
  asked: DialectRequest,
  sources: ConstructorParameters<typeof Rates>[0],
): Promise<Representation> {
  const rates = new Rates(sources);
  const { text, freshness, contentType = JSON_TYPE, ...choice } = await question.answer(asked, rates);
  return new Representation({ bytes: Buffer.from(text), contentType, freshness, release: rates.release, ...choice });
}

/** The refusal in the words of the dialect. */
export function refuseInDialect(dialect: Dialect, problem: Problem, release: string | null): Answer {
  const { status, text } = dialect.toRefusal(problem);
  return toRefusalWith(problem, { status, body: Buffer.from(text), contentType: JSON_TYPE }, release);
}
