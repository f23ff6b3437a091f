/** Programs in Go that lie beside this file, on packages of Debian: one that checks a log, and a witness. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { packageRoot } from '../../../generator/kit/package.ts';
import { freshFolder } from '../banks/archives.ts';
import { afterFile } from '../kit/after-file.ts';

const GO_PATH = '/usr/share/gocode';
const PACKAGES = ['golang.org/x/mod/sumdb/tlog', 'github.com/google/certificate-transparency/go/merkletree'];

export const hasGo =
  spawnSync('go', ['version']).status === 0 && PACKAGES.every((name) => existsSync(join(GO_PATH, 'src', name)));
if (!hasGo) console.log(`skipped: a log is not checked without Go and ${PACKAGES.join(', ')}`);

/** @returns the file of the program */
export function builtGo(name: 'check' | 'witness'): string {
  const program = join(freshFolder(), name);
  const source = join(packageRoot(), 'test', 'support', 'log', `${name}.go`);
  // The verifier of Certificate Transparency lies beside a wrapper for C++, which is left out so.
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, CGO_ENABLED: '0' };
  const { status, stderr } = spawnSync('go', ['build', '-o', program, source], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return program;
}

export interface GoWitness {
  /** KEY@URL */
  readonly flag: string;
  readonly vkey: string;
  /** Kills it. @returns status, bytes asked and bytes answered of each request */
  stop(): Promise<readonly (readonly number[])[]>;
}

/** @param logKey the key of the log as verifiers need it @param file its state, which it goes on from */
export async function startGoWitness(
  program: string,
  { name, logKey, file }: { readonly name: string; readonly logKey: string; readonly file: string },
): Promise<GoWitness> {
  const child = spawn(program, [name, logKey, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  afterFile(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const [flag] = await new Promise<string[]>((resolve) => {
    reader.on('line', (line) => resolve(lines.push(line) === 1 ? [line] : []));
  });
  const ended = new Promise<void>((resolve) => void reader.once('close', resolve));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    return lines.slice(1).map((line) => line.split(' ').map((digits) => Number.parseInt(digits, 10)));
  };
  if (flag === undefined || flag.startsWith('fault')) throw new Error(`the witness does not start: ${flag}`);
  return { flag, vkey: flag.slice(0, flag.indexOf('@')), stop };
}
