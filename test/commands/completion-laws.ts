/** Shells complete what the program has: each script in the shell that it is for, asked for the same lines. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { pathWithRatetree } from '../support/kit/on-path.ts';
import { runProgram } from '../support/kit/run-program.ts';

const CAPTURE = join(packageRoot(), 'test', 'support', 'kit', 'capture.zsh');
export const said = (...words: string[]) => runProgram(words).stdout;

export const commands = [...said('--help').matchAll(/^ {2}([a-z-]+) {2,}\S/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'help');

interface Setting {
  readonly script: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

/** shell → what it offers for the line, whose last word is being written. */
const OFFERED: Readonly<Record<string, (line: string, setting: Setting) => readonly string[]>> = {
  bash: (line, { script, env }) => {
    const asked = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ratetree; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const parameters = ['--norc', '-euo', 'pipefail', '-c', asked, 'bash', script, ...line.split(' ')];
    return linesOf(execFileSync('bash', parameters, { env, encoding: 'utf8' }));
  },
  zsh: (line, { script, folder, env }) => {
    const hits = join(folder, 'hits');
    rmSync(hits, { force: true });
    execFileSync('zsh', ['-f', CAPTURE, script, line, hits], { env, cwd: folder, timeout: 170_000 });
    // zsh is given the last item of a list only, and puts what is before it back itself.
    const before = /(?<= )[^ ]*,(?=[^ ]*$)/.exec(line)?.[0] ?? '';
    return linesOf(readFileSync(hits, 'utf8'))
      .slice(1, -1)
      .map((word) => before + word);
  },
  fish: (line, { script, folder, env }) => {
    const asked = ['--no-config', '--command', 'source $argv[1]; complete --do-complete $argv[2]', script, line];
    const answer = execFileSync('fish', asked, { env, cwd: folder, encoding: 'utf8' });
    return linesOf(answer).map((text) => text.split('\t')[0] ?? '');
  },
};

export function completionLaws(shell: string): void {
  const isThere = spawnSync(shell, ['--version']).status === 0;
  if (!isThere) console.log(`skipped: ${shell} is not installed, so nobody completes in it`);

  describe.skipIf(!isThere)(`${shell} completes`, () => {
    let setting: Setting;
    beforeAll(() => {
      const folder = freshFolder();
      const script = join(folder, 'completion');
      writeFileSync(script, said('completion', shell));
      setting = { script, folder, env: { ...process.env, HOME: folder, PATH: pathWithRatetree() } };
    });
    const offered = (line: string) => [...(OFFERED[shell]?.(line, setting) ?? [])].sort();

    it.each([
      ['the names of commands', 'ratetree con', ['convert']],
      ['codes of providers', 'ratetree latest --provider TC', ['TCMB']],
      ['the last item of a list', 'ratetree latest --provider ECB,TC', ['ECB,TCMB']],
      ['currencies', 'ratetree convert 100 US', ['USD', 'USN']],
      ['currencies of the other name', 'ratetree rate 100 US', ['USD', 'USN']],
      ['providers', 'ratetree providers TC', ['TCMB']],
      ['currencies of a list', 'ratetree series EUR,SE', ['EUR,SEK']],
      ['the provider and then the currency of why', 'ratetree why GLO', ['GLOBAL']],
      ['the provider and then the currency of why', 'ratetree why GLOBAL latest SE', ['SEK']],
      ['sides', 'ratetree latest --type b', ['bid']],
      ['what can be done with keys', 'ratetree keys se', ['set']],
      ['shells', 'ratetree completion z', ['zsh']],
      ['the flags of a command of the gateway', 'ratetree rate --d', ['--date', '--decimals']],
      ['the flags of a command of the generator', 'ratetree generate --b', ['--bases']],
      ['nothing where nothing fits', 'ratetree rate --zzz', []],
    ])('%s: %s', (_, line, expected) => expect(offered(line)).toEqual(expected));

    it('every command and every provider', () => {
      expect(offered('ratetree ')).toEqual([...commands].sort());
      expect(offered('ratetree collect --provider ')).toEqual(['GLOBAL', ...PROVIDERS.map(({ code }) => code)].sort());
    });
  });
}
