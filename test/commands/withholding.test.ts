/**
 * One wrong figure does not cost a night, and is not waved through either. BDI and NBP quote the Cuban peso, of which 24
 * are worth a dollar. BDI falls silent, and NBP's weekly list calls the peso a dollar.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { calm, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';
import { bdi, listB, PesoNights, SPOKEN } from '../support/trees/peso-nights.ts';
import { fileIn } from '../support/trees/tree-files.ts';
import { CODES, readTree } from '../support/trees/trees.ts';

const WRONG = [listB('2026-03-12', 'dollar')];

/** GLOBAL's pesos per euro on a day; null if it states none. */
function pesos({ disk }: PesoNights, day: string): string | null {
  const table = fileIn(disk.out, `tables/GLOBAL/2026/${day}.csv`);
  return /^CUP,([^,\r\n]*)/m.exec(table)?.[1] ?? null;
}

describe('the night on which NBP calls a peso a dollar', () => {
  const before = new PesoNights();
  let after = new PesoNights();
  let wrong: Awaited<ReturnType<PesoNights['run']>>;

  beforeAll(async () => {
    const first = await before.run(3, {});
    expect([first.status, pesos(before, '2026-03-11')], first.stderr).toEqual([0, '602.4']);
    after = before.copy();
    wrong = await after.run(4, { nbp: WRONG });
  });

  it('publishes everything but that figure, names it, and ends with 2', () => {
    const { status, summary, stderr } = wrong;
    expect(status, stderr).toBe(2);
    expect(summary).toMatchObject({ outcome: 'published', refusals: [], failures: [], published: { isNew: true } });
    const name = expect.stringMatching(/^NBP\/2026-03-12\/CUP: GLOBAL 2026-03-12: CUP 602\.4 → 25\.1.* \[move GLOBAL /);
    expect(summary.withheld).toEqual([name]);
    expect(stderr).toContain(`withheld: ${summary.withheld[0]}`);
    const tree = readTree(after.disk.out);
    expect(pesos(after, '2026-03-12')).toBeNull();
    expect(tree.get('tables/GLOBAL/2026/2026-03-12.csv')).toContain('SEK,');
    expect(tree.get('tables/NBP/2026/2026-03-12.csv')).not.toContain('CUP');
    expect(tree.get('v1/quarantine.csv')).toMatch(/^NBP,2026-03-12,CUP,.*withheld by the gate: GLOBAL 2026-03-12/m);
  });

  it('is followed by nights that publish, and by the same archive on an empty disk', async () => {
    const nights = after.copy();
    const next = nights.again(5);
    expect(next.status, next.stderr).toBe(0);
    expect(pesos(nights, '2026-03-13')).toBeNull();
    const cold = new PesoNights();
    const elsewhere = { store: nights.store, disk: newDisk() };
    const again = Object.assign(cold, elsewhere).again(5);
    expect([again.status, again.summary.release], again.stderr).toEqual([0, next.summary.release]);
    expect(readTree(elsewhere.disk.archive)).toEqual(readTree(nights.disk.archive));
  });

  it('is over when the banks state the peso as it is', async () => {
    const nights = after.copy();
    const good = { bdi: [...SPOKEN, bdi('2026-03-13')], nbp: [...WRONG, listB('2026-03-13', 'peso')] };
    const { status, stderr } = await nights.run(5, good);
    expect(status, stderr).toBe(0);
    expect(pesos(nights, '2026-03-13')).toMatch(/^602\.4/);
    expect(pesos(nights, '2026-03-12')).toBeNull();
  });

  it('is judged again when the next list is as wrong, by the last figure that was stated', async () => {
    const nights = after.copy();
    const { status, summary, stderr } = await nights.run(5, { nbp: [...WRONG, listB('2026-03-13', 'dollar')] });
    expect(status, stderr).toBe(2);
    expect(summary.withheld).toEqual([expect.stringMatching(/^NBP\/2026-03-13\/CUP: .* 602\.4 → 25\.1/)]);
  });

  it('lets the figure in once a person accepts it, and keeps it in', () => {
    const nights = after.copy();
    expect(nights.quarantine().stdout).toMatch(
      /^NBP\/2026-03-12\/CUP, withheld by the gate at .*, 1 hold in effect$/ms,
    );
    const accepted = nights.quarantine('--accept', 'NBP/2026-03-12/CUP', '--note', 'the peso was revalued');
    expect(accepted.status, accepted.stderr).toBe(0);
    const { status, summary, stderr } = nights.again(4);
    expect([status, summary.withheld], stderr).toEqual([0, []]);
    expect(pesos(nights, '2026-03-12')).toMatch(/^25\.1/);
    expect(nights.quarantine().stdout).toMatch(/^0 figures in quarantine in [^,]*$/m);
  });

  it('lets it in by the fact that the gate named, too', () => {
    const nights = after.copy();
    const [, fact = ''] = /\[(.*)\]$/.exec(wrong.summary.withheld[0]) ?? [];
    const { status, stderr } = nights.again(4, '--accept', fact);
    expect(status, stderr).toBe(0);
    expect(pesos(nights, '2026-03-12')).toMatch(/^25\.1/);
  });
});

describe('a night that must be refused in the end', () => {
  it('takes back what it withheld, so that the next one is judged with every figure', () => {
    const nights = new PesoNights();
    // Without the second list, twelve figures of which are a hundredfold, there are too few currencies for GLOBAL.
    const replay = recordings(['2026-03-12', '2026-03-13'], (code, day) => {
      const place = CODES.indexOf(code);
      // The first is the dirham, whose peg would be named as well.
      if (place === 0 || place > 12) return day === '2026-03-13' ? calm(code, day) : '';
      return day === '2026-03-13' ? `${place + 1}10.4` : calm(code, day);
    });
    night(freshFolder(), replay, nights.disk);
    expect(nights.quarantine('--accept', 'ECB', '--note', 'by mistake').status).toBe(0);
    const { status, summary, stderr } = night(nights.store, replay, nights.disk);
    expect(status, stderr).toBe(3);
    expect(summary).toMatchObject({ outcome: 'refused', withheld: [], published: null });
    expect(stderr).toContain('withheld: ECB/2026-03-13: ECB 2026-03-13: 12 currencies at once');
    const named = expect.arrayContaining([
      expect.stringMatching(/^jump ECB 2026-03-13 12 currencies /),
      expect.stringMatching(/^loss GLOBAL /),
    ]);
    expect(summary.refusals).toEqual(named);
    expect(nights.quarantine().stdout).toMatch(/^0 figures in quarantine in [^,]*$/m);
    expect(readTree(nights.disk.out).get('tables/ECB/2026/2026-03-13.csv')).toContain('210.4');
  });
});

describe('a currency that GLOBAL loses because nobody quotes it any longer', () => {
  it('is named, and the night publishes the rest and ends with 2, once', async () => {
    const nights = new PesoNights();
    await nights.run(3, {});
    const { status, summary, stderr } = nights.again(4);
    expect(status, stderr).toBe(2);
    expect(summary).toMatchObject({ outcome: 'published', refusals: [] });
    const words =
      /^GLOBAL\/2026-03-12\/CUP: GLOBAL 2026-03-12 lacks currencies that 2026-03-11 had: CUP \[loss GLOBAL CUP /;
    expect(summary.withheld).toEqual([expect.stringMatching(words)]);
    expect(nights.again(5).status).toBe(0);
  });
});
