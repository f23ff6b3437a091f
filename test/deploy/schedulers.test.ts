/** The examples that run the nightly command: their flags, their times, and what they make of its exit codes. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';

const PROGRAM = join(packageRoot(), 'build', 'generator', 'main.js');

describe('the examples for schedulers', () => {
  const folder = join(packageRoot(), 'scripts', 'deploy', 'nightly');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  const help = spawnSync(process.execPath, [PROGRAM, 'nightly', '--help'], { encoding: 'utf8' }).stdout;

  it.each(['crontab', 'ratetree-nightly.service', 'cronjob.yaml', 'github-actions.yml'])(
    '%s passes only flags that the nightly command has',
    (name) => {
      const calls = [...read(name).matchAll(/(?:ratetree|main\.js) nightly (s3:\/\/\S+)((?: --[a-z-]+)*)/g)];
      expect(calls).toHaveLength(1);
      for (const flag of calls[0]?.[2]?.trim().split(' ') ?? []) expect(help).toContain(flag);
    },
  );

  it('all run at the same times, in UTC', () => {
    expect(read('crontab')).toMatch(/^CRON_TZ=UTC\n30 2,6 \* \* \* /m);
    expect(read('ratetree-nightly.timer')).toContain('OnCalendar=*-*-* 02,06:30:00 UTC');
    expect(read('cronjob.yaml')).toMatch(/schedule: "30 2,6 \* \* \*"\n {2}timeZone: Etc\/UTC/);
    expect(read('github-actions.yml')).toContain('- cron: "30 2,6 * * *"');
  });

  it('take exit code 2 for a success and 3 for a failure, in the shell of the CronJob and of the workflow', () => {
    for (const name of ['cronjob.yaml', 'github-actions.yml']) {
      const [, tail = ''] = /nightly s3:\/\/rates\/public (\|\| \[ \$\? -eq 2 \])/.exec(read(name)) ?? [];
      expect(tail).not.toBe('');
      for (const [code, expected] of [
        [0, 0],
        [2, 0],
        [3, 1],
        [4, 1],
      ] as const) {
        expect(spawnSync('sh', ['-c', `(exit ${code}) ${tail}`]).status).toBe(expected);
      }
    }
  });
});
