/**
 * Every adapter divides a span of days into requests. Over random spans, no day of the span is missed, and none is
 * asked for twice where one request ends and the next one begins.
 */
import { describe, expect, it } from 'vitest';
import type { Feed, FeedRequest, ProviderDefinition, Span } from '../../generator/sources/feeds/provider.ts';
import { toDays } from '../../generator/sources/feeds/spans.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { addDays, daysBetween, laterOf, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { askedDays } from '../support/banks/asked-days.ts';
import { randomOf } from '../support/kit/random.ts';

const TODAY = parseIsoDate('2026-11-20');
const SPANS = 8;
/** The sizes of pages, and a day more. */
const LENGTHS = [1, 2, 30, 31, 32, 60, 61, 90, 91, 93, 94, 100, 101, 365, 366, 367, 732, 733];
const ALL_WEEK = [1, 2, 3, 4, 5, 6, 7];

function spansOf({ code, references }: ProviderDefinition, seed: number): readonly Span[] {
  const random = randomOf(seed + code.length);
  const first = parseIsoDate(references[0]?.from ?? TODAY);
  return Array.from({ length: SPANS }, (_, index) => {
    const length = index % 2 === 0 ? random.pick(LENGTHS) : 1 + random.below(800);
    const from = addDays(first, random.below(Math.max(1, daysBetween(first, TODAY) - length)));
    return { from, to: addDays(from, length - 1) };
  });
}

function requestsOf(feed: Feed<unknown>, span: Span): readonly FeedRequest[] {
  const keys = Object.fromEntries((feed.keys ?? []).map((name) => [name, 'x']));
  return feed.between?.(span, keys, TODAY) ?? [];
}

/** The days that each series asks for, in the order of its requests; null for one that has whatever the source has. */
function seriesOf(code: string, requests: readonly FeedRequest[]): readonly (readonly Span[] | null)[] {
  const series = new Map<string, Span[] | null>();
  for (const request of requests) {
    const { series: name, days } = askedDays(code, request);
    series.set(name, days === null ? null : [...(series.get(name) ?? []), days]);
  }
  return [...series.values()];
}

/** What is wrong at the boundaries of the requests of a series. @param weekdays those that the feed ever asks for */
function faultsOf(pages: readonly Span[], span: Span, weekdays: ReadonlySet<number>): readonly string[] {
  const sorted = [...pages].sort((left, right) => (left.from < right.from ? -1 : 1));
  const faults: string[] = [];
  let next = span.from;
  for (const { from, to } of sorted) {
    if (to < from) faults.push(`${from} to ${to} is no span`);
    if (from < next && next !== span.from) faults.push(`${from} is asked for twice`);
    faults.push(...missed({ from: next, to: addDays(from, -1) }, weekdays));
    next = laterOf(span.from, addDays(to, 1));
  }
  return [...faults, ...missed({ from: next, to: span.to }, weekdays)];
}

const missed = (gap: Span, weekdays: ReadonlySet<number>) =>
  toDays(gap, [...weekdays]).map((day) => `${day} is missed`);

/** The part of the span in which the feed has days of its own, because it began and ended with a source or a money. */
function withinEra(feed: Feed<unknown>, { from, to }: Span): Span | null {
  const isAsked = (day: IsoDate) => requestsOf(feed, { from: day, to: day }).length > 0;
  let [first, last] = [from, to];
  while (first <= to && !isAsked(first)) first = addDays(first, 1);
  while (last >= first && !isAsked(last)) last = addDays(last, -1);
  return first > to ? null : { from: first, to: last };
}

/** On which weekdays the feed asks for single days: all of them, if it asks for pages. */
function weekdaysOf(code: string, feed: Feed<unknown>, span: Span): ReadonlySet<number> {
  const pages = seriesOf(code, requestsOf(feed, span)).flatMap((one) => one ?? []);
  const isByDay = pages.every(({ from, to }) => from === to) && pages.length > 1;
  const asked = pages.map(({ from }: { readonly from: IsoDate }) => weekday(from));
  return new Set(isByDay && daysBetween(span.from, span.to) > 13 ? asked : ALL_WEEK);
}

const WITH_ARCHIVE = PROVIDERS.flatMap((definition) =>
  definition.feeds
    .filter(({ between, wholeArchive }) => between !== undefined && wholeArchive !== true)
    .map((feed) => [`${definition.code} ${feed.name}`, definition, feed] as const),
);

/** Pages with numbers, and documents that are fixed and no whole archives of one bank's feed. */
const UNNAMED = ['CBLLR older pages', 'ECB history', 'SBP averages'];

describe('the requests for a span', () => {
  it.each(WITH_ARCHIVE)('of %s have no hole and no day twice', (_, definition, feed) => {
    const { code } = definition;
    const faults = spansOf(definition, 1).flatMap((span) => {
      const own = withinEra(feed, span);
      if (own === null) return [];
      const weekdays = weekdaysOf(code, feed, own);
      return seriesOf(code, requestsOf(feed, span)).flatMap((pages) =>
        pages === null ? [] : faultsOf(pages, own, weekdays).map((fault) => `${span.from} to ${span.to}: ${fault}`),
      );
    });
    expect(faults.slice(0, 5)).toEqual([]);
  });

  it('name their days, or ask for all that the source has', () => {
    const unnamed = WITH_ARCHIVE.flatMap(([name, definition, feed]) => {
      const series = spansOf(definition, 2)
        .slice(0, 2)
        .flatMap((span) => seriesOf(definition.code, requestsOf(feed, span)));
      return series.some((pages) => pages === null) ? [name] : [];
    });
    expect(unnamed).toEqual(UNNAMED);
  });

  it('ask for each weekday on which the bank publishes a list of the same day', () => {
    const fewer = PROVIDERS.filter(({ schedule }) => schedule.leadDaysMax === undefined).flatMap(
      ({ code, schedule, feeds, references }) => {
        const from = addDays(parseIsoDate(references.at(-1)?.from ?? TODAY), 400);
        const asked = feeds.flatMap((feed) => [...weekdaysOf(code, feed, { from, to: addDays(from, 60) })]);
        const left = schedule.days.filter((day) => !asked.includes(day));
        return left.length > 0 ? [`${code}: ${left}`] : [];
      },
    );
    expect(fewer).toEqual([]);
  });
});
