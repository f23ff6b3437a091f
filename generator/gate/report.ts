/** What the gate found: for a person in a minute, for a machine as JSON. A fact has a name that changes when the fact does. */
import { createHash } from 'node:crypto';
import type { Acceptance } from '../wire/manifest.ts';

/** Who let a fact pass, when: it is kept in the root of the release's manifest. */
export type { Acceptance };
export type Level = 'refuse' | 'warn';

/** Worst first. */
const KINDS = {
  loss: { level: 'refuse', title: 'GLOBAL lost what it had' },
  flip: { level: 'refuse', title: 'Turned round: the new figure is the inverse of the old one' },
  jump: { level: 'refuse', title: 'The decimal point slipped: 10, 100 or 1000 times as much or as little' },
  sides: { level: 'refuse', title: 'Bid above ask' },
  ahead: { level: 'refuse', title: 'Dated further ahead than the provider declares' },
  move: { level: 'refuse', title: 'Moved beyond the bound, and no second source confirms it' },
  gone: { level: 'warn', title: 'Gone: in the last release, not in this tree' },
  thinner: { level: 'warn', title: 'Thinner than in the last release' },
  late: { level: 'warn', title: 'Late by their own schedule' },
  moderate: { level: 'warn', title: 'Moved more than half of the bound, and no second source confirms it' },
} as const satisfies Record<string, { readonly level: Level; readonly title: string }>;

export type Kind = keyof typeof KINDS;

export interface Finding {
  /** Its name: `jump ECB 2026-03-13 TRY 1f2e3d4c`, with a digest of the figures. */
  readonly fact: string;
  readonly level: Level;
  readonly kind: Kind;
  readonly provider: string;
  readonly words: string;
}

/** A finding that an operator let pass. */
export interface AcceptedFinding extends Finding {
  readonly acceptance: Acceptance;
}

export interface Compared {
  readonly providers: number;
  /** Fixings that are new or differ, and figures looked at in them. */
  readonly fixings: number;
  readonly figures: number;
}

export interface GateReport {
  readonly refusals: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  /** Facts that were accepted and did not come up: a slip in a name, or the fact has changed. */
  readonly unmatched: readonly string[];
  readonly compared: Compared;
}

/** @param subject what the fact is about @param figures what makes another fact of it when it changes */
export function toFinding(
  kind: Kind,
  provider: string,
  {
    subject,
    figures,
    words,
  }: { readonly subject: string; readonly figures: readonly string[]; readonly words: string },
): Finding {
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, provider, subject, ...figures]))
    .digest('hex');
  const fact = [kind, provider, subject, digest.slice(0, 8)].filter((part) => part !== '').join(' ');
  return { fact, level: KINDS[kind].level, kind, provider, words };
}

/** What is accepted passes, under the words of who accepted it; an acceptance of anything else is named. */
export function toReport(
  findings: readonly Finding[],
  accepted: readonly Acceptance[],
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

/** Findings of one kind that are written out; with more than three kinds fewer, so that all fit a screen. */
const SHOWN = { few: 5, many: 2 } as const;
const KINDS_FEW = 3;

/** Worst first, grouped, at most a screen. */
export function reportLines(report: GateReport): string[] {
  const { refusals, warnings, accepted, unmatched, compared } = report;
  const verdict = refusals.length > 0 ? 'REFUSED' : 'passed';
  const counts = [`${refusals.length} reasons to refuse`, `${warnings.length} warnings`, `${accepted.length} accepted`];
  const groups = groupsOf([...refusals, ...warnings]);
  const shown = groups.length > KINDS_FEW ? SHOWN.many : SHOWN.few;
  const lines = [
    `gate: ${verdict}: ${counts.join(', ')}`,
    `compared ${compared.figures} figures in ${compared.fixings} new or changed fixings of ${compared.providers} providers`,
    ...groups.flatMap(([kind, findings]) => groupLines(kind, findings, shown)),
  ];
  if (accepted.length > 0) {
    const passed = accepted.map((one) => `  ${one.fact}: ${one.acceptance.words} (${one.acceptance.time})`);
    lines.push(`accepted (${accepted.length})`, ...cut(passed, shown));
  }
  if (unmatched.length > 0) {
    lines.push(
      'accepted, and no longer found',
      ...cut(
        unmatched.map((fact) => `  ${fact}`),
        shown,
      ),
    );
  }
  const first = refusals[0];
  if (first !== undefined) lines.push(`Once looked at, a fact may pass with: --accept "${first.fact}"`);
  return lines;
}

function groupLines(kind: Kind, findings: readonly Finding[], shown: number): string[] {
  const { level, title } = KINDS[kind];
  const written = findings.map(({ fact, words }) => `  ${words}  [${fact}]`);
  return [`${level}: ${title} (${findings.length})`, ...cut(written, shown)];
}

function cut(lines: readonly string[], shown: number): string[] {
  return lines.length <= shown + 1 ? [...lines] : [...lines.slice(0, shown), `  … and ${lines.length - shown} more`];
}

function groupsOf(findings: readonly Finding[]): readonly (readonly [Kind, readonly Finding[]])[] {
  const groups = new Map<Kind, Finding[]>();
  for (const finding of findings) groups.set(finding.kind, [...(groups.get(finding.kind) ?? []), finding]);
  return [...groups];
}
