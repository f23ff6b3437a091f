/** Where each figure of a fixing came from, one row a figure, so that a reader can recompute it. Pure. */

import { type Blend, METHOD } from '../../../rates/blend/blend.ts';
import { toUse } from '../../../rates/blend/carrying.ts';
import type { BlendedFigure } from '../../../rates/blend/figure.ts';
import type { Fixing } from '../../../rates/blend/fixing.ts';
import { type DocumentRow, ROW_COLUMNS } from '../../../sources/archive/rows.ts';
import type { Ratio } from '../../../wire/exact/decimal.ts';
import { daysBetween } from '../../../wire/words/calendar.ts';
import { NOTICE_COLUMNS } from '../../../wire/words/notices.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { type DayVoices, VOICES_COLUMNS, voicesCells } from '../../../wire/words/voices.ts';

/** A provider's fixing: each figure in the published direction, with the documents that stated it. */
export function fixingProvenance(fixing: Fixing, documents: ReadonlyMap<string, DocumentRow>, inputs: string): string {
  const all = [...fixing.quotations].flatMap(([, { rows }]) => rows);
  const hasNumbers = all.some(({ number }) => number !== undefined);
  const columns = hasNumbers ? ([...ROW_COLUMNS, 'number'] as const) : ROW_COLUMNS;
  const rows = [...fixing.quotations].flatMap(([currency, quotation]) =>
    quotation.rows.map((row) => [currency, ...columns.map((column) => row[column] ?? '')]),
  );
  const used = [...new Set(all.map(({ document }) => document))].sort();
  return toText({
    provider: fixing.provider,
    date: fixing.date,
    reference: fixing.reference,
    inputs,
    documents: toRows(
      ['document', 'table', 'url', 'sha256', 'fetched'],
      used.flatMap((id) => {
        const document = documents.get(id);
        return document === undefined ? [] : [[id, document.table, document.url, document.sha256, document.fetched]];
      }),
    ),
    figures: toRows(
      ['currency', ...columns],
      rows.sort(([left = ''], [right = '']) => compareTexts(left, right)),
    ),
  });
}

/**
 * GLOBAL: for each currency the method and the figure in units per EUR, and each contributor's exact figure per EUR (a
 * decimal or n/d) with its own date and document, and whether it was used or why it was left out. For each currency
 * that one bank alone states, `earlier` has the last figures of the banks that spoke before it, how old they are, and
 * whether they agree.
 * @param excluded providers that never contribute, with the reason
 */
export function blendProvenance(
  blend: Blend,
  voices: DayVoices,
  excluded: readonly (readonly [string, string])[],
  inputs: string,
): string {
  const pegs = blend.figures.flatMap(({ currency, peg }) =>
    peg === null
      ? []
      : [[currency, peg.anchor, `${peg.per}`, `${peg.units}`, peg.since, peg.until ?? '', peg.kind, peg.source]],
  );
  const unstated = [...blend.missing, ...blend.ended].flatMap(({ currency, leftOut }) =>
    leftOutRows(currency, leftOut),
  );
  return toText({
    provider: 'GLOBAL',
    date: blend.date,
    pivot: 'EUR',
    method: METHOD,
    inputs,
    voices: toRows(VOICES_COLUMNS, [voicesCells(voices)]),
    currencies: toRows(
      ['currency', 'method', 'figure'],
      blend.figures.map(({ currency, method, figure }) => [currency, method, `${figure}`]),
    ),
    figures: toRows(
      ['currency', 'provider', 'date', 'document', 'perEuro', 'use', 'made'],
      [...blend.figures.flatMap(figureRows), ...unstated],
    ),
    earlier: toRows(
      ['currency', 'provider', 'date', 'document', 'ageDays', 'perEuro', 'agrees', 'made'],
      blend.earlier.map((voice) => {
        const { currency, provider, date, made, document, value, agrees } = voice;
        const ageDays = `${daysBetween(made, blend.date)}`;
        return [currency, provider, date, document, ageDays, value, agrees ? 'yes' : 'no', madeText(voice)];
      }),
    ),
    pegs: toRows(['currency', 'anchor', 'per', 'units', 'since', 'until', 'kind', 'source'], pegs),
    notices: toRows(
      NOTICE_COLUMNS,
      blend.notices.map((one) => NOTICE_COLUMNS.map((column) => one[column])),
    ),
    excluded: toRows(['provider', 'reason'], excluded),
  });
}

function figureRows({ currency, used, leftOut }: BlendedFigure): Row[] {
  const rows = used.map((one) => {
    const { provider, date, document, value, carrier } = one;
    return [currency, provider, date, document, value, toUse(carrier), madeText(one)];
  });
  return [...rows, ...leftOutRows(currency, leftOut)];
}

function leftOutRows(currency: string, leftOut: BlendedFigure['leftOut']): Row[] {
  return leftOut.map((one) => {
    const { provider, date, document, value, reason } = one;
    return [currency, provider, date, document, value ?? '', `left out: ${reason}`, madeText(one)];
  });
}

/** The day on which a figure was made, where that is not its date. */
function madeText({ date, made }: { readonly date: IsoDate; readonly made: IsoDate }): string {
  return made === date ? '' : made;
}

type Row = readonly (string | Ratio)[];

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

function toRows(columns: readonly string[], rows: readonly Row[]): Rows {
  return { columns, rows };
}

/** Each row has a line of its own, so that the files of two nights can be compared with diff. */
function toText(facts: Readonly<Record<string, string | Rows>>): string {
  const members = Object.entries(facts).map(([name, value]) => {
    if (typeof value === 'string') return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    const rows = value.rows.map((row) => `\n${JSON.stringify(row.map(String))}`);
    return `${JSON.stringify(name)}:{"columns":${JSON.stringify(value.columns)},"rows":[${rows.join(',')}]}`;
  });
  return `{${members.join(',\n')}}\n`;
}
