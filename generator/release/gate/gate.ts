/**
 * The gate before publishing: compares the tree with the last release and decides whether it can be trusted. Figures
 * that are likely wrong are reasons to refuse it; figures that are only missing are warnings. Of both trees, only what
 * differs is read.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import type { Renewal } from '../../rates/quarantine/renewal.ts';
import type { CurrencyFacts } from '../../sources/facts/currencies.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { listPath } from '../../wire/answers/paths.ts';
import type { AcceptedFact } from '../../wire/release/manifest.ts';
import { GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';
import { type OddStep, readChanges } from './changes.ts';
import { dateFindings, readGoneFixings } from './dates.ts';
import { readFirstsOfGlobal, readLevelFindings } from './levels.ts';
import {
  goneFinding,
  type IsWithdrawn,
  readFrozenFindings,
  readGlobalFindings,
  readProviderFindings,
  toIsWithdrawn,
} from './lists.ts';
import { atItsSource, readLevelPart, readMovedPart } from './parts.ts';
import { type Compared, type Finding, type GateReport, toReport } from './report.ts';
import { StatedFixings, type TreeReader, type TwoTrees, toSubjects } from './stated.ts';
import { readVoiceFindings } from './voices.ts';
import { readWitnesses } from './witnesses.ts';
import { toMoveFinding, toTogether } from './words.ts';

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
  /** The facts accepted in the last release, and those that the operator names tonight. */
  readonly accepted: readonly AcceptedFact[];
  /** Redenominations that a person has confirmed: about their days a step by the factor is right. */
  readonly renewals?: readonly Renewal[];
  /** Called with the number of providers that are checked. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** @throws InputError if the tree is damaged; StoreError if the last release cannot be read */
export async function checkTree(options: GateOptions): Promise<GateReport> {
  const { tree, last } = options;
  const pairs = await Promise.all(
    toSubjects(options.definitions).map(async (subject): Promise<TwoTrees> => {
      return { tree: await StatedFixings.open(subject, tree), last: await StatedFixings.open(subject, last) };
    }),
  );
  const isWithdrawn = toIsWithdrawn(options.currencies);
  const findings: Finding[] = [...(await readGone(options)), ...(await readFrozenFindings(tree))];
  let compared: Compared = { providers: 0, fixings: 0, figures: 0 };
  for (const [place, pair] of pairs.entries()) {
    const checked = await checkProvider(pair, pairs, options, isWithdrawn);
    findings.push(...checked.findings);
    compared = plus(compared, checked.compared);
    options.onProgress?.(place + 1, pairs.length);
  }
  return toReport(findings, options.accepted, compared);
}

async function checkProvider(
  pair: TwoTrees,
  pairs: readonly TwoTrees[],
  { now, renewals = [] }: Pick<GateOptions, 'now' | 'renewals'>,
  isWithdrawn: IsWithdrawn,
) {
  const { tree } = pair;
  const { code, definition } = tree.subject;
  const changes = await readChanges(pair, renewals);
  const findings = [
    ...(code === GLOBAL ? await readGlobalFindings(pair, now, isWithdrawn) : []),
    ...(code === GLOBAL ? await readVoiceFindings(pair, now) : []),
    ...(code === GLOBAL ? [] : await readProviderFindings(pair, now, isWithdrawn)),
    ...dateFindings(code, definition, tree, now),
    ...(await readGoneFixings(pair)),
    ...changes.sides,
  ];
  findings.push(...(await readMoveFindings(pair, changes.odd, pairs)));
  const readLevels = code === GLOBAL ? readFirstsOfGlobal : readLevelFindings;
  const withParts = (await readLevels(tree, changes.first, pairs)).map(async ({ finding, first, nearest }) => {
    const part = await readLevelPart(pair, first, nearest);
    const parts = [code === GLOBAL ? await atItsSource(part, tree, pairs) : part];
    return { fixing: first.fixing, finding: { ...finding, parts } };
  });
  findings.push(...toTogether(await Promise.all(withParts)));
  const compared = { providers: changes.fixings > 0 ? 1 : 0, fixings: changes.fixings, figures: changes.figures };
  return { findings, compared };
}

/** Of the three sides of a currency, only the worst finding is reported. */
async function readMoveFindings(own: TwoTrees, steps: readonly OddStep[], pairs: readonly TwoTrees[]) {
  const { tree } = own;
  const found = new Map<string, { readonly fixing: IsoDate; readonly finding: Finding }>();
  for (const odd of steps) {
    const bare = toMoveFinding(tree.subject.code, odd, await readWitnesses(tree, odd, pairs));
    const part = bare?.level === 'refuse' ? await readMovedPart(own, odd) : null;
    const isOfGlobal = part?.provider === GLOBAL && !odd.corrected;
    const parts = part === null ? [] : [isOfGlobal ? await atItsSource(part, tree, pairs) : part];
    const finding = bare === null ? null : { ...bare, parts };
    const subject = `${odd.fixing} ${odd.currency}`;
    const isWorse = finding?.level === 'refuse' && found.get(subject)?.finding.level === 'warn';
    if (finding !== null && (isWorse || !found.has(subject))) found.set(subject, { fixing: odd.fixing, finding });
  }
  return toTogether([...found.values()]);
}

/** Finds the providers of the last release that no longer have an adapter. */
async function readGone({ definitions, last }: GateOptions): Promise<Finding[]> {
  const bytes = await last?.read(listPath('providers', 'csv'));
  if (bytes == null) return [];
  const known = new Set<string>([GLOBAL, ...definitions.map(({ code }) => code)]);
  const rows: string[][] = parseCsv(bytes, { from_line: 2 });
  return rows.flatMap(([code = '']) => (known.has(code) ? [] : [goneFinding(code, null)]));
}

function plus(left: Compared, right: Compared): Compared {
  return {
    providers: left.providers + right.providers,
    fixings: left.fixings + right.fixings,
    figures: left.figures + right.figures,
  };
}
