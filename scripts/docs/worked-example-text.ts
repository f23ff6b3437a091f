/** Makes one figure of GLOBAL again from the tree's provenance, and writes it out as on paper, for docs/global.md. */

import type { NamedRow } from '../../generator/wire/answers/named-rows.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { compareTexts } from '../../generator/wire/words/order.ts';
import {
  ascending,
  type Fraction,
  fraction,
  half,
  ONE,
  parseFraction,
  product,
  quotient,
  sum,
  toPlaces,
  toSignificant,
} from '../audit/fraction.ts';
import { parseProvenance } from './provenance.ts';

type ReadFile = (path: string) => string;

/** GLOBAL's own figures of the day, by currency. */
type Globals = ReadonlyMap<string, string>;

interface Voice {
  readonly row: NamedRow;
  readonly value: Fraction;
  readonly published: string;
  /** How the value follows from what was published. */
  readonly working: string;
}

const DATE = '2026-03-10';
const PLACES = 6;
/** Few enough to follow, and enough for a median. */
const [VOICES_MIN, VOICES_MAX] = [3, 6];

/** @throws InputError if no figure of the tree is fit for an example, and Error if one contradicts its provenance */
export function workedExample(read: ReadFile): string {
  const path = pathOf('GLOBAL', DATE);
  const { figures, currencies } = parseProvenance(read(path));
  const globals = new Map(currencies.map(({ currency = '', figure = '' }) => [currency, figure]));
  const candidates = currencies
    .filter(({ method }) => method === 'median')
    .map(({ currency = '', figure = '' }) => ({
      currency,
      figure,
      rows: figures.filter((row) => row.currency === currency),
    }))
    .filter(({ rows }) => rows.filter(isUsed).length >= VOICES_MIN && rows.filter(isUsed).length <= VOICES_MAX)
    .map((candidate) => ({ ...candidate, voices: toVoices(candidate.rows.filter(isUsed), globals, read) }))
    .sort(
      (left, right) => interestOf(right.rows) - interestOf(left.rows) || compareTexts(left.currency, right.currency),
    );
  const chosen = candidates.find(({ voices }) => voices !== null);
  if (chosen === undefined || chosen.voices === null)
    throw new InputError(`${path}: no figure is fit for an example: generate the embedded archive`);
  return written(chosen.currency, chosen.figure, globals, chosen.rows, chosen.voices);
}

/** How much of the method a figure shows. */
function interestOf(rows: readonly NamedRow[]): number {
  const shows = [
    rows.some(({ use }) => use?.includes('USD figure')),
    rows.some((row) => isUsed(row) && row.date !== DATE),
    rows.some((row) => !isUsed(row)),
    new Set(rows.filter(isUsed).map(({ perEuro }) => perEuro)).size === rows.filter(isUsed).length,
  ];
  return shows.filter((one) => one).length;
}

/** Returns null if a bank's figure was made from more than one statement or carrier, which takes too long to write out. */
function toVoices(rows: readonly NamedRow[], globals: Globals, read: ReadFile): readonly Voice[] | null {
  const voices = rows.map((row) => toVoice(row, globals, read));
  return voices.every((voice) => voice !== null) ? voices : null;
}

function toVoice(row: NamedRow, globals: Globals, read: ReadFile): Voice | null {
  const { provider = '', date = '', currency = '' } = row;
  const own = parseProvenance(read(pathOf(provider, date)));
  const statements = own.figures.filter((statement) => statement.date === date && statement.unit === '');
  const carrier = carrierOf(row);
  const global = carrier === 'EUR' ? '' : (globals.get(carrier) ?? null);
  if (global === null) return null;
  const priceOf = (code: string) => toPrice(code, own.reference, statements);
  const [price, against] = [priceOf(currency), priceOf(carrier)];
  if (price === null || against === null) return null;
  const bridge = global === '' ? ONE : parseFraction(global);
  const value = quotient(product(against.value, bridge), price.value);
  const [over = '', under = '1'] = (row.perEuro ?? '').split('/');
  if (toSignificant(value, 40) !== toSignificant(quotient(parseFraction(over), parseFraction(under)), 40)) {
    throw new Error(`${provider} ${date} ${currency}: provenance says ${row.perEuro}, its statements ${over}`);
  }
  const factors = [global === '' ? '' : carrier, against.text].filter((text) => text !== '' && text !== '1');
  const divisor = price.text === '1' ? '' : ` / ${price.text}`;
  const published = [...against.statements, ...price.statements].join('; ');
  return { row, value, published, working: `${factors.length === 0 ? '1' : factors.join(' × ')}${divisor}` };
}

interface Price {
  /** Units of the bank's reference currency per unit of the currency. */
  readonly value: Fraction;
  readonly text: string;
  readonly statements: readonly string[];
}

function toPrice(code: string, reference: string, statements: readonly NamedRow[]): Price | null {
  if (code === reference) return { value: ONE, text: '1', statements: [] };
  const [statement, ...more] = statements.filter(({ currency }) => currency === code);
  const { base = '', quote = '', per = '', mid = '', bid = '', ask = '' } = statement ?? {};
  if (statement === undefined || more.length > 0 || (mid === '' && (bid === '' || ask === ''))) return null;
  if (![base, quote].includes(reference)) return null;
  const figure = mid === '' ? half(sum(parseFraction(bid), parseFraction(ask))) : parseFraction(mid);
  const text = mid === '' ? `((${bid} + ${ask}) / 2)` : mid;
  const said = `${per} ${base} = ${mid === '' ? `${bid} to ${ask}` : mid} ${quote}`;
  if (quote === reference) {
    const value = quotient(figure, parseFraction(per));
    return { value, text: per === '1' ? text : `(${text} / ${per})`, statements: [said] };
  }
  return { value: quotient(parseFraction(per), figure), text: `(${per} / ${text})`, statements: [said] };
}

function written(
  currency: string,
  figure: string,
  globals: Globals,
  rows: readonly NamedRow[],
  voices: readonly Voice[],
): string {
  const sorted = [...voices].sort((left, right) => ascending(left.value, right.value));
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  const total = middle.map(({ value }) => value).reduce(sum);
  const median = product(total, fraction(1n, BigInt(middle.length)));
  if (toSignificant(median, 20) !== figure)
    throw new Error(`${currency}: made ${toSignificant(median, 20)}, not ${figure}`);
  const near = (value: Fraction) => toPlaces(value, PLACES);
  const leftOut = rows.filter((row) => !isUsed(row));
  const carriers = [...new Set(voices.map(({ row }) => carrierOf(row)))].filter((code) => code !== 'EUR').sort();
  const names = middle.map(({ row }) => row.provider).join(' and ');
  return [
    `${currency} on ${DATE} is \`${figure}\` in \`${tablePathOf(DATE)}\`, by the method \`median\`.`,
    `\`${pathOf('GLOBAL', DATE)}\` names these figures;`,
    `\`${pathOf('<PROVIDER>', DATE)}\` of the date in the second column has what the bank published:`,
    '',
    `| bank | of | published | ${currency} per EUR | about |`,
    '|---|---|---|---|---|',
    ...sorted.map(
      ({ row, value, published, working }) =>
        `| ${[row.provider, row.date, published, working, near(value)].join(' | ')} |`,
    ),
    '',
    ...carriers.map((code) => `${code} is GLOBAL's own figure of the day, ${globals.get(code)}.`),
    ...sorted.flatMap(({ row: { provider, date, made = '' } }) =>
      made === '' ? [] : [`${provider} made its list of ${date} on ${made}.`],
    ),
    ...leftOut.map(({ provider, date, use }) => `${provider} (${date}) is ${use}.`),
    `None of the ${sorted.length} is further than 5 % from their median.`,
    middle.length === 1
      ? `In the middle is ${names}; rounded to 20 digits, that is **${figure}**.`
      : `In the middle are ${names}; their mean, rounded to 20 digits, is **${figure}**.`,
  ].join('\n');
}

/** EUR, or by what the figure was carried; 'half' for the euro and the dollar, which takes too long to write out. */
function carrierOf({ use = '' }: NamedRow): string {
  if (use === 'used') return 'EUR';
  return /^used, by its ([A-Z]{3}) figure/.exec(use)?.[1] ?? 'half';
}

const isUsed = ({ use = '' }: NamedRow) => use.startsWith('used');

function pathOf(provider: string, date: string): string {
  return `v1/provenance/${provider}/${provider.startsWith('<') ? '<YYYY>/<MM>/<DD>' : date.replaceAll('-', '/')}.json`;
}

function tablePathOf(date: string): string {
  return `tables/GLOBAL/${date.slice(0, 4)}/${date}.csv`;
}
