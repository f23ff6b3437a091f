/**
 * Compares every two providers that quote a currency on one date, and prints which entry of data/cross-check.csv
 * explains figures that are over 2 % apart. Fails if no entry explains them, or if an entry explains nothing.
 * node build/scripts/docs/cross-check.js [RECORDINGS…]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { utcDay } from '../../generator/wire/words/calendar.ts';
import type { Apart } from './cross-check/compare.ts';
import { readEntries } from './cross-check/entries.ts';
import {
  explainHeld,
  explainPairs,
  findHeld,
  nameOf,
  percentOf,
  slackOf,
  slackOfHeld,
  worstOf,
} from './cross-check/explain.ts';
import { crossCheck } from './cross-check/recordings.ts';
import { collectRecordings } from './recordings.ts';

const named = process.argv.slice(2);
const recordings =
  named.length > 0
    ? named
    : ['feeds', 'feeds-new', 'feeds-3', 'feeds-4'].map((name) => join(packageRoot(), '..', 'shared', name));
const entries = readEntries();
const folder = mkdtempSync(join(tmpdir(), 'ratetree-cross-check-'));

try {
  const holdings = await collectRecordings(recordings, join(folder, 'archive'), utcDay(Date.now()));
  const { providers, tree, held, heldApart } = crossCheck(holdings);
  const pairs = explainPairs(tree.apart, entries.pairs);
  const figures = explainHeld(held, entries.held);
  console.log(
    `${providers} providers, ${tree.compared} pairs of figures compared, ${tree.apart.length} over 2 % apart`,
  );
  for (const { entry, items } of pairs.accounts) {
    console.log(`${`${items.length}`.padStart(5)}  ${nameOf(entry)}: ${entry.kind}, ${worstText(items)}`);
  }
  console.log(`${held.length} figures held back, and with them ${heldApart.length} more pairs over 2 % apart`);
  for (const { entry, items } of figures.accounts) {
    const apart = heldApart.filter((pair) => findHeld(pair, items) !== null);
    console.log(`${`${items.length}`.padStart(5)}  ${nameOf(entry)}: ${entry.kind}, ${worstText(apart)}`);
  }
  const complaints = [
    ...pairs.unexplained.map((pair) => `not explained: ${pairText(pair)}`),
    ...heldApart.filter((pair) => findHeld(pair, held) === null).map((pair) => `not explained: ${pairText(pair)}`),
    ...figures.unexplained.map(({ provider, row, reason }) => {
      return `not explained: held back ${provider} ${row.date} ${row.base}/${row.quote}: ${reason}`;
    }),
    ...slackOf(pairs.accounts),
    ...slackOfHeld(figures.accounts),
  ];
  for (const complaint of complaints) console.log(complaint);
  if (complaints.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function worstText(apart: readonly Apart[]): string {
  const worst = worstOf(apart);
  return worst === null ? 'nobody to compare with' : `worst ${pairText(worst)}`;
}

function pairText(pair: Apart): string {
  const { date, currency, providers, base } = pair;
  return `${percentOf(pair).round(2)} % ${providers.join('-')} ${currency}/${base} ${date}`;
}
