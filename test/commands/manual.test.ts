/** `--help` reads like a manual, and shells complete what the program has. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../generator/commands/exit.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { freshFolder } from '../support/banks/archives.ts';

const PROGRAM = join(packageRoot(), 'build', 'generator', 'main.js');
const said = (...words: string[]) => execFileSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });

const help = said('--help');
const commands = [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'help');
/** These two have a manual of their own: docs/operate.md. */
const MANUAL = commands.filter((name) => name !== 'serve' && name !== 'keys');

describe('--help', () => {
  it('begins with what to do first, and lists every exit code', () => {
    expect(help).toContain('Begin here:');
    const codes = [...help.matchAll(/^ {2}(\d) {2}/gm)].map(([, code]) => code);
    expect(codes).toEqual([...new Set([0, ...Object.values(EXIT)])].sort().map(String));
  });

  it('has each command below a heading of its own', () => {
    expect(commands.length).toBeGreaterThan(15);
    expect(help.match(/^Commands:\n(.*\n)/m)?.[1]).toMatch(/^ {2}help /);
  });

  it.each(MANUAL)('of %s has examples with flags that it has, and exit codes', (command) => {
    const text = said(command, '--help');
    const [, examples = ''] = /\nExamples:\n((?: {2}.*\n)+)/.exec(text) ?? [];
    expect(examples).toMatch(new RegExp(`^  (source <\\()?ratetree ${command}\\b`));
    const flagsIn = (part: string) => [...part.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
    const [options = ''] = text.split('\nExamples:');
    expect(flagsIn(examples).filter((flag) => !flagsIn(options).includes(flag))).toEqual([]);
    expect(text).toMatch(/\nExit codes:\n {2}0 {2}/);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

/** A folder with a `ratetree` on it, as an installation puts one on the PATH. */
function onPath(): NodeJS.ProcessEnv {
  const folder = freshFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ratetree'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });
  return { ...process.env, PATH: `${folder}:${process.env.PATH}` };
}

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;

describe.skipIf(!isThere('bash'))('bash completes', () => {
  const env = onPath();
  const file = join(freshFolder(), 'completion.bash');
  writeFileSync(file, said('completion', 'bash'));
  /** What bash would offer for the line, whose last word is being written. */
  function offered(line: string): readonly string[] {
    const words = line.split(' ');
    const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ratetree; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const parameters = ['--norc', '-euo', 'pipefail', '-c', script, 'bash', file, ...words];
    return execFileSync('bash', parameters, { env, encoding: 'utf8' })
      .split('\n')
      .filter((word) => word !== '');
  }

  it.each([
    ['the names of commands', 'ratetree ra', ['rate']],
    ['codes of providers', 'ratetree latest --provider TC', ['TCMB']],
    ['the last item of a list', 'ratetree latest --provider ECB,TC', ['ECB,TCMB']],
    ['currencies', 'ratetree rate 100 US', ['USD', 'USN']],
    ['currencies of a list', 'ratetree series EUR,SE', ['EUR,SEK']],
    ['the provider and then the currency of why', 'ratetree why GLO', ['GLOBAL']],
    ['the provider and then the currency of why', 'ratetree why GLOBAL latest SE', ['SEK']],
    ['sides', 'ratetree latest --type b', ['bid']],
    ['shells', 'ratetree completion z', ['zsh']],
    ['the flags of a command of the gateway', 'ratetree rate --d', ['--date', '--decimals']],
    ['the flags of a command of the generator', 'ratetree generate --b', ['--bases']],
    ['nothing where nothing fits', 'ratetree rate --zzz', []],
  ])('%s: %s', (_, line, expected) => expect(offered(line)).toEqual(expected));

  it('every command and every provider', () => {
    expect([...offered('ratetree ')].sort()).toEqual([...commands].sort());
    expect(offered('ratetree collect --provider ')).toEqual(['GLOBAL', ...PROVIDERS.map(({ code }) => code)]);
  });
});

describe('the other scripts', () => {
  it.each(['zsh', 'fish'])('name every command: %s', (shell) => {
    const script = said('completion', shell);
    expect(commands.filter((name) => !new RegExp(`(^ +'${name}:| -a ${name} -d ')`, 'm').test(script))).toEqual([]);
  });

  it.each(['zsh', 'fish'].filter(isThere))('are read by %s without a complaint', (shell) => {
    const file = join(freshFolder(), 'completion');
    writeFileSync(file, said('completion', shell));
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});
