/**
 * Breaks workbooks and PDFs: their cells become lines of text, which are edited like any other, and a workbook or PDF
 * again.
 */

import { pdfLines, pdfPieces } from '../../../generator/sources/feeds/pdf.ts';
import { pdfTexts } from '../../../generator/sources/feeds/pdf-texts.ts';
import type { FeedAnswer } from '../../../generator/sources/feeds/provider.ts';
import { shownWorkbook } from '../../../generator/sources/feeds/workbook.ts';
import { xls as readXls } from '../../../generator/sources/feeds/xls.ts';
import { isZip } from '../../../generator/sources/feeds/zip.ts';
import { linesPdf, pdf, tablePdf } from '../banks/pdfs.ts';
import { xls, xlsx } from '../banks/workbooks.ts';

export const CELL_MARK = '\t';
const ROW_POINTS = 3;
const SHEET_MARK = '\u2021';

export interface OpenWorkbook {
  readonly text: string;
  toBytes(text: string): Uint8Array;
}

/** Null if the bytes are none. Numbers are written in their shortest form, and rows that are hidden are left out. */
export function openWorkbook(bytes: Uint8Array): OpenWorkbook | null {
  if (Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-') return openPdf(bytes);
  const isOld = Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0';
  if (!isOld && !(isZip(bytes) && Buffer.from(bytes).includes('xl/workbook.xml'))) return null;
  const answer: FeedAnswer = { request: { method: 'GET', url: 'https://bank.example' }, bytes, contentType: '' };
  const sheets = isOld ? readXls(answer) : shownWorkbook(answer);
  const lines = sheets.flatMap(({ name, rows }) => [
    `${SHEET_MARK}${name}`,
    ...rows.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join(CELL_MARK)),
  ]);
  return { text: `${lines.join('\n')}\n`, toBytes: (text) => (isOld ? xls(toCells(text)) : xlsx(toCells(text))) };
}

/** Of pieces, one that is a small number begins a line, as it begins a row of the table. Blanks part cells of lines. */
function openPdf(bytes: Uint8Array): OpenWorkbook {
  const request = { method: 'GET', url: 'https://bank.example' } as const;
  if (/\/Encrypt|\/Count [2-9]/.test(Buffer.from(bytes).toString('latin1')))
    return openTable({ request, bytes, contentType: '' });
  if (!Buffer.from(bytes).includes('/FlateDecode')) {
    const lines = pdfLines({ request, bytes, contentType: '' });
    const cells = lines.map((line) => line.replaceAll(/ {2,}/g, CELL_MARK));
    const toLines = (edited: string) => edited.slice(0, -1).replaceAll(CELL_MARK, '   ').split('\n');
    return { text: `${cells.join('\n')}\n`, toBytes: (edited) => linesPdf(toLines(edited)) };
  }
  const pieces = pdfPieces({ request, bytes, contentType: '' });
  const text = pieces.map((piece) => `${/^\d{1,2}$/.test(piece) ? '\n' : CELL_MARK}${piece}`).join('');
  return { text: `${text.slice(1)}\n`, toBytes: (edited) => pdf(edited.slice(0, -1).split(/[\t\n]/)) };
}

/** A row is a label and a figure in one of two columns, the second of which begins behind 480 points. */
function openTable(answer: FeedAnswer): OpenWorkbook {
  const texts = pdfTexts(answer).filter(({ text }) => /^[A-Z]{3}$|^\d[\d,]*\.\d\d$/.test(text));
  const rows = texts
    .filter(({ text }) => /^[A-Z]/.test(text))
    .map((label) => {
      const figure = texts.find(
        ({ page, x, y }) => page === label.page && x > label.x && Math.abs(y - label.y) < ROW_POINTS,
      );
      const cells = figure === undefined ? [] : figure.x > 480 ? ['', figure.text] : [figure.text];
      return [label.text, ...cells].join(CELL_MARK);
    });
  const toBytes = (edited: string) => tablePdf(edited.split('\n').map((line) => line.split(CELL_MARK)));
  return { text: `${rows.join('\n')}\n`, toBytes };
}

function toCells(text: string): Readonly<Record<string, string[][]>> {
  const cells: Record<string, string[][]> = {};
  let rows: string[][] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith(SHEET_MARK)) {
      rows = [];
      cells[line.slice(1)] = rows;
    } else rows.push(line.split(CELL_MARK));
  }
  return cells;
}

/** Days of workbooks, from 2004 to 2030, become the last day of 2049. */
export function withLateSerials(text: string): string {
  return text.replaceAll(/(?<=^|\t)(3[89]|4[0-7])\d{3}(?=\t|$)/gm, '54788');
}
