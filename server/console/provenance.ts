/**
 * The provenance of a fixing as the tree has it: tables of columns and rows, some with other columns. For a bank's
 * figure it has the digits in the published direction, the day, and the document.
 */
import { z } from 'zod';
import { type NamedRow, namedRows } from '../../generator/wire/answers/named-rows.ts';
import { provenancePath } from '../../generator/wire/answers/paths.ts';
import { type IsoDate, type ProviderCode, providerCode } from '../../generator/wire/words/schemas.ts';
import { type Asker, askFor } from '../ask/answers.ts';

const provenance = z.looseObject({
  figures: namedRows,
  /** Of a bank. */
  documents: namedRows.default([]),
  /** Of GLOBAL. */
  method: z.string().default(''),
  currencies: namedRows.default([]),
  pegs: namedRows.default([]),
  notices: namedRows.default([]),
  excluded: namedRows.default([]),
});

/** @throws ServiceRefused (1404) if the release has none for that date */
export async function readProvenance(
  asker: Asker,
  provider: string,
  date: IsoDate,
): Promise<z.infer<typeof provenance>> {
  const code: ProviderCode = providerCode.parse(provider);
  return (await askFor(asker, provenance, `/${provenancePath(code, date)}`)).value;
}

export interface Published {
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
