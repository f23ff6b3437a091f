/** Finds bids above asks in new and changed fixings: no bank sells a currency for less than it pays for it. */

import { toFigure } from '../quarantine/words.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

export async function readSideFindings({ tree, last }: TwoTrees): Promise<readonly Finding[]> {
  if (tree.subject.definition?.bidAsk !== true) return [];
  const findings: Finding[] = [];
  for (const [, date] of tree.datesUnlike(last)) {
    if (!(await tree.isAlike(last, date))) findings.push(...(await readFindings(tree, date)));
  }
  return findings;
}

async function readFindings(tree: StatedFixings, date: IsoDate): Promise<readonly Finding[]> {
  const { provider, reference, figures } = await tree.table(date);
  const findings: Finding[] = [];
  for (const [currency, { bid, ask }] of figures) {
    if (bid === null || ask === null || bid.compareTo(ask) <= 0) continue;
    const [low, high] = [toFigure(bid), toFigure(ask)];
    const words = `${provider} ${date}: ${currency} bid ${low} above ask ${high} per ${reference}`;
    const own = (await tree.ownDate(date, currency)) ?? date;
    const part = { provider, code: currency, from: own, until: own, corrected: false, stated: '', refused: '' };
    const facts = { subject: `${date} ${currency}`, figures: [`${bid}`, `${ask}`], words, parts: [part] };
    findings.push(toFinding('sides', provider, facts));
  }
  return findings;
}
