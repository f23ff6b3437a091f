/**
 * Trees of the same banks in which every figure differs, and a gateway's answers from each. Every question therefore
 * reveals a gateway that mixes two releases in an answer, or gives one release the name of the other.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GenerateOptions } from '../../../generator/release/publish/generate.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { freshFolder } from '../banks/archives.ts';
import { copied } from '../kit/copied.ts';
import { gatewayOver } from '../servers/gateway.ts';
import { diskStore } from '../servers/stores.ts';
import { ReleaseFolder } from './release-folder.ts';
import { NOW, newKeys } from './release-pair.ts';
import { sharedTree } from './shared.ts';
import { DEFINITIONS, dailyLines, generateFrom } from './trees.ts';

export const ours = newKeys();

/** Questions answered from files, from files without their header row, and from tables. No two have the same answer. */
export const QUESTIONS = [
  '/v1/latest',
  '/v1/latest?format=xml',
  '/v1/latest?format=csv',
  '/v1/latest?format=csv&header=true',
  '/v1/latest?base=USD',
  '/v1/latest?base=CHF',
  '/v1/latest?decimals=4&currencies=USD,PLN',
  '/v1/latest?provider=NBP&extended=true',
  '/v1/latest?provider=NBP&type=ask&format=xml',
  '/v1/historical?date=2026-03-10',
  '/v1/historical?date=2026-03-10&base=JPY&format=csv',
  '/v1/convert?amount=1000&base=USD&to=CHF,EUR',
  '/v1/convert?amount=1000&base=PLN&to=USD&provider=NBP&format=xml',
  '/v1/convert?amount=7&date=2026-03-09',
] as const;

const bases = new Set(['EUR', 'USD'].map((code) => currencyCode.parse(code)));

export interface ReleaseFacts {
  /** The date of the first fixing. */
  readonly since?: string;
  /** The date of the last fixing. */
  readonly until?: string;
  /** The time at which banks publish. Another time makes another release with the same figures. */
  readonly publishedAt?: string;
  /** The files of the page. */
  readonly site?: GenerateOptions['site'];
}

/**
 * Returns the folder of a tree that test files share, and read without writing to it.
 * @param place a digit that is put into every figure
 */
export function generateRelease(place: number, facts: ReleaseFacts = {}): Promise<string> {
  const name = `release-${hashOf(JSON.stringify([place, facts]))}`;
  return sharedTree(name, (outDir) => generateInto(outDir, place, facts));
}

/** The same in a folder of the test's own. */
export async function releaseToChange(place: number): Promise<string> {
  return copied(await generateRelease(place));
}

async function generateInto(
  outDir: string,
  place: number,
  { since = '2026-03-09', until = '2026-03-13', publishedAt = '16:00', site = [] }: ReleaseFacts,
): Promise<void> {
  const lines = dailyLines(since, until);
  const figures = (line: string) => line.replace(/\.(?=\d+$)/, `.${place}`);
  const zloty = lines.filter((line) => line.includes('/USD')).map((line) => line.slice(0, 10));
  // Near the ECB's 22 zlotys and 25 dollars, because GLOBAL states nothing if two banks disagree.
  const NBP = zloty.flatMap((date) => [
    `${date} USD/PLN 0.88${place}01~0.88${place}91`,
    `${date} EUR/PLN 22.${place}~22.${place}3`,
  ]);
  // The time is stated in status.json and nowhere else.
  const definitions = DEFINITIONS.map((one) => ({ ...one, schedule: { ...one.schedule, time: publishedAt } }));
  const more = { bases, historyBases: bases, date: parseIsoDate('2026-03-13'), definitions, site };
  await generateFrom({ ECB: lines.map(figures), NBP }, outDir, more);
}

/** Publishes the trees to a new folder, in their order. */
export async function publishAll(trees: readonly string[]): Promise<ReleaseFolder> {
  const folder = new ReleaseFolder(freshFolder(), ours.signer, NOW);
  for (const tree of trees) await folder.publish(tree);
  return folder;
}

/** A copy that a test may publish to or damage. The stable addresses are left out: no gateway reads them. */
export function copyOf(original: ReleaseFolder): ReleaseFolder {
  const copy = new ReleaseFolder(freshFolder(), original.signer, original.now);
  const own = readdirSync(original.dir).filter((name) => name !== 'v1');
  // Node's cpSync takes six times as long.
  execFileSync('cp', ['-R', ...own.map((name) => join(original.dir, name)), copy.dir]);
  copy.manifests.push(...original.manifests);
  copy.sequence = original.sequence;
  return copy;
}

export interface Answers {
  readonly release: string;
  /** The body of each answer, by question. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** The right answers, from a gateway over the tree's own folder. */
export async function answersOf(tree: string): Promise<Answers> {
  const { ask, catalogue } = await gatewayOver(diskStore(tree));
  const bodies = new Map<string, string>();
  for (const question of QUESTIONS) {
    const { status, text } = await ask(question);
    if (status !== 200) throw new Error(`${question}: ${status} ${text}`);
    bodies.set(question, text);
  }
  return { release: catalogue.current?.release.release ?? '', bodies };
}
