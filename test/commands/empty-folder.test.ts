/** What messages advise in an empty folder helps there: it leads to `start`, and never in a circle. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram } from '../support/kit/run-program.ts';

/** Banks are asked through a proxy at whose port nothing listens. */
const { RATETREE_ORIGIN: _, RATETREE_SUBSCRIPTION_KEY: __, ...inherited } = process.env;
const env = { ...inherited, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };

/** The commands that are run one after another, each because the one before advised it. */
function adviceFrom(command: string, cwd: string): readonly string[] {
  const walked = [command];
  for (;;) {
    const { status, stderr } = runProgram((walked.at(-1) ?? '').split(' '), { cwd, env });
    const [, next] = /"ratetree ([^"]+)"/.exec(stderr) ?? [];
    if (status === 0 || next === undefined) return walked;
    walked.push(next);
    // It ends well, as first-minute.long.test.ts shows; a command that comes again does not.
    if (next === 'start' || walked.indexOf(next) < walked.length - 1) return walked;
  }
}

const ASKING = [
  'convert 1 EUR USD',
  'latest',
  'historical 2026-03-10',
  'series USD',
  'currencies',
  'providers',
  'rules',
];

describe.each<[state: string, make: (folder: string) => void]>([
  ['in an empty folder', () => {}],
  ['after a collect that reached nobody', (cwd) => void runProgram(['collect', '--provider', 'ECB'], { cwd, env })],
  ['where the tree is an empty folder', (cwd) => mkdirSync(join(cwd, 'dist'))],
])('%s', (_, make) => {
  let folder = '';
  beforeAll(() => {
    folder = freshFolder();
    make(folder);
  });
  it.each([...ASKING, 'why ECB latest USD', 'export --format csv', 'generate'])('%s leads to start', (command) =>
    expect(adviceFrom(command, folder)).toEqual([command, 'start']),
  );
});

describe('in an empty folder', () => {
  it.each([
    ['keys list', ['keys list', 'keys add NAME --file keys.json']],
    ['quarantine', ['quarantine', 'start']],
  ])('%s', (command, walked) => expect(adviceFrom(command, freshFolder())).toEqual(walked));

  it('verify says of a proof that is not there that it is a file', () => {
    const { status, stderr } = runProgram(['verify', 'MISSING.proof'], { cwd: freshFolder(), env });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^ratetree: MISSING\.proof: there is no such file; write /),
    ]);
  });

  it('serve names what it wants, one thing after another', () => {
    const cwd = freshFolder();
    const serve = (...words: string[]) => runProgram(['serve', ...words], { cwd, env }).stderr;
    expect(serve()).toMatch(/RATETREE_ORIGIN is not set; .*"ratetree start"/);
  });
});
