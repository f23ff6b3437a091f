/** Reads pages as a stream of tags: the cells of their tables, and the fields of their forms. */
import { type Handler, Parser } from 'htmlparser2';
import { decode } from './decode.ts';
import { DocumentError, type FeedAnswer } from './provider.ts';

/** The largest page of a source has 440 kB, all rates of Vanuatu. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;
/** The pages of our sources nest up to 63. Each tag that closes is looked for among all that are open. */
const DEPTH_MAX = 256;
/** A tag of our sources, in pages or XML, has 17 attributes at most. Hundreds of thousands take seconds to read. */
export const ATTRIBUTES_MAX = 256;

/** What stands apart on the page is apart in a cell: a note's mark behind `4022` does not make it 40221. */
const APART: ReadonlySet<string> = new Set(['sup', 'sub', 'br', 'p', 'div', 'li']);

/** @throws DocumentError for tags that are nested too deep, and for one with too many attributes */
export function readTags(page: string, handler: Partial<Handler>): void {
  let [depth, attributes] = [0, 0];
  const parser = new Parser({
    onopentagname() {
      attributes = 0;
    },
    onattribute() {
      if (++attributes > ATTRIBUTES_MAX) throw new DocumentError(`a tag has more than ${ATTRIBUTES_MAX} attributes`);
    },
    onopentag(name, own, isImplied) {
      if (++depth > DEPTH_MAX) throw new DocumentError(`the page nests more than ${DEPTH_MAX} tags`);
      handler.onopentag?.(name, own, isImplied);
    },
    ontext: (piece) => handler.ontext?.(piece),
    onclosetag(name, isImplied) {
      depth--;
      handler.onclosetag?.(name, isImplied);
    },
  });
  parser.end(page);
}

type Cells = readonly string[];

/**
 * The tables of a page: for each table its rows, for each row its cells, with character references resolved and runs of
 * blanks folded into one. A table that the document does not close was truncated, and is refused.
 */
export function htmlTables(answer: FeedAnswer): readonly (readonly Cells[])[] {
  const tables: string[][][] = [];
  let cell: string | null = null;
  const close = () => {
    if (cell !== null)
      tables
        .at(-1)
        ?.at(-1)
        ?.push(cell.replaceAll(/[\s\u00a0]+/g, ' ').trim());
    cell = null;
  };
  readTags(decode(answer, PAGE_BYTES_MAX), {
    onopentag(name) {
      if (name === 'tr' || name === 'td' || name === 'th') close();
      if (name === 'table') tables.push([]);
      if (name === 'tr') tables.at(-1)?.push([]);
      if (name === 'td' || name === 'th') cell = '';
      if (cell !== null && APART.has(name)) cell += ' ';
    },
    ontext(piece) {
      if (cell !== null) cell += piece;
    },
    onclosetag(name, isImplied) {
      if (name === 'tr' || name === 'td' || name === 'th' || name === 'table') close();
      if (name === 'table' && isImplied) throw new DocumentError('the page does not close a table: it was truncated');
    },
  });
  return tables;
}

/** The rows of every table of a page, in order. */
export function htmlRows(answer: FeedAnswer): readonly Cells[] {
  return htmlTables(answer).flat();
}

/** The texts of a page that are not blank, in order, each behind the id that was stated last. */
export function htmlTexts(answer: FeedAnswer): readonly (readonly [id: string, text: string])[] {
  const texts: [string, string][] = [];
  let [id, text] = ['', ''];
  const close = () => {
    if (text.trim() !== '') texts.push([id, text.replaceAll(/[\s\u00a0]+/g, ' ').trim()]);
    text = '';
  };
  readTags(decode(answer, PAGE_BYTES_MAX), {
    onopentag(_, attributes) {
      close();
      id = attributes.id ?? id;
    },
    ontext(piece) {
      text += piece;
    },
    onclosetag: close,
  });
  return texts;
}

/** What the form of a page has in the field with that name. @throws DocumentError if it has no such field */
export function formField(answer: FeedAnswer, name: string): string {
  let value: string | undefined;
  readTags(decode(answer, PAGE_BYTES_MAX), {
    onopentag(tag, attributes) {
      if (tag === 'input' && attributes.name === name) value ??= attributes.value;
    },
  });
  if (value === undefined) throw new DocumentError(`nothing in the answer matches the form's field ${name}`);
  return value;
}
