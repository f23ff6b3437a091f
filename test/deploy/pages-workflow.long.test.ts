/**
 * The example that publishes static pages: its commands as a runner gives them to a shell, in a fresh checkout each
 * night, with a repository on this disk in the place of the host's, and recordings in the place of the banks.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { commandsOf, runSteps } from '../support/deploy/workflow.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { copyOfCheckout } from '../support/kit/start.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';

const steps = commandsOf('scripts/deploy/nightly/pages.github-actions.yml', 'publish');
const SOURCES = ['generator', 'server', 'scripts', 'test', 'docs', 'tsconfig.json', 'tsconfig.build.json'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'DECISIONS.md', 'SECURITY.md'];
const KEYS = freshFolder();

let origin: string;
let built: string;
const git = (cwd: string, ...words: readonly string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim();

beforeAll(() => {
  [origin, built] = [freshFolder(), copyOfCheckout([...SOURCES, ...PAGES])];
  git(origin, 'init', '--quiet', '--bare');
  git(built, 'init', '--quiet');
  git(built, 'remote', 'add', 'origin', origin);
  const prepared = runSteps(steps.slice(0, 1), { cwd: built });
  expect([steps[0]?.run, prepared.failed], prepared.said).toEqual(['./scripts/prepare', null]);
  expect(runProgram(['keygen', '--out', join(KEYS, 'signing.pem')]).status).toBe(0);
});

/** A night on an empty disk: what `./scripts/prepare` left is the same each time. */
function night(replay: string, before: (checkout: string) => void = () => {}) {
  const cwd = freshFolder();
  execFileSync('cp', ['-R', `${built}/.`, cwd]);
  before(cwd);
  const extra = `--replay ${replay} --provider ECB --date 2026-03-13 --since 2026-03-01`;
  const values = {
    'secrets.RATETREE_SIGNING_KEY': readFileSync(join(KEYS, 'signing.pem'), 'utf8'),
    'github.token': 'token',
  };
  const change = (run: string) => run.replace(' || CODE=$?', ` ${extra} || CODE=$?`);
  return { cwd, ...runSteps(steps.slice(1), { cwd, values, change }) };
}

/** What Pages shows: the files of the branch. */
function pages(): string {
  const folder = freshFolder();
  git(origin, 'clone', '--quiet', '--branch', 'pages', origin, folder);
  return folder;
}

const verify = (store: string) => runProgram(['verify', store, '--public-key', join(KEYS, 'signing.pem.pub'), '--all']);

describe('a night on a public runner', () => {
  it('publishes what a stranger can verify, of banks whose terms allow it, and goes on from it the next night', () => {
    const first = night(recordings(DAYS.slice(0, 4), calm));
    expect(first.failed, first.said).toBe(null);
    const sequences = [JSON.parse(readFileSync(join(pages(), 'current.json'), 'utf8')).sequence];
    const second = night(recordings(DAYS, calm));
    expect(second.failed, second.said).toBe(null);
    const shown = pages();
    sequences.push(JSON.parse(readFileSync(join(shown, 'current.json'), 'utf8')).sequence);
    expect(sequences).toEqual([1, 2]);
    const { status, stdout, stderr } = verify(shown);
    expect(status, stdout + stderr).toBe(0);
    expect(readFileSync(join(shown, 'v1', 'latest', 'ECB', 'EUR.json'), 'utf8')).toContain('"date":"2026-03-13"');
    expect(readdirSync(shown)).toEqual(expect.arrayContaining(['.nojekyll', 'index.html']));
    expect(git(origin, 'rev-list', '--count', 'pages')).toBe('1');
  });

  it('asks only banks whose terms allow everybody to read them', () => {
    const [, command = ''] = /^ *(BANKS=.*)$/m.exec(steps.map(({ run }) => run).join('\n')) ?? [];
    const banks = execFileSync('bash', ['-c', `${command}; echo "$BANKS"`], { cwd: packageRoot(), encoding: 'utf8' });
    const rows = readFileSync(join(packageRoot(), 'data', 'licences.csv'), 'utf8').split('\n');
    const free = rows.filter((row) => /^\w+,(free|attribution),/.test(row)).map((row) => row.split(',')[0]);
    expect(banks.trim().split(',')).toEqual(free);
    expect(free).toContain('ECB');
  });

  it('ends before the night where the host does not answer, so that no store begins anew', () => {
    const ended = night(recordings(DAYS, calm), (cwd) => git(cwd, 'remote', 'set-url', 'origin', '/nowhere/at/all'));
    expect(ended.failed).toBe('fetch the store, of which there is none the first time');
  });

  it('does not replace what somebody else has published meanwhile', () => {
    const before = git(origin, 'rev-parse', 'pages');
    const ended = night(recordings(DAYS, calm), (cwd) => git(cwd, 'config', 'remote.origin.pushurl', replaced()));
    expect(ended.failed, ended.said).toBe('put it into the branch, unless somebody else has');
    expect(ended.said).toMatch(/stale info|rejected/);
    expect(git(origin, 'rev-parse', 'pages')).toBe(before);
  });

  it('publishes where a bank sends something else, and fails, so that somebody is told', () => {
    const replay = recordings(DAYS, calm);
    writeFileSync(join(replay, 'ECB', '0.txt'), '<html>maintenance</html>');
    const ended = night(replay);
    expect(ended.failed, ended.said).toBe('exit "$CODE"');
    expect(verify(pages()).status).toBe(0);
  });
});

/** A copy of the repository in which the branch has another commit. */
function replaced(): string {
  const other = freshFolder();
  cpSync(origin, other, { recursive: true });
  const tree = git(other, 'rev-parse', 'pages^{tree}');
  const who = ['-c', 'user.name=another', '-c', 'user.email=another@localhost'];
  git(other, 'update-ref', 'refs/heads/pages', git(other, ...who, 'commit-tree', tree, '-m', 'Another night'));
  rmSync(join(other, 'hooks'), { recursive: true, force: true });
  return other;
}
