/**
 * The embedded archive is, byte for byte, what `node build/scripts/data/embed.js` makes from the recordings: no figure
 * was written into it by hand. And it is one coherent fortnight, whoever reads it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { listArchive } from '../../generator/sources/archive/archive.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { collectEmbedded } from '../../scripts/data/embedded-archive.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { RECORDINGS } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { WHOLE_EMBEDDED } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const there = recordingsAreThere('the embedded archive, collected again from the recordings');

describe.skipIf(!there)('the embedded archive equals what is collected from the recordings', () => {
  const made = freshFolder();
  beforeAll(() => collectEmbedded(PROVIDERS, made, { recordings: RECORDINGS, scratchDir: freshFolder() }));

  it('of the same banks', async () => expect(await listArchive(made)).toEqual(await listArchive(WHOLE_EMBEDDED)));

  it.each(PROVIDERS.map(({ code }) => code))('of %s', (code) => {
    expect(readTree(made, code)).toEqual(readTree(WHOLE_EMBEDDED, code));
  });
});
