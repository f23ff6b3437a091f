/** The proofs of a log (generator/log/merkle.ts) as Node hashes them, where the program itself leaves that to a browser. */
import * as merkle from '../../../generator/log/merkle.ts';
import { solved } from '../../../generator/log/tree.ts';

export const inclusionProof = (place: number, leaves: readonly Buffer[]): readonly Buffer[] =>
  solved(merkle.inclusionProof(place, leaves));

export const isIncluded = (...words: Parameters<typeof merkle.isIncluded>): boolean =>
  solved(merkle.isIncluded(...words));

export const isConsistent = (...words: Parameters<typeof merkle.isConsistent>): boolean =>
  solved(merkle.isConsistent(...words));
