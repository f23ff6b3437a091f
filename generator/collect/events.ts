/** The events of a collect, while it runs and when it ends, and the lines that a person reads about them. */
import type { Page } from '../feeds/pages.ts';

export interface ProviderSummary {
  readonly provider: string;
  readonly documents: number;
  /** How many figures were read, new or not. */
  readonly observations: number;
  /** How many rows are of dates and pairs that the archive did not have. */
  readonly fresh: number;
  readonly corrected: number;
  readonly withdrawn: number;
  /** Labels that are in no currency list; their rows were left out. */
  readonly labels: readonly string[];
  /** Each names the provider and its fault. */
  readonly failures: readonly string[];
}

export type CollectEvent =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'started'; readonly provider: string }
  | {
      readonly kind: 'document';
      readonly provider: string;
      readonly url: string;
      readonly observations: number;
      readonly page?: Page | undefined;
    }
  /** A page of a span that rightly has no figures. */
  | { readonly kind: 'nothing'; readonly provider: string; readonly feed: string; readonly page: Page }
  | { readonly kind: 'finished'; readonly summary: ProviderSummary };

/** Returns the line for an event. A provider that failed gets one line, even if some of its documents were kept. */
export function toCollectLine(event: CollectEvent): string {
  switch (event.kind) {
    case 'note':
      return event.text;
    case 'started':
      return `${event.provider}: asking`;
    case 'document':
      return `${event.provider}: ${pageWords(event.page)}${event.observations} figures in ${event.url.slice(0, 120)}`;
    case 'nothing':
      return `${event.provider}: ${pageWords(event.page)}no figures from ${event.feed}`;
    case 'finished':
      return summaryLine(event.summary);
    default:
      throw new TypeError(`there is no line for ${JSON.stringify(event satisfies never)}`);
  }
}

function pageWords(page: Page | undefined): string {
  return page === undefined || page.of === 1 ? '' : `page ${page.number} of ${page.of}: `;
}

function summaryLine(summary: ProviderSummary): string {
  const { provider, documents, observations, fresh, corrected, withdrawn, failures } = summary;
  const [failure, ...others] = failures;
  const news = `${fresh} new, ${corrected} corrected, ${withdrawn} withdrawn`;
  const counts = `${documents} documents, ${observations} figures: ${news}`;
  if (failure === undefined) return `${provider}: ${counts}`;
  return `${failure.startsWith(provider) ? '' : `${provider}: `}${failure}${andMore(others.length)}; kept: ${counts}`;
}

/** Says how many others there are besides the one that a line names. */
export function andMore(others: number): string {
  return others === 0 ? '' : ` (and ${others} more)`;
}
