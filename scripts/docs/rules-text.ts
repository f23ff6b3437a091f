/** The table of rules in docs/rules.md, made from data/rules.csv. */
import type { RuleFacts } from '../../generator/wire/answers/rules.ts';

export function rulesTable(rules: readonly RuleFacts[]): string {
  const lines = rules.map(({ code, purpose, provider, side, dateRule }) => {
    const [subject = ''] = purpose.split(/[:,]/);
    return `| ${[code, subject, side === 'mid' ? provider : `${provider} ${side}`, `\`${dateRule}\``].join(' | ')} |`;
  });
  return ['| rule | for | rate | fixing |', '|---|---|---|---|', ...lines].join('\n');
}
