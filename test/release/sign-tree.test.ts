/** The demo of `start`: a tree in a folder that is signed and logged where it lies, so that its figures can be proved. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LATEST } from '../../generator/release/proof/make.ts';
import { parseProof } from '../../generator/release/proof/proof.ts';
import { signTree } from '../../generator/release/publish/publish.ts';
import { checkProof } from '../../generator/release/verify/check-proof.ts';
import { checkLog } from '../../generator/release/verify/log.ts';
import { toProof } from '../../generator/release/verify/prove.ts';
import { folderSource } from '../../generator/release/verify/source.ts';
import { parsePointer } from '../../generator/wire/release/pointer.ts';
import { currencyCode, providerCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { dailyLines, generateFrom } from '../support/trees/trees.ts';

const USD = { provider: providerCode.parse('ECB'), date: LATEST, currency: 'USD' } as const;
const bases = new Set([currencyCode.parse('EUR')]);
const generateUpTo = (day: string, dir: string) =>
  generateFrom({ ECB: dailyLines('2026-03-09', day) }, dir, { bases, historyBases: bases });

/** Generates and signs, and says what stands in the log and in the proof of the newest figure. */
async function start(dir: string, day: string, { trusted, signer }: ReturnType<typeof newKeys>) {
  await generateUpTo(day, dir);
  if (signer !== null) await signTree(dir, signer);
  const trust = { trusted, witnesses: [], quorum: 0 };
  const log = await checkLog(folderSource(dir), trust, null);
  const proof = await checkProof(parseProof(await toProof(folderSource(dir), USD)), trust);
  return { faults: [...log.faults, ...proof.faults], size: log.checkpoint?.size, said: proof.lines[0] };
}

describe('a tree that is signed where it lies', () => {
  it('proves its figures, goes on in its log, and stays as it is while nothing changes', async () => {
    const [dir, keys] = [freshFolder(), newKeys()];
    expect(await start(dir, '2026-03-10', keys)).toMatchObject({
      faults: [],
      size: 1,
      said: expect.stringContaining('ECB of 2026-03-10'),
    });
    const pointer = () => readFileSync(join(dir, 'current.json'), 'utf8');
    const before = pointer();
    expect(await start(dir, '2026-03-10', keys)).toMatchObject({ faults: [], size: 1 });
    expect(pointer()).toBe(before);
    expect(await start(dir, '2026-03-11', keys)).toMatchObject({ faults: [], size: 2 });
  });

  it('begins its log anew for another key, and where a killed run has left half of it', async () => {
    const [dir, keys, others] = [freshFolder(), newKeys(), newKeys()];
    await start(dir, '2026-03-10', keys);
    expect(await start(dir, '2026-03-10', others)).toMatchObject({ faults: [], size: 1 });
    expect(parsePointer(readFileSync(join(dir, 'current.json'), 'utf8')).key).toBe(others.signer?.id);
    rmSync(join(dir, 'log', 'checkpoint'));
    expect(await start(dir, '2026-03-11', others)).toMatchObject({ faults: [], size: 1 });
  });
});
