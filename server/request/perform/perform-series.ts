/**
 * SeriesPlan → Representation: the fixings of the span are read, judged and stated one after the other.
 */

import { SpanBuilder } from '../../../generator/wire/answers/spans.ts';
import { quotes } from '../../../generator/wire/answers/views.ts';
import { toPieces } from '../../../generator/wire/encode/encode.ts';
import { contentType } from '../../../generator/wire/encode/rendition.ts';
import type { Tree } from '../../../generator/wire/release/served-tree.ts';
import { Hash } from '../../../generator/wire/words/hash.ts';
import { Representation } from '../http/representation.ts';
import { FIGURES_MAX, FILES, type SeriesPlan } from '../plan/series-plan.ts';
import { Problem } from '../query/problem.ts';
import type { SpanReader } from './span.ts';

/** @throws Problem, StoreDown */
export async function performSeries(plan: SeriesPlan, tree: Tree, spans: SpanReader): Promise<Representation> {
  const { rendition, freshness, stated, isComplete } = plan;
  const builder = new SpanBuilder(stated, isComplete);
  for await (const table of spans.read(tree, plan, FIGURES_MAX, FILES)) {
    if (!quotes(table, stated.base)) {
      throw new Problem(1003, `base ${stated.base} is not quoted by ${table.provider} on ${table.date}`);
    }
    for (const figures of builder.adding(table)) await spans.worked(figures);
  }
  for (const figures of builder.closing()) await spans.worked(figures);
  const pieces: Buffer[] = [];
  const hash = new Hash();
  for (const piece of toPieces(builder.document(), rendition)) {
    pieces.push(Buffer.from(piece));
    hash.add(piece);
    await spans.worked(piece.length / CHARACTERS_PER_FIGURE);
  }
  return new Representation({
    freshness,
    release: tree.release.release,
    contentType: contentType(rendition),
    bytes: Buffer.concat(pieces),
    hash: hash.end(),
  });
}

/** To write so much text takes as long as to read one figure. */
const CHARACTERS_PER_FIGURE = 100;
