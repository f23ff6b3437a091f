/** The list of rules in every format, and what a gateway needs to apply them. */

import { readRules } from '../../facts/rules.ts';
import { fullRulesPath, listPath } from '../../wire/answers/paths.ts';
import { fullRulesText, toListed } from '../../wire/answers/rules.ts';
import { encode } from '../../wire/encode/encode.ts';
import { FORMATS } from '../../wire/encode/rendition.ts';
import type { TreeFile } from '../read/tree-file.ts';

/** @throws InputError if data/rules.csv cannot be used */
export function* renderRules(): Generator<TreeFile> {
  const rules = readRules();
  for (const format of FORMATS) {
    const bytes = encode({ kind: 'rules', items: rules.map(toListed) }, { format, header: true });
    yield { path: listPath('rules', format), bytes };
  }
  yield { path: fullRulesPath, bytes: Buffer.from(fullRulesText(rules)) };
}
