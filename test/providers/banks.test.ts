/**
 * Every bank, by its files in `banks/`: its fixtures are read figure for figure, every trap is sprung, it asks for what
 * it must ask for, and what was recorded of it is read as it was when it was compared with the document.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations, toRelabelled } from '../../generator/sources/facts/redenominations.ts';
import { midOf } from '../../generator/sources/feeds/provider.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { type Asked, BANKS, readBankFile, toBytes } from '../support/banks/bank-file.ts';
import { observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { writeFixtures } from '../support/banks/fixtures.ts';
import { goldenPath, toGolden } from '../support/banks/golden.ts';
import { ask } from '../support/banks/live-bank.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { behaviourOf, requestText, springTrap } from '../support/banks/traps.ts';

const WITH_RECORDINGS = recordingsAreThere('what was recorded of each bank');

describe('the files of banks', () => {
  it('are two for each bank, and none for others', () => {
    const files = PROVIDERS.flatMap(({ code }) => [`${code.toLowerCase()}.csv`, `${code.toLowerCase()}.yaml`]);
    expect(readdirSync(BANKS).sort()).toEqual(files.sort());
  });

  it('are read by collect into one archive without a failure, and the second time add nothing', async () => {
    const source = replaySource({ dirs: [writeFixtures(freshFolder(), PROVIDERS)], adapters: null });
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

describe.each(PROVIDERS.map((provider) => [provider.code, provider] as const))('%s', (code, provider) => {
  const bank = readBankFile(code);
  if (bank === null) throw new Error(`${code} has no file in ${BANKS}`);

  it('has a fixture for each of its feeds', () => {
    const names = new Set(bank.fixtures.map(({ feed }) => feed));
    expect([...names].sort()).toEqual(provider.feeds.map(({ name }) => name).sort());
    for (const { feed, url } of bank.fixtures)
      expect(provider.feeds.find(({ matches }) => matches.test(url))?.name, url).toBe(feed);
  });

  it('reads every figure of its fixtures, and nothing else', async () => {
    const read = bank.fixtures.map((one) => observedLines(provider, one.url, toBytes(one), one.contentType, one.post));
    await expect(toGolden(read)).toMatchFileSnapshot(goldenPath(code));
  });

  if (bank.traps.length > 0)
    it.each(bank.traps.map((trap) => [trap.trap, trap] as const))('%s', (_, trap) => {
      const { unchanged, changed, isSilent, collected } = springTrap(provider, bank, trap);
      const { refused, states, silent, odd, loses = [], gains = [] } = trap;
      if (silent !== undefined) return expect(isSilent()).toBe(silent);
      if (odd !== undefined) {
        const { odd: named, lines } = collected();
        expect([named, lines.filter((line) => !unchanged().includes(line))]).toEqual([odd, []]);
        return expect(lines.length).toBe(unchanged().length - odd.length);
      }
      if (refused !== undefined) return expect(changed).toThrow(refused);
      if (states !== undefined) return expect(changed()).toEqual(states);
      const [old, read] = [unchanged(), changed()];
      expect(read.filter((line) => !old.includes(line))).toEqual(gains);
      expect(old.filter((line) => !read.includes(line))).toEqual(loses);
      return expect(read.length).toBe(old.length - loses.length + gains.length);
    });

  if (bank.pages.length > 0)
    it.each(bank.pages.map((page) => [page.page, page] as const))('%s', (_, page) => {
      const session = provider.feeds.find(({ name }) => name === page.feed)?.session;
      if (session === undefined) throw new Error(`${page.feed} asks for no page before its first request`);
      if (page.recorded !== undefined && !WITH_RECORDINGS) return undefined;
      const text = page.recorded === undefined ? (page.body ?? '') : readRecording(page.recorded);
      const answer = { request: session.request, bytes: Buffer.from(text), contentType: 'text/html; charset=utf-8' };
      const read = () => session.toKeys({ ...answer, cookies: page.cookies ?? [] });
      if (page.refused !== undefined) return expect(read).toThrow(page.refused);
      const keys = read();
      expect(Object.keys(keys)).toHaveLength(page.count ?? Object.keys(page.keys ?? {}).length);
      return expect(keys).toMatchObject(page.keys ?? {});
    });

  if (bank.talks.length > 0)
    it.each(bank.talks.map((talk) => [talk.talk, talk] as const))('%s', async (_, talk) => {
      const { lines, failures, asked } = await ask(code, behaviourOf(talk, bank), talk);
      expect({ archived: lines, failures }).toEqual({ archived: talk.archived, failures: [] });
      expect(asked).toHaveLength(talk.asked ?? asked.length);
    });

  if (bank.meanings.length > 0)
    it.each(bank.meanings)('means on $date by $label at $figure $means', ({ date, label, figure, means }) => {
      const [base = '', quote = ''] = label.split('/');
      const stated = midOf({ date: parseIsoDate(date), base, quote }, figure);
      const meant = toRelabelled(readRedenominations(), provider.code, stated);
      expect(`${meant.base}/${meant.quote}`).toBe(means);
    });

  if (bank.asks.length > 0)
    it.each(bank.asks.map((asked) => [asked.asks, asked] as const))('%s', (_, asked) => {
      const requests = requestsOf(asked).map(requestText);
      if (asked.requests !== undefined) return expect(requests).toEqual(asked.requests);
      const { count, first, last } = asked;
      return expect({ count: requests.length, first: requests[0], last: requests.at(-1) }).toEqual({
        count,
        first,
        last,
      });
    });

  function requestsOf({ feed: name, latest, from, to, today, env = {} }: Asked) {
    const feed = provider.feeds.find((one) => one.name === name);
    if (latest !== undefined) return feed?.latest(parseIsoDate(latest), env) ?? [];
    const span = { from: parseIsoDate(from ?? ''), to: parseIsoDate(to ?? '') };
    return feed?.between?.(span, env, ...(today === undefined ? [] : [parseIsoDate(today)])) ?? [];
  }

  if (WITH_RECORDINGS && Object.keys(bank.recorded).length > 0)
    it.each(Object.entries(bank.recorded))('reads %s as it was recorded', async (file, expected) => {
      const lines = await readRecordedLines(provider, file);
      expect(lines).toEqual(expect.arrayContaining(expected.states ?? []));
      const sha256 = createHash('sha256').update(lines.join('\n')).digest('hex');
      const days = new Set(lines.map((line) => line.slice(0, 10))).size;
      expect(expected).toMatchObject({ figures: lines.length, days, sha256 });
    });
});
