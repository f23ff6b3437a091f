/**
 * What the gateway counts, as Prometheus text. Ages depend on the clock and are computed for each request.
 */

import { punctualityAt } from '../../generator/wire/answers/punctuality.ts';
import { gapDays, type Status } from '../../generator/wire/answers/status.ts';
import type { Catalogue } from '../../generator/wire/release/catalogue.ts';
import { daysBetween, utcDay } from '../../generator/wire/words/calendar.ts';
import type { Seen } from '../request/http/answer.ts';
import type { LiveCatalogue } from '../trees/live-catalogue.ts';
import type { Shelf } from '../trees/shelf.ts';
import type { Following } from '../trees/store.ts';

/**
 * Upper bounds in seconds: answers from memory are in the first bucket, computed ones next, those of an origin last.
 */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class RequestTotals {
  readonly #byOperation = new Map<string, Map<number, number>>();
  readonly #buckets = BOUNDS.map(() => 0);
  #seconds = 0;
  #count = 0;

  add({ operation, status }: Pick<Seen, 'operation' | 'status'>, durationMs: number): void {
    const name = operation ?? 'none';
    const byStatus = this.#byOperation.get(name) ?? new Map<number, number>();
    this.#byOperation.set(name, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
    const seconds = durationMs / 1000;
    const place = BOUNDS.findIndex((bound) => seconds <= bound);
    if (place >= 0) this.#buckets[place] = (this.#buckets[place] ?? 0) + 1;
    this.#seconds += seconds;
    this.#count++;
  }

  *lines(): Generator<string> {
    yield head('requests_total', 'counter', 'Requests answered.');
    for (const [operation, byStatus] of this.#byOperation) {
      for (const [status, count] of byStatus) {
        yield `ratetree_requests_total{operation="${operation}",status="${status}"} ${count}`;
      }
    }
    yield head('request_seconds', 'histogram', 'Time from the parsed request to its answer.');
    let below = 0;
    for (const [place, bound] of BOUNDS.entries()) {
      below += this.#buckets[place] ?? 0;
      yield `ratetree_request_seconds_bucket{le="${bound}"} ${below}`;
    }
    yield `ratetree_request_seconds_bucket{le="+Inf"} ${this.#count}`;
    yield `ratetree_request_seconds_sum ${this.#seconds}`;
    yield `ratetree_request_seconds_count ${this.#count}`;
  }
}

interface MetricsSources {
  readonly requests: RequestTotals;
  readonly shelf: Shelf;
  readonly catalogue: LiveCatalogue;
  readonly logLinesDropped: number;
  readonly following: Following;
}

export function toMetricsText({ requests, shelf, catalogue, ...sources }: MetricsSources, nowMs: number): string {
  const { hits, misses, stale, failures } = shelf.counts;
  const lines = [
    ...requests.lines(),
    ...metric('cache_hits_total', 'counter', 'Files answered from memory.', hits),
    ...metric('cache_misses_total', 'counter', 'Files asked of the store.', misses),
    ...metric('cache_bytes', 'gauge', 'Memory held by files, estimated.', shelf.bytes),
    ...metric('origin_errors_total', 'counter', 'Reads that the store failed.', failures),
    ...metric('stale_answers_total', 'counter', 'Files of an older release, while the store was down.', stale),
    ...metric('log_lines_dropped_total', 'counter', 'Access log lines not written.', sources.logLinesDropped),
    ...releaseLines(catalogue.current, catalogue.loadedAtMs, nowMs),
    ...unreadableLines(catalogue),
    ...statusLines(catalogue.current, nowMs),
    ...pointerLines(sources.following, nowMs),
  ];
  return `${lines.join('\n')}\n`;
}

function* releaseLines(catalogue: Catalogue | null, loadedAtMs: number, nowMs: number): Generator<string> {
  if (catalogue === null) return;
  const { release, date } = catalogue.release;
  yield head('release_info', 'gauge', 'The release that answers.');
  yield `ratetree_release_info{release="${release}",date="${date}"} 1`;
  const seconds = (nowMs - loadedAtMs) / 1000;
  yield* metric('release_loaded_seconds', 'gauge', 'Seconds since that release was loaded.', seconds);
  yield head('latest_age_days', 'gauge', 'Days since the date of the latest fixing of a provider.');
  for (const [code, { index }] of catalogue.byCode) {
    if (index.latest === null) continue;
    yield `ratetree_latest_age_days{provider="${code}"} ${daysBetween(index.latest, utcDay(nowMs))}`;
  }
}

function* unreadableLines({ unreadable, unreadableCount }: LiveCatalogue): Generator<string> {
  yield* metric('unreadable_releases_total', 'counter', 'Releases that could not be read.', unreadableCount);
  if (unreadable === null) return;
  const { release, date } = unreadable.release;
  yield head('unreadable_release_info', 'gauge', 'The release that should answer and cannot be read.');
  yield `ratetree_unreadable_release_info{release="${release}",date="${date}"} 1`;
}

/**
 * One series for each provider. One for each of its currencies would make thousands: when a bank stops publishing a
 * currency, status.json shows it, and the gate reports it on the same night.
 */
function* statusLines(catalogue: Catalogue | null, nowMs: number): Generator<string> {
  if (catalogue === null) return;
  const { status } = catalogue;
  const isRead = status === null ? 0 : 1;
  yield* metric(
    'status_read',
    'gauge',
    '1 where status.json of the release was read: the next metrics need it.',
    isRead,
  );
  if (status === null) return;
  yield* voicesLines(status.voices, nowMs);
  yield* noticeLines(status.notices);
  const found = status.providers.map((one) => ({ one, ...punctualityAt(one, nowMs) }));
  yield* labelled(
    'next_publication_seconds',
    'Seconds until the publication that follows the newest fixing; negative when it is late.',
    'provider',
    found.flatMap(({ one, expected }) => (expected === null ? [] : [[one.provider, expected.inSeconds] as const])),
  );
  yield* labelled(
    'missed_publications',
    'Publication days that have passed since the newest fixing.',
    'provider',
    found.map(({ one, missed }) => [one.provider, missed.length] as const),
  );
  yield head('gap_days', 'gauge', 'Days without a fixing in the quarter before the newest one and since, by reason.');
  for (const { one } of found) {
    for (const [reason, days] of gapDays(one)) {
      yield `ratetree_gap_days{provider="${one.provider}",reason="${reason}"} ${days}`;
    }
  }
}

/** The words are in status.json: a label that changes with each figure would make a new series every day. */
function* noticeLines(notices: Status['notices']): Generator<string> {
  yield head(
    'notice',
    'gauge',
    '1 for each currency of GLOBAL whose peg is contradicted, or whose figures are all held.',
  );
  for (const { currency, kind } of notices) yield `ratetree_notice{currency="${currency}",kind="${kind}"} 1`;
}

/** The date of GLOBAL's newest fixing stands still where too few banks speak, so that its age is part of the picture. */
function* voicesLines(voices: Status['voices'], nowMs: number): Generator<string> {
  if (voices === null) return;
  const { date, contributors, fresh, byOne, byTwo, byMore, ageDaysMedian, ageDaysMax } = voices;
  yield* metric('voices', 'gauge', 'Banks with a figure in the newest fixing of GLOBAL.', contributors);
  yield* metric('voices_fresh', 'gauge', 'Those of them that had published lately when it was made.', fresh);
  yield* labelled('voices_currencies', 'Currencies of that fixing by the number of banks behind them.', 'banks', [
    ['1', byOne],
    ['2', byTwo],
    ['3+', byMore],
  ]);
  const sinceDays = daysBetween(date, utcDay(nowMs));
  yield* labelled('voices_age_days', 'Days since the dates of the figures that it uses.', 'figure', [
    ['median', sinceDays + ageDaysMedian],
    ['oldest', sinceDays + ageDaysMax],
  ]);
}

type Values = readonly (readonly [string, number])[];

function* labelled(name: string, meaning: string, label: string, values: Values): Generator<string> {
  yield head(name, 'gauge', meaning);
  for (const [subject, value] of values) yield `ratetree_${name}{${label}="${subject}"} ${value}`;
}

/** Expiry does not stop the gateway. It tells operators that nobody publishes any more, or that releases are hidden. */
function* pointerLines({ pointer, refused, corrupted }: Following, nowMs: number): Generator<string> {
  yield* metric('pointer_refused_total', 'counter', 'Pointers read and not accepted.', refused);
  yield* metric('corrupted_objects_total', 'counter', 'Objects missing or not what the manifest says.', corrupted);
  if (pointer === null) return;
  const seconds = (Date.parse(pointer.expires) - nowMs) / 1000;
  yield* metric('pointer_sequence', 'gauge', 'Sequence of the pointer that was accepted last.', pointer.sequence);
  yield* metric('pointer_expires_seconds', 'gauge', 'Seconds until it expires; negative afterwards.', seconds);
}

function metric(name: string, type: 'counter' | 'gauge', meaning: string, value: number): readonly string[] {
  return [head(name, type, meaning), `ratetree_${name} ${value}`];
}

/** What stands above the values of a metric. */
function head(name: string, type: 'counter' | 'gauge' | 'histogram', meaning: string): string {
  return `# HELP ratetree_${name} ${meaning}\n# TYPE ratetree_${name} ${type}`;
}
