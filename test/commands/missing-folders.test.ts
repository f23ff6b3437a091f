/** A folder that does not exist is a misspelt name: no command takes it for an empty one, or makes it by the way. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram } from '../support/kit/run-program.ts';

const here = freshFolder();
const nowhere = join(here, 'nowhere');

describe('a folder that does not exist is named, with the flag that names it:', () => {
  it.each<[string[], string]>([
    [['quarantine', '--archive', nowhere], 'there is no archive here; name its folder with --archive'],
    [['generate', '--archive', nowhere], 'there is no archive here; name its folder with --archive'],
    [['collect', '--replay', nowhere], 'recordings cannot be read: name a folder laid out as'],
    [['check', nowhere, '--from', here], 'there is no such folder; correct the name of the target'],
    [['check', here, '--from', nowhere], 'there is no tree here; name its folder with --from'],
    [['publish', here, '--from', nowhere], 'there is no tree here; name its folder with --from'],
    [['publish', nowhere, '--from', join(here, 'no-tree')], 'there is no tree here; name its folder with --from'],
    [
      ['publish', nowhere, '--from', here, '--archive', join(here, 'no-tree')],
      'there is no archive here; name its folder',
    ],
    [
      ['publish', nowhere, '--from', here, '--archive', here, '--signing-key', nowhere],
      'the signing key cannot be read; make one with',
    ],
    [['publish', nowhere, '--dry-run'], 'there is no such folder; correct the name of the target'],
    [['status', nowhere], 'there is no such folder; correct the name of the target'],
    [['verify', nowhere], 'there is no such folder; correct the name of the target'],
    [['rollback', nowhere], 'there is no such folder; correct the name of the target'],
    [['repair', nowhere], 'there is no such folder; correct the name of the target'],
    [['repair', here, '--archive', nowhere], 'there is no archive here; name its folder with --archive'],
    [['repair', here, '--from', nowhere], 'there is no tree here; name its folder with --from'],
  ])('%j', (words, message) => {
    const { status, stdout, stderr } = runProgram(words, { cwd: here });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/nowhere|no-tree/);
    expect(lines.at(-1)).toContain(message);
    expect(stdout).toBe('');
    expect([status, existsSync(nowhere)]).toEqual([1, false]);
  });
});
