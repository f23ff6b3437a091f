/**
 * The gate before publishing: is this tree to be trusted, seen against the last release? Figures that are likely wrong
 * are reasons to refuse, what is only missing is a warning. Of both trees nothing is read but what differs.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import type { CurrencyFacts } from '../facts/currencies.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import type { Acceptance } from '../wire/manifest.ts';
import { listPath, releasePath } from '../wire/paths.ts';
import { GLOBAL, type IsoDate } from '../wire/schemas.ts';
import { type OddStep, readChanges } from './changes.ts';
import { dateFindings } from './dates.ts';
import { goneFinding, type IsWithdrawn, readGlobalFindings, readProviderFindings, toIsWithdrawn } from './lists.ts';
import { type Compared, type Finding, type GateReport, toReport } from './report.ts';
import { readSideFindings } from './sides.ts';
import { type Pair, StatedFixings, type Subject, type TreeReader, toSubjects } from './stated.ts';
import { readWitnesses } from './witnesses.ts';
import { toMoveFinding, toTogether } from './words.ts';

export interface GateOptions {
  /** The tree that is about to be published. */
  readonly tree: TreeReader;
  /** The last release's, or null before the first. */
  readonly last: TreeReader | null;
  readonly definitions: readonly ProviderDefinition[];
  /** For the days on which a currency ended. */
  readonly currencies: readonly CurrencyFacts[];
  /** UTC day. */
  readonly now: IsoDate;
  /** What the last release holds as accepted, and what the operator names tonight. */
  readonly accepted: readonly Acceptance[];
}

export async function checkTree(options: GateOptions): Promise<GateReport> {
  const last = await readLast(options);
  const pairs = await Promise.all(
    toSubjects(options.definitions).map((subject) => openPair(subject, options.tree, last)),
  );
  const isWithdrawn = toIsWithdrawn(options.currencies);
  const findings: Finding[] = await readGone(options, last);
  let compared: Compared = { providers: 0, fixings: 0, figures: 0 };
  for (const pair of pairs) {
    const checked = await checkProvider(pair, pairs, options.now, isWithdrawn);
    findings.push(...checked.findings);
    compared = plus(compared, checked.compared);
  }
  return toReport(findings, options.accepted, compared);
}

/** A release of the same id has the same files: then nothing is fetched. */
async function readLast({ tree, last }: GateOptions): Promise<TreeReader | null> {
  const [own, before] = [await tree.read(releasePath), (await last?.read(releasePath)) ?? null];
  return own !== null && before?.equals(own) ? tree : last;
}

async function openPair(subject: Subject, tree: TreeReader, last: TreeReader | null): Promise<Pair> {
  const near = await StatedFixings.open(subject, tree, null);
  return { tree: near, last: last === tree ? near : await StatedFixings.open(subject, last, near) };
}

async function checkProvider(pair: Pair, pairs: readonly Pair[], now: IsoDate, isWithdrawn: IsWithdrawn) {
  const { tree } = pair;
  const { code, definition } = tree.subject;
  const changes = await readChanges(pair);
  const findings = [
    ...(code === GLOBAL ? await readGlobalFindings(pair, now, isWithdrawn) : []),
    ...(code === GLOBAL ? [] : await readProviderFindings(pair, now, isWithdrawn)),
    ...dateFindings(code, definition, tree.dates, now),
    ...(await readSideFindings(pair)),
  ];
  findings.push(...(await readMoveFindings(tree, changes.odd, pairs)));
  const compared = { providers: changes.fixings > 0 ? 1 : 0, fixings: changes.fixings, figures: changes.figures };
  return { findings, compared };
}

/** One for the three sides of a currency, the worst. */
async function readMoveFindings(tree: StatedFixings, steps: readonly OddStep[], pairs: readonly Pair[]) {
  const found = new Map<string, { readonly fixing: IsoDate; readonly finding: Finding }>();
  for (const odd of steps) {
    const finding = toMoveFinding(tree.subject.code, odd, await readWitnesses(tree, odd, pairs));
    const subject = `${odd.fixing} ${odd.currency}`;
    const isWorse = finding?.level === 'refuse' && found.get(subject)?.finding.level === 'warn';
    if (finding !== null && (isWorse || !found.has(subject))) found.set(subject, { fixing: odd.fixing, finding });
  }
  return toTogether([...found.values()]);
}

/** Providers of the last release that nothing is known of any more: no adapter. */
async function readGone({ definitions }: GateOptions, last: TreeReader | null): Promise<Finding[]> {
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
