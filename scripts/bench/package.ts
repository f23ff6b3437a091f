/**
 * Prints how large the package is, what is in it, and how long its installation into an empty folder takes.
 * node build/scripts/bench/package.js
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, pack } from './packing.ts';

const folder = mkdtempSync(join(tmpdir(), 'ratetree-package-'));
try {
  const { tarball, bytes, unpackedBytes, files } = pack(folder);
  console.log(`package: ${bytes} bytes compressed, ${unpackedBytes} bytes in ${files.length} files`);
  const place = join(folder, 'empty');
  const installed = install(tarball, place);
  if (installed === null) {
    console.log('installation: not measured, because no registry can be reached');
  } else {
    const { seconds, packages } = installed;
    const onDisk = bytesBelow(join(place, 'node_modules'));
    console.log(`installation: ${seconds.toFixed(1)} s, ${Object.keys(packages).length} packages, ${onDisk} bytes`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function bytesBelow(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
