/**
 * The gate before publishing: compares the tree with the last release and decides whether it can be trusted as a whole.
 * Single figures were judged in quarantine. What points to a fault of ours, or to a broken archive, is a reason to
 * refuse the tree; what is only missing is named. Of both trees, only what differs is read.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import type { CurrencyFacts } from '../../sources/facts/currencies.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { listPath } from '../../wire/answers/paths.ts';
import { GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import {
  goneFinding,
  type IsWithdrawn,
  readFrozenFindings,
  readGlobalFindings,
  readProviderFindings,
  toIsWithdrawn,
} from './lists.ts';
import { readMovedFindings } from './moved.ts';
import { type Finding, type GateReport, toReport } from './report.ts';
import { StatedFixings, type TreeReader, type TwoTrees, toSubjects } from './stated.ts';
import { dateFindings, readGoneFixings, readVoiceFindings } from './timeliness.ts';

export interface GateOptions {
  /** The tree that is about to be published. */
  readonly tree: TreeReader;
  /** The last release's tree, or null before the first release. */
  readonly last: TreeReader | null;
  readonly definitions: readonly ProviderFacts[];
  /** They tell on which day a currency ended. */
  readonly currencies: readonly CurrencyFacts[];
  /** UTC day. */
  readonly now: IsoDate;
  /** The facts that the operator lets pass tonight. */
  readonly accepted: readonly string[];
  /** Called with the number of providers that are checked. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** @throws InputError if the tree is damaged; StoreError if the last release cannot be read */
export async function checkTree(options: GateOptions): Promise<GateReport> {
  const { tree, last, definitions, now, accepted } = options;
  const pairs = await Promise.all(
    toSubjects(definitions).map(async (subject): Promise<TwoTrees> => {
      return { tree: await StatedFixings.open(subject, tree), last: await StatedFixings.open(subject, last) };
    }),
  );
  const isWithdrawn = toIsWithdrawn(options.currencies);
  const findings: Finding[] = [...(await readGone(options)), ...(await readFrozenFindings(tree))];
  for (const [place, pair] of pairs.entries()) {
    findings.push(...(await checkProvider(pair, pairs, now, isWithdrawn)));
    options.onProgress?.(place + 1, pairs.length);
  }
  return toReport(findings, accepted);
}

async function checkProvider(
  pair: TwoTrees,
  pairs: readonly TwoTrees[],
  now: IsoDate,
  isWithdrawn: IsWithdrawn,
): Promise<readonly Finding[]> {
  const { tree } = pair;
  const { code, definition } = tree.subject;
  const ofAny = [...dateFindings(code, definition, tree, now), ...(await readGoneFixings(pair))];
  if (code !== GLOBAL) return [...(await readProviderFindings(pair, now, isWithdrawn)), ...ofAny];
  const ofGlobal = await readGlobalFindings(pair, now, isWithdrawn);
  return [
    ...ofGlobal,
    ...(await readVoiceFindings(pair, now)),
    ...(await readMovedFindings(pair, pairs, now)),
    ...ofAny,
  ];
}

/** Finds the providers of the last release that no longer have an adapter. */
async function readGone({ definitions, last }: GateOptions): Promise<Finding[]> {
  const bytes = await last?.read(listPath('providers', 'csv'));
  if (bytes == null) return [];
  const known = new Set<string>([GLOBAL, ...definitions.map(({ code }) => code)]);
  const rows: string[][] = parseCsv(bytes, { from_line: 2 });
  return rows.flatMap(([code = '']) => (known.has(code) ? [] : [goneFinding(code, null)]));
}
