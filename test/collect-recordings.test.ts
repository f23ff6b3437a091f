import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../generator/currencies.ts';
import { PROVIDERS } from '../generator/providers/index.ts';
import { readRedenominations } from '../generator/redenominations.ts';
import { replaySource } from '../generator/replay.ts';
import { parseIsoDate } from '../generator/wire/calendar.ts';
import { freshFolder } from './support/archives.ts';
import { RECORDINGS } from './support/feeds.ts';
import { collect } from './support/recorded-bank.ts';
import { recordingsAreThere } from './support/recordings.ts';

describe.skipIf(!recordingsAreThere('all recorded feeds into one archive'))('all recorded feeds', () => {
  const collectAll = (archiveDir: string) =>
    collect({
      providers: PROVIDERS,
      source: replaySource({ dir: RECORDINGS, adapters: PROVIDERS.map(({ code }) => code) }),
      archiveDir,
      today: parseIsoDate('2026-08-20'),
      currencies: codesOf(readCurrencies()),
      redenominations: readRedenominations(),
    });

  it('are read without a failure or an unknown label, and read again add nothing', async () => {
    const dir = freshFolder();
    const { summaries, notes } = await collectAll(dir);
    expect(
      summaries.map(({ provider, fresh, corrected, withdrawn }) => [provider, fresh, corrected, withdrawn]),
    ).toEqual([
      ['BNR', 5809, 0, 0],
      ['BOC', 6946, 0, 0],
      ['CBR', 81, 0, 0],
      ['CNB', 1982, 0, 0],
      ['ECB', 217584, 0, 0],
      ['HMRC', 1885, 0, 0],
      ['HNB', 80, 0, 0],
      ['NBP', 275, 0, 0],
      ['NBU', 720, 0, 0],
      ['TCMB', 332, 0, 0],
    ]);
    expect(summaries.flatMap(({ failures, labels }) => [...failures, ...labels])).toEqual([]);
    expect(notes.filter((note) => !note.endsWith('there is no adapter for it'))).toEqual([]);
    expect(notes).toHaveLength(55);
    const again = await collectAll(dir);
    expect(again.summaries.map(({ fresh, corrected, withdrawn }) => fresh + corrected + withdrawn)).toEqual(
      PROVIDERS.map(() => 0),
    );
  });
});
