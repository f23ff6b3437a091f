/**
 * What the tests know of a bank, as data: `test/providers/banks/<code>.yaml` has short documents in the bank's format,
 * which we wrote ourselves, and what happens to them when they change; `<code>.csv` has every figure of the documents.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../../generator/kit/package.ts';
import { FAULTS } from '../faults/mutations.ts';
import { linesPdf, pdf, tablePdf } from './pdfs.ts';
import { xls, xlsx } from './workbooks.ts';

export const BANKS = join(packageRoot(), 'test', 'providers', 'banks');

/** A workbook's sheet is a text of its rows, whose cells are divided by `|`. */
const sheets = z.record(z.string(), z.string());
/** A document is written as one of these: a text, or what a file of another form is made of. */
const content = {
  body: z.string().optional(),
  encoding: z.enum(['latin1', 'utf16le']).optional(),
  xlsx: sheets.optional(),
  /** The numbers of rows that each sheet hides, from 1. */
  hiddenRows: z.array(z.int()).optional(),
  xls: sheets.optional(),
  zip: z.record(z.string(), z.string()).optional(),
  /** PDFs: a line each piece of text, a line each line of a form, a line each row of a table. */
  pdf: z.string().optional(),
  linesPdf: z.string().optional(),
  tablePdf: z.string().optional(),
};

const document = z.strictObject({
  about: z.string().optional(),
  /** The name of the feed whose documents look like this. */
  feed: z.string(),
  /** An address that the feed's `matches` knows. */
  url: z.string(),
  /** Of a POST: what was asked for. A document without it is the answer to a GET. */
  post: z.string().optional(),
  contentType: z.string(),
  ...content,
});

const fixture = document.extend({
  /** A day, or an instant, at which such a document could be fetched. */
  recordedAt: z.string(),
  /** Faults that cannot be made in the bank's documents, each with the reason. The tests of faults leave them out. */
  exempt: z.partialRecord(z.enum(FAULTS), z.string()).optional(),
});

/** Each text on the left is replaced by the one on its right. One that is not in the document is an error. */
const replacements = z.record(z.string().min(1), z.string().nullable());

const trapFields = z.strictObject({
  trap: z.string(),
  /** The number of the document that is changed, from 1: of the fixtures, then of the variants. Default: 1. */
  document: z.int().optional(),
  url: z.string().optional(),
  /** null: it is asked for with GET. */
  post: z.string().nullable().optional(),
  contentType: z.string().optional(),
  /** Where each text occurs first. */
  change: replacements.optional(),
  /** Wherever each text occurs. */
  changeAll: replacements.optional(),
  /** In the bytes of the file that is made of the document, where each text occurs first. */
  inFile: replacements.optional(),
  /** So many bytes are left. */
  cut: z.int().optional(),
  ...content,
  /** A part of the message. */
  refused: z.string().min(1).optional(),
  /** Every figure that is read, as `observedLines` writes it; or the difference from the document before the change. */
  states: z.array(z.string()).optional(),
  loses: z.array(z.string()).optional(),
  gains: z.array(z.string()).optional(),
  /** Whether the document says that there is nothing for the day. */
  silent: z.boolean().optional(),
  /** What `collect` leaves out and names; all other figures of the document before the change are stated. */
  odd: z.array(z.string()).optional(),
});

const EXPECTED = ['refused', 'states', 'loses', 'gains', 'silent', 'odd'] as const;
const trap = trapFields.refine((one) => EXPECTED.some((key) => one[key] !== undefined), {
  error: `a trap says what is expected: ${EXPECTED.join(', ')}`,
});

/** What a page says that is asked for before a feed's first request: a token, or where the documents are. */
const page = z.strictObject({
  page: z.string(),
  feed: z.string(),
  cookies: z.array(z.string()).optional(),
  /** Its text, or the recording that it is. */
  body: z.string().optional(),
  recorded: z.string().optional(),
  keys: z.record(z.string(), z.string()).optional(),
  /** So many keys there are, where `keys` has some of them only. */
  count: z.int().optional(),
  refused: z.string().optional(),
});

/** What the bank's label means on a day: `EUR/BYB` means `EUR/BYR`, at the figure if that decides it. */
const meaning = z.strictObject({
  date: z.string(),
  label: z.string(),
  figure: z.string().default('1'),
  means: z.string(),
});

const asked = z.strictObject({
  asks: z.string(),
  feed: z.string(),
  /** A night of this day, or a span of days. */
  latest: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  today: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  /** As `requestText` writes them: all, or how many, the first and the last. */
  requests: z.array(z.string()).optional(),
  count: z.int().optional(),
  first: z.string().optional(),
  last: z.string().optional(),
});

/** The bank as a server at its own addresses, and what is archived of its answers without a failure. */
const talk = z.strictObject({
  talk: z.string(),
  /** A night of this day, by default 2026-11-20, or a span of days. */
  today: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  /** The first one whose address and method are asked for; one without them answers everything. */
  answers: z.array(
    z.strictObject({
      to: z.string().optional(),
      method: z.enum(['GET', 'POST']).optional(),
      status: z.int().default(200),
      contentType: z.string().optional(),
      /** The document of that number, as in a trap, in place of one that is written here. */
      document: z.int().optional(),
      change: replacements.optional(),
      ...content,
    }),
  ),
  /** How many requests there are. */
  asked: z.int().optional(),
  archived: z.array(z.string()),
});

const recorded = z.strictObject({
  figures: z.int(),
  days: z.int(),
  /** Of all lines that `observedLines` writes, a line feed between two. */
  sha256: z.string().length(64),
  /** Figures that were compared with the document by eye. */
  states: z.array(z.string()).optional(),
});

const reasons = z.record(z.string(), z.string());
/** What the tests of faults must bear with in the bank's recorded documents, each with the reason. */
const faults = z.strictObject({
  /** Two columns differ by less than a market moves, so that swapping them cannot be noticed. */
  swapUnseen: z.string().optional(),
  /** By what is done: what neither the document shows nor anybody who quotes the currency, and ends in a wrong figure. */
  beyond: reasons.default({}),
  /** Faults that cannot be tried on any recorded document. */
  untried: reasons.default({}),
  /** Faults of a row that make the whole fixture doubtful. */
  doubtful: reasons.default({}),
});

const bankFile = z.strictObject({
  remarks: z.array(z.string()).optional(),
  fixtures: z.array(fixture).min(1),
  /** Further documents, for traps only. */
  variants: z.array(document).default([]),
  traps: z.array(trap).default([]),
  pages: z.array(page).default([]),
  asks: z.array(asked).default([]),
  talks: z.array(talk).default([]),
  /** Of labels that `data/redenominations.csv` corrects. */
  meanings: z.array(meaning).default([]),
  faults: faults.prefault({}),
  /** By the name of the recorded file. */
  recorded: z.record(z.string(), recorded).default({}),
});

export type BankFile = z.infer<typeof bankFile>;
export type Document = z.infer<typeof document>;
export type Trap = z.infer<typeof trap>;
export type Asked = z.infer<typeof asked>;
export type Talk = z.infer<typeof talk>;

const read = new Map<string, BankFile | null>();

/** @throws ZodError naming what is not as it must be */
export const parseBankFile = (text: string): BankFile => bankFile.parse(parse(text));

/** null for a bank without such a file. @throws ZodError naming what is not as it must be */
export function readBankFile(code: string): BankFile | null {
  const known = read.get(code);
  if (known !== undefined) return known;
  const path = join(BANKS, `${code.toLowerCase()}.yaml`);
  const found = existsSync(path) ? parseBankFile(readFileSync(path, 'utf8')) : null;
  read.set(code, found);
  return found;
}

/** @param number of the fixtures, then of the variants, from 1 */
export function documentOf({ fixtures, variants }: BankFile, number: number): Document {
  const found = [...fixtures, ...variants][number - 1];
  if (found === undefined) throw new Error(`there is no document ${number}`);
  return found;
}

type Content = z.infer<z.ZodObject<typeof content>>;
type Change = (text: string) => string;

const rowsOf = (text: string) => text.split('\n').map((row) => row.split('|'));
const cellsOf = (parts: Readonly<Record<string, string>>, change: Change) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, rowsOf(change(text))]));
/** Of a fixed time, so that the same document has the same bytes. */
const zipped = (text: string): [Uint8Array, { mtime: string }] => [strToU8(text), { mtime: '2026-04-13T16:00:00Z' }];

/** The bytes of the document, with its texts changed. */
export function toBytes(document: Content, change: Change = (text) => text): Buffer {
  const { body, encoding = 'utf8', xlsx: sheetsX, hiddenRows = [], xls: sheetsOld, zip, tablePdf: table } = document;
  if (body !== undefined) return Buffer.from(change(body), encoding);
  if (sheetsX !== undefined) return Buffer.from(xlsx(cellsOf(sheetsX, change), hiddenRows));
  if (sheetsOld !== undefined) return Buffer.from(xls(cellsOf(sheetsOld, change)));
  if (document.pdf !== undefined) return Buffer.from(pdf(change(document.pdf).split('\n')));
  if (document.linesPdf !== undefined) return Buffer.from(linesPdf(change(document.linesPdf).split('\n')));
  if (table !== undefined) return Buffer.from(tablePdf(rowsOf(change(table))));
  if (zip === undefined) throw new Error('a document needs one of body, xlsx, xls, zip, pdf, linesPdf, tablePdf');
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(zip).map(([name, text]) => [name, zipped(change(text))]))),
  );
}

export const hasContent = (one: Content) =>
  [one.body, one.xlsx, one.xls, one.zip, one.pdf, one.linesPdf, one.tablePdf].some((form) => form !== undefined);
