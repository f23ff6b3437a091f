/** The examples that run the nightly command: their flags, their times, and what they make of its exit codes. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../generator/kit/package.ts';
import { EXIT } from '../../generator/wire/words/input-error.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram } from '../support/kit/run-program.ts';

const read = (name: string) => readFileSync(join(packageRoot(), 'scripts', 'deploy', 'nightly', name), 'utf8');

describe('the examples for schedulers', () => {
  const help = runProgram(['nightly', '--help']).stdout;

  it.each(['crontab', 'ratetree-nightly.service', 'cronjob.yaml', 'github-actions.yml'])(
    '%s passes only flags that the nightly command has',
    (name) => {
      const calls = [...read(name).matchAll(/(?:ratetree(?:\.js)? |args: \[)nightly,? "?s3:\/\/[\w/-]+"?(.*)/g)];
      expect(calls).toHaveLength(1);
      for (const [flag] of calls[0]?.[1]?.matchAll(/(?<= )--[a-z-]+/g) ?? []) expect(help).toContain(flag);
    },
  );

  it('all run at the same times, in UTC', () => {
    expect(read('crontab')).toMatch(/^CRON_TZ=UTC\n30 2,6 \* \* \* /m);
    expect(read('ratetree-nightly.timer')).toContain('OnCalendar=*-*-* 02,06:30:00 UTC');
    expect(read('cronjob.yaml')).toMatch(/schedule: "30 2,6 \* \* \*"\n {2}timeZone: Etc\/UTC/);
    expect(read('github-actions.yml')).toContain('- cron: "30 2,6 * * *"');
  });
});

describe('the workflow of the night', () => {
  interface Step {
    readonly name?: string;
    readonly env?: Readonly<Record<string, string>>;
  }
  const text = read('github-actions.yml');
  const { env, jobs, permissions } = parse(text) as {
    env?: unknown;
    permissions: unknown;
    jobs: Record<string, { env?: unknown; steps: readonly Step[] }>;
  };

  it('gives keys to the one step that signs, and to no action and no package', () => {
    const [{ env: ofJob, steps } = { steps: [] }, ...others] = Object.values(jobs);
    expect([env, ofJob, others, permissions]).toEqual([undefined, undefined, [], { contents: 'read' }]);
    const withSecrets = steps.filter((step) => JSON.stringify(step).includes('secrets.'));
    expect(withSecrets.map(({ name }) => name)).toEqual(['restore, collect, generate, check, publish']);
    expect(Object.keys(withSecrets[0]?.env ?? {})).toEqual(
      expect.arrayContaining(['RATETREE_SIGNING_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']),
    );
    expect(text).toContain('persist-credentials: false');
  });
});

describe('the workflow that checks the banks', () => {
  const text = read('check-banks.github-actions.yml');
  const [, command = ''] = /^ +run: node build\/program\/ratetree\.js (collect .*)$/m.exec(text) ?? [];

  it('passes only flags that collect has, asks once a day, and may write nothing', () => {
    const help = runProgram(['collect', '--help']).stdout;
    const flags = [...command.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag);
    expect(flags).toEqual(['--check', '--keep']);
    for (const flag of flags) expect(help).toContain(flag);
    expect(text).toMatch(/^ {4}- cron: "\d+ \d+ \* \* \*"$/m);
    expect(text).not.toContain('write');
  });

  it('keeps the table, whatever the banks answer, and fails only if the check itself does', () => {
    for (const [code, status] of [
      [0, 0],
      [2, 0],
      [1, 1],
      [3, 1],
    ] as const) {
      const folder = stub();
      const env = { PATH: `${folder}:${process.env.PATH}`, CODE: `${code}`, RUNNER_TEMP: folder };
      const run = spawnSync('bash', ['-e', '-c', `ratetree ${command}`], { env, cwd: folder });
      expect([code, run.status]).toEqual([code, status]);
    }
    expect(text).toMatch(/if: always\(\)\n +with:\n +name: banks\n +path: table\.txt/);
  });
});

/** A folder with a `ratetree` that notes the variable RATETREE_MARK and ends with the code that CODE names. */
function stub(): string {
  const folder = freshFolder();
  const program = `#!/bin/sh\nprintf %s "$RATETREE_MARK" > ${folder}/mark\nexit "$CODE"\n`;
  writeFileSync(join(folder, 'ratetree'), program, { mode: 0o755 });
  return folder;
}

describe('a shell runs the example, and the scheduler sees', () => {
  const codes = [0, 1, 2, 3, 4, 5, 6, 8] as const;
  const workflow =
    /^ +run: (node build\/program\/ratetree\.js nightly .*)$/m.exec(read('github-actions.yml'))?.[1] ?? '';
  const [, line = ''] = /^30 2,6 \* \* \* {2}ratetree {2}(.*)$/m.exec(read('crontab')) ?? [];

  it('of the workflow: every code as it is, also 2, for which somebody must act', () => {
    const [folder, text] = [stub(), workflow.replace('node build/program/ratetree.js ', 'ratetree ')];
    expect(text).toMatch(/^ratetree nightly \S+$/);
    for (const code of codes) {
      const env = { PATH: `${folder}:${process.env.PATH}`, CODE: `${code}` };
      // A workflow ends at the first command that fails.
      expect(spawnSync('sh', ['-e', '-c', text], { env }).status).toBe(code);
    }
  });

  it('of the CronJob: every code as it is, because there is no shell', () => {
    expect(read('cronjob.yaml')).toMatch(/^ +args: \[nightly, [^,]+\]$/m);
    expect(read('cronjob.yaml')).not.toMatch(/^ +command:/m);
  });

  it('of the crontab: every code as it is, and the night has the variables of the file', () => {
    const folder = stub();
    writeFileSync(join(folder, 'ratetree.env'), 'RATETREE_MARK="two words"\n');
    const text = line
      .replace('/var/lib/ratetree', folder)
      .replace('/etc/ratetree.env', join(folder, 'ratetree.env'))
      .replace('/var/log/ratetree/nightly.log', join(folder, 'nightly.log'));
    expect(text).not.toMatch(/\/(etc|var)\//);
    // Cron takes a percent sign for the end of the line.
    expect(text).not.toContain('%');
    for (const code of codes) {
      const env = { PATH: `${folder}:${process.env.PATH}`, CODE: `${code}` };
      expect(spawnSync('sh', ['-c', text], { env }).status).toBe(code);
      expect(readFileSync(join(folder, 'mark'), 'utf8')).toBe('two words');
      rmSync(join(folder, 'mark'));
    }
  });

  it('of the unit of systemd: 5 as a success, and 2 as a failure', () => {
    expect(read('ratetree-nightly.service')).toMatch(/^SuccessExitStatus=5$/m);
  });

  it('of the CronJob: that it tries no second time after 1, 2 and 3, where that changes nothing', () => {
    const rule = /action: FailJob\n +onExitCodes: \{ containerName: nightly, operator: In, values: \[(.*)\] \}/;
    const values = rule.exec(read('cronjob.yaml'))?.[1]?.split(', ').map(Number);
    expect(values).toEqual([EXIT.input, EXIT.providerFailures, EXIT.refused]);
  });
});
