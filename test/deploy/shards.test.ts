/** The example that makes a tree on several machines of a cluster: its flags. `kubernetes.test.ts` has the other one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { runProgram } from '../support/kit/run-program.ts';

const read = (name: string) => readFileSync(join(packageRoot(), 'scripts', 'deploy', name), 'utf8');
const helpOf = (command: string) => runProgram([command, '--help']);

describe('the example for several machines', () => {
  const help = new Map(['generate', 'publish'].map((command) => [command, helpOf(command).stdout]));

  it('calls generate and publish with flags that they have', () => {
    const lines = read(join('shards', 'slurm')).replaceAll(/\\\n/g, ' ').split('\n');
    const calls = lines.flatMap((line) => {
      const [, command = '', words = ''] = /ratetree(?:_or_2)? (generate|publish) (.*)/.exec(line) ?? [];
      return command === '' ? [] : [[command, words.match(/--[a-z-]+/g) ?? []] as const];
    });
    expect(calls.map(([command]) => command)).toEqual(['generate', 'publish']);
    for (const [command, flags] of calls) {
      expect(flags.length).toBeGreaterThan(1);
      for (const flag of flags) expect(help.get(command)).toContain(`${flag} `);
    }
  });
});
