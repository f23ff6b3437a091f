/**
 * Bytes → values of unknown type, numbers left as text: what a feed's own schema then reads. A broken, truncated or
 * hostile document ends here in an error, because half a list read as a whole one would withdraw the other half.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import { Parser as HtmlParser } from 'htmlparser2';
import { parse as parseJson } from 'lossless-json';
import type { Answer } from './provider.ts';

type Reader = (answer: Answer) => unknown;

/** ECB's whole history is 2 MB unpacked; a zip that claims more than this is a bomb. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;

/** Elements named here are lists even where there is one. Attributes are `@name`, text beside attributes is `#text`. */
export function xml(...lists: readonly string[]): Reader {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    // MNB sends a document of a year escaped within another: 33,000 references, each to one character, as no other are declared.
    processEntities: { enabled: true, maxTotalExpansions: 10_000_000, maxExpansionDepth: 1 },
    maxNestedTags: 32,
    isArray: (name) => lists.includes(name),
  });
  return (answer) => {
    const document = decode(answer);
    // No feed declares a document type; what can be declared in one is entities that expand to gigabytes.
    if (document.includes('<!DOCTYPE')) throw new SyntaxError('the XML declares a document type, which is refused');
    return parser.parse(document, true);
  };
}

export const json: Reader = (answer) => parseJson(decode(answer), null, (digits) => digits);

/** The widest line of a feed has 2,000 characters (FED's titles); one of megabytes would be parsed for seconds. */
const RECORD_BYTES_MAX = 100_000;

/** Rows of cells as they stand, blanks around them trimmed; the first rows may be of another width. */
export function csv(delimiter = ',', blankRows: 'kept' | 'dropped' = 'kept'): Reader {
  const options = { delimiter, trim: true, bom: true, relax_column_count: true, max_record_size: RECORD_BYTES_MAX };
  return (answer) => parseCsv(decode(answer), { ...options, skip_records_with_empty_values: blankRows === 'dropped' });
}

/** Where a source ends its last line too, a document without that end was cut: `1.27` may be the rest of `1.2763`. */
export function wholeLines(read: Reader): Reader {
  return (answer) => {
    if (answer.bytes.at(-1) !== 0x0a) throw new SyntaxError('the last line has no end: the document was cut');
    return read(answer);
  };
}

export const text: Reader = decode;

/** What the pattern's group finds: the token in a page that begins a session. @throws where it finds nothing. */
export function captured(answer: Answer, pattern: RegExp): string {
  const found = pattern.exec(decode(answer))?.[1];
  if (found === undefined) throw new SyntaxError(`nothing in the answer is like ${pattern}`);
  return found;
}

/**
 * The tables of a page, each the cells of its rows in order, character references resolved and blanks folded to one each. A
 * table that the document does not close is one that was cut off.
 */
export const htmlTables: Reader = toTables;

/** The rows of every table of a page, in order. */
export const htmlRows: Reader = (answer) => toTables(answer).flat();

function toTables(answer: Answer): readonly (readonly (readonly string[])[])[] {
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
      if (name === 'table' && isImplied) throw new SyntaxError('the page ends, or goes on, within a table');
    },
  });
  parser.end(decode(answer));
  return tables;
}

/** The one member of a zip, or the document itself where a recording holds it unpacked. */
export function unzipped(read: Reader): Reader {
  return (answer) => {
    if (answer.bytes[0] !== 0x50 || answer.bytes[1] !== 0x4b) return read(answer);
    let size = 0;
    const members = unzipSync(answer.bytes, {
      filter: ({ name, originalSize }) => {
        size += originalSize;
        if (size > UNPACKED_BYTES_MAX) throw new RangeError(`${name} unpacks to ${size} bytes: more than is accepted`);
        return true;
      },
    });
    const [bytes, ...others] = Object.values(members);
    if (bytes === undefined || others.length > 0) throw new SyntaxError('the zip does not hold one file');
    return read({ ...answer, bytes });
  };
}

/** A byte order mark says most, then the XML declaration, then the content type: servers often declare what is not so. */
function decode({ bytes, contentType }: Answer): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200)).toString('latin1');
  const marked = start.startsWith('\xef\xbb\xbf') ? 'utf-8' : undefined;
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(start)?.[1];
  const served = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  return new TextDecoder(marked ?? declared ?? served ?? 'utf-8', { fatal: true }).decode(bytes);
}
