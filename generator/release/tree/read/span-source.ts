/** What a part of the tree is made from, of whichever provider: facts about it, and a table for each date. */
import type { Period } from '../../../wire/answers/provider-index.ts';
import type { Table } from '../../../wire/answers/table.ts';
import type { Notice } from '../../../wire/words/notices.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../../wire/words/schemas.ts';
import type { DayVoices } from '../../../wire/words/voices.ts';

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
