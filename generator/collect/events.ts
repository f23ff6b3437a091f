/** What a collect tells while it runs and when it is done, and the lines that a person reads. */
import type { Page } from '../feeds/pages.ts';

export interface ProviderSummary {
  readonly provider: string;
  readonly documents: number;
  /** Figures read, before it is known which of them are news. */
  readonly observations: number;
  /** Rows of dates and pairs that were not held before. */
  readonly fresh: number;
  readonly corrected: number;
  readonly withdrawn: number;
  /** Labels of no currency list, whose rows were left out. */
  readonly labels: readonly string[];
  /** Each names the provider and what was wrong. */
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
  /** A page of a span at which there rightly is nothing. */
  | { readonly kind: 'nothing'; readonly provider: string; readonly feed: string; readonly page: Page }
  | { readonly kind: 'finished'; readonly summary: ProviderSummary };

/** The line for an event. A provider that failed is one line, whatever else it could give. */
export function toCollectLine(event: CollectEvent): string {
  switch (event.kind) {
    case 'note':
      return event.text;
    case 'started':
      return `${event.provider}: asking`;
    case 'document':
      return `${event.provider}: ${pageWords(event.page)}${event.observations} figures in ${event.url.slice(0, 120)}`;
    case 'nothing':
      return `${event.provider}: ${pageWords(event.page)}nothing of ${event.feed}`;
    case 'finished':
      return summaryLine(event.summary);
    default:
      throw new TypeError(`no line for ${JSON.stringify(event satisfies never)}`);
  }
}

function pageWords(page: Page | undefined): string {
  return page === undefined || page.of === 1 ? '' : `page ${page.number} of ${page.of}: `;
}

function summaryLine(summary: ProviderSummary): string {
  const { provider, documents, observations, fresh, corrected, withdrawn, failures } = summary;
  const [failure, ...others] = failures;
  const counts = `${documents} documents, ${observations} figures: ${fresh} new, ${corrected} corrected, ${withdrawn} withdrawn`;
  if (failure === undefined) return `${provider}: ${counts}`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${failure.startsWith(provider) ? '' : `${provider}: `}${failure}${more}; kept: ${counts}`;
}
