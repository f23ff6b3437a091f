/** The package that the test files of a run share, and the copy of the checkout that it was packed from. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sharedFolder } from '../trees/shared.ts';
import { type Packed, pack } from './packing.ts';

export interface PackedOnce extends Packed {
  /** To be read, and copied by those who write to it. */
  readonly checkout: string;
}

export function packedOnce(): PackedOnce {
  const folder = sharedFolder('packed', (made) => {
    const { tarball, ...more } = pack(made);
    // The folder gets another name.
    writeFileSync(join(made, 'packed.json'), JSON.stringify({ ...more, tarball: basename(tarball) }));
  });
  const packed = JSON.parse(readFileSync(join(folder, 'packed.json'), 'utf8')) as Packed;
  return { ...packed, tarball: join(folder, packed.tarball), checkout: join(folder, 'checkout') };
}
