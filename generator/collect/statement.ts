/**
 * One answer → a checked statement, or a FeedError that names provider, feed, document, date and pair. Nothing doubtful
 * passes: what gets into the archive becomes rates.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DocumentRow } from '../archive/rows.ts';
import type { Redenomination } from '../facts/redenominations.ts';
import { type Received, withoutKeys } from '../feeds/delivery.ts';
import {
  DocumentError,
  FeedError,
  type Keys,
  type Observation,
  type ProviderDefinition,
  type Span,
  tableOf,
} from '../feeds/provider.ts';
import { earlierOf, laterOf, parseIsoDate } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { faultOf } from './figure-faults.ts';
import { isSameStatement, type Statement } from './merge.ts';
import { toRelabelled } from './relabel.ts';

export interface Limits {
  readonly currencies: ReadonlySet<string>;
  readonly redenominations: readonly Redenomination[];
  /** null: every date that the document states. */
  readonly span: Span | null;
}

export interface Reading {
  readonly statement: Statement;
  /** Labels of no currency list, whose rows were left out. */
  readonly labels: readonly string[];
}

/** Null where the document states nothing and may do so, or says so itself. */
export function parseStatement(
  definition: ProviderDefinition,
  received: Received,
  document: DocumentRow,
  { currencies, redenominations, span }: Limits,
): Reading | null {
  const { feed, answer, seen } = received;
  const fail = (fault: string, cause?: unknown): never => {
    throw new FeedError(definition.code, `${feed.name}, ${document.url}: ${fault}`, { cause });
  };
  const published = observed(received, fail);
  if (published === null) return null;
  // Once a document and not once a row, of which ECB's history has 217,000: its own labels among those of all.
  const own = redenominations.filter(({ provider }) => provider === definition.code);
  const stated = published.map((row) => toRelabelled(own, definition.code, row));
  if (stated.length === 0) return answer.request.mayBeAbsent ? null : fail('the document states no figure');
  const isKnown = ({ base, quote }: Observation) => currencies.has(base) && currencies.has(quote);
  const [known, skipped] = [stated.filter(isKnown), stated.filter((row) => !isKnown(row))];
  const labels = [...new Set(skipped.flatMap(({ base, quote }) => [base, quote]))].filter(
    (code) => !currencies.has(code),
  );
  if (skipped.length * 10 > stated.length) {
    fail(
      `${skipped.length} of ${stated.length} rows have labels of no currency list: ${labels.slice(0, 10).join(', ')}`,
    );
  }
  const observations = checked(definition, known, parseIsoDate(seen.slice(0, 10)), fail);
  const isWanted = ({ date }: Observation) => span === null || (date >= span.from && date <= span.to);
  const statement: Statement = {
    document,
    seen,
    partial: feed.partial ?? false,
    observations: observations.filter(isWanted),
    skipped,
    covered: coveredBy(stated, span),
  };
  return { statement, labels: labels.sort() };
}

/** The same bytes from the same address are the same document, however often they are fetched. */
export function toDocument({ feed, answer, seen }: Received, keys: Keys): DocumentRow {
  const url = withoutKeys(answer.request.url, keys);
  const sha256 = createHash('sha256').update(answer.bytes).digest('hex');
  const document = createHash('sha256').update(`${url}\n${sha256}`).digest('hex').slice(0, 12);
  return { document, table: tableOf(feed), url, sha256, fetched: seen };
}

type Fail = (fault: string, cause?: unknown) => never;

/** Null where the document says in words that it has nothing. */
function observed({ feed, answer }: Received, fail: Fail): readonly Observation[] | null {
  try {
    const document = feed.schema.parse(feed.read(answer));
    return feed.isSilent?.(document) === true ? null : [...feed.observe(document, answer)];
  } catch (cause) {
    if (cause instanceof DocumentError) return fail(cause.message, cause);
    // Anything else is a bug of the adapter or of a reader, and must not be blamed on the bank.
    if (!(cause instanceof z.ZodError)) throw cause;
    const issue = cause.issues[0];
    return fail(`not the document expected: ${issue?.message} at ${issue?.path.join('.') || 'its top'}`, cause);
  }
}

/** One observation per date and pair: HMRC repeats the dollar for each country that uses it. */
function checked(
  definition: ProviderDefinition,
  observations: readonly Observation[],
  fetched: IsoDate,
  fail: Fail,
): readonly Observation[] {
  const kept = new Map<string, Observation>();
  for (const observation of observations) {
    const key = `${observation.date} ${observation.base}/${observation.quote}`;
    const fault = faultOf(definition, observation, fetched);
    if (fault !== null) fail(`${key}: ${fault}`);
    const before = kept.get(key);
    if (before !== undefined && !isSameStatement(before, observation))
      fail(`${key} is stated twice with different values`);
    if (before === undefined) kept.set(key, observation);
  }
  return [...kept.values()];
}

function coveredBy(observations: readonly Observation[], span: Span | null): Span {
  const dates = observations.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError('a statement without a date');
  if (span === null) return { from: first, to: last };
  return { from: laterOf(first, span.from), to: earlierOf(last, span.to) };
}
