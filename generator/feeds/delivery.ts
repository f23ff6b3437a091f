/** Where answers come from, the network or recordings: what is done with the bytes is the same for both. */

import type { IsoDate } from '../wire/schemas.ts';
import type { Page } from './pages.ts';
import type { Answer, Feed, Keys, ProviderDefinition, Span } from './provider.ts';

export interface Wanted {
  readonly today: IsoDate;
  /** null: the newest documents. */
  readonly span: Span | null;
  readonly keys: Keys;
  /** What an earlier run for the span was answered; absent: nothing. */
  readonly answeredBefore?: ((page: Page) => 'figures' | 'nothing' | null) | undefined;
}

/** Whole bytes, and when they were had: UTC with seconds. */
export interface Received {
  readonly feed: Feed<unknown>;
  readonly answer: Answer;
  readonly seen: string;
}

export type Delivery =
  | ({ readonly kind: 'document'; readonly page?: Page | undefined } & Received)
  /** The source says that there is none, where that is no fault. */
  | { readonly kind: 'absent'; readonly feed: Feed<unknown>; readonly page?: Page | undefined }
  /** Pages of the span that are not asked for again. */
  | {
      readonly kind: 'remembered';
      readonly feed: Feed<unknown>;
      readonly pages: number;
      readonly of: number;
      /** Whether one of them had figures. */
      readonly hasSpoken: boolean;
    }
  /** Worth a line, and no failure. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'failed'; readonly feed: Feed<unknown>; readonly reason: string };

export interface FeedSource {
  /** The provider's documents in the order in which they were seen. */
  deliver(provider: ProviderDefinition, wanted: Wanted): AsyncIterable<Delivery>;
  /** What is worth a line and belongs to no provider that is collected. */
  readNotes(): Promise<readonly string[]>;
}

/** An address fit for files and messages: the values of keys taken out, however they are spelled in it. */
export function withoutKeys(url: string, keys: Keys): string {
  const values = Object.values(keys).filter((value) => value !== '');
  return values.reduce((text, value) => text.replaceAll(encodeURIComponent(value), '').replaceAll(value, ''), url);
}
