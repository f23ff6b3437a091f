/** The parameter `rule`: which rule it names, and which parameters a rule leaves no room for. */
import type { RuleFacts } from '../../generator/wire/answers/rules.ts';
import { Problem, quoted } from './problem.ts';
import { type Parameters, toValue } from './target.ts';
import { toCode } from './values.ts';

/** What a rule takes from its law, so that nobody can ask for it otherwise. */
const FIXED = ['provider', 'type', 'latest', 'extended'];

/** @param rules called only when a rule is asked for. @throws Problem */
export function parseRule(parameters: Parameters, rules: () => readonly RuleFacts[]): RuleFacts | null {
  const code = toCode(parameters, 'rule');
  if (code === null) return null;
  const rule = rules().find((one) => one.code === code);
  if (rule === undefined) throw new Problem(1025, `rule ${quoted(code)} is not one of /v1/rules`);
  const other = FIXED.find((name) => toValue(parameters, name) !== null);
  if (other === undefined) return rule;
  throw new Problem(1106, `${other} is fixed by rule ${code}, which takes it from its law: leave ${other} out`);
}
