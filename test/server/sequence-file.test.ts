/** The file with the highest sequence that a gateway has taken: what it may hold, and what is said of anything else. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBounds } from '../../server/trees/sequence-file.ts';
import { freshFolder } from '../support/banks/archives.ts';

const STORE = '4f0c9d1e7a3b5c28';
const said: string[] = [];
const opening = (file: string) => openBounds({ file, takesExpired: false, say: (line) => said.push(line) });

it.each([
  ['2', 2, null],
  ['2\n', 2, null],
  ['0\n', 0, null],
  ['9007199254740991\n', 9_007_199_254_740_991, null],
  [`2 ${STORE}\n`, 2, STORE],
])('%j is a sequence, also as an operator writes it', async (text, sequenceMin, store) => {
  const file = join(freshFolder(), 'sequence');
  writeFileSync(file, text);
  expect(await opening(file)).toMatchObject({ sequenceMin, store, where: file });
  expect(readFileSync(file, 'utf8')).toBe(`${text.trimEnd()}\n`);
});

it.each([
  '',
  '\n',
  'two\n',
  '-1\n',
  '2\n3\n',
  '1e3',
  '02',
  '2.0',
  '{"sequence":2}',
  '9'.repeat(16),
  '9'.repeat(99),
  '2 store\n',
])('%j is named as damage, with the way out, and is left as it is', async (text) => {
  const file = join(freshFolder(), 'sequence');
  writeFileSync(file, text);
  await expect(opening(file)).rejects.toThrow(/^RATETREE_SEQUENCE_FILE names .*damaged.*write that number into it/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('grows only, over what another process of the gateway has written, and survives a folder that goes', async () => {
  const folder = freshFolder();
  const file = join(folder, 'sequence');
  const { note } = await opening(file);
  await note({ sequence: 5, store: STORE });
  await note({ sequence: 3, store: STORE });
  expect(readFileSync(file, 'utf8')).toBe(`5 ${STORE}\n`);
  writeFileSync(file, '9\n');
  await note({ sequence: 6, store: STORE });
  expect(readFileSync(file, 'utf8')).toBe(`9 ${STORE}\n`);
  rmSync(folder, { recursive: true });
  await note({ sequence: 10, store: STORE });
  expect(said).toEqual([expect.stringMatching(/^sequence 10 not remembered: ENOENT/)]);
});
