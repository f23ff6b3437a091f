/**
 * Readers turn the bytes of an answer into values of unknown type, with numbers left as text; the feed's schema then
 * checks them. A broken, truncated or hostile document throws a DocumentError here: half a list that was read as a
 * whole one would withdraw the other half.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { parse as parseJson } from 'lossless-json';
import { decode, parsed } from './decode.ts';
import { ATTRIBUTES_MAX } from './html.ts';
import { DocumentError, type FeedAnswer } from './provider.ts';
import { isZip, unzip } from './zip.ts';

export { parsed } from './decode.ts';
export { formField, htmlRows, htmlTables, htmlTexts } from './html.ts';

type Reader = (answer: FeedAnswer) => unknown;

const MB = 1024 * 1024;
/**
 * The bytes of a document of each kind, with room above the largest that we know: the wholes of Jamaica and Nigeria in
 * JSON have 8 MB, the ECB's in CSV 2 MB, Zambia's sheet 2.5 MB, other XML 0.3 MB and other text 0.5 MB. Reading a
 * document of these sizes takes 600 MB of memory at most. A sheet of 32 MB, which packs into 50 kB, would take 1.7 GB.
 */
const BYTES_MAX = { json: 16 * MB, csv: 8 * MB, sheet: 8 * MB, xml: 4 * MB, text: 4 * MB } as const;

/**
 * Elements named in `lists` are lists even when there is only one. Attributes are `@name`; text beside them is `#text`.
 */
export function xml(...lists: readonly string[]): Reader {
  return xmlOf(lists, true, BYTES_MAX.xml);
}

/** The same of a workbook, with the blanks around texts: they count where a text consists of several pieces. */
export function spacedXml(...lists: readonly string[]): Reader {
  return xmlOf(lists, false, BYTES_MAX.sheet);
}

function xmlOf(lists: readonly string[], trimValues: boolean, bytesMax: number): Reader {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    trimValues,
    parseTagValue: false,
    parseAttributeValue: false,
    // MNB sends a year's document escaped inside another one: 33,000 references to one character each. No document can
    // declare references of its own, because a document type is refused below.
    processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpansionDepth: 1 },
    maxNestedTags: 32,
    isArray: (name) => lists.includes(name),
  });
  return (answer) => {
    const document = decode(answer, bytesMax);
    // No feed declares a document type, and entities declared in one can expand to gigabytes.
    if (document.includes('<!DOCTYPE')) throw new DocumentError('the XML declares a document type, which is refused');
    checkAttributes(document);
    return parsed(() => parser.parse(document, true));
  };
}

/** What begins a tag or ends one, and a text in quotation marks: in a tag, the value of an attribute. */
const MARK = /<|>|"[^"<]*"|'[^'<]*'/g;

/** The parser collects all attributes of a tag before it lets anybody see the first. */
function checkAttributes(document: string): void {
  let [isTag, attributes] = [false, 0];
  for (const [mark] of document.matchAll(MARK)) {
    if (mark === '<') attributes = 0;
    if (mark === '<' || mark === '>') isTag = mark === '<';
    else if (isTag && ++attributes > ATTRIBUTES_MAX)
      throw new DocumentError(`a tag has more than ${ATTRIBUTES_MAX} attributes`);
  }
}

export const json: Reader = (answer) => {
  const document = decode(answer, BYTES_MAX.json);
  return parsed(() => parseJson(document, null, (digits) => digits));
};

/**
 * The widest line of a feed has 2,000 characters (FED's titles). Parsing a line of several megabytes would take
 * seconds.
 */
const RECORD_BYTES_MAX = 100_000;
/** The ECB's history, the longest table, has 300,000. Some megabytes of blank lines would take minutes. */
const CELLS_MAX = 1_000_000;

/**
 * Rows of cells, without the blanks around them and without the empty columns at their end. Rows may differ in width:
 * many feeds begin with narrower ones.
 */
export function csv(delimiter = ',', blankRows: 'kept' | 'dropped' = 'kept'): Reader {
  const options = { delimiter, trim: true, bom: true, relax_column_count: true, max_record_size: RECORD_BYTES_MAX };
  return (answer) => {
    const document = decode(answer, BYTES_MAX.csv);
    checkCells(document, delimiter);
    const skipped = { skip_records_with_empty_values: blankRows === 'dropped' };
    return parsed(() => withoutEmptyEnd(parseCsv(document, { ...options, ...skipped })));
  };
}

function checkCells(document: string, delimiter: string): void {
  let cells = 0;
  for (const character of document) if (character === delimiter || character === '\n' || character === '\r') cells++;
  if (cells > CELLS_MAX) throw new DocumentError(`the table has more than ${CELLS_MAX} cells`);
}

/** Cuts the columns that are behind the last one with content: a spreadsheet adds some, and drops them again. */
function withoutEmptyEnd(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '') + 1;
  const width = Math.max(
    1,
    rows.reduce((most, cells) => Math.max(most, widthOf(cells)), 0),
  );
  return rows.map((cells) => (cells.length > width ? cells.slice(0, width) : cells));
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

export function text(answer: FeedAnswer): string {
  return decode(answer, BYTES_MAX.text);
}

/**
 * What the pattern's group finds: the token in a page that begins a session. @throws DocumentError where it finds
 * nothing
 */
export function captured(answer: FeedAnswer, pattern: RegExp): string {
  const found = pattern.exec(text(answer))?.[1];
  if (found === undefined) throw new DocumentError(`nothing in the answer matches ${pattern}`);
  return found;
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
