/** Collects recorded answers of all banks into an archive, as a night would, for the scripts that measure it. */
import { type DatedHolding, readHoldings } from '../../generator/archive/holdings.ts';
import { collectProviders } from '../../generator/collect/collect.ts';
import { codesOf, readCurrencies } from '../../generator/facts/currencies.ts';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { InputError } from '../../generator/wire/input-error.ts';
import type { IsoDate } from '../../generator/wire/schemas.ts';

/**
 * @param archiveDir a folder that is empty or does not exist yet
 * @throws InputError naming the recordings that could not be read
 */
export async function collectRecordings(
  recordingsDirs: readonly string[],
  archiveDir: string,
  today: IsoDate,
): Promise<readonly DatedHolding[]> {
  const { summaries } = await collectProviders({
    providers: PROVIDERS,
    source: replaySource({ dirs: recordingsDirs, adapters: null }),
    archiveDir,
    rawDir: null,
    from: null,
    to: null,
    today,
    currencies: codesOf(readCurrencies()),
    redenominations: readRedenominations(),
    env: {},
    onEvent: () => {},
  });
  const failures = summaries.flatMap((summary) => summary.failures);
  if (failures.length > 0) throw new InputError(`not all recordings could be read: ${failures.join('; ')}`);
  return (await readHoldings(archiveDir, PROVIDERS, null)).holdings;
}
