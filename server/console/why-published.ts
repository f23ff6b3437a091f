/** A bank's figure: the digits in the direction that was published, the day, and the document. */

import type { NamedRow } from '../../generator/wire/answers/named-rows.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import type { Asker } from '../ask/asker.ts';
import { readProvenance } from './provenance.ts';

interface Published {
  readonly date: string;
  /** `100 SEK`, or `1 g XAU`. */
  readonly of: string;
  readonly quote: string;
  readonly mid: string;
  readonly bid: string;
  readonly ask: string;
  /** When the figure was first seen, in UTC. */
  readonly seen: string;
  readonly document: { readonly id: string; readonly url: string; readonly sha256: string; readonly fetched: string };
}

export async function explainPublished(
  asker: Asker,
  provider: string,
  date: IsoDate,
  currency: string,
): Promise<readonly Published[]> {
  const { figures, documents } = await readProvenance(asker, provider, date);
  const byId = new Map(documents.map((document) => [document.document, document]));
  return figures.filter((row) => row.currency === currency).map((row) => toPublished(row, byId.get(row.document)));
}

function toPublished(row: NamedRow, document: NamedRow = {}): Published {
  const { date = '', per = '', unit = '', base = '', quote = '', mid = '', bid = '', ask = '', seen = '' } = row;
  const { url = '', sha256 = '', fetched = '' } = document;
  const of = [per, unit, base].filter((word) => word !== '').join(' ');
  return { date, of, quote, mid, bid, ask, seen, document: { id: row.document ?? '', url, sha256, fetched } };
}

export function publishedLines(published: readonly Published[]): readonly string[] {
  if (published.length === 0) return ['The fixing states no figure of this currency; the reference currency is 1.'];
  return published.flatMap(({ date, of, quote, mid, bid, ask, seen, document }) => [
    '',
    `published  ${of} = ${mid === '' ? `${bid} bid, ${ask} ask` : mid} ${quote}, for ${date}`,
    `document   ${document.url}`,
    `sha256     ${document.sha256}, fetched ${document.fetched}`,
    `seen       ${seen}`,
  ]);
}
