/** `--help` reads like a manual. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../generator/wire/words/input-error.ts';
import { commands, said } from './completion-laws.ts';

const help = said('--help');
/** The commands of `ratetree keys`, each of which has a manual, too. */
const OF_KEYS = ['add', 'list', 'disable', 'enable', 'rotate', 'remove'].map((name) => `keys ${name}`);

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

  it.each([...commands, ...OF_KEYS])(
    'of %s has examples with flags that it has, and says where exit codes are',
    (command) => {
      const text = said(...command.split(' '), '--help');
      const [, examples = ''] = /\nExamples:\n((?: {2}.*\n)+)/.exec(text) ?? [];
      expect(examples).toMatch(new RegExp(`^  (source <\\(|([A-Z_]+=\\S+ )+)?ratetree ${command}\\b`));
      const flagsIn = (part: string) => [...part.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
      const [options = ''] = text.split('\nExamples:');
      expect(flagsIn(examples).filter((flag) => !flagsIn(options).includes(flag))).toEqual([]);
      expect(text).toMatch(/\nExit codes: "ratetree --help" lists them\.\n$/);
      expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );
});
