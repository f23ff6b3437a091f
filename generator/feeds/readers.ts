/**
 * Readers turn the bytes of an answer into values of unknown type, with numbers left as text; the feed's schema then
 * checks them. A broken, truncated or hostile document throws a DocumentError here: half a list that was read as a
 * whole one would withdraw the other half.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { Parser as HtmlParser } from 'htmlparser2';
import { parse as parseJson } from 'lossless-json';
import { DocumentError, type FeedAnswer } from './provider.ts';
import { isZip, unzip } from './zip.ts';

type Reader = (answer: FeedAnswer) => unknown;

/**
 * Elements named in `lists` are lists even when there is only one. Attributes are `@name`; text beside them is `#text`.
 */
export function xml(...lists: readonly string[]): Reader {
  return xmlOf(lists, true);
}

/** The same with the blanks around texts, which count where a text consists of several pieces. */
export function spacedXml(...lists: readonly string[]): Reader {
  return xmlOf(lists, false);
}

function xmlOf(lists: readonly string[], trimValues: boolean): Reader {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    trimValues,
    parseTagValue: false,
    parseAttributeValue: false,
    // MNB sends a year's document escaped inside another one: 33,000 references to one character each. No document can
    // declare references of its own, because a document type is refused below.
    processEntities: { enabled: true, maxTotalExpansions: 10_000_000, maxExpansionDepth: 1 },
    maxNestedTags: 32,
    isArray: (name) => lists.includes(name),
  });
  return (answer) => {
    const document = decode(answer);
    // No feed declares a document type, and entities declared in one can expand to gigabytes.
    if (document.includes('<!DOCTYPE')) throw new DocumentError('the XML declares a document type, which is refused');
    return parsed(() => parser.parse(document, true));
  };
}

export const json: Reader = (answer) => {
  const document = decode(answer);
  return parsed(() => parseJson(document, null, (digits) => digits));
};

/**
 * The widest line of a feed has 2,000 characters (FED's titles). Parsing a line of several megabytes would take
 * seconds.
 */
const RECORD_BYTES_MAX = 100_000;

/** Rows of cells, without the blanks around them. Rows may differ in width: many feeds begin with narrower ones. */
export function csv(delimiter = ',', blankRows: 'kept' | 'dropped' = 'kept'): Reader {
  const options = { delimiter, trim: true, bom: true, relax_column_count: true, max_record_size: RECORD_BYTES_MAX };
  return (answer) => {
    const document = decode(answer);
    return parsed(() => parseCsv(document, { ...options, skip_records_with_empty_values: blankRows === 'dropped' }));
  };
}

/**
 * For a source that also ends its last line with a line feed: a document without it was truncated, and the `1.27` that
 * it ends with may be the beginning of `1.2763`.
 */
export function wholeLines(read: Reader): Reader {
  return endsWith(/\n$/, 'the last line has no line feed at its end', read);
}

/** For a source that ends each of its series, and so the document, with a blank line. */
export function wholeSeries(read: Reader): Reader {
  return endsWith(/\n\r?\n$/, 'there is no blank line at the end', read);
}

function endsWith(end: RegExp, fault: string, read: Reader): Reader {
  return (answer) => {
    const last = Buffer.from(answer.bytes.subarray(-3)).toString('latin1');
    if (!end.test(last)) throw new DocumentError(`${fault}: the document was truncated`);
    return read(answer);
  };
}

/**
 * For a table that names every currency on every day, with no figure where there is none: a day that has fewer rows
 * than the others was cut off.
 */
export function checkEvenDays(days: readonly string[]): void {
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  const most = [...counts.values()].reduce((left, right) => Math.max(left, right), 0);
  const short = [...counts].find(([, count]) => count < most);
  if (short !== undefined) {
    throw new DocumentError(`${short[0]} has ${short[1]} rows and other days ${most}: the document was truncated`);
  }
}

export const text: Reader = decode;

/**
 * What the pattern's group finds: the token in a page that begins a session. @throws DocumentError where it finds
 * nothing
 */
export function captured(answer: FeedAnswer, pattern: RegExp): string {
  const found = pattern.exec(decode(answer))?.[1];
  if (found === undefined) throw new DocumentError(`nothing in the answer matches ${pattern}`);
  return found;
}

/**
 * The tables of a page: for each table its rows, for each row its cells, with character references resolved and runs of
 * blanks folded into one. A table that the document does not close was truncated, and is refused.
 */
export const htmlTables: Reader = toTables;

/** The rows of every table of a page, in order. */
export const htmlRows: Reader = (answer) => toTables(answer).flat();

function toTables(answer: FeedAnswer): readonly (readonly (readonly string[])[])[] {
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
  const parser = new HtmlParser({
    onopentagname(name) {
      if (name === 'tr' || name === 'td' || name === 'th') close();
      if (name === 'table') tables.push([]);
      if (name === 'tr') tables.at(-1)?.push([]);
      if (name === 'td' || name === 'th') cell = '';
    },
    ontext(piece) {
      if (cell !== null) cell += piece;
    },
    onclosetag(name, isImplied) {
      if (name === 'tr' || name === 'td' || name === 'th' || name === 'table') close();
      if (name === 'table' && isImplied) throw new DocumentError('the page does not close a table: it was truncated');
    },
  });
  parser.end(decode(answer));
  return tables;
}

/** Reads the one file in a zip, or the document itself where it is no zip: some recordings hold it unpacked. */
export function unzipped(read: Reader): Reader {
  return (answer) => {
    if (!isZip(answer.bytes)) return read(answer);
    const [bytes, ...others] = parsed(() => [...unzip(answer.bytes, () => true).values()]);
    if (bytes === undefined || others.length > 0) throw new DocumentError('the zip does not hold exactly one file');
    return read({ ...answer, bytes });
  };
}

/**
 * The encoding is taken from a byte order mark, else from the XML declaration, else from the content type, which comes
 * last because many servers declare a wrong one.
 */
function decode({ bytes, contentType }: FeedAnswer): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200)).toString('latin1');
  const marked = start.startsWith('\xef\xbb\xbf') ? 'utf-8' : undefined;
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(start)?.[1];
  const served = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  const encoding = marked ?? declared ?? served ?? 'utf-8';
  return parsed(() => withoutStrayBytes(new TextDecoder(encoding).decode(bytes)));
}

/**
 * A byte that is in no character of the encoding becomes U+FFFD. The banks of Australia and Denmark have one in a name
 * now and then, where it does no harm. Beside a digit it may have been one, and several in a row are no misprint.
 */
function withoutStrayBytes(document: string): string {
  const place = document.search(/\ufffd{2}|\d[.,]?\ufffd|\ufffd[.,]?\d/);
  if (place < 0) return document;
  const around = document.slice(Math.max(0, place - 20), place + 20).replaceAll(/\s+/g, ' ');
  throw new DocumentError(`a byte that belongs to no character, where a figure may be: ${JSON.stringify(around)}`);
}

/**
 * Calls a library to parse a document. Whatever the library throws, a stack overflow included, is the document's fault.
 */
export function parsed<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
