/**
 * Breaks one row of a document, or only its look: a text or a zero where a figure is expected, a row that cannot be
 * right, and columns without content behind the last one.
 */
import type { Observation } from '../../../generator/sources/feeds/provider.ts';
import { CELL_MARK, openWorkbook } from './workbook.ts';

export const ROW_FAULTS = ['a text', 'a zero', 'a bad row', 'empty columns'] as const;
export type RowFault = (typeof ROW_FAULTS)[number];

export interface BrokenRow {
  readonly fault: RowFault;
  readonly bytes: Uint8Array;
  /** The row that was broken; null for a change of look alone. */
  readonly row: Observation | null;
}

interface Place {
  readonly at: number;
  readonly token: string;
}

/** None where no figure of the document is written exactly once, or where its form has no columns. */
export function breakRow(bytes: Uint8Array, observations: readonly Observation[]): readonly BrokenRow[] {
  const book = openWorkbook(bytes);
  const text = book?.text ?? Buffer.from(bytes).toString('latin1');
  const toBytes = (broken: string) => book?.toBytes(broken) ?? Buffer.from(broken, 'latin1');
  const widened = book === null ? withEmptyColumns(text) : null;
  const broken: BrokenRow[] = widened === null ? [] : [{ fault: 'empty columns', bytes: toBytes(widened), row: null }];
  const isJson = /^\s*(\ufeff|\xef\xbb\xbf)?\s*(\d+:)?[[{]/.test(text);
  const write = (place: Place, content: string) => {
    const isBare = isJson && !/"[^",:[\]{}]*$/.test(text.slice(Math.max(0, place.at - 40), place.at));
    const written = isBare && !/^\d+(\.\d+)?$/.test(content) ? `"${content}"` : content;
    return text.slice(0, place.at) + written + text.slice(place.at + place.token.length);
  };
  // The last row may have been cut off, and a row in the middle has neighbours on both sides.
  const [row, places] = findRow(text, observations) ?? [];
  if (row === undefined || places === undefined) return broken;
  const [first, second] = places;
  if (first === undefined) return broken;
  const crossed = second === undefined ? null : toSwapped(text, first, second);
  return [
    ...broken,
    { fault: 'a text', bytes: toBytes(write(first, 'n/a')), row },
    { fault: 'a zero', bytes: toBytes(write(first, '0')), row },
    { fault: 'a bad row', bytes: toBytes(crossed ?? write(first, `-${first.token}`)), row },
  ];
}

/** The places of a row's figures, first those of rows in the middle: bid and ask, or one figure. */
function findRow(text: string, observations: readonly Observation[]): readonly [Observation, readonly Place[]] | null {
  const middle = observations.length >> 1;
  const ordered = [...observations.slice(middle, -1), ...observations.slice(0, middle), ...observations.slice(-1)];
  for (const row of ordered) {
    const figures = [row.bid, row.ask, row.mid].filter((figure) => figure !== '');
    const places = figures.map((figure) => placeOf(text, figure));
    const found = places.flatMap((place) => place ?? []);
    if (places[0] !== null && found.length > 0)
      return [row, row.bid !== '' && row.ask !== '' ? found.slice(0, 2) : found.slice(0, 1)];
  }
  return null;
}

/** Where the figure is written, with a point, a comma, or marks of thousands. null: nowhere, or more than once. */
function placeOf(text: string, figure: string): Place | null {
  const found: Place[] = [];
  for (const match of text.matchAll(/\d[\d.,]*\d|\d/g)) {
    const [token] = match;
    const readings = [
      token,
      token.replaceAll(',', '.'),
      token.replaceAll('.', '').replace(',', '.'),
      token.replaceAll(',', ''),
    ];
    if (readings.some((reading) => reading === figure || isShortest(reading, figure)))
      found.push({ at: match.index, token });
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A workbook's 0.33750000000000002 is read as 0.3375. */
function isShortest(reading: string, figure: string): boolean {
  return reading.length > 15 && `${Number(reading)}` === figure;
}

function toSwapped(text: string, left: Place, right: Place): string {
  const [one, two] = left.at < right.at ? [left, right] : [right, left];
  const between = text.slice(one.at + one.token.length, two.at);
  return text.slice(0, one.at) + two.token + between + one.token + text.slice(two.at + two.token.length);
}

/** As a spreadsheet writes lines, all of one width and with two more columns. null: the form has no columns. */
function withEmptyColumns(text: string): string | null {
  if (/<tr\b/i.test(text)) return text.replaceAll(/<\/tr>/gi, '<td></td><td></td></tr>');
  if (/^\s*(\xef\xbb\xbf)?\s*(\d+:)?[[{<]/.test(text)) return null;
  const marks = [CELL_MARK, ';', '|', ','];
  const lines = text.split('\n');
  const mark = marks.find((one) => lines.filter((line) => line.split(one).length > 2).length > 2);
  if (mark === undefined) return null;
  const width = Math.max(...lines.map((line) => line.split(mark).length)) + 2;
  const toWidth = (line: string) => line.replace(/(\r?)$/, `${mark.repeat(width - line.split(mark).length)}$1`);
  return lines.map((line) => (/^\s*$/.test(line) ? line : toWidth(line))).join('\n');
}
