import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { currencyCode } from '../../generator/wire/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { EMBEDDED, generateEmbedded } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const PROGRAM = join(packageRoot(), 'build', 'generator', 'main.js');
const BASES = 'EUR,USD,XDR';

function treeIn(environment: Record<string, string>): Map<string, string> {
  const out = freshFolder();
  const flags = ['--archive', EMBEDDED, '--out', out, '--bases', BASES, '--date', '2026-03-13'];
  execFileSync(process.execPath, [PROGRAM, 'generate', ...flags], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  return readTree(out);
}

describe('the same inputs give the same bytes', () => {
  const reference = treeIn({ TZ: 'UTC', LC_ALL: 'C' });

  it.each([
    ['a day ahead, in Turkish', { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }],
    ['a day behind, in Arabic', { TZ: 'Pacific/Niue', LC_ALL: 'ar_EG.UTF-8', LANG: 'ar_EG.UTF-8' }],
    ['half an hour off, in German', { TZ: 'America/St_Johns', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' }],
  ])('%s', (_, environment) => {
    expect(treeIn(environment)).toEqual(reference);
  });

  it('with the adapters in another order', async () => {
    const out = freshFolder();
    const bases = new Set(BASES.split(',').map((code) => currencyCode.parse(code)));
    await generateEmbedded(out, { definitions: [...PROVIDERS].reverse(), bases, historyBases: bases });
    expect(readTree(out)).toEqual(reference);
  });
});
