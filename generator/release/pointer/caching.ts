/**
 * Cache-Control and content type of every object: how long a CDN may keep it, and so how long a correction stays
 * unseen.
 */

import { pageTypeOf } from '../../wire/answers/page.ts';
import { formatOf, SERIES_FOLDER } from '../../wire/answers/paths.ts';
import { contentType, type Format } from '../../wire/encode/document.ts';
import { placeOf } from '../../wire/release/manifest-nodes.ts';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { ObjectFacts } from '../store/store.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For objects that name others, and for the latest rates. */
const CURRENT = 'public, max-age=60';
/** For what nobody may keep beyond a few seconds. */
const BRIEF = 'public, max-age=5';
/** For dates of the last RECENT_DAYS days: most corrections come within days. */
const RECENT = 'public, max-age=300';
const DATED = 'public, max-age=3600';
const RECENT_DAYS = 15;
const JSON_TYPE = contentType({ format: 'json', header: false });

/** For an object that is written once: if its content changes, so does its address. */
export function factsOfImmutable(path: string): ObjectFacts {
  return { contentType: typeOf(path), cacheControl: IMMUTABLE };
}

/** For a text of a manifest. */
export const FACTS_OF_TEXT: ObjectFacts = { contentType: JSON_TYPE, cacheControl: IMMUTABLE };

export const FACTS_OF_POINTER: ObjectFacts = { contentType: JSON_TYPE, cacheControl: CURRENT };

/** For the list of releases, which changes with the pointer. */
export const FACTS_OF_LIST: ObjectFacts = {
  contentType: contentType({ format: 'csv', header: true }),
  cacheControl: CURRENT,
};

/** A part of the log of releases never changes. */
export const FACTS_OF_TILE: ObjectFacts = { contentType: 'application/octet-stream', cacheControl: IMMUTABLE };

/** The head of the log. */
export const FACTS_OF_CHECKPOINT: ObjectFacts = { contentType: 'text/plain; charset=utf-8', cacheControl: BRIEF };

/** Observations may be kept from the public, so no shared cache may hold them. */
export const FACTS_OF_ARCHIVE: ObjectFacts = {
  contentType: 'application/octet-stream',
  cacheControl: 'private, max-age=31536000, immutable',
};

/** For a copy at a stable address. @param released the release's date */
export function factsOfStable(path: string, released: IsoDate): ObjectFacts {
  return { contentType: typeOf(path), cacheControl: classOf(path, released) };
}

function classOf(path: string, released: IsoDate): string {
  const place = placeOf(path);
  if (place.kind === 'series') return place.year < released.slice(0, 4) ? DATED : RECENT;
  if (path.startsWith(`${SERIES_FOLDER}/`)) return RECENT;
  if (place.kind !== 'day') return CURRENT;
  return place.date > addDays(released, -RECENT_DAYS) ? RECENT : DATED;
}

/** Of files that are in none of the three formats. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  parquet: 'application/vnd.apache.parquet',
  jsonld: 'application/ld+json; charset=utf-8',
  zip: 'application/zip',
};

function typeOf(path: string): string {
  const other = OTHER_TYPES[path.slice(path.lastIndexOf('.') + 1)];
  if (other !== undefined) return other;
  const format: Format | null = formatOf(path);
  const page = pageTypeOf(path);
  if (page !== null) return page;
  return format === null ? JSON_TYPE : contentType({ format, header: true });
}
