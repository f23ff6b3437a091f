/**
 * A small but complete tree for tests of the gateway, written by the functions of wire/. Its six providers together
 * have every trait that matters to a question: both sides, one side only, periods, dates ahead, a change of currency.
 */

import { renderRules } from '../../../generator/release/tree/render/lists.ts';
import { exactLinesOf, exactRowsOf, exactText } from '../../../generator/wire/answers/exact-series.ts';
import {
  exactPath,
  historicalPath,
  indexPath,
  latestPath,
  listPath,
  type TreePath,
  tablePath,
} from '../../../generator/wire/answers/paths.ts';
import { indexText, type Period, referenceOn } from '../../../generator/wire/answers/provider-index.ts';
import { type Figures, type Table, tableText, toTable, type View } from '../../../generator/wire/answers/table.ts';
import { quotes, toRates } from '../../../generator/wire/answers/views.ts';
import { FORMATS } from '../../../generator/wire/encode/document.ts';
import { encode } from '../../../generator/wire/encode/encode.ts';
import { Ratio } from '../../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { PLACES_MAX } from '../../../generator/wire/words/order.ts';
import {
  type CurrencyCode,
  currency,
  currencyCode,
  GLOBAL,
  type Provider,
} from '../../../generator/wire/words/schemas.ts';
import { freshFolder } from '../banks/archives.ts';
import { type SmallProvider, smallProviders } from '../banks/small-providers.ts';
import { writeRelease } from './written-release.ts';

/** The day on which the small tree was released; tests ask at noon of this day. */
export const TODAY = parseIsoDate('2026-03-13');

/** AFN is known but not quoted by any provider; HRK has ended. */
const CURRENCIES = [
  ['AFN', 'Afghan Afghani', '971', false],
  ['CHF', 'Swiss Franc', '756', false],
  ['EUR', 'Euro', '978', false],
  ['GBP', 'British Pound', '826', false],
  ['HRK', 'Croatian Kuna', '191', true],
  ['JPY', 'Japanese Yen', '392', false],
  ['PLN', 'Polish Zloty', '985', false],
  ['STN', 'São Tomé & Príncipe Dobra', '930', false],
  ['TRY', 'Turkish Lira', '949', false],
  ['UAH', 'Ukrainian Hryvnia', '980', false],
  ['USD', 'US Dollar', '840', false],
  ['XAU', 'Gold', '959', false],
  ['XDR', 'Special Drawing Rights', '960', false],
] as const;

interface SmallTreeOptions {
  /** Dollars per euro in GLOBAL's latest fixing, which tells releases apart. */
  readonly dollars?: string;
  /** Is given the files by path before they are written. */
  readonly change?: (files: Map<string, string | Buffer>) => void;
}

/** Writes the tree and returns its folder. In a folder that has one, it is the next release. */
export function writeSmallTree(
  root = freshFolder(),
  { dollars = '1.1717', change = () => {} }: SmallTreeOptions = {},
): string {
  const files = new Map<string, string | Buffer>();
  const write: Write = (path, content) => files.set(path, content);
  const providers = smallProviders(dollars);
  const currencies = CURRENCIES.map(([code, name, numericCode, obsolete]) =>
    currency.parse({ code, name, numericCode, obsolete }),
  );
  for (const format of FORMATS) {
    const rendition = { format, header: true };
    write(listPath('currencies', format), encode({ kind: 'currencies', items: currencies }, rendition));
    const items = providers.map(({ facts }) => facts);
    write(listPath('providers', format), encode({ kind: 'providers', items }, rendition));
  }
  for (const { path, bytes } of renderRules()) write(path, bytes);
  for (const provider of providers) writeProvider(provider, write);
  change(files);
  return writeRelease(root, TODAY, files);
}

type Write = (path: TreePath, content: string | Buffer) => unknown;

function writeProvider({ facts, references, fixings }: SmallProvider, write: Write): void {
  const latest = fixings.findLast(({ date }) => date <= TODAY)?.date ?? null;
  const periods: Period[] = fixings.map(({ date, until }) => ({ date, until: until ?? date }));
  write(indexPath(facts.code), indexText({ provider: facts.code, latest, references, fixings: periods }));
  const exact = new Map<TreePath, string[]>();
  for (const { date, rows } of fixings) {
    const reference = referenceOn(references, date);
    const table = toTable({ provider: facts.code, date, reference, bidAsk: facts.bidAsk }, rows.map(toFigures));
    const text = tableText(table);
    write(tablePath(facts.code, date), text);
    for (const [currency, row] of exactRowsOf(exactLinesOf(table, text))) {
      const path = exactPath(facts.code, currency, date.slice(0, 4));
      exact.set(path, [...(exact.get(path) ?? []), row]);
    }
    writeRates(table, facts, date === latest, write);
  }
  for (const [path, rows] of exact) write(path, exactText(rows));
}

function writeRates(table: Table, { code }: Provider, isLatest: boolean, write: Write): void {
  const all = [...table.figures.keys()].filter((base) => quotes(table, base));
  const views: readonly View[] = table.bidAsk ? ['standard', 'extended', 'bid', 'ask'] : ['standard'];
  for (const base of code === GLOBAL ? all : [table.reference]) {
    for (const view of views) {
      const document = toRates(table, { view, base, currencies: null, places: PLACES_MAX });
      for (const format of FORMATS) {
        const bytes = encode(document, { format, header: true });
        write(historicalPath(code, table.date, base, view, format), bytes);
        if (isLatest) write(latestPath(code, base, view, format), bytes);
      }
    }
  }
}

/** @param row `USD 1.1717`, or `USD 1/41.2187 1/41.2558 1/41.1816`, with `-` for a side that is not stated */
function toFigures(row: string): readonly [CurrencyCode, Figures] {
  const [code, mid = '-', bid = '-', ask = '-'] = row.split(' ');
  const toSide = (text: string) => (text === '-' ? null : Ratio.parse(text));
  return [currencyCode.parse(code), { mid: toSide(mid), bid: toSide(bid), ask: toSide(ask) }];
}
