/** `publish --part`: joins the parts of a tree that several machines have made, and makes the tree whole. */
import { archiveFigures } from '../release/archive/archive-list.ts';
import { endJoin, joinParts, readParts } from '../release/steps/join-parts.ts';
import type { Bases } from '../tree/read/tree-options.ts';
import { InputError } from '../wire/words/input-error.ts';
import type { CurrencyCode } from '../wire/words/schemas.ts';
import { generateTree, summaryWords } from './generate.ts';

export const PART_OPTION = [
  '--part <dir>',
  'a part made by generate --shard; name each one with a flag of its own, and an empty folder with --from',
  (dir: string, named: readonly string[] = []) => [...named, dir],
] as const;

/**
 * @param out an empty folder for the whole tree
 * @throws InputError naming a part that is missing, is named twice, or was made from something else
 */
export async function joinTree(dirs: readonly string[], archive: string, out: string): Promise<void> {
  const parts = await readParts(dirs);
  const { label } = parts[0];
  if (label.archive !== (await archiveFigures(archive)))
    throw new InputError(`${archive} is not the archive that the parts were made from: name that one with --archive`);
  await joinParts(parts, out);
  const { date, since, parquet, asOf } = label;
  const chosen = { bases: toBases(label.bases), historyBases: toBases(label.historyBases) };
  const summary = await generateTree({
    archive,
    out,
    date,
    ...chosen,
    ...(since && { since }),
    ...(parquet && { parquet }),
    ...(asOf && { asOf }),
  });
  for (const failure of summary.failures) console.error(failure);
  console.error(`joined ${parts.length} parts: ${summaryWords(summary)}`);
  endJoin(out);
}

function toBases(codes: readonly CurrencyCode[] | null): Bases {
  return codes === null ? null : new Set(codes);
}
