/** The world from which every case begins: a month of lists, and a first release of them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';
import { readPegs } from '../../../generator/sources/facts/pegs.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { digestOf } from '../../../generator/wire/words/hash.ts';
import { levelsOf, readBanks } from './banks.ts';
import { daysFrom } from './habits.ts';
import { Market } from './market.ts';
import { makeKey, runNight } from './nights.ts';
import { type Setting, World } from './world.ts';

const [FIRST, LAST] = [parseIsoDate('2026-08-31'), parseIsoDate('2026-09-30')];
/** A krone and a krona that are hardly apart could be exchanged without harm. */
const APART = 1.07;
/** A first release may be refused as often, each time with facts that can be accepted. */
const ATTEMPTS = 6;

export async function readSetting(archive: string, seed: string): Promise<Setting> {
  const banks = await readBanks(archive);
  const recorded = levelsOf(banks);
  const levels = new Map([...recorded, ['NOK', (recorded.get('SEK') ?? 1) * APART]]);
  return { seed, banks, market: new Market({ seed, levels, pegs: readPegs() }) };
}

/**
 * Makes it, unless the folder has it of the same seed, archive and program.
 * @throws Error if the program does not publish its first release
 */
export async function makeBase(
  work: string,
  setting: Setting,
): Promise<{ readonly base: World; readonly key: string }> {
  const folder = join(work, 'base');
  const mark = join(work, 'base-of');
  const key = join(work, 'signing.pem');
  const made = markOf(setting);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === made) return { base: new World(folder, setting), key };
  rmSync(mark, { force: true });
  mkdirSync(work, { recursive: true });
  await makeKey(work);
  const base = World.empty(folder, setting);
  for (const day of daysFrom(FIRST, LAST)) await base.bring([day]);
  let facts: readonly string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const accepted = facts.flatMap((fact) => ['--accept', fact]);
    const night = await runNight({ world: folder, key }, LAST, [], accepted);
    if (night.outcome === 'published') {
      writeFileSync(mark, made);
      return { base, key };
    }
    facts = night.refusals;
    if (facts.length === 0) throw new Error(`no first release:\n${night.sentences.join('\n')}`);
  }
  throw new Error(`no first release, although these were accepted:\n${facts.join('\n')}`);
}

/** Of what the base follows from: a program with other rules would correct the past of another one's. */
function markOf({ seed, banks, market }: Setting): string {
  const build = join(packageRoot(), 'build', 'generator');
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .sort();
  const program = files.map((name) => readFileSync(join(build, name), 'utf8'));
  return digestOf([seed, JSON.stringify(banks), JSON.stringify([...market.facts.levels]), ...program]);
}
