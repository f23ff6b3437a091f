/** Of which days a rate is, in words: the day of its fixing, or of a law's mean the first and the last. */
import { z } from 'zod';
import { DATE_RULES, type DateRuleName } from '../../../generator/wire/answers/rule-dates.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { type Asker, askFor, isRefusal, type SentParameters } from '../ask/answers.ts';

const rules = z.array(z.looseObject({ dateRule: z.string() }));
const span = z.looseObject({ from: z.string(), to: z.string() });

interface Answered {
  readonly provider: string;
  readonly date: IsoDate;
}

/** A key that may not ask for rules or series is told the day of the last fixing, as without a rule. */
export async function fixingText(
  asker: Asker,
  { rule, date: event }: SentParameters,
  { provider, date }: Answered,
): Promise<string> {
  const plain = `${provider} of ${date}`;
  if (!rule) return plain;
  try {
    const { value } = await askFor(asker, rules, '/v1/rules', { code: rule });
    const dateRule = value[0]?.dateRule ?? '';
    if (dateRule === 'quarter-first-unless-5%') return `${provider}, the first of the quarter or that of ${date}`;
    if (dateRule === 'average-12-month-ends') return `${provider}, mean of 12 month-ends to ${date}`;
    if (!dateRule.startsWith('average-')) return plain;
    // Without any fixing, a date rule says from which day on it needs them.
    const from = DATE_RULES[dateRule as DateRuleName]?.(event as IsoDate, { fixings: [] }).needs?.from;
    const asked = { provider, from, to: date, period: 'span', currencies: 'EUR' };
    const { value: mean } = await askFor(asker, span, '/v1/series', asked);
    return `${provider}, mean of ${mean.from} to ${mean.to}`;
  } catch (error) {
    if (isRefusal(error)) return plain;
    throw error;
  }
}
