/**
 * The embedded archive is, byte for byte, what `collect` makes from the recordings: no figure was written into it by
 * hand.
 */
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../generator/archive/archive.ts';
import { codesOf, readCurrencies } from '../../generator/facts/currencies.ts';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';

async function readFolder(dir: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(dir)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')])),
  );
}

const there = recordingsAreThere('the embedded archive, collected again from the recordings');

describe.skipIf(!there)('the embedded archive equals what is collected from the recordings of', () => {
  const [currencies, redenominations] = [codesOf(readCurrencies()), readRedenominations()];

  const embedded = new Set(readdirSync(EMBEDDED));
  const own = PROVIDERS.filter(({ code }) => embedded.has(code)).map((provider) => [provider.code, provider] as const);

  it.each(own)('%s', async (code, provider) => {
    const dates = (await readArchive(EMBEDDED, code)).rows.map(({ date }) => date).sort();
    const [from, to] = [parseIsoDate(dates[0] ?? ''), parseIsoDate(dates.at(-1) ?? '')];
    const source = replaySource({ dirs: RECORDINGS, adapters: null });
    const archiveDir = freshFolder();
    const today = parseIsoDate('2026-08-20');
    await collect({ providers: [provider], source, archiveDir, from, to, today, currencies, redenominations });
    expect(await readFolder(join(archiveDir, code))).toEqual(await readFolder(join(EMBEDDED, code)));
  });
});
