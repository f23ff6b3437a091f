/** Keeps answers as they came, as evidence if a figure is doubted: private, compressed, and named by their hash. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { withPath } from '../kit/files.ts';

/**
 * Does nothing if the same bytes are already kept. It does not use `replaceFile`, which names its partial file after
 * the path: two providers may receive the same answer at the same time. Nor does it wait until each file is on disk.
 */
export async function writeRaw(dir: string, sha256: string, bytes: Uint8Array): Promise<void> {
  const path = join(dir, `${sha256}.gz`);
  const isKept = await access(path).then(
    () => true,
    () => false,
  );
  if (isKept) return;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const partial = join(dir, `${randomUUID()}.partial`);
  const packed = await promisify(gzip)(bytes);
  await writeFile(partial, packed, { mode: 0o600 }).catch((error: unknown) => {
    throw withPath(partial, error);
  });
  await rename(partial, path);
}
