/**
 * Reads one answer into a checked statement, or throws a FeedError that names provider, feed, document, date and pair.
 * It is strict, because figures that are in the archive become rates.
 */
import { z } from 'zod';
import { OutOfTime, withinTime } from '../../kit/within-time.ts';
import { addDays, earlierOf, laterOf, parseIsoDate, toIsoDate } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { toPlain } from '../../wire/words/plain.ts';
import type { DocumentRow } from '../archive/rows.ts';
import { type Redenomination, toRelabelled } from '../facts/redenominations.ts';
import { type Received, withoutKeys } from '../feeds/delivery.ts';
import { parseRows } from '../feeds/faulty-rows.ts';
import { faultOfAnswer, pageKind } from '../feeds/net/page-kind.ts';
import {
  DocumentError,
  type Feed,
  FeedError,
  type Keys,
  type Observation,
  type ProviderDefinition,
  type Span,
  tableOf,
} from '../feeds/provider.ts';
import type { Statement } from './merge.ts';
import { toChecked, toRefusal } from './odd-rows.ts';

/**
 * Ten times what the largest whole archive takes on a small machine. While a document is read, nothing else of the
 * night goes on, so a bank whose document takes longer is asked for no further one.
 */
const READING_MS_MAX = 30_000;

/** A bank's document was not read within its time. */
export class SlowDocument extends FeedError {}

interface Limits {
  readonly currencies: ReadonlySet<string>;
  readonly redenominations: readonly Redenomination[];
  /** The days to read, or null to read every day that the document states. */
  readonly span: Span | null;
  /** If it is less than READING_MS_MAX. */
  readonly readingMs?: number | undefined;
}

interface Reading {
  readonly statement: Statement;
  /** Labels that are in no currency list; their rows were left out. */
  readonly labels: readonly string[];
  /** Rows that cannot be right and were left out, each with its fault. */
  readonly odd: readonly string[];
}

/**
 * Returns null when the document is allowed to be empty and is, or says itself that it has no figures.
 * @throws SlowDocument if that takes too long; a FeedError for any other fault
 */
export function parseStatement(
  definition: ProviderDefinition,
  received: Received,
  document: DocumentRow,
  limits: Limits,
): Reading | null {
  let { readingMs: ms = READING_MS_MAX } = limits;
  if (ms > READING_MS_MAX) ms = READING_MS_MAX;
  try {
    return withinTime(ms, () => toReading(definition, received, document, limits));
  } catch (cause) {
    if (!(cause instanceof OutOfTime)) throw cause;
    const fault = `${received.feed.name}, ${document.url}: its document was not read within ${ms / 1000} s`;
    throw new SlowDocument(definition.code, fault, { cause });
  }
}

function toReading(
  definition: ProviderDefinition,
  received: Received,
  document: DocumentRow,
  { currencies, redenominations, span }: Limits,
): Reading | null {
  const { feed, answer, seen } = received;
  const fail = toFail(definition, feed, document.url);
  const fetched = parseIsoDate(seen.slice(0, 10));
  const read = readFigures(definition, received, document.url, redenominations);
  if (read === null) return null;
  const { observations: whole, faults } = read;
  if (whole.length === 0 && answer.request.mayBeAbsent && pageKind(answer.bytes) === null) return null;
  if (whole.length === 0) fail(faultOfAnswer(answer.bytes, 'the document states no figure'));
  // The list is cut before it is judged: an odd row of 2009 says nothing about this week.
  const days = span ?? received.window ?? null;
  const stated = days === null ? whole : whole.filter(({ date }) => date >= days.from && date <= days.to);
  if (stated.length === 0 && span === null)
    fail(`the document states no figure${days === null ? '' : ` from ${days.from} on`}`);
  const isKnown = ({ base, quote }: Observation) => currencies.has(base) && currencies.has(quote);
  const [known, skipped] = [stated.filter(isKnown), stated.filter((row) => !isKnown(row))];
  const labels = [...new Set(skipped.flatMap(({ base, quote }) => [base, quote]))].filter(
    (code) => !currencies.has(code),
  );
  if (skipped.length * 10 > stated.length) {
    fail(
      `${skipped.length} of ${stated.length} rows have labels that are not in the currency list: ${labels.slice(0, 10).join(', ')}`,
    );
  }
  const checked = toChecked(definition, feed, known, fetched);
  const { sound, odd } = checked;
  const refusal = toRefusal(known, checked, addDays(fetched, definition.schedule.leadDaysMax ?? 0));
  if (refusal !== null) fail(refusal);
  const left = new Set(odd.map(({ row }) => row));
  const statement: Statement = {
    document,
    seen,
    partial: feed.partial ?? false,
    yields: feed.yields ?? false,
    observations: sound,
    // What is left out is not withdrawn either.
    skipped: [...skipped, ...left],
    ...((faults.length > 0 || odd.some(({ row }) => toIsoDate(row.date) === null)) && { incomplete: true }),
    // A slip in the day of a row says nothing about the days that the document covers.
    covered: coveredBy(
      whole.filter((row) => !left.has(row)),
      days,
    ),
  };
  return {
    statement,
    labels: labels.map(toPlain).sort(),
    odd: [...faults, ...odd.map(({ fault }) => fault)].map(toPlain),
  };
}

/**
 * Every figure that the document states, before any of them is judged, by the currencies that the labels mean, and what
 * is wrong with rows that cannot be read. Null if the document says itself that it has none.
 * @param url for the message
 * @throws FeedError if the adapter cannot read it
 */
export function readFigures(
  definition: ProviderDefinition,
  received: Received,
  url: string,
  redenominations: readonly Redenomination[],
): Figures | null {
  const published = observed(received, toFail(definition, received.feed, url));
  // The labels of this provider are selected once, and not for each row: the history of the ECB has 217,000 rows.
  const own = redenominations.filter(({ provider }) => provider === definition.code);
  if (published === null) return null;
  return { ...published, observations: published.observations.map((row) => toRelabelled(own, definition.code, row)) };
}

/** The id is made of address and bytes, so the same bytes from the same address are always the same document. */
export function toDocument({ feed, answer, seen }: Received, keys: Keys): DocumentRow {
  const url = withoutKeys(answer.request.url, keys);
  const sha256 = hashOf(answer.bytes);
  const document = hashOf(`${url}\n${sha256}`).slice(0, 12);
  return { document, table: tableOf(feed), url, sha256, fetched: seen };
}

type Fail = (fault: string, cause?: unknown) => never;

function toFail({ code }: ProviderDefinition, { name }: Feed<unknown>, url: string): Fail {
  return (fault, cause) => {
    throw new FeedError(code, `${name}, ${url}: ${fault}`, { cause });
  };
}

interface Figures {
  readonly observations: readonly Observation[];
  readonly faults: readonly string[];
}

/** Returns null if the document says in words that it has no figures. */
function observed({ feed, answer }: Received, fail: Fail): Figures | null {
  try {
    const { document, faults } = parseRows(feed.schema, feed.read(answer));
    return feed.isSilent?.(document) === true ? null : { observations: [...feed.observe(document, answer)], faults };
  } catch (cause) {
    if (cause instanceof DocumentError) return fail(faultOfAnswer(answer.bytes, cause.message), cause);
    // Any other error is a bug in the adapter or in a reader, and the bank must not be blamed for it.
    if (!(cause instanceof z.ZodError)) throw cause;
    const issue = cause.issues[0];
    const fault = `the document is not as expected: ${issue?.message} at ${issue?.path.join('.') || 'its top'}`;
    return fail(faultOfAnswer(answer.bytes, fault), cause);
  }
}

function coveredBy(observations: readonly Observation[], span: Span | null): Span {
  // 217,000 rows have 7,000 days.
  const dates = [...new Set(observations.map(({ date }) => date))].flatMap((date) => toIsoDate(date) ?? []).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError('a statement has no dates');
  if (span === null) return { from: first, to: last };
  return { from: laterOf(first, span.from), to: earlierOf(last, span.to) };
}
