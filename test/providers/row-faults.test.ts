/**
 * Breaks one row in the fixtures of every bank. What is the row's fault costs no more than that row: the document is
 * kept, the row is named or left out, and all other figures are as they were.
 */
import { describe, expect, it } from 'vitest';
import { Witnesses } from '../../generator/rates/quarantine/witnesses.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import type { Observation, ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { readBankFile } from '../support/banks/bank-file.ts';
import { toLine } from '../support/banks/feeds.ts';
import { type Fixture, readFixtures } from '../support/banks/fixtures.ts';
import { readStatement } from '../support/faults/outcome.ts';
import { breakRow, ROW_FAULTS, type RowFault } from '../support/faults/rows.ts';

const world = {
  currencies: codesOf(readCurrencies()),
  redenominations: readRedenominations(),
  witnesses: new Witnesses([]),
};

const keyOf = ({ date, base, quote }: Observation) => `${date} ${base}/${quote}`;
const hasFigure = ({ mid, bid, ask }: Observation, row: Observation) =>
  [row.mid, row.bid, row.ask].some((figure) => figure !== '' && [mid, bid, ask].includes(figure));

/** What became worse than it had to, one line a fault; and the faults that were tried. */
function tryFaults(definition: ProviderDefinition, fixture: Fixture) {
  const feed = definition.feeds.find(({ name }) => name === fixture.feed);
  if (feed === undefined) throw new Error(`${definition.code} has no feed ${fixture.feed}`);
  const { url, post, contentType, recordedAt: seen, bytes } = fixture;
  const request = post === undefined ? { method: 'GET' as const, url } : { method: 'POST' as const, url, body: post };
  const recorded = { definition, feed, answer: { request, bytes, contentType }, seen };
  const truth = readStatement(recorded, bytes, world, true)?.statement.observations ?? [];
  const [tried, harm]: [RowFault[], string[]] = [[], []];
  for (const { fault, bytes: broken, row } of breakRow(bytes, truth)) {
    const others = truth.filter((one) => row === null || !hasFigure(one, row));
    // A document of one figure is nothing without it.
    if (others.length === 0) continue;
    tried.push(fault);
    try {
      const stated = readStatement(recorded, broken, world, true)?.statement.observations ?? [];
      const lines = new Set(stated.map(toLine));
      const lost = others.filter((one) => !lines.has(toLine(one)));
      const known = new Set(truth.map(keyOf));
      const more = stated.filter((one) => !known.has(keyOf(one)));
      if (lost.length > 0) harm.push(`${fault}: also lost ${toLine(lost[0] as Observation)}`);
      if (more.length > 0) harm.push(`${fault}: new ${toLine(more[0] as Observation)}`);
      if (row !== null && fault !== 'empty columns' && lines.has(toLine(row))) harm.push(`${fault}: unnoticed`);
    } catch (error) {
      harm.push(`${fault}: refused: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { tried, harm };
}

describe('one bad row', () => {
  it.each(PROVIDERS.map((definition) => [definition.code, definition] as const))(
    'of %s costs no other figure',
    (code, definition) => {
      const results = readFixtures(code).map((fixture) => tryFaults(definition, fixture));
      const doubtful = readBankFile(code)?.faults.doubtful ?? {};
      const harm = results.flatMap((result) => result.harm);
      const isExempt = (line: string) => ROW_FAULTS.some((fault) => line.startsWith(`${fault}:`) && fault in doubtful);
      expect(harm.filter((line) => !isExempt(line))).toEqual([]);
      const needless = Object.keys(doubtful).filter((fault) => !harm.some((line) => line.startsWith(`${fault}:`)));
      expect(needless, 'is exempt without a need').toEqual([]);
    },
  );
});
