/** A night of the program with a log, and a proof with the bank's document. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { ORIGIN } from '../support/trees/logged.ts';
import { afterNights, calm, DAYS, night, recordings } from '../support/trees/nights-by-command.ts';

describe('a proof', () => {
  it('follows a night that the program has logged, with the document of the bank', () => {
    const { store, disk } = afterNights(2);
    const folder = freshFolder();
    const at = (name: string) => join(folder, name);
    runProgram(['keygen', '--out', at('key')]);
    const more = ['--log', ORIGIN, '--signing-key', at('key')];
    // Nobody has signed the nights before.
    const adopting = [...more, '--replace-key', 'none'];
    const { status, summary } = night(store, recordings(DAYS.slice(0, 3), calm), disk, ...adopting);
    expect([status, summary.published.log]).toMatchObject([0, { size: 1, position: 0, failures: [] }]);
    expect(runProgram(['prove', 'ECB', DAYS[2] ?? '', 'USD', '--from', store, '--out', at('one')]).status).toBe(0);
    const { status: code, stdout } = runProgram(['verify', at('one'), '--public-key', at('key.pub')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/the document, \d+ bytes, is that of https:\/\/www\.ecb\.europa\.eu\//);
    writeFileSync(join(store, 'log/tile/entries/000.p/1'), 'x');
    const forked = night(store, recordings(DAYS.slice(0, 4), calm), disk, ...more);
    expect([forked.status, forked.summary.outcome]).toEqual([7, 'forked']);
  });
});
