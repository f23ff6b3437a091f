/** What the gate found, as lines for a person and as JSON for a machine. A fact's name changes with its figures. */

import { groupBy } from '../../kit/items.ts';
import { holdName } from '../../sources/archive/holds.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { GLOBAL, type IsoDate } from '../../wire/words/schemas.ts';

type Level = 'refuse' | 'warn';

/** Worst first. */
const KINDS = {
  loss: { level: 'refuse', title: 'GLOBAL lost currencies or a fixing' },
  silence: { level: 'refuse', title: 'Fewer than half of the usual voices behind GLOBAL' },
  cut: { level: 'refuse', title: 'Lost more than three past fixings that the last release had' },
  flip: { level: 'refuse', title: 'Inverted: the new figure is the inverse of the old one' },
  jump: {
    level: 'refuse',
    title: 'The decimal point slipped: off by a power of ten, up to 1000000',
  },
  sides: { level: 'refuse', title: 'Bid above ask' },
  ahead: { level: 'refuse', title: 'Dated further ahead than the provider declares' },
  move: { level: 'refuse', title: 'Moved beyond the bound, and no second source confirms it' },
  level: { level: 'refuse', title: 'A first figure that at least two other banks contradict and none confirms' },
  frozen: { level: 'warn', title: 'Frozen: the same figures under fresh dates, while others moved' },
  gone: { level: 'warn', title: 'Gone: in the last release but not in this tree' },
  thinner: { level: 'warn', title: 'Fewer currencies than in the last release' },
  quieter: { level: 'warn', title: 'A quarter fewer voices than usual behind GLOBAL' },
  late: { level: 'warn', title: 'Late by their own schedule' },
  moderate: { level: 'warn', title: 'Moved by more than half of the bound, and no second source confirms it' },
} as const satisfies Record<string, { readonly level: Level; readonly title: string }>;

type Kind = keyof typeof KINDS;

export interface Finding {
  /** The finding's name, which ends with a digest of its figures: `jump ECB 2026-03-13 TRY 1f2e3d4c`. */
  readonly fact: string;
  readonly level: Level;
  readonly kind: Kind;
  readonly provider: string;
  readonly words: string;
  /** What can be withheld so that the rest passes; none for a fault of the whole. */
  readonly parts: readonly Part[];
}

/** A figure, a currency of GLOBAL, or a list of a provider. */
export interface Part {
  readonly provider: string;
  /** '' for the whole list. */
  readonly code: string;
  readonly from: IsoDate;
  readonly until: IsoDate;
  /** True if the last release stated another figure for the date, which may stay. */
  readonly corrected: boolean;
  /** The figure that was stated before, and the one that is refused: exact, in units per EUR. Of GLOBAL only. */
  readonly stated: string;
  readonly refused: string;
}

/** A fact that a person has checked and accepted; it holds until the fact changes. */
export interface AcceptedFact {
  readonly fact: string;
  readonly words: string;
  readonly time: string;
}

/** A finding that an operator let pass. */
interface AcceptedFinding extends Finding {
  readonly acceptance: AcceptedFact;
}

export interface Compared {
  readonly providers: number;
  /** How many fixings are new or changed. */
  readonly fixings: number;
  /** How many figures in them were compared. */
  readonly figures: number;
}

export interface GateReport {
  readonly refusals: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  /** Accepted facts that were not found: a name is misspelt, or the fact has changed. */
  readonly unmatched: readonly string[];
  readonly compared: Compared;
}

/** @param subject what the fact is about @param figures if one of them changes, the finding becomes another fact */
export function toFinding(
  kind: Kind,
  provider: string,
  {
    subject,
    figures,
    words,
    parts = [],
  }: {
    readonly subject: string;
    readonly figures: readonly string[];
    readonly words: string;
    readonly parts?: readonly Part[];
  },
): Finding {
  const digest = hashOf(JSON.stringify([kind, provider, subject, ...figures])).slice(0, 8);
  const fact = [kind, provider, subject, digest].filter((part) => part !== '').join(' ');
  return { fact, level: KINDS[kind].level, kind, provider, words, parts };
}

/** Accepted findings pass, with the words of the person who accepted them; accepted facts not found are listed. */
export function toReport(
  findings: readonly Finding[],
  accepted: readonly AcceptedFact[],
  compared: Compared,
): GateReport {
  const order = Object.keys(KINDS);
  const sorted = [...findings].sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
  const byFact = new Map(accepted.map((one) => [one.fact, one]));
  const open = sorted.filter(({ fact }) => !byFact.has(fact));
  const passed = sorted.flatMap((finding) => {
    const found = byFact.get(finding.fact);
    return found === undefined ? [] : [{ ...finding, acceptance: found }];
  });
  const facts = new Set(findings.map(({ fact }) => fact));
  return {
    refusals: open.filter(({ level }) => level === 'refuse'),
    warnings: open.filter(({ level }) => level === 'warn'),
    accepted: passed,
    unmatched: accepted.map(({ fact }) => fact).filter((fact) => !facts.has(fact)),
    compared,
  };
}

/** Findings of one kind that are written out: fewer if there are more than three kinds, so that all fit a screen. */
const SHOWN = { few: 5, many: 2 } as const;
const KINDS_FEW = 3;

/** The worst findings come first, grouped by kind, in at most a screen of lines. */
export function reportLines(report: GateReport): string[] {
  const { refusals, warnings, accepted, unmatched, compared } = report;
  const verdict = refusals.length > 0 ? 'REFUSED' : 'passed';
  const counts = [`${refusals.length} reasons to refuse`, `${warnings.length} warnings`, `${accepted.length} accepted`];
  const groups = [...groupBy([...refusals, ...warnings], ({ kind }) => kind)];
  const shown = groups.length > KINDS_FEW ? SHOWN.many : SHOWN.few;
  const lines = [
    `gate: ${verdict}: ${counts.join(', ')}`,
    comparedLine(compared),
    ...groups.flatMap(([kind, findings]) => groupLines(kind, findings, shown)),
  ];
  if (accepted.length > 0) {
    const passed = accepted.map((one) => `  ${one.fact}: ${one.acceptance.words} (${one.acceptance.time})`);
    lines.push(`accepted (${accepted.length})`, ...cut(passed, shown));
  }
  if (unmatched.length > 0) {
    lines.push(
      'accepted but not found',
      ...cut(
        unmatched.map((fact) => `  ${fact}`),
        shown,
      ),
    );
  }
  const first = refusals[0];
  if (first !== undefined) lines.push(`After checking a fact, let it pass with: --accept "${first.fact}"`);
  const parts = refusals.flatMap((finding) => (finding.kind === 'loss' ? [] : finding.parts));
  const part = parts.find(({ provider }) => provider !== GLOBAL) ?? parts[0];
  if (part !== undefined) lines.push(`Or go on without it: ratetree quarantine --hold ${toHoldFlags(part)} --note "…"`);
  return lines;
}

/** `NBP/2026-03-04/CUP`, or `GLOBAL/CUP --from 2026-03-04 --until 2026-03-13`. */
function toHoldFlags(part: Part): string {
  const span = part.from === part.until ? '' : ` --from ${part.from} --until ${part.until}`;
  return `${holdName(part.provider, part)}${span}`;
}

function comparedLine({ figures, fixings, providers }: Compared): string {
  return `compared ${figures} figures in ${fixings} new or changed fixings of ${providers} providers`;
}

function groupLines(kind: Kind, findings: readonly Finding[], shown: number): string[] {
  const { level, title } = KINDS[kind];
  const written = findings.map(({ fact, words }) => `  ${words}  [${fact}]`);
  return [`${level}: ${title} (${findings.length})`, ...cut(written, shown)];
}

function cut(lines: readonly string[], shown: number): string[] {
  return lines.length <= shown + 1 ? [...lines] : [...lines.slice(0, shown), `  … and ${lines.length - shown} more`];
}
