/** Breaks the table rows and cells of web pages. */
import type { Mutator } from './mutator.ts';

const ROW = /<tr\b[^>]*>[\s\S]*?<\/tr>/gi;
const CELL = /(<td\b[^>]*>)([\s\S]*?)(<\/td>)/gi;
const SWAPS_MAX = 6;

export function mutateHtml(text: string): Mutator {
  const titles = [
    ...new Set(
      [...text.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/gi)]
        .map(([, title = '']) => title)
        .filter((title) => title.trim() !== ''),
    ),
  ];
  // Some tables have their titles in ordinary cells of the first row.
  const [first = ''] = text.match(ROW) ?? [];
  if (titles.length === 0)
    titles.push(...[...first.matchAll(/>([^<>]*[A-Za-z][^<>]*)</g)].map(([, title = '']) => title));
  // In others a caption comes first.
  if (titles.length === 0) {
    const rows = [...text.matchAll(ROW)].map(([row]) => [...row.matchAll(CELL)].map(([, , cell = '']) => cell));
    titles.push(...(rows.find((cells) => cells.length > 3) ?? []).filter((cell) => cell.trim() !== ''));
  }
  const edited = (change: (row: string) => string) =>
    text.replaceAll(ROW, (row) => (/<td\b/i.test(row) ? change(row) : row));
  const width = Math.max(...[...text.matchAll(ROW)].map(([row]) => [...row.matchAll(CELL)].length), 0);
  const classes = [...new Set([...text.matchAll(/<td\b[^>]*class="([\w -]+)"/gi)].map(([, name = '']) => name))];
  return {
    empty: [
      { how: 'no row of figures', text: edited(() => '') },
      { how: 'no figure', text: text.replaceAll(/>\s*\d[\d.,]*\s*</g, '><') },
    ],
    renamed: [
      ...titles.map((title) => ({
        how: `column ${title.trim().slice(0, 30)} is renamed`,
        text: text.replaceAll(`>${title}<`, '>Renamed<'),
      })),
      ...classes.map((name) => ({
        how: `class ${name.slice(0, 40)} is renamed`,
        text: text.replaceAll(`class="${name}"`, 'class="renamed"'),
      })),
    ],
    swapped: Array.from({ length: Math.min(SWAPS_MAX, Math.max(0, width - 1)) }, (_, index) => ({
      how: `cells ${index} and ${index + 1} are swapped`,
      text: edited((row) => swapCells(row, index, index + 1)),
    })),
    doubled: [{ how: 'each row twice', text: edited((row) => row + row) }],
  };
}

function swapCells(row: string, left: number, right: number): string {
  const contents = [...row.matchAll(CELL)].map(([, , content = '']) => content);
  let index = -1;
  return row.replaceAll(CELL, (_, open: string, content: string, close: string) => {
    index++;
    const taken = index === left ? contents[right] : index === right ? contents[left] : content;
    return open + (taken ?? content) + close;
  });
}
