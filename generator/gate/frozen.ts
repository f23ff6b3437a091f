/** Findings about frozen lists, which the tree's own status.json names. */

import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { statusPath } from '../wire/answers/paths.ts';
import { status } from '../wire/answers/status.ts';
import { InputError } from '../wire/words/input-error.ts';
import { type Finding, toFinding } from './report.ts';
import type { TreeReader } from './stated.ts';

/** Of status.json only what is asked for here. */
const { provider, frozen } = status.shape.providers.element.shape;
const frozenOf = z.object({ providers: z.array(z.object({ provider, frozen })) });

/** The fact's name keeps its digest while the list stays frozen, so that it is accepted only once. */
export async function readFrozenFindings(tree: TreeReader): Promise<readonly Finding[]> {
  const bytes = await tree.read(statusPath);
  if (bytes === null) return [];
  return parse(bytes).providers.flatMap(({ provider, frozen = [] }) =>
    frozen.map(({ table, since, inGlobal }) => {
      const voice = inGlobal ? 'GLOBAL uses it up to its ninth publication' : 'GLOBAL does not use it';
      const words = `${provider} ${table}: the same figures on each date since ${since}, while others moved; ${voice}`;
      return toFinding('frozen', provider, { subject: `${table} ${since}`, figures: [], words });
    }),
  );
}

function parse(bytes: Buffer): z.infer<typeof frozenOf> {
  try {
    return frozenOf.parse(parseJson(bytes.toString('utf8')));
  } catch (cause) {
    throw new InputError(`${statusPath} is not what generate writes: run generate again`, { cause });
  }
}
