/**
 * Trees of one world in which every figure is another in each of them, and what a gateway answers from each: whoever mixes
 * two releases in an answer, or calls one by the name of the other, is found out by any question.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseIsoDate } from '../../../generator/wire/calendar.ts';
import { currencyCode } from '../../../generator/wire/schemas.ts';
import { diskStore } from '../../../server/stores/disk.ts';
import { freshFolder } from '../banks/archives.ts';
import { gatewayOver } from '../servers/gateway.ts';
import { ReleaseFolder } from './release-folder.ts';
import { NOW, newKeys } from './release-pair.ts';
import { DEFINITIONS, dailyLines, generateFrom } from './trees.ts';

export const ours = newKeys();

/** Files as they are, files without their header row, and what is computed from tables. No two have the same words. */
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
  /** Of the first fixing, and of the last. */
  readonly since?: string;
  readonly until?: string;
  /** Hour of the banks' publication: another one makes another release of the same figures. */
  readonly publishedAt?: string;
}

/** @param place a digit that stands in every figure */
export async function generateRelease(
  place: number,
  { since = '2026-03-09', until = '2026-03-13', publishedAt = '16:00' }: ReleaseFacts = {},
): Promise<string> {
  const lines = dailyLines(since, until);
  const figures = (line: string) => line.replace(/\.(?=\d+$)/, `.${place}`);
  const zloty = lines.filter((line) => line.includes('/USD')).map((line) => line.slice(0, 10));
  const folder = freshFolder();
  // Near ECB's 22 zlotys and 25 dollars: where two banks disagree GLOBAL states nothing.
  const NBP = zloty.flatMap((date) => [
    `${date} USD/PLN 0.88${place}01~0.88${place}91`,
    `${date} EUR/PLN 22.${place}~22.${place}3`,
  ]);
  // The hour stands in status.json and nowhere else.
  const definitions = DEFINITIONS.map((one) => ({ ...one, schedule: { ...one.schedule, time: publishedAt } }));
  const more = { bases, historyBases: bases, date: parseIsoDate('2026-03-13'), definitions };
  await generateFrom({ ECB: lines.map(figures), NBP }, folder, more);
  return folder;
}

/** The first releases of a folder: the trees, in the order of publishing. */
export async function publishAll(trees: readonly string[]): Promise<ReleaseFolder> {
  const folder = new ReleaseFolder(freshFolder(), ours.signer, NOW);
  for (const tree of trees) await folder.publish(tree);
  return folder;
}

/** A copy to be published to or spoilt. The stable addresses are left out: no gateway reads them. */
export function copyOf(original: ReleaseFolder): ReleaseFolder {
  const copy = new ReleaseFolder(freshFolder(), original.signer, original.now);
  cpSync(original.dir, copy.dir, { recursive: true, filter: (path) => path !== join(original.dir, 'v1') });
  copy.manifests.push(...original.manifests);
  copy.sequence = original.sequence;
  return copy;
}

export interface Answers {
  readonly release: string;
  /** By question. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** What is right, as a gateway over the tree's own folder says it. */
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
