/** `start` when a step fails. `first-minute.long.test.ts` has what it prints when all goes well. */
import { describe, expect, it } from 'vitest';
import { programIn } from '../support/kit/program.ts';
import { copyOfCheckout, firstMinute, noteInstallation, RENEWED } from '../support/kit/start.ts';

describe('start', () => {
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
