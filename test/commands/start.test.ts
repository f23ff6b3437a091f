/** `start` when a step fails. `first-minute.long.test.ts` has what it prints when all goes well. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { programIn } from '../support/kit/program.ts';
import { copyOfCheckout, firstMinute, noteInstallation, RENEWED } from '../support/kit/start.ts';

describe('start', () => {
  it('answers from what is in force while a later step fails, and says what failed', async () => {
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    const words = ['start', '--ask-every', '1', '--provider', 'CBR'];
    const command: [string, ...string[]] = [process.execPath, programIn(root), ...words];
    await firstMinute(folder, command);
    const broken = join(folder, '.ratetree', 'archive', 'CBR');
    mkdirSync(broken, { recursive: true });
    writeFileSync(join(broken, '2026.csv'), 'no archive\n');
    const statuses: number[] = [];
    const { lines } = await firstMinute(folder, command, {
      // Twice: after the first failure it goes on, and asks again.
      until: /(Asking the banks[\s\S]*){2}/,
      meanwhile: async (out) => {
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
        const { statusCode, body } = await request(`${address}/v1/latest`, { headers: { 'Subscription-Key': 'k' } });
        await body.dump();
        statuses.push(statusCode);
      },
    });
    expect(statuses).toEqual([200]);
    const at = lines.indexOf('This did not work:');
    expect(lines.slice(at, at + 4).join('\n')).toMatch(/ratetree generate .*\n.*CBR.*2026\.csv/);
    expect(lines.filter((line) => line.startsWith('Asking the banks')).length).toBeGreaterThan(1);
  });

  it('shows the words of a step that fails, names the log, and ends with the code of that step', async () => {
    const root = copyOfCheckout(['build']);
    noteInstallation(root, '');
    const command: [string, ...string[]] = [process.execPath, programIn(root), 'start', '--after-install'];
    const { code, lines } = await firstMinute(root, [...command, '--provider', 'NOBODY'], { until: RENEWED });
    expect(code).toBe(1);
    expect(lines.slice(lines.indexOf('This did not work:'))).toEqual([
      'This did not work:',
      expect.stringMatching(/^ {2}ratetree collect /),
      expect.stringContaining('"NOBODY" has no adapter'),
      expect.stringMatching(/^The full output is in .*start\.log\.$/),
    ]);
  });
});
