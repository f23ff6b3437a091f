/** The gate's report: the lines for a person, the JSON for a machine, and the facts that an operator has accepted. */
import { describe, expect, it } from 'vitest';
import {
  type Finding,
  type GateReport,
  reportLines,
  toFinding,
  toReport,
} from '../../generator/release/gate/report.ts';
import { check, ecb, plus, QUIET, TONIGHT, treeOf } from '../support/trees/nights.ts';

const NOTHING = { providers: 0, fixings: 0, figures: 0 };
const finding = (kind: Finding['kind'], subject: string, figures: readonly string[] = ['1', '10']) =>
  toFinding(kind, 'ECB', { subject, figures, words: `words about ${subject}` });
const accepting = ({ fact }: Finding) => ({ fact, words: 'looked at by Ada', time: '2026-03-13T20:00:00Z' });

describe('a fact', () => {
  it('has a name that says what it is about and ends with a digest', () => {
    expect(finding('jump', '2026-03-13 SEK').fact).toMatch(/^jump ECB 2026-03-13 SEK [0-9a-f]{8}$/);
  });

  it.each([
    ['figure', finding('jump', '2026-03-13 SEK', ['1', '11'])],
    ['date', finding('jump', '2026-03-16 SEK')],
    ['kind', finding('move', '2026-03-13 SEK')],
  ])('has another name if its %s differs', (_, other) => {
    expect(other.fact).not.toBe(finding('jump', '2026-03-13 SEK').fact);
  });
});

describe('an accepted fact', () => {
  const found = finding('jump', '2026-03-13 SEK');
  const changed = finding('jump', '2026-03-13 SEK', ['1', '11']);

  it('passes, and is reported with the words of the person who accepted it', () => {
    const report = toReport([found, finding('late', '2026-03-02')], [accepting(found)], NOTHING);
    expect(report.refusals).toEqual([]);
    expect(report.warnings).toHaveLength(1);
    expect(report.accepted).toEqual([{ ...found, acceptance: accepting(found) }]);
    expect(reportLines(report).join('\n')).toContain('looked at by Ada');
  });

  it('is refused once its figures have changed, and its old name is reported as unmatched', () => {
    const report = toReport([changed], [accepting(found)], NOTHING);
    expect(report.refusals).toEqual([changed]);
    expect(report.unmatched).toEqual([found.fact]);
  });

  it('passes again if the night is repeated, but not if the bank has corrected its figure', async () => {
    const last = await treeOf(plus({}));
    const nightOf = (figure: string) => treeOf(plus({ ...QUIET, ECB: ecb(TONIGHT, { SEK: figure }) }), true);
    const first = await check(await nightOf('244.13'), last);
    const accepted = first.refusals.map(accepting);
    expect(accepted).toHaveLength(2);
    expect((await check(await nightOf('244.13'), last, { accepted })).refusals).toEqual([]);
    expect((await check(await nightOf('244.15'), last, { accepted })).refusals).toHaveLength(2);
  });
});

describe('the report', () => {
  const many = (kind: Finding['kind'], count: number) =>
    Array.from({ length: count }, (_, place) => finding(kind, `2026-03-13 ${place}`));
  const linesOf = (findings: readonly Finding[]) => reportLines(toReport(findings, [], NOTHING));

  it('has two lines for a quiet night', () => {
    expect(linesOf([])).toEqual([
      'gate: passed: 0 reasons to refuse, 0 warnings, 0 accepted',
      'compared 0 figures in 0 new or changed fixings of 0 providers',
    ]);
  });

  it('groups the findings, the worst first, and ends with what to do', () => {
    const [late, jump, flip] = [finding('late', '2026-03-02'), finding('jump', '2026-03-13 SEK'), finding('flip', 'X')];
    const lines = linesOf([late, jump, flip]);
    expect(lines[0]).toBe('gate: REFUSED: 2 reasons to refuse, 1 warnings, 0 accepted');
    expect(lines.filter((line) => /^(refuse|warn)/.test(line)).map((line) => line.split(':')[0])).toEqual([
      'refuse',
      'refuse',
      'warn',
    ]);
    expect(lines.at(-1)).toBe(`After checking a fact, let it pass with: --accept "${flip.fact}"`);
  });

  it('fits a screen even for the worst possible night', () => {
    const refused = ['loss', 'flip', 'jump', 'sides', 'ahead', 'move'] as const;
    const kinds = [...refused, 'frozen', 'gone', 'thinner', 'late', 'moderate'] as const;
    const lines = linesOf(kinds.flatMap((kind) => many(kind, 200)));
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(lines.join('\n')).toContain('… and 198 more');
  });

  it('names every finding if there are few', () => {
    const findings = many('jump', 6);
    const text = linesOf(findings).join('\n');
    for (const { fact } of findings) expect(text).toContain(fact);
  });
});

it('the report survives a round trip through JSON', () => {
  const report: GateReport = toReport([finding('jump', '2026-03-13 SEK')], [], NOTHING);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});
