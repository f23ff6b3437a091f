/** What the script that starts a real S3 store says when it cannot start one. */
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';

const SCRIPT = join(packageRoot(), 'scripts', 'dev', 's3-engine');
const run = (args: readonly string[], path = process.env.PATH) =>
  spawnSync(SCRIPT, args, { encoding: 'utf8', env: { PATH: path } });

describe('scripts/dev/s3-engine', () => {
  it.each([
    [[], 2, 'start DIR PORT [memstore|bluestore]'],
    [['start', 'DIR', 'http'], 1, 'PORT must be a number, not http'],
    [['start', 'DIR', '27000', 'diskstore'], 1, 'the store is memstore or bluestore, not diskstore'],
    [['stop', '/nowhere/at/all'], 1, '/nowhere/at/all: no such directory'],
  ])('refuses %j and says what to write', (args, status, message) => {
    const refused = run(args.map((arg) => (arg === 'DIR' ? freshFolder() : arg)));
    expect(refused.stderr).toContain(message);
    expect(refused.status).toBe(status);
  });

  it('names the programs that are not installed, and the command that installs them', () => {
    const tools = freshFolder();
    for (const tool of ['cat', 'dirname', 'mkdir', 'sh']) {
      const found = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim();
      symlinkSync(found, join(tools, tool));
    }
    const refused = run(['start', freshFolder(), '27000'], tools);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /not installed: ceph-mon ceph-osd radosgw.*apt-get install .*radosgw ceph-mon ceph-osd/,
    );
  });
});
