/** `./scripts/start` as it is in a checkout: the shell script, the compiler, and all banks, of which none is reached. */
import { describe, expect, it } from 'vitest';
import { copyOfCheckout, EMBEDDED_WORDS, firstMinute, RENEWED } from '../support/kit/start.ts';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'DECISIONS.md', 'SECURITY.md', 'docs'];
const SOURCES = [
  'generator',
  'server',
  'scripts',
  'test',
  ...PAGES,
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
];

describe('./scripts/start', () => {
  it('compiles, serves, and asks every bank in fifteen lines', async () => {
    const { code, lines, log, err } = await firstMinute(copyOfCheckout(SOURCES), ['./scripts/start'], {
      until: RENEWED,
    });
    expect([code, err]).toEqual([0, '']);
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines[0]).toBe('Installing and compiling ...');
    expect(lines).toContain(`No bank could be reached, so ${EMBEDDED_WORDS} are served.`);
    expect(lines).toContain('Stop     Ctrl-C');
    expect(log.match(/^\w+: asking$/gm)?.length).toBeGreaterThan(100);
  });

  it('shows what the compiler says, and names the log, where the program cannot be compiled', async () => {
    const { code, lines, err } = await firstMinute(copyOfCheckout(['scripts']), ['./scripts/start']);
    expect(code).toBe(1);
    expect(lines).toEqual(['Installing and compiling ...']);
    expect(err).toMatch(/tsconfig\.build\.json/);
    expect(err).toMatch(/^The installation failed\. All that it said is in \.ratetree\/start\.log\.$/m);
  });
});
