/** SeriesPlan → Representation: the fixings of the span are read, judged and stated one after the other. */
import { SpanBuilder } from '../../../generator/wire/answers/spans.ts';
import type { Table } from '../../../generator/wire/answers/table.ts';
import { quotes } from '../../../generator/wire/answers/views.ts';
import { contentType } from '../../../generator/wire/encode/document.ts';
import { toPieces } from '../../../generator/wire/encode/encode.ts';
import type { Tree } from '../../../generator/wire/release/tree-file.ts';
import { Hash } from '../../../generator/wire/words/hash.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { FormWriter } from '../forms/writer.ts';
import { Representation } from '../http/representation.ts';
import { FIGURES_MAX, type SeriesPlan, tooLargeFor } from '../plan/series-plan.ts';
import { Problem } from '../query/problem.ts';
import { CHARACTERS_PER_FIGURE, type SpanReader } from './span.ts';

/** @throws Problem, StoreError */
export async function performSeries(plan: SeriesPlan, tree: Tree, spans: SpanReader): Promise<Representation> {
  const { rendition, freshness, form, licence } = plan;
  const builder = new SpanBuilder(plan.stated, plan.isComplete, plan.published);
  const tooMany = (count: number) => tooLargeFor(plan, count);
  if (plan.published) for await (const fixing of spans.published(tree, plan, tooMany)) builder.state(fixing);
  else await addTables(plan, spans.read(tree, plan, FIGURES_MAX, tooMany), builder, spans);
  const writer = form && new FormWriter(form, { ...plan.stated, licence });
  const pieces: Buffer[] = [];
  const hash = new Hash();
  const written = toPieces(builder.document(), rendition);
  for (const piece of writer === null ? written : inForm(written, writer)) {
    pieces.push(Buffer.from(piece));
    hash.add(piece);
    await spans.worked(piece.length / CHARACTERS_PER_FIGURE);
  }
  return new Representation({
    freshness,
    release: tree.release.release,
    contentType: form === null ? contentType(rendition) : `${form.type}; charset=utf-8`,
    bytes: Buffer.concat(pieces),
    hash: hash.end(),
    leftOut: [...(writer?.leftOut ?? [])],
  });
}

/** @param csv the row of names, and then rows @throws Problem for what the form cannot have */
function* inForm(csv: Iterable<string>, writer: FormWriter): Generator<string> {
  let head: string | null = null;
  try {
    for (const piece of csv) {
      yield head === null ? writer.begin() : writer.add(head + piece);
      head ??= piece;
    }
    yield writer.end();
  } catch (error) {
    if (error instanceof InputError) throw new Problem(1029, `template cannot be made: ${error.message}`);
    throw error;
  }
}

async function addTables(
  { stated }: SeriesPlan,
  tables: AsyncIterable<Table>,
  builder: SpanBuilder,
  spans: SpanReader,
): Promise<void> {
  for await (const table of tables) {
    if (!quotes(table, stated.base)) {
      throw new Problem(1003, `base ${stated.base} is not quoted by ${table.provider} on ${table.date}`);
    }
    for (const figures of builder.add(table)) await spans.worked(figures);
  }
  for (const figures of builder.close()) await spans.worked(figures);
}
