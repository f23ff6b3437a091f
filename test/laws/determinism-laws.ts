/**
 * The same archive gives the same tree, byte for byte, in every time zone and language and in any order of the
 * adapters.
 */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { EMBEDDED_UNTIL, generateEmbedded } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const BASES = 'EUR,USD,XDR';

export const ENVIRONMENTS: readonly (readonly [name: string, env: Record<string, string>])[] = [
  ['a day ahead, in Turkish', { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }],
  ['a day behind, in Arabic', { TZ: 'Pacific/Niue', LC_ALL: 'ar_EG.UTF-8', LANG: 'ar_EG.UTF-8' }],
  ['half an hour off, in German', { TZ: 'America/St_Johns', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' }],
];

function treeIn(environment: Record<string, string>, archive: string): Map<string, string> {
  const out = freshFolder();
  const chosen = ['--bases', BASES, '--history-bases', BASES, '--date', EMBEDDED_UNTIL];
  const flags = ['--archive', archive, '--out', out, ...chosen];
  execFileSync(process.execPath, [PROGRAM, 'generate', ...flags], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  return readTree(out);
}

/** @param environments by default all of them */
export function determinismLaws(archive: string, environments: typeof ENVIRONMENTS = ENVIRONMENTS): void {
  describe('the same archive gives the same bytes', () => {
    const reference = treeIn({ TZ: 'UTC', LC_ALL: 'C' }, archive);

    it.each(environments)('%s', (_, environment) => {
      expect(reference.size).toBeGreaterThan(500);
      expect(treeIn(environment, archive)).toEqual(reference);
    });

    it('with the adapters in another order', async () => {
      const out = freshFolder();
      const bases = new Set(BASES.split(',').map((code) => currencyCode.parse(code)));
      const definitions = [...PROVIDERS].reverse();
      await generateEmbedded(out, { archiveDir: archive, definitions, bases, historyBases: bases, site: readSite() });
      expect(readTree(out)).toEqual(reference);
    });
  });
}
