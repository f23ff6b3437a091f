/** Finds bids above asks in new and changed fixings: no bank sells a currency for less than it pays for it. */

import type { Table } from '../wire/table.ts';
import { type Finding, toFinding } from './report.ts';
import type { TwoTrees } from './stated.ts';

export async function readSideFindings({ tree, last }: TwoTrees): Promise<readonly Finding[]> {
  if (tree.subject.definition?.bidAsk !== true) return [];
  const findings: Finding[] = [];
  for (const date of tree.dates) {
    if (!tree.isAlike(last, date)) findings.push(...sideFindings(await tree.table(date)));
  }
  return findings;
}

function sideFindings({ provider, date, reference, figures }: Table): readonly Finding[] {
  return [...figures].flatMap(([currency, { bid, ask }]) => {
    if (bid === null || ask === null || bid.compareTo(ask) <= 0) return [];
    const [low, high] = [bid.roundSignificant(10), ask.roundSignificant(10)];
    const words = `${provider} ${date}: ${currency} bid ${low} above ask ${high} per ${reference}`;
    return [toFinding('sides', provider, { subject: `${date} ${currency}`, figures: [`${bid}`, `${ask}`], words })];
  });
}
