/** Collects recorded answers of banks into an archive, as a night would. */
import type { DatedHolding } from '../../generator/sources/archive/archive.ts';
import { collectProviders } from '../../generator/sources/collect/collect.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import type { ProviderDefinition, Span } from '../../generator/sources/feeds/provider.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { readHoldings } from './holdings.ts';

interface Collected {
  readonly providers: readonly ProviderDefinition[];
  /** Folders of recordings, each laid out as <PROVIDER>/source.json. */
  readonly recordings: readonly string[];
  /** null: everything that was recorded. */
  readonly span: Span | null;
  readonly today: IsoDate;
}

/** @throws InputError naming the recordings that could not be read */
export async function collectFrom(archiveDir: string, { providers, recordings, span, today }: Collected) {
  const { summaries } = await collectProviders({
    providers,
    source: replaySource({ dirs: recordings, adapters: null }),
    archiveDir,
    from: span?.from ?? null,
    to: span?.to ?? null,
    today,
    currencies: codesOf(readCurrencies()),
    redenominations: readRedenominations(),
    env: {},
    askedAt: null,
    backfill: null,
    withdraw: [],
    onEvent: () => {},
  });
  const failures = summaries.flatMap((summary) => summary.failures);
  if (failures.length > 0) throw new InputError(`not all recordings could be read: ${failures.join('; ')}`);
}

/**
 * Collects all that was recorded of every bank, for the scripts that measure it.
 * @param archiveDir a folder that is empty or does not exist yet
 * @throws InputError naming the recordings that could not be read
 */
export async function collectRecordings(
  recordings: readonly string[],
  archiveDir: string,
  today: IsoDate,
): Promise<readonly DatedHolding[]> {
  await collectFrom(archiveDir, { providers: PROVIDERS, recordings, span: null, today });
  return readHoldings(archiveDir, PROVIDERS);
}
