/**
 * Judges what becomes of a broken document. It may end in a named FeedError, in the figures that the bank did state, or
 * in quarantine because of the provider's last fixing and the other providers. Anything else is a wrong figure in the
 * tree.
 */

import { ALL_DAYS, judgeProvider } from '../../../generator/rates/quarantine/judge.ts';
import { isNear, STEP } from '../../../generator/rates/quarantine/steps.ts';
import type { Witnesses } from '../../../generator/rates/quarantine/witnesses.ts';
import type { Holding } from '../../../generator/sources/archive/archive.ts';
import { levelOf, type ProviderArchive } from '../../../generator/sources/archive/rows.ts';
import { type Statement, toMerged } from '../../../generator/sources/collect/merge.ts';
import { parseStatement, toDocument } from '../../../generator/sources/collect/statement.ts';
import { isCutOff, toVanished } from '../../../generator/sources/collect/vanished.ts';
import type { Redenomination } from '../../../generator/sources/facts/redenominations.ts';
import {
  type Feed,
  type FeedAnswer,
  FeedError,
  type Observation,
  type ProviderDefinition,
} from '../../../generator/sources/feeds/provider.ts';
import { addDays, earlierOf, laterOf } from '../../../generator/wire/words/calendar.ts';
import type { Mutation } from './mutations.ts';

/** named: the remaining figures are right, and collect names the currencies that are missing. unseen: see `isSmall`. */
export const OUTCOMES = ['error', 'correct', 'named', 'quarantine', 'unseen', 'WRONG'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Finding {
  readonly outcome: Outcome;
  /** The message of the error, or the wrong figure. */
  readonly detail: string;
}

export interface Recorded {
  readonly definition: ProviderDefinition;
  readonly feed: Feed<unknown>;
  readonly answer: FeedAnswer;
  /** The UTC instant of the recording. */
  readonly seen: string;
}

const EARLIER = '1990-01-01T00:00:00Z';

export interface World {
  readonly currencies: ReadonlySet<string>;
  readonly redenominations: readonly Redenomination[];
  readonly witnesses: Witnesses;
}

interface Read {
  readonly statement: Statement;
  /** Labels that collect leaves out and names. */
  readonly labels: readonly string[];
  /** Rows that collect leaves out and names. */
  readonly odd: readonly string[];
}

/** Returns null if the document states no figures and is allowed to. @throws FeedError if it is not such a document */
export function readStatement(recorded: Recorded, bytes: Uint8Array, world: World, mayBeAbsent: boolean): Read | null {
  const { definition, feed, seen } = recorded;
  const request = mayBeAbsent ? { ...recorded.answer.request, mayBeAbsent } : recorded.answer.request;
  const received = { feed, answer: { ...recorded.answer, bytes, request }, seen };
  return parseStatement(definition, received, toDocument(received, {}), { ...world, span: null });
}

/** What is known of a sound document, made once for all its mutations: the longest document has 217,000 figures. */
export interface Truth {
  readonly observations: readonly Observation[];
  readonly byKey: ReadonlyMap<string, Observation>;
  /** The first observation of each pair. */
  readonly byPair: ReadonlyMap<string, Observation>;
  readonly archiveBefore: ProviderArchive;
}

export function toTruth(recorded: Recorded, observations: readonly Observation[]): Truth {
  return {
    observations,
    byKey: new Map(observations.map((row) => [keyOf(row), row])),
    byPair: new Map([...observations].reverse().map((row) => [pairOf(row), row])),
    archiveBefore: archiveBefore(recorded, observations),
  };
}

export function judge(recorded: Recorded, truth: Truth, { fault, bytes }: Mutation, world: World): Finding {
  let read: Read | null;
  try {
    // An error page must not pass for a day without rates. An empty list may, if the source has such days.
    read = readStatement(recorded, bytes, world, fault === 'error page');
  } catch (error) {
    if (error instanceof FeedError) return { outcome: 'error', detail: error.message };
    return { outcome: 'WRONG', detail: `no FeedError: ${error}` };
  }
  if (read === null) return { outcome: 'WRONG', detail: 'read as a quiet day' };
  const vanished = toVanished(truth.archiveBefore, read.statement);
  if (vanished !== null && isCutOff(vanished))
    return { outcome: 'error', detail: `${vanished.pairs.length} currencies gone` };
  const stated = read.statement.observations;
  const changed = stated.filter((row) => !isSame(row, truth.byKey.get(keyOf(row))));
  if (changed.length > 0) return judgeChanged(recorded, read.statement, changed, truth, world);
  if (stated.length === truth.observations.length) return { outcome: 'correct', detail: `${stated.length} figures` };
  const share = `${stated.length} of ${truth.observations.length} figures`;
  const named = new Set(vanished?.pairs);
  const here = new Set(stated.map(keyOf));
  const missing = truth.observations.filter((row) => !here.has(keyOf(row)));
  const isNamed = read.labels.length > 0 || read.odd.length > 0 || missing.every((row) => named.has(pairOf(row)));
  return { outcome: isNamed ? 'named' : 'WRONG', detail: share };
}

function judgeChanged(
  { definition }: Recorded,
  statement: Statement,
  changed: readonly Observation[],
  { byKey, byPair, archiveBefore: before }: Truth,
  { witnesses }: World,
): Finding {
  const holding: Holding = { definition, archive: toMerged(before, statement).archive, accepted: new Set(), holds: [] };
  const held = new Set(judgeProvider(holding, witnesses, ALL_DAYS).held.map(({ row }) => keyOf(row)));
  const free = changed.filter((row) => !held.has(keyOf(row)));
  const [first] = free;
  if (first === undefined) return { outcome: 'quarantine', detail: `${changed.length} figures` };
  const was = byKey.get(keyOf(first));
  const detail = `${free.length} of ${changed.length}: ${toText(first)}, was ${was ? toText(was) : 'not stated'}`;
  const nearest = (row: Observation) => byKey.get(keyOf(row)) ?? byPair.get(pairOf(row));
  return { outcome: free.every((row) => isSmall(row, nearest(row))) ? 'unseen' : 'WRONG', detail };
}

/**
 * When two figures within 10 % of each other are swapped (sight and transfer rates, or yesterday's and today's), each
 * moves no further than markets do. Neither the bytes nor the market show it, so these cases are counted as a known
 * limit.
 */
function isSmall(row: Observation, was: Observation | undefined): boolean {
  return was !== undefined && isNear(levelOf(row), levelOf(was), STEP);
}

/** The archive before the document: all of it but the newest date, and its first list again for the day before. */
function archiveBefore({ definition, feed, answer }: Recorded, truth: readonly Observation[]): ProviderArchive {
  const dates = truth.map(({ date }) => date);
  const [first, last] = [dates.reduce(earlierOf), dates.reduce(laterOf)];
  const eve = truth.filter(({ date }) => date === first).map((row) => ({ ...row, date: addDays(first, -1) }));
  const document = { ...toDocument({ feed, answer, seen: EARLIER }, {}), document: '0'.repeat(12) };
  const observations = [...eve, ...truth.filter(({ date }) => date < last)];
  const statement = {
    document,
    seen: EARLIER,
    partial: true,
    observations,
    skipped: [],
    covered: { from: first, to: last },
  };
  return toMerged({ provider: definition.code, rows: [], documents: new Map() }, statement).archive;
}

function isSame(row: Observation, was: Observation | undefined): boolean {
  if (was === undefined) return false;
  const sides = ['mid', 'bid', 'ask'] as const;
  if (sides.some((side) => (row[side] === '') !== (was[side] === ''))) return false;
  const isOfOneUnit = row.per === was.per && row.unit === was.unit;
  return sides.every((side) => {
    if (isOfOneUnit && row[side] === was[side]) return true;
    const one = (from: Observation) => levelOf({ ...from, mid: from[side], bid: '', ask: '' });
    return row[side] === '' || one(row).compareTo(one(was)) === 0;
  });
}

function pairOf({ base, quote }: Observation): string {
  return `${base}/${quote}`;
}

function keyOf({ date, base, quote }: Observation): string {
  return `${date} ${base}/${quote}`;
}

function toText({ date, base, quote, per, mid, bid, ask }: Observation): string {
  return `${date} ${per} ${base}/${quote} ${[mid, bid, ask].filter((text) => text !== '').join(' ')}`;
}
