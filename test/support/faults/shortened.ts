/**
 * Shortens whole archives of thousands of days before they are broken: the broken document is read once for each of its
 * columns, and a fault shows in three months as it does in all of them.
 */
import { parse, stringify } from 'lossless-json';
import { listsOf } from './json.ts';
import { openWorkbook } from './workbook.ts';

/** The recorded documents of over 5,000 figures whose bank does not say how many they have. */
const LONG: readonly string[] = [
  'BCH/precio-promedio-diario-del-dolar.xlsx',
  'BCRD/TASA_DOLAR_REFERENCIA_MC.xlsx',
  'BOZ/AVERAGE_FXRATES.xlsx',
  'CBC/bp01d01.json',
  'CBS/historical-daily-rates-2026-06-03.xlsx',
  'ECB/eurofxref-hist.csv',
];
/** How many lines of figures are kept, or elements of the longest list. */
const ROWS_MAX = 100;

export function shortened(provider: string, file: string, bytes: Uint8Array): Uint8Array {
  if (!LONG.includes(`${provider}/${file}`)) return bytes;
  const book = openWorkbook(bytes);
  if (book !== null) return book.toBytes(firstLines(book.text));
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(file.endsWith('.json') ? firstElements(text) : firstLines(text));
}

function firstLines(text: string): string {
  let rows = 0;
  const isKept = (line: string) => !/\d[.,]\d/.test(line) || ++rows <= ROWS_MAX;
  return text
    .split(/(?<=\n)/)
    .filter(isKept)
    .join('');
}

function firstElements(text: string): string {
  const document = parse(text);
  const [longest] = listsOf(document).sort((left, right) => right.length - left.length);
  if (longest !== undefined) longest.length = ROWS_MAX;
  return stringify(document) ?? '';
}
