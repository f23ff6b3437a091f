/** Findings about frozen lists, which the tree's own status.json names. */

import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { statusPath } from '../wire/answers/paths.ts';
import { status } from '../wire/answers/status.ts';
import { type Finding, toFinding } from './report.ts';
import { parsed, type TreeReader } from './stated.ts';

/** Of status.json only what is asked for here. */
const { provider, frozen } = status.shape.providers.element.shape;
const frozenOf = z.object({ providers: z.array(z.object({ provider, frozen })) });

/** The fact's name keeps its digest while the list stays frozen, so that it is accepted only once. */
export async function readFrozenFindings(tree: TreeReader): Promise<readonly Finding[]> {
  const bytes = await tree.read(statusPath);
  if (bytes === null) return [];
  const { providers } = parsed(statusPath, bytes, (text) => frozenOf.parse(parseJson(text)));
  return providers.flatMap(({ provider, frozen = [] }) =>
    frozen.map(({ table, since, inGlobal }) => {
      const use = inGlobal ? 'GLOBAL uses it up to its ninth publication' : 'GLOBAL does not use it';
      const words = `${provider} ${table}: the same figures on each date since ${since}, while others moved; ${use}`;
      return toFinding('frozen', provider, { subject: `${table} ${since}`, figures: [], words });
    }),
  );
}
