/** data/rules.csv: the rates that laws name, each with its law. docs/rules.md explains the columns. */
import { z } from 'zod';
import { dayOrNoneCell, parseSorted, textCell } from '../../kit/csv-rows.ts';
import { readDataFile } from '../../kit/package.ts';
import { DATE_RULE_NAMES } from '../../wire/answers/rule-dates.ts';
import { type RuleFacts, ruleFacts } from '../../wire/answers/rules.ts';
import { currencyCode } from '../../wire/words/schemas.ts';

const emptyIsNull = z.string().transform((text) => (text === '' ? null : text));
const { code, country, provider, side } = ruleFacts.shape;

const ruleRow = z.object({
  code: z.string().refine((text) => code.safeParse(text).success, 'is not a rule code: write it like PL-VAT'),
  country: z.string().refine((text) => country.safeParse(text).success, 'is not two capital letters'),
  purpose: textCell,
  provider: z.string().pipe(provider),
  side: z.string().pipe(side),
  dateRule: z.enum(DATE_RULE_NAMES, 'is not a date rule: write one that docs/rules.md lists'),
  since: dayOrNoneCell,
  rounding: emptyIsNull.pipe(ruleFacts.shape.rounding),
  currencies: emptyIsNull.transform((text) => text?.split(' ') ?? null).pipe(z.array(currencyCode).nullable()),
  source: textCell,
});

/** Sorted by code. @throws InputError naming line, column and remedy of a bad row, or of a code out of order */
export function readRules(list = readDataFile('rules.csv')): readonly RuleFacts[] {
  const faultOf = (code: string, before: string) => `code ${code} after ${before}: sort by code, each once`;
  return parseSorted(list, ruleRow, ({ code }) => code, faultOf);
}
