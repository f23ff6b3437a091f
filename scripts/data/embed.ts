/**
 * Makes the embedded archive again from recordings of banks, in place of the one that is there, and with it the list
 * data/embedded.csv.
 *
 * node build/scripts/data/embed.js [--out data/archive] [RECORDINGS...]
 *
 * Without RECORDINGS it reads ../shared/feeds, feeds-new, feeds-3 and feeds-4, beside the checkout.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../generator/kit/package.ts';
import { listArchive, readArchive } from '../../generator/sources/archive/archive.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { collectEmbedded, embeddedList } from './embedded-archive.ts';

const root = packageRoot();
const embedded = join(root, 'data', 'archive');
const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: embedded } },
  allowPositionals: true,
});
const beside = ['feeds', 'feeds-new', 'feeds-3', 'feeds-4'].map((name) => join(root, '..', 'shared', name));
const recordings = positionals.length > 0 ? positionals : beside;

const out = resolve(values.out);
// The old archive is replaced only when the new one is whole, and a rename stays within one disk.
const work = await mkdtemp(`${out}-`);
try {
  const made = join(work, 'archive');
  await collectEmbedded(PROVIDERS, made, { recordings, scratchDir: join(work, 'scratch') });
  const codes = await listArchive(made);
  let rows = 0;
  for (const code of codes) rows += (await readArchive(made, code)).rows.length;
  await rm(out, { recursive: true, force: true });
  await rename(made, out);
  if (out === embedded) await writeFile(join(root, 'data', 'embedded.csv'), await embeddedList(out));
  console.log(`${rows} rows of ${codes.length} banks in ${out}`);
} finally {
  await rm(work, { recursive: true, force: true });
}
