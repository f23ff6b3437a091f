/** What the network and recordings have in common as sources of answers: `collect` treats the bytes of both alike. */

import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Page } from './pages.ts';
import type { Feed, ProviderDefinition } from './provider.ts';
import type { FeedAnswer, FeedRequest, Keys, Span, Validators } from './request.ts';

export interface FeedWanted {
  readonly today: IsoDate;
  /** The dates to load; null: the newest documents. */
  readonly span: Span | null;
  readonly keys: Keys;
  /** What an earlier run for the same span got for a page; null: it was not answered. */
  readonly answeredBefore?: ((page: Page) => 'figures' | 'nothing' | null) | undefined;
  /** What an earlier run was told about the newest document at this address; null: nothing. */
  readonly validatorsOf?: ((request: FeedRequest) => Validators | null) | undefined;
}

/** A whole answer, and when it was received: a UTC instant with seconds. */
export interface Received {
  readonly feed: Feed<unknown>;
  readonly answer: FeedAnswer;
  readonly seen: string;
  /** What the page of a session gave for the request, which must not be kept. Absent: nothing. */
  readonly tokens?: Keys | undefined;
  /** The days to read of a whole archive that was asked for as the newest document. Absent: all that was asked for. */
  readonly window?: Span | undefined;
}

export type Delivery =
  | ({ readonly kind: 'document'; readonly page?: Page | undefined } & Received)
  /** The source says that the newest document is still the one that an earlier run read. */
  | { readonly kind: 'unchanged'; readonly feed: Feed<unknown>; readonly request: FeedRequest }
  /** The source says that there is no document, where that is not a fault. */
  | { readonly kind: 'absent'; readonly feed: Feed<unknown>; readonly page?: Page | undefined }
  /** Pages of the span that were answered in an earlier run and are not asked for again. */
  | {
      readonly kind: 'remembered';
      readonly feed: Feed<unknown>;
      readonly pages: number;
      readonly of: number;
      /** Whether at least one of them had figures. */
      readonly hadFigures: boolean;
    }
  /** Worth a line in the log, but not a failure. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'failed'; readonly feed: Feed<unknown>; readonly reason: string };

export interface FeedSource {
  /** Yields the provider's documents in the order in which they were seen. */
  deliver(provider: ProviderDefinition, wanted: FeedWanted): AsyncIterable<Delivery>;
  /** Lines for the log that belong to no provider that is collected. */
  readNotes(): Promise<readonly string[]>;
}

/**
 * An address that may be kept and printed: without the values of keys, whether or not they are percent-encoded in it.
 */
export function withoutKeys(url: string, keys: Keys): string {
  const values = Object.values(keys).filter((value) => value !== '');
  return values.reduce((text, value) => text.replaceAll(encodeURIComponent(value), '').replaceAll(value, ''), url);
}

/** The keys of a provider's feeds: only the variables that its feeds declare are read, and those that are set are returned. */
export function keysOf({ feeds }: ProviderDefinition, env: Readonly<Record<string, string | undefined>>): Keys {
  const names = feeds.flatMap(({ keys }) => keys ?? []);
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
