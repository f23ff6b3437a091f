/** A person's answer to a true alarm: `quarantine --hold` and `--release`, and nights that go by them. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { hold, release } from '../../generator/rates/quarantine/person-holds.ts';
import { readHoldRows } from '../../generator/sources/archive/holds.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { inputError } from '../support/kit/errors.ts';
import { listB, PesoNights } from '../support/trees/peso-nights.ts';
import { readTree } from '../support/trees/trees.ts';

const NOTE = ['--note', 'its page says that 24 are a dollar'];
const WRONG = [listB('2026-03-12', 'dollar')];

async function printed(work: () => Promise<void>): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await work();
    return log.mock.calls.join('\n');
  } finally {
    log.mockRestore();
  }
}

describe('by hand, the peso of NBP', () => {
  const nights = new PesoNights();
  beforeAll(async () => {
    await nights.run(3, {});
    // The list is in the archive before the person looks, as after a collect.
    await writeLines(nights.disk.archive, 'NBP', ['2026-03-12 EUR/PLN 4.2 in A', ...WRONG]);
  });

  it('is held, and the night publishes the rest with 0 and says that GLOBAL lacks it', async () => {
    const own = nights.copy();
    const held = own.quarantine('--hold', 'NBP/CUP', '--from', '2026-03-12', '--until', '2026-11-30', ...NOTE);
    expect([held.status, held.stdout], held.stderr).toEqual([
      0,
      expect.stringMatching(
        /^held: NBP\/CUP from 2026-03-12 until 2026-11-30, held by a person at .*Z: its page says .* \(1 figure so far\)$/m,
      ),
    ]);
    const { status, summary, stderr } = await own.run(4, { nbp: WRONG });
    expect([status, summary.notices], stderr).toEqual([0, []]);
    expect(stderr).toContain('GLOBAL 2026-03-12 lacks currencies that are held or disputed: CUP');
    expect(readTree(own.disk.out).get('tables/GLOBAL/2026/2026-03-12.csv')).not.toContain('CUP');
    expect(own.quarantine().stdout).toMatch(
      /^NBP\/2026-03-12\/CUP\/PLN 0\.16733: held by a person: its page .*\nNBP\/CUP from 2026-03-12 until 2026-11-30, held by/m,
    );
    expect(own.quarantine('--accept', 'NBP/CUP', ...NOTE).stderr).toBe(
      'ratetree: --accept NBP/CUP: a person holds it; --release ends the hold\n',
    );
    const released = own.quarantine('--release', 'NBP/CUP', '--note', 'the list is right after all');
    expect(released.status, released.stderr).toBe(0);
    expect(own.again(4).status).toBe(0);
    expect(readTree(own.disk.out).get('tables/GLOBAL/2026/2026-03-12.csv')).toContain('CUP,25.1');
  });

  it('is held in GLOBAL alone, and stays in the list of NBP', async () => {
    const own = nights.copy();
    expect(own.quarantine('--hold', 'GLOBAL/CUP', '--from', '2026-03-12', ...NOTE).status).toBe(0);
    const { status, stderr } = await own.run(4, { nbp: WRONG });
    expect(status, stderr).toBe(0);
    const tree = readTree(own.disk.out);
    expect(tree.get('tables/GLOBAL/2026/2026-03-12.csv')).not.toContain('CUP');
    expect(tree.get('tables/NBP/2026/2026-03-12.csv')).toContain('CUP');
    expect(tree.get('v1/quarantine.csv')).toMatch(/^GLOBAL,2026-03-12,EUR,CUP,.*\(until it is released\)$/m);
  });
});

describe('the flags of a hold', () => {
  const dir = freshFolder();
  const now = new Date('2026-03-13T09:00:00Z');
  beforeAll(() => writeLines(dir, 'NBP', ['2026-03-12 EUR/PLN 4.2', '2026-03-12 CUP/PLN 0.16733']));

  it('cover everything from the day of the hold on, unless they say otherwise', async () => {
    await hold(dir, ['NBP/CUP'], {}, 'no list so far', now);
    expect(await readHoldRows(dir, 'NBP')).toEqual([
      expect.objectContaining({ by: 'person', code: 'CUP', from: '2026-03-13', until: '', at: '2026-03-13T09:00:00Z' }),
    ]);
  });

  it.each([
    [
      '2026-03-13T09:00:00Z',
      {},
      '0 figures so far; the newest figure is of 2026-03-12: to hold it as well, add --from 2026-03-12',
    ],
    ['2026-03-12T09:00:00Z', {}, '1 figure so far'],
    ['2026-03-13T09:00:00Z', { from: '2026-03-12' }, '1 figure so far'],
  ])('say on %s with %j how many figures they cover, and which day the newest has', async (clock, days, said) => {
    const { from }: { from?: string } = days;
    const own = freshFolder();
    await writeLines(own, 'NBP', ['2026-03-12 EUR/PLN 4.2', '2026-03-12 CUP/PLN 0.16733', '2026-03-13 EUR/PLN 4.2']);
    const span = from === undefined ? {} : { from: parseIsoDate(from) };
    expect(await printed(() => hold(own, ['NBP/CUP'], span, 'a note', new Date(clock)))).toContain(`(${said})`);
  });

  it('of GLOBAL say that older figures stay', async () => {
    const own = freshFolder();
    expect(await printed(() => hold(own, ['GLOBAL/CUP'], {}, 'a note', now))).toContain(
      '(figures before 2026-03-13 stay: to hold an older one as well, name its day with --from)',
    );
  });

  it('take the day of the figure after its currency, too', async () => {
    const own = freshFolder();
    await writeLines(own, 'NBP', ['2026-03-12 EUR/PLN 4.2', '2026-03-12 CUP/PLN 0.16733']);
    await hold(own, ['NBP/CUP/2026-03-12'], {}, 'a note', now);
    expect(await readHoldRows(own, 'NBP')).toEqual([
      expect.objectContaining({ code: 'CUP', from: '2026-03-12', until: '2026-03-12' }),
    ]);
  });

  it.each([
    ['XXX/CUP', {}, '--hold XXX/CUP: no provider has the code XXX'],
    ['NBP/cup', {}, '--hold NBP/cup: write PROVIDER, PROVIDER/CODE, PROVIDER/DATE/CODE or GLOBAL/CODE'],
    ['NBP/2026-02-30/CUP', {}, '--hold NBP/2026-02-30/CUP: write PROVIDER, PROVIDER/CODE'],
    ['NBP/TRY', {}, '--hold NBP/TRY: NBP has never stated TRY; name a currency from its list'],
    ['NBP/PLN', {}, '--hold NBP/PLN: PLN is the reference currency of NBP; hold NBP itself'],
    [
      'NBP/2026-03-11/CUP',
      {},
      '--hold NBP/2026-03-11/CUP: NBP has no such figure for 2026-03-11; the newest figure is of 2026-03-12',
    ],
    ['ECB', {}, /^--hold ECB: .* has no figure of ECB; name --archive$/],
    ['NBP/CUP', {}, '--hold NBP/CUP: already held for these days; --release it first'],
    ['GLOBAL', {}, '--hold GLOBAL: GLOBAL is held by currency: write GLOBAL/CODE, or roll the release back'],
    ['GLOBAL/EUR', {}, '--hold GLOBAL/EUR: GLOBAL does not state EUR'],
    ['GLOBAL/QQQ', {}, '--hold GLOBAL/QQQ: GLOBAL does not state QQQ'],
    [
      'NBP/CUP',
      { until: '2026-03-12' },
      '--until 2026-03-12: it is before 2026-03-13, the first day of the hold on NBP/CUP',
    ],
    [
      'NBP/2026-03-12/CUP',
      { from: '2026-03-12' },
      'the name has a date already; leave out --from and --until, or the date',
    ],
  ])('refuse %s %j and name the fix', async (name, days: { from?: string; until?: string }, message) => {
    const span = Object.fromEntries(Object.entries(days).map(([flag, day]) => [flag, parseIsoDate(day)]));
    await expect(hold(dir, [name], span, 'a note', now)).rejects.toThrow(inputError(message));
  });

  it('refuse to release what is not held', async () => {
    await expect(release(dir, ['NBP/XOF'], 'a note')).rejects.toThrow(
      inputError('--release NBP/XOF: no hold has this name; run quarantine without flags to list the holds'),
    );
  });

  it.each([
    [['--hold', 'NBP'], '--hold needs --note: say why, for those who read it later'],
    [['--hold', 'NBP', '--release', 'NBP', ...NOTE], '--hold and --release: use one at a time'],
    [['--release', 'NBP', '--until', '2026-03-13', ...NOTE], '--until is the last day of a hold: add --hold'],
  ])('refuse %j', (flags, message) => {
    const { status, stderr } = new PesoNights().quarantine(...flags);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
