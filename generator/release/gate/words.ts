/** Turns an odd step into a finding: whether witnesses overrule it, and the sentence that a person reads. Pure. */

import { groupBy } from '../../kit/items.ts';
import { toFigure, toPercent } from '../../rates/quarantine/words.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import type { OddStep } from './changes.ts';
import { toListParts } from './parts.ts';
import { type Finding, toFinding } from './report.ts';

/**
 * Returns null if a second source confirms the move. GLOBAL is made of the other providers, so for a move of GLOBAL the
 * first provider that moved is only the first source. A slip of the decimal point and an inverted pair are refused even
 * if others agree, because adapters share the code that reads units and directions.
 */
export function toMoveFinding(
  provider: ProviderCode,
  odd: OddStep,
  witnesses: readonly ProviderCode[],
): Finding | null {
  const { oddity, corrected, fixing, currency, step } = odd;
  const needed = provider === GLOBAL && !corrected ? 2 : 1;
  const isUnlikely = oddity === 'jump' || oddity === 'flip';
  if (!isUnlikely && witnesses.length >= needed) return null;
  return toFinding(oddity, provider, {
    subject: `${fixing} ${currency}`,
    figures: [odd.side, step.from.date, `${step.from.value}`, `${step.to.value}`],
    words: toWords(provider, odd, witnesses),
  });
}

/** From this many on, findings of a fixing become one: the whole list is wrong, or the reference currency moved. */
export const TOGETHER_FROM = 10;
const WORDS_SHOWN = 3;

/** Joins the findings of one kind and fixing if they are many. @param findings of one provider, one per currency */
export function toTogether(findings: readonly { readonly fixing: IsoDate; readonly finding: Finding }[]): Finding[] {
  const groups = groupBy(findings, ({ fixing, finding }) => `${finding.kind} ${fixing}`);
  return [...groups.values()].flatMap((group) => {
    const all = group.map(({ finding }) => finding);
    const [first] = group;
    if (first === undefined || all.length < TOGETHER_FROM) return all;
    const { kind, provider } = first.finding;
    const shown = all.slice(0, WORDS_SHOWN).map(({ words }) => words.replace(`${provider} ${first.fixing}: `, ''));
    const words = `${provider} ${first.fixing}: ${all.length} currencies at once: ${shown.join('; ')}; …`;
    const figures = all.map(({ fact }) => fact);
    const subject = `${first.fixing} ${all.length} currencies`;
    return [toFinding(kind, provider, { subject, figures, words, parts: toListParts(all) })];
  });
}

function toWords(provider: ProviderCode, odd: OddStep, witnesses: readonly ProviderCode[]): string {
  const { fixing, currency, reference, side, step, corrected } = odd;
  const [from, to] = [step.from.value, step.to.value];
  const since = corrected ? 'corrected' : `since ${step.from.date}`;
  const named = side === 'mid' ? currency : `${currency} ${side}`;
  const others = witnesses.length === 0 ? 'no other source' : `also ${witnesses.join(', ')}`;
  return `${provider} ${fixing}: ${named} ${toFigure(from)} → ${toFigure(to)} per ${reference} (${toPercent(from, to)}, ${since}; ${others})`;
}
