/** The answers of the parts of a span → the one answer of the whole span, as CSV, JSON or a Parquet file. */

import { type ParquetColumn, ParquetFile } from '../../../generator/wire/answers/parquet.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { cellsOf, checkedCsv } from '../../request/forms/rows.ts';
import { allAnswers, type Section } from './span.ts';

export async function* toCsv(sections: readonly Section[]): AsyncGenerator<string> {
  let isBegun = false;
  for await (const answer of allAnswers(sections)) {
    yield isBegun ? checkedCsv(answer).slice(answer.indexOf('\n') + 1) : checkedCsv(answer);
    isBegun = true;
  }
}

const ANSWER =
  /^(\{"provider":"\w+","base":"\w+",)"from":"([\d-]*)","to":"([\d-]*)",("period":"\w+","series":\[)(.*)\]\}$/s;

interface JsonPart {
  readonly head: string;
  /** Of the first and the last fixing; empty if there is none. */
  readonly from: string;
  readonly to: string;
  readonly middle: string;
  /** With commas between them. */
  readonly items: string;
}

/** The head names the last fixing, so the newest part that has one is requested first. */
export async function* toJson(sections: readonly Section[]): AsyncGenerator<string> {
  const { before, last } = await newestIn(sections);
  const to = last.at(-1)?.to ?? '';
  let isBegun = false;
  for await (const { head, from, middle, items } of partsOf(before, last)) {
    if (items === '' && to !== '') continue;
    yield isBegun ? ',' : `${head}"from":"${from}","to":"${to}",${middle}`;
    isBegun = true;
    yield items;
  }
  yield ']}';
}

async function* partsOf(before: readonly Section[], last: readonly JsonPart[]): AsyncGenerator<JsonPart> {
  for await (const answer of allAnswers(before)) yield toPart(answer);
  yield* last;
}

/** The parts of the newest section with a fixing, or an empty one, and the sections before it. */
async function newestIn(sections: readonly Section[]) {
  for (let place = sections.length - 1; place >= 0; place--) {
    const parts: JsonPart[] = [];
    for await (const answer of allAnswers(sections.slice(place, place + 1))) parts.push(toPart(answer));
    const last = parts.slice(0, parts.findLastIndex(({ to }) => to !== '') + 1);
    if (last.length > 0) return { before: sections.slice(0, place), last };
    if (place === 0) return { before: [], last: parts.slice(0, 1) };
  }
  throw new TypeError('a span without a part');
}

function toPart(answer: string): JsonPart {
  const [, head, from, to, middle, items] = ANSWER.exec(answer) ?? [];
  if (head !== undefined && from !== undefined && to !== undefined && middle !== undefined && items !== undefined)
    return { head, from, to, middle, items };
  throw new InputError('the answer to /v1/series is not that of a gateway in JSON: name another origin with --origin');
}

const KINDS: Readonly<Record<string, ParquetColumn['kind']>> = {
  date: 'day',
  figureDate: 'day',
  from: 'day',
  to: 'day',
  // The sides of published figures are texts: they have the digits that the bank has printed, which may be many.
  rate: 'figure',
  per: 'count',
  days: 'count',
  complete: 'flag',
};

/** What a reader fetches at least of a column, and what is held in memory. */
const GROUP_ROWS = 50_000;

/** @param licence stands in the metadata of the file, unless it is null */
export async function* toParquet(sections: readonly Section[], licence: string | null): AsyncGenerator<Buffer> {
  const facts = licence === null ? {} : { licence };
  let file: ParquetFile | null = null;
  let waiting: (readonly string[])[] = [];
  for await (const answer of allAnswers(sections)) {
    const { columns, rows } = cellsOf(answer);
    file ??= new ParquetFile(
      columns.map((name) => ({ name, kind: KINDS[name] ?? 'text' })),
      facts,
    );
    waiting = [...waiting, ...rows];
    for (; waiting.length >= GROUP_ROWS; waiting = waiting.slice(GROUP_ROWS))
      yield file.group(waiting.slice(0, GROUP_ROWS));
  }
  if (file === null) throw new TypeError('a span without an answer');
  if (waiting.length > 0) yield file.group(waiting);
  yield file.end();
}
