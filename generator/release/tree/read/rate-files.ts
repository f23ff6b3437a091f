/** Table → the rate files of the tree, in every view and format. Pure. */

import { historicalPath, latestPath, type TreePath } from '../../../wire/answers/paths.ts';
import type { Table, View } from '../../../wire/answers/table.ts';
import { quotes, toRates } from '../../../wire/answers/views.ts';
import { encode } from '../../../wire/encode/encode.ts';
import { FORMATS, type Format } from '../../../wire/encode/rendition.ts';
import { PLACES_MAX } from '../../../wire/words/places.ts';
import { type CurrencyCode, GLOBAL } from '../../../wire/words/schemas.ts';
import type { Bases, TreeFile } from './tree-options.ts';

/** Part of every digest of files, so that a change of this text renders everything again. */
export const RENDER = 'ratetree-render-2';

const STANDARD: readonly View[] = ['standard'];
const ALL_VIEWS: readonly View[] = ['standard', 'extended', 'bid', 'ask'];

export function renderLatest(table: Table, bases: Bases): Generator<TreeFile> {
  return render(table, bases, (base, view, format) => latestPath(table.provider, base, view, format));
}

export function renderHistorical(table: Table, bases: Bases): Generator<TreeFile> {
  return render(table, bases, (base, view, format) => historicalPath(table.provider, table.date, base, view, format));
}

function* render(
  table: Table,
  bases: Bases,
  pathOf: (base: CurrencyCode, view: View, format: Format) => TreePath,
): Generator<TreeFile> {
  for (const base of basesOf(table, bases)) {
    for (const view of viewsOf(table)) {
      const document = toRates(table, { view, base, currencies: null, places: PLACES_MAX });
      for (const format of FORMATS) {
        yield { path: pathOf(base, view, format), bytes: encode(document, { format, header: true }) };
      }
    }
  }
}

function viewsOf({ bidAsk }: Table): readonly View[] {
  return bidAsk ? ALL_VIEWS : STANDARD;
}

function basesOf(table: Table, bases: Bases): readonly CurrencyCode[] {
  if (table.provider !== GLOBAL) return [table.reference];
  return [...table.figures.keys()].filter((code) => quotes(table, code) && (bases === null || bases.has(code)));
}
