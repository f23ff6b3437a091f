/** What the tree is built from, date by date: a provider's archive, or the blend of many, as a table with its provenance. */

import { toReferences } from '../feeds/provider.ts';
import { toBlendTable } from '../rates/blend.ts';
import { toFixingTable } from '../rates/fixing.ts';
import type { Global } from '../rates/global.ts';
import type { History } from '../rates/history.ts';
import { digestOf } from '../wire/hash.ts';
import type { Period } from '../wire/provider-index.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import type { Table } from '../wire/table.ts';
import { blendProvenance, fixingProvenance } from './provenance.ts';

export interface TracedTable {
  readonly table: Table;
  readonly provenance: Buffer;
}

export interface PartSource {
  readonly provider: ProviderCode;
  readonly references: readonly { readonly from: IsoDate; readonly currency: CurrencyCode }[];
  /** Whether the provider states bid and ask, which the text of a table does not say. */
  readonly bidAsk: boolean;
  /** Dates that may have a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  /** Digest of all that the fixing of the date depends on. */
  inputs(date: IsoDate): string;
  /** The fixing, or the reason why there is none. @throws FeedError when the archive holds what is no fixing. */
  build(date: IsoDate): TracedTable | { readonly gap: string };
  period(date: IsoDate): Period;
}

export function toProviderSource(history: History): PartSource {
  const inputs = (date: IsoDate) => digestOf([history.digest(date)]);
  return {
    provider: history.provider,
    references: toReferences(history.definition),
    bidAsk: history.definition.bidAsk,
    dates: history.dates,
    inputs,
    build(date) {
      const fixing = history.fixing(date);
      const provenance = fixingProvenance(fixing, history.archive.documents, inputs(date));
      return { table: toFixingTable(fixing), provenance };
    },
    period: (date) => history.period(date),
  };
}

/** A provider that the archive no longer has: all of its files go. */
export function toGoneSource(provider: ProviderCode): PartSource {
  const gone = () => {
    throw new TypeError(`${provider} has no dates`);
  };
  return { provider, references: [], bidAsk: false, dates: [], inputs: gone, build: gone, period: gone };
}

export function toGlobalSource(global: Global): PartSource {
  return {
    provider: GLOBAL,
    references: [{ from: global.since, currency: EUR }],
    bidAsk: false,
    dates: global.dates,
    inputs: (date) => global.inputs(date),
    build(date) {
      const blended = global.blend(date);
      if (blended.gap !== null) return { gap: blended.gap };
      return {
        table: toBlendTable(blended),
        provenance: blendProvenance(blended, global.excluded, global.inputs(date)),
      };
    },
    period: (date) => ({ date, until: date }),
  };
}
