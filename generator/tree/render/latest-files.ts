/** The files of a provider's latest rates, which are made again only where the newest fixing is another one. */
import { dirname } from 'node:path/posix';
import { latestPath } from '../../wire/answers/paths.ts';
import type { Table } from '../../wire/answers/table.ts';
import { EUR, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import { type Change, removeOthers, unit } from '../read/change.ts';
import { toContent } from '../read/inputs.ts';
import { type Bases, renderLatest } from '../read/rate-files.ts';
import type { Tables } from '../read/tables.ts';

interface LatestBefore {
  /** The date of the latest fixing of the run before. */
  readonly latest: IsoDate | null;
  /** Digest of its files. */
  readonly content: string | undefined;
}

/**
 * Returns the digest of the files; null where there are none.
 * @param latest the date of the newest fixing in force; @param made the newest table that this run has made
 */
export function* latestChanges(
  tables: Tables,
  bases: Bases,
  latest: IsoDate | null,
  made: Table | null,
  before: LatestBefore | null,
): Generator<Change, string | null> {
  const isMade = latest !== null && latest === made?.date;
  const isAsBefore = latest !== null && !isMade && latest === before?.latest;
  if (isAsBefore && before?.content !== undefined) return before.content;
  const table = latest === null ? null : isMade ? made : tables.get(latest);
  const { facts, inPlace } = tables;
  const hashes = yield* unit(table === null ? [] : renderLatest(table, bases));
  yield* removeOthers(inPlace, folderOfLatest(facts.provider), hashes);
  return hashes.size === 0 ? null : toContent(hashes);
}

function folderOfLatest(provider: ProviderCode): string {
  return dirname(latestPath(provider, EUR, 'standard', 'json'));
}
