/**
 * The doubted source's own dollars and euros. A witness that does not quote the source's reference currency is compared
 * through them, so they must have stood up to the judgement of others first. Pure.
 */
import { levelOf } from '../archive/per-unit.ts';
import { type ArchiveRow, type ProviderArchive, type StandingRow, toStanding } from '../archive/rows.ts';
import { type ProviderDefinition, toReference } from '../feeds/provider.ts';
import { groupBy } from '../kit/group.ts';
import { remembered } from '../kit/once.ts';
import { Ratio } from '../wire/exact/decimal.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { BRIDGES, type Quotes } from './crosses.ts';
import type { OwnBridges } from './witness-rates.ts';

/** True for a row that states dollars or euros against the source's reference currency. */
function isBridge(definition: ProviderDefinition, { date, base, quote }: ArchiveRow): boolean {
  if (!BRIDGES.some((own) => own === base || own === quote)) return false;
  const reference = toReference(definition, date);
  return BRIDGES.some((own) => (base === own && quote === reference) || (base === reference && quote === own));
}

/**
 * True for a row of a pair that states dollars or euros against one of the source's reference currencies, now or once.
 */
export function isBridgePair({ references }: ProviderDefinition, { base, quote }: ArchiveRow): boolean {
  const isReference = (code: string) => references.some(({ currency }) => currency === code);
  return BRIDGES.some((own) => (base === own && isReference(quote)) || (quote === own && isReference(base)));
}

export class Bridges {
  /** Each day is asked about for all figures of the day. */
  readonly on: (date: IsoDate) => OwnBridges;

  /** @param withheld the figures that are no bridge; null for all */
  constructor(
    readonly definition: ProviderDefinition,
    archive: ProviderArchive,
    withheld: ReadonlySet<ArchiveRow> | null,
  ) {
    const own = { ...archive, rows: archive.rows.filter((row) => isBridge(definition, row)) };
    const byDate = (rows: readonly StandingRow[]) => groupBy(rows, ({ date }) => date);
    const any = byDate(toStanding(own));
    const standing = byDate(withheld === null ? [] : toStanding(own, withheld));
    const quotesOn = (date: IsoDate, rows: typeof any) => toQuotes(definition, date, rows.get(date) ?? []);
    this.on = remembered((date) => ({ standing: quotesOn(date, standing), any: quotesOn(date, any) }));
  }
}

/** What the rows of a day state. Of two rows about a currency the first counts. */
export function toQuotes(definition: ProviderDefinition, date: IsoDate, rows: readonly StandingRow[]): Quotes {
  const reference = toReference(definition, date);
  const byCurrency = new Map<string, StandingRow>();
  for (const row of rows) {
    if (row.base !== reference && row.quote !== reference) continue;
    const currency = row.base === reference ? row.quote : row.base;
    if (!byCurrency.has(currency)) byCurrency.set(currency, row);
  }
  const unitsOf = remembered((currency: string) => {
    return currency === reference ? Ratio.one : unitsIn(byCurrency.get(currency), reference);
  });
  return { reference, unitsOf };
}

function unitsIn(row: StandingRow | undefined, reference: string): Ratio | null {
  if (row === undefined) return null;
  const level = levelOf(row);
  if (level.sign <= 0) return null;
  return row.quote === reference ? level.inverse() : level;
}
