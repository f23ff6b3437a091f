/** What the gate found, as lines for a person and as JSON for a machine. A fact's name changes with its figures. */

import { groupBy } from '../../kit/items.ts';
import { hashOf } from '../../wire/words/hash.ts';

/** `refuse` keeps the tree from being published; `act` does not, but a person must do something; `warn` only says. */
type Level = 'refuse' | 'act' | 'warn';

/** Worst first. */
const KINDS = {
  loss: { level: 'refuse', title: 'GLOBAL lost a fixing or many currencies' },
  silence: { level: 'refuse', title: 'Fewer than half of the usual voices behind GLOBAL' },
  cut: { level: 'refuse', title: 'Lost more than three past fixings that the last release had' },
  moved: { level: 'refuse', title: 'GLOBAL moved by more than 10 %, and no bank behind it did' },
  lost: { level: 'act', title: 'GLOBAL lost currencies' },
  ahead: { level: 'act', title: 'Dated further ahead than the provider declares' },
  frozen: { level: 'warn', title: 'Frozen: the same figures under fresh dates, while others moved' },
  gone: { level: 'warn', title: 'Gone: in the last release but not in this tree' },
  thinner: { level: 'warn', title: 'Fewer currencies than in the last release' },
  quieter: { level: 'warn', title: 'A quarter fewer voices than usual behind GLOBAL' },
  late: { level: 'warn', title: 'Late by their own schedule' },
} as const satisfies Record<string, { readonly level: Level; readonly title: string }>;

type Kind = keyof typeof KINDS;

export interface Finding {
  /** The finding's name, which ends with a digest of its figures: `lost GLOBAL CUP 1f2e3d4c`. */
  readonly fact: string;
  readonly level: Level;
  readonly kind: Kind;
  readonly provider: string;
  readonly words: string;
  /** What follows `quarantine --hold` to go on without the part that is wrong; '' for a fault of the whole. */
  readonly hold: string;
}

export interface GateReport {
  readonly refusals: readonly Finding[];
  /** Findings of the levels `act` and `warn`. */
  readonly warnings: readonly Finding[];
  /** Findings that the operator lets pass. */
  readonly accepted: readonly Finding[];
  /** Accepted facts that were not found: a name is misspelt, or the fact has changed. */
  readonly unmatched: readonly string[];
}

/** @param subject what the fact is about @param figures if one of them changes, the finding becomes another fact */
export function toFinding(
  kind: Kind,
  provider: string,
  {
    subject,
    figures,
    words,
    hold = '',
  }: {
    readonly subject: string;
    readonly figures: readonly string[];
    readonly words: string;
    readonly hold?: string;
  },
): Finding {
  const digest = hashOf(JSON.stringify([kind, provider, subject, ...figures])).slice(0, 8);
  const fact = [kind, provider, subject, digest].filter((part) => part !== '').join(' ');
  return { fact, level: KINDS[kind].level, kind, provider, words, hold };
}

/** Accepted findings pass; accepted facts that were not found are listed. */
export function toReport(findings: readonly Finding[], accepted: readonly string[]): GateReport {
  const order = Object.keys(KINDS);
  const sorted = [...findings].sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
  const open = sorted.filter(({ fact }) => !accepted.includes(fact));
  return {
    refusals: open.filter(({ level }) => level === 'refuse'),
    warnings: open.filter(({ level }) => level !== 'refuse'),
    accepted: sorted.filter(({ fact }) => accepted.includes(fact)),
    unmatched: accepted.filter((fact) => !findings.some((finding) => finding.fact === fact)),
  };
}

/** Findings of one kind that are written out: fewer if there are more than three kinds, so that all fit a screen. */
const SHOWN = { few: 5, many: 2 } as const;
const KINDS_FEW = 3;

/** The worst findings come first, grouped by kind, in at most a screen of lines. */
export function reportLines(report: GateReport): string[] {
  const { refusals, warnings, accepted, unmatched } = report;
  const verdict = refusals.length > 0 ? 'REFUSED' : 'passed';
  const counts = [`${refusals.length} reasons to refuse`, `${warnings.length} warnings`, `${accepted.length} accepted`];
  const groups = [...groupBy([...refusals, ...warnings], ({ kind }) => kind)];
  const shown = groups.length > KINDS_FEW ? SHOWN.many : SHOWN.few;
  const lines = [
    `gate: ${verdict}: ${counts.join(', ')}`,
    ...groups.flatMap(([kind, findings]) => groupLines(kind, findings, shown)),
    ...listed(
      `accepted (${accepted.length})`,
      accepted.map(({ fact }) => fact),
      shown,
    ),
    ...listed('accepted but not found', unmatched, shown),
  ];
  const [first] = refusals;
  if (first !== undefined) lines.push(`After checking a fact, let it pass with: --accept "${first.fact}"`);
  const hold = [...refusals, ...warnings].find((finding) => finding.hold !== '')?.hold;
  if (hold !== undefined) lines.push(`Or go on without it: ratetree quarantine --hold ${hold} --note "…"`);
  return lines;
}

function listed(title: string, facts: readonly string[], shown: number): readonly string[] {
  return facts.length === 0
    ? []
    : [
        title,
        ...cut(
          facts.map((fact) => `  ${fact}`),
          shown,
        ),
      ];
}

function groupLines(kind: Kind, findings: readonly Finding[], shown: number): string[] {
  const { level, title } = KINDS[kind];
  const written = findings.map(({ fact, words }) => `  ${words}  [${fact}]`);
  return [`${level}: ${title} (${findings.length})`, ...cut(written, shown)];
}

function cut(lines: readonly string[], shown: number): string[] {
  return lines.length <= shown + 1 ? [...lines] : [...lines.slice(0, shown), `  … and ${lines.length - shown} more`];
}
