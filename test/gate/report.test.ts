/** The gate's report: the lines for a person, the JSON for a machine, and the facts that an operator lets pass. */
import { describe, expect, it } from 'vitest';
import {
  type Finding,
  type GateReport,
  reportLines,
  toFinding,
  toReport,
} from '../../generator/release/gate/report.ts';

const finding = (kind: Finding['kind'], subject: string, figures: readonly string[] = ['1', '10']) =>
  toFinding(kind, 'ECB', { subject, figures, words: `words about ${subject}` });

describe('a fact', () => {
  it('has a name that says what it is about and ends with a digest', () => {
    expect(finding('moved', '2026-03-13 SEK').fact).toMatch(/^moved ECB 2026-03-13 SEK [0-9a-f]{8}$/);
  });

  it.each([
    ['figure', finding('moved', '2026-03-13 SEK', ['1', '11'])],
    ['date', finding('moved', '2026-03-16 SEK')],
    ['kind', finding('loss', '2026-03-13 SEK')],
  ])('has another name if its %s differs', (_, other) => {
    expect(other.fact).not.toBe(finding('moved', '2026-03-13 SEK').fact);
  });
});

describe('an accepted fact', () => {
  const found = finding('moved', '2026-03-13 SEK');
  const changed = finding('moved', '2026-03-13 SEK', ['1', '11']);

  it('passes, and is reported', () => {
    const report = toReport([found, finding('late', '2026-03-02')], [found.fact]);
    expect(report.refusals).toEqual([]);
    expect(report.warnings).toHaveLength(1);
    expect(report.accepted).toEqual([found]);
    expect(reportLines(report)).toEqual(expect.arrayContaining(['accepted (1)', `  ${found.fact}`]));
  });

  it('is refused once its figures have changed, and its old name is reported as unmatched', () => {
    const report = toReport([changed], [found.fact]);
    expect(report.refusals).toEqual([changed]);
    expect(report.unmatched).toEqual([found.fact]);
  });
});

describe('the report', () => {
  const many = (kind: Finding['kind'], count: number) =>
    Array.from({ length: count }, (_, place) => finding(kind, `2026-03-13 ${place}`));
  const linesOf = (findings: readonly Finding[]) => reportLines(toReport(findings, []));

  it('has a line for a quiet night', () => {
    expect(linesOf([])).toEqual(['gate: passed: 0 reasons to refuse, 0 warnings, 0 accepted']);
  });

  it('groups the findings, the worst first, and ends with what to do', () => {
    const hold = 'ECB/2026-03-16';
    const ahead = toFinding('ahead', 'ECB', { subject: '2026-03-16', figures: [], words: 'three days ahead', hold });
    const lost = finding('lost', 'CUP');
    const [moved, loss] = [finding('moved', '2026-03-13 SEK'), finding('loss', 'X')];
    const lines = linesOf([finding('late', '2026-03-02'), ahead, lost, moved, loss]);
    expect(lines[0]).toBe('gate: REFUSED: 2 reasons to refuse, 3 warnings, 0 accepted');
    const groups = lines.filter((line) => /^(refuse|act|warn)/.test(line));
    expect(groups.map((line) => line.split(':')[0])).toEqual(['refuse', 'refuse', 'act', 'act', 'warn']);
    expect(lines.slice(-2)).toEqual([
      `After checking a fact, let it pass with: --accept "${loss.fact}"`,
      `Or go on without it: ratetree quarantine --hold ${hold} --note "…"`,
    ]);
    expect(linesOf([ahead]).at(-1)).toBe(lines.at(-1));
  });

  it('fits a screen even for the worst possible night', () => {
    const refused = ['loss', 'silence', 'cut', 'moved'] as const;
    const kinds = [...refused, 'lost', 'ahead', 'frozen', 'gone', 'thinner', 'quieter', 'late'] as const;
    const lines = linesOf(kinds.flatMap((kind) => many(kind, 200)));
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(lines.join('\n')).toContain('… and 198 more');
  });

  it('names every finding if there are few', () => {
    const findings = many('moved', 6);
    const text = linesOf(findings).join('\n');
    for (const { fact } of findings) expect(text).toContain(fact);
  });
});

it('the report survives a round trip through JSON', () => {
  const report: GateReport = toReport([finding('moved', '2026-03-13 SEK')], []);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});
