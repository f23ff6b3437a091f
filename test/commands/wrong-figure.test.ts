/**
 * What a wrong figure costs a night: nothing if others state the currency, the currency if nobody does, and the night if
 * GLOBAL would change to it. A dollar is 24 Cuban pesos, and NBP's weekly list calls the peso a dollar.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { bdi, listB, PesoNights, SPOKEN } from '../support/trees/peso-nights.ts';
import { fileIn } from '../support/trees/tree-files.ts';
import { readTree } from '../support/trees/trees.ts';

const PESO = listB('2026-03-10', 'peso');
const WRONG = listB('2026-03-12', 'dollar');
const held = 'held in quarantine (NBP), at 25.1001 per EUR, 24 times less than before; GLOBAL states nothing';

/** GLOBAL's pesos per euro on a day; null if it states none. */
function pesos({ disk }: PesoNights, day: string): string | null {
  const table = fileIn(disk.out, `tables/GLOBAL/2026/${day}.csv`);
  return /^CUP,([^,\r\n]*)/m.exec(table)?.[1] ?? null;
}

describe('a slip of one bank', () => {
  it('is in quarantine and costs nothing while another bank states the currency', async () => {
    const nights = new PesoNights();
    const days = [...SPOKEN, bdi('2026-03-10'), bdi('2026-03-11')];
    expect((await nights.run(3, { bdi: days, nbp: [PESO] })).status).toBe(0);
    const { status, summary, stderr } = await nights.run(4, { bdi: [...days, bdi('2026-03-12')], nbp: [PESO, WRONG] });
    expect(status, stderr).toBe(0);
    expect(summary).toMatchObject({ outcome: 'published', notices: [], refusals: [], failures: [] });
    expect(pesos(nights, '2026-03-12')).toMatch(/^602\.4/);
    expect(fileIn(nights.disk.out, 'tables/NBP/2026/2026-03-12.csv')).toMatch(/^CUP,/m);
    expect(fileIn(nights.disk.out, 'v1/quarantine.csv')).toMatch(
      /^NBP,2026-03-12,CUP,PLN,.*2300 % from the figure of/m,
    );
  });

  it('costs the currency if the bank is the only one, and the night says so with 2 until a person accepts it', async () => {
    const nights = new PesoNights();
    expect((await nights.run(3, { nbp: [PESO] })).status).toBe(0);
    const wrong = await nights.run(4, { nbp: [PESO, WRONG] });
    expect([wrong.status, wrong.summary.outcome, wrong.summary.notices], wrong.stderr).toEqual([
      2,
      'published',
      [`CUP: the only bank that states it is ${held}`],
    ]);
    expect(pesos(nights, '2026-03-12')).toBeNull();
    expect(nights.again(5).status).toBe(2);
    const accepted = nights.quarantine('--accept', 'NBP/2026-03-12/CUP', '--note', 'the peso was revalued');
    expect(accepted.status, accepted.stderr).toBe(0);
    const { status, stderr } = nights.again(5);
    expect([status, pesos(nights, '2026-03-13')], stderr).toEqual([0, expect.stringMatching(/^25\.1/)]);
  });
});

describe('the night on which GLOBAL would change to a bank that calls a peso a dollar', () => {
  const before = new PesoNights();
  let after = new PesoNights();
  let wrong: Awaited<ReturnType<PesoNights['run']>>;

  beforeAll(async () => {
    const first = await before.run(3, {});
    expect([first.status, pesos(before, '2026-03-11')], first.stderr).toEqual([0, '602.4']);
    after = before.copy();
    wrong = await after.run(4, { nbp: [WRONG] });
  });

  it('is refused with 3, names the figure, and signs the pointer to the last release again', () => {
    const { status, summary, stderr } = wrong;
    expect(status, stderr).toBe(3);
    const refusals = [expect.stringMatching(/^moved GLOBAL 2026-03-12 CUP [0-9a-f]{8}$/)];
    expect(summary).toMatchObject({
      outcome: 'refused',
      refusals,
      failures: [],
      published: { sequence: 2, isNew: false },
    });
    expect(stderr).toContain(
      '  GLOBAL 2026-03-12 beside 2026-03-11: CUP 602.4 → 25.1001016 per EUR, -95.8 % (no step at NBP)',
    );
    expect(summary).not.toHaveProperty('withheld');
  });

  it('is refused on an empty disk as well, of the same archive', () => {
    const cold = after.elsewhere();
    expect(cold.again(4).summary).toMatchObject({ outcome: 'refused', refusals: wrong.summary.refusals });
    expect(readTree(cold.disk.archive)).toEqual(readTree(after.disk.archive));
  });

  it('goes on without the currency by the command that it names', () => {
    const nights = after.copy();
    const [, words = ''] = /^Or go on without it: ratetree quarantine (.*) --note "…"$/m.exec(wrong.stderr) ?? [];
    const done = nights.quarantine(...words.split(' '), '--note', 'the ECB has it right');
    expect(done.status, done.stderr).toBe(0);
    const { status, summary, stderr } = nights.again(4);
    expect([status, summary.refusals, pesos(nights, '2026-03-12')], stderr).toEqual([0, [], null]);
    expect(fileIn(nights.disk.out, 'tables/NBP/2026/2026-03-12.csv')).toMatch(/^CUP,/m);
  });

  it('passes once its fact is let pass, and the nights after it pass without', () => {
    const nights = after.copy();
    const { status, stderr } = nights.again(4, '--accept', ...wrong.summary.refusals);
    expect([status, pesos(nights, '2026-03-12')], stderr).toEqual([0, expect.stringMatching(/^25\.1/)]);
    expect(nights.again(5).status).toBe(0);
  });

  it('is over when the banks state the peso as it is', async () => {
    const nights = after.copy();
    const good = { bdi: [...SPOKEN, bdi('2026-03-13')], nbp: [WRONG, listB('2026-03-13', 'peso')] };
    const { status, stderr } = await nights.run(5, good);
    expect([status, pesos(nights, '2026-03-13')], stderr).toEqual([0, expect.stringMatching(/^602\.4/)]);
  });
});

describe('a currency that GLOBAL loses because nobody quotes it any longer', () => {
  it('is named, and the night publishes the rest and ends with 2, once', async () => {
    const nights = new PesoNights();
    await nights.run(3, {});
    const { status, summary, stderr } = nights.again(4);
    expect(status, stderr).toBe(2);
    expect(summary).toMatchObject({ outcome: 'published', refusals: [] });
    const words = /^GLOBAL 2026-03-12 lacks currencies that 2026-03-11 had: CUP \[lost GLOBAL CUP [0-9a-f]{8}\]$/;
    expect(summary.notices).toEqual([expect.stringMatching(words)]);
    expect(nights.again(5).status).toBe(0);
  });
});
