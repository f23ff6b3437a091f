/** Every feed of every bank reads a document of its format that we wrote ourselves, with or without the recordings. */
import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { observedLines } from '../support/banks/feeds.ts';
import { readFixtures, writeFixtures } from '../support/banks/fixtures.ts';
import { collect } from '../support/banks/recorded-bank.ts';

describe.each(PROVIDERS.map((provider) => [provider.code, provider] as const))('%s', (_, provider) => {
  it('has a fixture for each of its feeds', async () => {
    const fixtures = await readFixtures(provider);
    const names = new Set(fixtures.map(({ feed }) => feed));
    expect([...names].sort()).toEqual(provider.feeds.map(({ name }) => name).sort());
    for (const { feed, url } of fixtures) {
      expect(provider.feeds.find(({ matches }) => matches.test(url))?.name, url).toBe(feed);
    }
  });

  it('reads every figure of its fixtures, and nothing else', async () => {
    for (const { url, body, contentType, requestBody, lines } of await readFixtures(provider)) {
      const read = observedLines(provider, url, body, contentType, requestBody);
      expect(read, url).toEqual(lines);
    }
  });
});

describe('collect', () => {
  it('brings the fixtures of all banks into one archive without a failure, and the second time adds nothing', async () => {
    const source = replaySource({ dirs: [await writeFixtures(freshFolder(), PROVIDERS)], adapters: null });
    const archiveDir = freshFolder();
    const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };
    const run = () =>
      collect({ providers: PROVIDERS, source, archiveDir, today: parseIsoDate('2026-08-20'), ...facts });
    const { summaries, notes } = await run();
    expect(summaries.flatMap(({ failures }) => failures)).toEqual([]);
    expect(summaries.filter(({ fresh }) => fresh === 0).map(({ provider }) => provider)).toEqual([]);
    expect(notes).toEqual([]);
    const again = await run();
    expect(again.summaries.filter(({ fresh, corrected }) => fresh + corrected > 0)).toEqual([]);
  });
});
