/**
 * The gate before publishing: compares the tree with the last release and decides whether it can be trusted. Figures
 * that are likely wrong are reasons to refuse it; figures that are only missing are warnings. Of both trees, only what
 * differs is read.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { groupBy } from '../../kit/items.ts';
import type { Renewal } from '../../rates/quarantine/renewal.ts';
import { toFigure, toPercent } from '../../rates/quarantine/steps.ts';
import type { CurrencyFacts } from '../../sources/facts/currencies.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { listPath } from '../../wire/answers/paths.ts';
import { GLOBAL, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import { type OddStep, readChanges } from './changes.ts';
import { readFirstsOfGlobal, readLevelFindings } from './levels.ts';
import {
  goneFinding,
  type IsWithdrawn,
  readFrozenFindings,
  readGlobalFindings,
  readProviderFindings,
  toIsWithdrawn,
} from './lists.ts';
import { atItsSource, readLevelPart, readMovedPart, toListParts } from './parts.ts';
import {
  type AcceptedFact,
  type Compared,
  type Finding,
  type GateReport,
  type Part,
  toFinding,
  toReport,
} from './report.ts';
import { StatedFixings, type TreeReader, type TwoTrees, toSubjects } from './stated.ts';
import { dateFindings, readGoneFixings, readVoiceFindings } from './timeliness.ts';
import { readWitnesses } from './witnesses.ts';

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

// Turns an odd step into a finding: whether witnesses overrule it, and the sentence that a person reads. Pure.

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

// Which findings a night answers by leaving something out, and which it must refuse. One wrong figure should not
// cost a night, but many at once share a cause, and then nobody knows what else is wrong. Pure.

/** What is left out, and the finding that it answers. */
export interface Withheld {
  readonly finding: Finding;
  readonly part: Part;
}

/** Adapters share the code that reads units and directions, so two wrong lists in a night look like a fault of ours. */
const LISTS_MAX = 1;

/**
 * What to leave out next: the figures of providers first, because GLOBAL may be right without them, then currencies of
 * GLOBAL, and last the currencies that GLOBAL has lost, which are out already.
 * @param before what the same night has left out
 * @returns null if the night must be refused
 */
export function toWithheld(refusals: readonly Finding[], before: readonly Withheld[]): readonly Withheld[] | null {
  const ofProviders = refusals.filter(({ provider }) => provider !== GLOBAL);
  const ofGlobal = refusals.filter((finding) => finding.provider === GLOBAL && finding.kind !== 'loss');
  const next = [ofProviders, ofGlobal, refusals].find((some) => some.length > 0) ?? [];
  if (next.some(({ parts }) => parts.length === 0)) return null;
  const withheld = next.flatMap((finding) => finding.parts.map((part) => ({ finding, part })));
  const known = new Set(before.map(({ part }) => nameOf(part)));
  // What was left out and is found again cannot be withheld, and trying once more would never end.
  if (withheld.some(({ part }) => known.has(nameOf(part)))) return null;
  return isFew([...before, ...withheld]) ? withheld : null;
}

/** Fewer than make one fact of a list, and at most one whole list. A currency on many dates is one. */
function isFew(withheld: readonly Withheld[]): boolean {
  const names = new Set(withheld.map(({ part: { provider, code } }) => `${provider}/${code}`));
  const lists = [...names].filter((name) => name.endsWith('/'));
  return names.size < TOGETHER_FROM && lists.length <= LISTS_MAX;
}

function nameOf({ provider, code, from, until }: Part): string {
  return [provider, code, from, until].join('/');
}
