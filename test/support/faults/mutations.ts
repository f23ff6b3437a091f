/**
 * Breaks the bytes of a document in the ways that documents break on their way, and names the fault of each mutation.
 */
import { mutateCsv } from './csv.ts';
import { mutateHtml } from './html.ts';
import { mutateJson } from './json.ts';
import type { Edited, Mutator } from './mutator.ts';
import { CELL_MARK, openWorkbook, withLateSerials } from './workbook.ts';
import { mutateXml } from './xml.ts';

export const FAULTS = [
  'error page',
  'truncated',
  'empty list',
  'renamed field',
  'swapped columns',
  'future date',
  'unit change',
  'doubled day',
  'wrong charset',
  'rubbish',
  'bomb',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Mutation {
  readonly fault: Fault;
  /** What was done to the document, in words. */
  readonly how: string;
  readonly bytes: Uint8Array;
}

export interface Original {
  readonly bytes: Uint8Array;
  /** The texts of the document's figures, as the adapter reads them. */
  readonly figures: readonly string[];
}

const RUBBISH_BYTES = 2 * 1024 * 1024;
const DEPTH = 50_000;
/** A document above this size is read once for each edit, so only a few of its forty columns are edited. */
const [LARGE_BYTES, LARGE_EDITS_MAX] = [200_000, 3];
/** The three bytes of the mark, each read as a character. */
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;
const PAGE =
  '<!DOCTYPE html><html><head><title>503</title></head><body><h1>Service unavailable</h1><p>1.25</p></body></html>';

export function* toMutations(original: Original): Generator<Mutation> {
  const book = openWorkbook(original.bytes);
  const text = book?.text ?? toText(original.bytes);
  const { empty, renamed, swapped, doubled } = book === null ? toMutator(text) : mutateCsv(text, CELL_MARK);
  const edits = (fault: Fault, edited: readonly Edited[]) =>
    edited
      .slice(0, text.length > LARGE_BYTES ? LARGE_EDITS_MAX : edited.length)
      .filter((one) => one.text !== text)
      .map(({ how, text: body }) => ({ fault, how, bytes: book?.toBytes(body) ?? toBytes(body) }));
  yield { fault: 'error page', how: 'an error page with status 200', bytes: Buffer.from(PAGE) };
  yield { fault: 'error page', how: 'an empty body', bytes: new Uint8Array() };
  for (const share of [10, 50, 90]) {
    const bytes = original.bytes.subarray(0, Math.floor((original.bytes.length * share) / 100));
    yield { fault: 'truncated', how: `cut after ${share} %`, bytes };
  }
  yield* edits('empty list', empty);
  yield* edits('renamed field', renamed);
  yield* edits('swapped columns', swapped);
  yield* edits('future date', [
    { how: 'every date is of 2049', text: toFuture(book === null ? text : withLateSerials(text)) },
  ]);
  yield* edits('unit change', unitChanges(text, original.figures));
  yield* edits('doubled day', doubled);
  const middle = original.bytes.length >> 1;
  const torn = Buffer.concat([
    original.bytes.subarray(0, middle),
    Buffer.of(0xff, 0xfe, 0x80),
    original.bytes.subarray(middle),
  ]);
  yield { fault: 'wrong charset', how: 'UTF-16 without a mark', bytes: Buffer.from(text, 'utf16le') };
  yield { fault: 'wrong charset', how: 'bytes of no UTF-8 in the middle', bytes: torn };
  yield { fault: 'rubbish', how: '2 MB of bytes', bytes: Buffer.alloc(RUBBISH_BYTES, 'r\u00fcbb!sh,;<>"[{\n') };
  yield { fault: 'rubbish', how: '2 MB in one line', bytes: Buffer.alloc(RUBBISH_BYTES, '1.25;') };
  yield {
    fault: 'bomb',
    how: 'XML nested 50,000 deep',
    bytes: Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(DEPTH)}`),
  };
  yield { fault: 'bomb', how: 'JSON nested 50,000 deep', bytes: Buffer.from('[{"a":'.repeat(DEPTH)) };
  yield { fault: 'bomb', how: 'entities that expand to gigabytes', bytes: Buffer.from(entityBomb(text)) };
}

/** The document up to the end of the line that is nearest to its middle, or to the middle if it has one line. */
export function toHalf(bytes: Uint8Array): Uint8Array {
  const middle = bytes.length >> 1;
  const ends = [bytes.lastIndexOf(0x0a, middle), bytes.indexOf(0x0a, middle)].map((place) => place + 1);
  const [nearest] = ends
    .filter((end) => end > 0 && end < bytes.length)
    .sort((left, right) => Math.abs(left - middle) - Math.abs(right - middle));
  return bytes.subarray(0, nearest ?? middle);
}

/** The first character tells the formats apart. A byte order mark is skipped. */
function toMutator(text: string): Mutator {
  const start = text.replace(BYTE_ORDER_MARK, '').trimStart();
  if (/^[[{]/.test(start)) return mutateJson(text);
  const numbered = /^\d+:(?=\[)/.exec(start)?.[0];
  if (numbered !== undefined) return behind(numbered, mutateJson(start.slice(numbered.length)));
  if (/^<\?xml|^<[A-Za-z]+:Envelope|^<[A-Z]+_/.test(start)) return mutateXml(text);
  if (start.startsWith('<')) return mutateHtml(text);
  return mutateCsv(text);
}

/** What comes before a document of another format stays in front of it. */
function behind(start: string, { empty, renamed, swapped, doubled }: Mutator): Mutator {
  const whole = (edited: readonly Edited[]) => edited.map(({ how, text }) => ({ how, text: `${start}${text}` }));
  return { empty: whole(empty), renamed: whole(renamed), swapped: whole(swapped), doubled: whole(doubled) };
}

/** Reads each byte as one character, so that an edit does no harm to a document of any encoding. */
function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/**
 * Finds the years of `2026-03-02`, `02.03.2026`, `20260302`, `2026M03D02`, `02-Mar-26` and `02.Mar.26`, but not the 2097
 * of 8.2097, and seconds or milliseconds since 1970.
 */
function toFuture(text: string): string {
  const year =
    /(?<=^|[^\d.,]|[^\d][.,]|\b\d{1,2}[./-]\d{1,2}[./-])(19[5-9]\d|20[0-4]\d)(?=(?:[01]\d(?:[0-3]\d)?)?(?!\d|\.\d))/gm;
  return text
    .replaceAll(year, '2049')
    .replaceAll(/(?<=\b[A-Z][a-z]{2}[-.])\d\d\b/g, '49')
    .replaceAll(/\b1\d{9}(?=(000)?[,\]}])/g, '2493072000');
}

/**
 * Multiplies every figure by a hundred, as if a source changed its unit from 1 to 100 and left its headers as they
 * were.
 */
function unitChanges(text: string, figures: readonly string[]): Edited[] {
  const known = new Set(figures);
  const toScaled = (found: string): string => {
    if (known.has(found)) return timesHundred(found, '.');
    if (known.has(found.replaceAll(',', '.'))) return timesHundred(found, ',');
    if (known.has(found.replaceAll('.', '').replace(',', '.')))
      return timesHundred(found.replaceAll('.', ''), ',').replaceAll(/\B(?=(\d{3})+$)/g, '.');
    if (known.has(found.replaceAll(',', ''))) return timesHundred(found.replaceAll(',', ''), '.');
    return found.includes(',') ? found.split(',').map(toScaled).join(',') : found;
  };
  const scaled = text.replaceAll(/\d[\d,.]*\d|\d/g, toScaled);
  return [{ how: 'every figure a hundredfold', text: scaled }];
}

/** `3,1042` → `310,42`; `159.4` → `15940`. */
function timesHundred(figure: string, mark: string): string {
  const [whole = '', fraction = ''] = figure.split(mark);
  const rest = fraction.slice(2);
  const digits = `${whole}${fraction.slice(0, 2).padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
  return rest === '' ? digits : `${digits}${mark}${rest}`;
}

function entityBomb(text: string): string {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? '<!ENTITY e0 "3.1415926">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  );
  const root = /<([A-Za-z][\w:]*)/.exec(text)?.[1] ?? 'a';
  const body = text.startsWith('<') ? text.replace(/<\?xml[^>]*\?>/, '') : '<a>1</a>';
  return `<?xml version="1.0"?><!DOCTYPE ${root} [${levels.join('')}]>${body.replace(/>\d[\d.,]*</, '>&e11;<')}`;
}
