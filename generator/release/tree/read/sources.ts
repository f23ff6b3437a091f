/** What a part of the tree is built from: a table and its provenance for each date, of one provider or of GLOBAL. */
import { toBlendTable } from '../../../rates/blend/blend.ts';
import { toFixingTable } from '../../../rates/blend/fixing.ts';
import type { Global } from '../../../rates/blend/global.ts';
import type { History } from '../../../rates/blend/history.ts';
import { toVoices } from '../../../rates/blend/voices.ts';
import { type ProviderFacts, toCode, toReferences } from '../../../sources/feeds/provider.ts';
import type { Period } from '../../../wire/answers/provider-index.ts';
import type { Table } from '../../../wire/answers/table.ts';
import { parseIsoDate } from '../../../wire/words/calendar.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import type { Notice } from '../../../wire/words/notices.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, type ProviderCode } from '../../../wire/words/schemas.ts';
import type { DayVoices } from '../../../wire/words/voices.ts';
import { blendProvenance, fixingProvenance } from './provenance.ts';

export function toProviderFacts(definition: ProviderFacts): PartFacts {
  return { provider: toCode(definition), references: toReferences(definition), bidAsk: definition.bidAsk };
}

/** A provider that is no longer in the archive, or has no adapter any more: all of its files are removed. */
export function toGoneFacts(provider: ProviderCode): PartFacts {
  return { provider, references: [{ from: parseIsoDate('1900-01-01'), currency: EUR }], bidAsk: false };
}

/** @param since returns the first date of a contributor, which is known once the walk has come to it */
export function toGlobalFacts(since: () => IsoDate | null): PartFacts {
  return {
    provider: GLOBAL,
    bidAsk: false,
    get references() {
      return [{ from: since() ?? parseIsoDate('1999-01-01'), currency: EUR }];
    },
  };
}

export function toProviderSource(history: History): SpanSource {
  const inputs = (date: IsoDate) => digestOf([history.digest(date)]);
  return {
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

export function toGlobalSource(global: Global): SpanSource {
  return {
    dates: global.dates,
    inputs: (date) => global.inputs(date),
    build(date) {
      const blended = global.blend(date);
      if (blended.gap !== null) return { gap: blended.gap };
      const voices = toVoices(blended);
      const provenance = blendProvenance(blended, voices, global.excluded(date), global.inputs(date));
      return { table: toBlendTable(blended), provenance, voices, notices: blended.notices };
    },
    period: (date) => ({ date, until: date }),
  };
}

// What a part of the tree is made from, of whichever provider: facts about it, and a table for each date.

/** Whose part of the tree it is. */
export interface PartFacts {
  readonly provider: ProviderCode;
  readonly references: readonly { readonly from: IsoDate; readonly currency: CurrencyCode }[];
  /** Whether the provider states bid and ask, which cannot be read from the text of a table. */
  readonly bidAsk: boolean;
}

/** The exact fixing of a date, and the provenance file that says where its figures came from. */
export interface TracedTable {
  readonly table: Table;
  readonly provenance: string;
  /** Only for a fixing of GLOBAL. */
  readonly voices?: DayVoices;
  readonly notices?: readonly Notice[];
}

/** The fixings of a provider, or of GLOBAL, on the dates of a span. */
export interface SpanSource {
  /** Dates that may have a fixing, oldest first, among them all of the span's. */
  readonly dates: readonly IsoDate[];
  /** Digest of everything that the fixing of the date depends on. */
  inputs(date: IsoDate): string;
  /** The fixing, or the reason why there is none. @throws FeedError if the archive's rows do not make a fixing */
  build(date: IsoDate): TracedTable | { readonly gap: string };
  period(date: IsoDate): Period;
}
