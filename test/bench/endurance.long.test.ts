/** Short runs of the two scripts that try the service for as long as somebody likes: soak and fuzz. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

const run = (script: string, ...flags: string[]) =>
  promisify(execFile)(process.execPath, [join(packageRoot(), 'build', 'scripts', 'bench', script), ...flags]);

describe('endurance', () => {
  it('fuzz finds nothing in ten thousand odd requests', async () => {
    const { stdout } = await run('fuzz.js', '--requests', '10000', '--seed', '7', '--tree', await embeddedTree());
    expect(stdout).toContain('10000 requests (seed 7), nothing found');
    // It would prove nothing if all of them were refused.
    expect(Number(/200: (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(1000);
  });

  it('soak finds nothing while releases and keys change and the store fails', async () => {
    const { stdout } = await run('soak.js', '--minutes', '0.25', '--every', '3', '--outage', '3');
    expect(stdout).toContain('nothing is broken');
    expect(stdout).toMatch(/\d{3,} × 200/);
    expect(stdout).toMatch(/\d+ × 401/);
  });
});
