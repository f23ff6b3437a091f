/** Answers kept as they came, for the day on which a figure is doubted: private, compressed, named by their hash. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Does nothing where the same bytes are kept already. */
export async function writeRaw(dir: string, sha256: string, bytes: Uint8Array): Promise<void> {
  const path = join(dir, `${sha256}.gz`);
  const isKept = await access(path).then(
    () => true,
    () => false,
  );
  if (isKept) return;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const partial = join(dir, `${randomUUID()}.partial`);
  await writeFile(partial, await promisify(gzip)(bytes), { mode: 0o600 });
  await rename(partial, path);
}
