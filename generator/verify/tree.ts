/** Checks a generated tree that is not published yet against the generator's own digests and its release id. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KeySet } from '../release/objects/key-set.ts';
import { isNaming, toReleaseId } from '../tree/read/inputs.ts';
import type { LocalFile, LocalUnit } from '../tree/read/units.ts';
import { type LocalTree, openLocalTree } from '../tree/write/local-tree.ts';
import { releasePath } from '../wire/answers/paths.ts';
import type { Tree } from '../wire/release/served-tree.ts';
import type { VerifyOptions } from './options.ts';
import { unreadableIn } from './readable.ts';
import type { VerifyFault, VerifyReport } from './report.ts';
import type { VerifySource } from './source.ts';

export function isTree({ folder }: VerifySource): boolean {
  return folder !== null && existsSync(join(folder, releasePath));
}

/** @throws InputError if the folder does not hold a complete tree */
export async function verifyTree(
  source: VerifySource,
  atOnce: number,
  onProgress: VerifyOptions['onProgress'],
): Promise<VerifyReport> {
  const tree = openLocalTree(source.folder ?? '');
  const faults: VerifyFault[] = [];
  const [named, naming] = [new KeySet(), new Map<string, string>()];
  let bytesChecked = 0;
  const units = unitsOf(tree);
  for (const [place, unit] of units.entries()) {
    for (const { path, sha256, bytes } of filesOf(unit, faults)) {
      named.add(path);
      if (isNaming(path)) naming.set(path, sha256);
      bytesChecked += bytes;
    }
    onProgress?.('dates, years and lists', place + 1, units.length);
  }
  // If a unit is bad, it is not known which of its files are extra.
  if (faults.length === 0) faults.push(...(await extraFiles(source, named)));
  const id = toReleaseId(tree.date, naming);
  if (id !== tree.release) {
    faults.push({ kind: 'bad', key: releasePath, why: `it says ${tree.release}, but the content gives ${id}` });
  }
  const unreadable = await unreadableIn(toServed(source, tree), atOnce);
  if (unreadable !== null && !faults.some(({ key }) => key === unreadable.key)) faults.push(unreadable);
  const files = named.size;
  const counts = { files, filesChecked: files, bytesChecked, manifestsChecked: 0, archiveChecked: 0 };
  const rest = {
    pointer: null,
    key: null,
    seed: null,
    kept: null,
    others: [],
    othersCount: 0,
    notes: ['nothing was published here: there is no current.json'],
  };
  return { target: source.name, through: 'tree', release: tree.release, counts, faults, ...rest };
}

/** As a gateway serves a tree that was not published. */
function toServed(source: VerifySource, { release, date }: LocalTree): Tree {
  return {
    release: { release, date },
    root: null,
    read: async (path) => {
      const bytes = await source.read(path);
      return bytes === null ? null : { bytes, sha256: null };
    },
  };
}

function unitsOf({ files, providers }: LocalTree): readonly LocalUnit[] {
  const below = providers.flatMap((own) => {
    const units = [...own.years.values()].flatMap((year) => {
      const { days, series, averages, inputs } = year.units();
      return [...days.values(), series, averages, inputs];
    });
    return [own.files, own.latest, ...units];
  });
  return [files, ...below].filter((unit) => unit !== null);
}

function filesOf(unit: LocalUnit, faults: VerifyFault[]): readonly LocalFile[] {
  try {
    return unit.files();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    faults.push({ kind: 'bad', key: unit.name, why: error.message });
    return [];
  }
}

async function extraFiles({ list }: VerifySource, named: KeySet): Promise<readonly VerifyFault[]> {
  const faults: VerifyFault[] = [];
  if (list === null) return faults;
  for await (const { key } of list('')) if (!named.has(key)) faults.push({ kind: 'extra', key, why: '' });
  return faults;
}
