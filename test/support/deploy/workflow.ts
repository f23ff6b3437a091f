/** Reads workflows of GitHub Actions, and runs the commands of a job as a runner does: in order, until one fails. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../../generator/kit/package.ts';
import { freshFolder } from '../banks/archives.ts';

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly steps?: readonly Step[];
}

export interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export function readWorkflow(file: string): Workflow {
  return parse(readFileSync(join(packageRoot(), file), 'utf8')) as Workflow;
}

/** The steps of the job with commands. The actions before them are what a test has to put there itself. */
export function commandsOf(file: string, job: string): readonly Step[] {
  return readWorkflow(file).jobs[job]?.steps?.filter(({ run }) => run !== undefined) ?? [];
}

export interface Run {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is between `${{` and `}}`, and its value. */
  readonly values?: Readonly<Record<string, string>>;
  /** Changes a command before it runs. */
  readonly change?: (run: string) => string;
}

export interface Ran {
  /** The step that failed, by its name or its command; null if none did. */
  readonly failed: string | null;
  readonly said: string;
}

export function runSteps(steps: readonly Step[], { cwd, env = {}, values = {}, change = (run) => run }: Run): Ran {
  const known: Record<string, string> = { ...values };
  const temporary = freshFolder();
  mkdirSync(temporary, { recursive: true });
  const output = join(temporary, 'output');
  let said = '';
  for (const { name, id, run = '', env: ofStep = {} } of steps) {
    const own = Object.entries(ofStep).map(([key, text]) => [key, filled(text, known)]);
    writeFileSync(join(temporary, 'step.sh'), change(filled(run, known)));
    const all = { ...process.env, RUNNER_TEMP: temporary, GITHUB_OUTPUT: output, ...env, ...Object.fromEntries(own) };
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', join(temporary, 'step.sh')];
    const { status, stdout, stderr } = spawnSync('bash', words, { cwd, env: all, encoding: 'utf8' });
    said += stdout + stderr;
    if (status !== 0) return { failed: name ?? run, said };
    for (const [key, value] of outputsIn(output)) known[`steps.${id}.outputs.${key}`] = value;
  }
  return { failed: null, said };
}

function filled(text: string, known: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new TypeError(`the test gives no value of ${name}`);
    return value;
  });
}

function outputsIn(file: string): readonly (readonly [string, string])[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}
