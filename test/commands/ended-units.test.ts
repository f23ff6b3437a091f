/** Nights of the compiled program in which a peg ends and a currency drops three zeros, at every bank. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../generator/wire/exact/decimal.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { calm, DAYS, newDisk, night, recordings } from '../support/trees/nights-by-command.ts';

const FOUR = recordings(DAYS.slice(0, 4), calm);
const FIVE = recordings(DAYS, calm);
const NEWEST = '2026-03-13';

/** What one dollar is in each bank's own currency. Beside it, each states the currency that is asked about. */
const BANKS = { CNB: ['CZK', '20'], NBP: ['PLN', '4'], TCMB: ['TRY', '40'] } as const;

/** Two days of three banks, on which one unit of the currency costs a dollar divided by the first or the second figure. */
async function stated(archive: string, code: string, figures: Readonly<Record<string, readonly string[]>>) {
  for (const [bank, [own, dollar]] of Object.entries(BANKS)) {
    const [before = '', after = ''] = figures[bank] ?? [];
    await writeLines(archive, bank, [
      ...[`2026-03-12 USD/${own} ${dollar}`, `2026-03-12 ${code}/${own} ${before}`],
      ...(after === '' ? [] : [`${NEWEST} USD/${own} ${dollar}`, `${NEWEST} ${code}/${own} ${after}`]),
    ]);
  }
}

/** A store and a disk after a night with the figures of the 12th. */
async function afterNight(code: string, figures: Readonly<Record<string, readonly string[]>>) {
  const [store, disk] = [freshFolder(), newDisk()];
  const before = Object.fromEntries(Object.entries(figures).map(([bank, [first = '']]) => [bank, [first]]));
  await stated(disk.archive, code, before);
  const first = night(store, FOUR, disk);
  expect([first.status, first.summary.notices], first.stderr).toEqual([0, []]);
  await stated(disk.archive, code, figures);
  return { store, disk, next: () => night(store, FIVE, disk) };
}

/** Units of the currency per dollar in GLOBAL's newest fixing, to six digits; null where it states none. */
function perDollar(out: string, code: string): string | null {
  const rows = readFileSync(join(out, 'v1', 'latest', 'GLOBAL', 'EUR.csv'), 'utf8')
    .trim()
    .split('\r\n');
  const rateOf = (wanted: string) =>
    rows.find((row) => row.startsWith(`GLOBAL,${NEWEST},EUR,${wanted},`))?.split(',')[4];
  const [rate, dollar = ''] = [rateOf(code), rateOf('USD')];
  return rate === undefined ? null : `${Decimal.parse(rate).over(Decimal.parse(dollar)).roundSignificant(6)}`;
}

describe('a night', () => {
  it('in which the riyal is near its peg and not at it notes that, and ends with 0', async () => {
    // Two banks are too few to be heard against the official number.
    const riyals = { CNB: ['5.33333', '5.26'], NBP: ['1.06667', '1.052'] };
    const { next } = await afterNight('SAR', riyals);
    const { status, summary, stderr } = next();
    expect(stderr).toMatch(/^note: GLOBAL\/SAR: /m);
    expect(stderr).not.toMatch(/^notice: /m);
    expect([status, summary.notices], stderr).toEqual([0, []]);
  });

  it('in which every bank states the riyal a fifth weaker states what they do, names it, and ends with 2', async () => {
    const riyals = { CNB: ['5.33333', '4.44444'], NBP: ['1.06667', '0.888889'], TCMB: ['10.6667', '8.88889'] };
    const { disk, next } = await afterNight('SAR', riyals);
    const { status, summary, stderr } = next();
    expect([status, summary.outcome], stderr).toEqual([2, 'published']);
    expect(summary.notices).toEqual([
      'SAR: observed at 4.5 for 1 USD, 20 % from the official 3.75 (CNB, NBP, TCMB); GLOBAL states what is observed',
    ]);
    expect(stderr).toMatch(/^notice: GLOBAL\/SAR: observed at 4\.5 for 1 USD/m);
    expect(perDollar(disk.out, 'SAR')).toBe('4.5');
    const said = JSON.parse(readFileSync(join(disk.out, 'v1', 'status.json'), 'utf8'));
    expect(said.notices).toMatchObject([{ currency: 'SAR', kind: 'peg-observed' }]);
  });

  it('in which the sum drops three zeros states none until a person confirms it, and none when that is undone', async () => {
    const sums = { CNB: ['0.0016', '1.6'], NBP: ['0.00032', '0.32'], TCMB: ['0.0032', '3.2'] };
    const { disk, next } = await afterNight('UZS', sums);
    const held = next();
    expect([held.status, held.summary.notices], held.stderr).toEqual([
      2,
      [expect.stringMatching(/^UZS: all 3 banks /)],
    ]);
    expect(perDollar(disk.out, 'UZS')).toBeNull();
    const word = ['quarantine', '--archive', disk.archive, '--note', 'law'];
    expect(ratetree(...word, '--redenominate', 'UZS', '--from', NEWEST, '--factor', '1000').status).toBe(0);
    const confirmed = next();
    expect([confirmed.status, confirmed.summary.notices], confirmed.stderr).toEqual([0, []]);
    expect(perDollar(disk.out, 'UZS')).toBe('12.5');
    expect(ratetree(...word, '--undo-redenomination', 'UZS').status).toBe(0);
    expect(next().status).toBe(2);
    expect(perDollar(disk.out, 'UZS')).toBeNull();
  });
});
