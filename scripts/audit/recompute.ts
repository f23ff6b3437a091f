/**
 * Computes every figure of GLOBAL again from the archive's text, as docs/global.md describes it, with arithmetic of
 * its own. Of the program it imports the providers' declarations, and nothing that blends, makes fixings or calculates.
 * node build/scripts/audit/recompute.js ARCHIVE TREE [FROM [TO [AS_OF]]]
 */
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { datesOf, globalOn, readLaw } from './global.ts';
import { readEvidence } from './lists.ts';
import { compareDay, readDates, readQuarantine } from './tree.ts';

const [archive = 'archive', tree = 'dist', from = '0000', to = '9999', asOf = '9999'] = process.argv.slice(2);
const law = readLaw(join(packageRoot(), 'data'));
const evidence = readEvidence(archive, readQuarantine(tree), asOf);
const whole = readEvidence(archive, readQuarantine(tree, 'unheard'), asOf);
const inSpan = (date: string) => from <= date && date <= to;
const days = [...new Set([...datesOf(evidence), ...readDates(tree)])].filter(inSpan).sort();
const due = new Set(datesOf(evidence));
const counts = { days: 0, gaps: 0, figures: 0, differences: 0 };
for (const day of days) {
  const figures = due.has(day) ? globalOn(day, evidence, law, whole) : null;
  const compared = compareDay(tree, day, figures);
  for (const line of compared.differences.slice(0, 20)) console.error(line);
  counts.days += figures === null ? 0 : 1;
  counts.gaps += figures === null ? 1 : 0;
  counts.figures += compared.figures;
  counts.differences += compared.differences.length;
}
console.log(
  `${counts.days} days of GLOBAL from ${evidence.banks.length} banks: ${counts.figures} figures compared, ` +
    `${counts.differences} differences; ${counts.gaps} days without a fixing`,
);
if (counts.differences > 0 || counts.days === 0) process.exitCode = 1;
