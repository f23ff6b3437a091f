/**
 * A list that an older program archived and that can never make a fixing: its failure names the hold that ends it, and
 * with this hold it ends.
 */
import { describe, expect, it } from 'vitest';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { ratetree } from '../support/trees/by-command.ts';
import { dailyLines } from '../support/trees/trees.ts';

const DAY = '2026-03-12';
const SOUND = ['2026-03-11', DAY].flatMap((day) => [`${day} EUR/TRY 51.1~51.3`, `${day} GBP/TRY 59.1~59.3`]);

describe('a list in the archive with', () => {
  it.each([
    ['a figure of zero', 'USD/TRY 0~44.1', 'bid 0 for USD/TRY on 2026-03-12 is not above 0', `TCMB/${DAY}/USD`],
    ['nothing but zero', 'USD/TRY 0', 'mid 0 for USD/TRY on 2026-03-12 is not above 0', `TCMB/${DAY}/USD`],
    ['a pair without its own currency', 'USD/CHF 0.8~0.9', 'does not contain TRY', `TCMB/${DAY}`],
  ])('%s', async (_, figure, fault, name) => {
    const [archive, out] = [freshFolder(), freshFolder()];
    await writeLines(archive, 'ECB', dailyLines('2026-03-09', DAY));
    await writeLines(archive, 'TCMB', [...SOUND, `${DAY} ${figure}`]);
    const generate = () =>
      ratetree(...['generate', '--archive', archive, '--out', out, '--bases', 'EUR', '--date', '2026-03-13']);

    const failed = generate();
    expect(failed.status, failed.stderr).toBe(2);
    expect(failed.stderr).toContain(`${fault}; until it is corrected, leave it out: quarantine --hold ${name}`);
    const [, hold = ''] = /leave it out: (quarantine --hold \S+)/.exec(failed.stderr) ?? [];

    const held = ratetree(...hold.split(' '), '--archive', archive, '--note', 'its page says another');
    expect(held.status, held.stderr).toBe(0);
    const { status, stderr } = generate();
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('leave it out')]);
  });
});
