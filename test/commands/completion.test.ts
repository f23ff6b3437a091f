/** Bash completes what the program has, and the scripts for other shells name it, too. */
import { describe, expect, it } from 'vitest';
import { commands, completionLaws, said } from './completion-laws.ts';

completionLaws('bash');

describe('the other scripts', () => {
  it.each(['zsh', 'fish'])('name every command: %s', (shell) => {
    const script = said('completion', shell);
    expect(commands.filter((name) => !new RegExp(`(^ +'${name}:| -a ${name} -d ')`, 'm').test(script))).toEqual([]);
  });
});
