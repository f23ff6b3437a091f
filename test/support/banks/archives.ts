/** Small archives written as short lines, in which tests say what providers published. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { History } from '../../../generator/rates/blend/history.ts';
import { writeRows } from '../../../generator/sources/archive/archive.ts';
import { addUnlisted } from '../../../generator/sources/archive/documents.ts';
import {
  type ArchiveRow,
  compareRows,
  type DocumentRow,
  type ProviderArchive,
} from '../../../generator/sources/archive/rows.ts';
import { defineFeed, defineProvider, type ProviderDefinition } from '../../../generator/sources/feeds/provider.ts';
import { parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { removeAfterFile } from '../kit/after-file.ts';

/** A new folder, which is removed after the test file. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ratetree-test-'));
  removeAfterFile(folder);
  return folder;
}

export function definition(
  code: string,
  reference: string,
  more: Partial<ProviderDefinition> = {},
): ProviderDefinition {
  return defineProvider({
    code,
    description: `Bank of ${code}`,
    country: 'ATLANTIS',
    countryCode: 'AT',
    references: [{ from: '1990-01-01', currency: reference }],
    timeSeries: true,
    bidAsk: false,
    schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'UTC' },
    terms: { url: 'https://example.org/terms', note: 'name the source' },
    feeds: [feed('daily', 'day'), feed('weekly', 'week')],
    ...more,
  });
}

function feed(name: string, frequency: 'day' | 'week') {
  return defineFeed({
    name,
    frequency,
    matches: /never/,
    latest: () => [],
    read: () => null,
    schema: { parse: () => null } as never,
    *observe() {},
  });
}

/**
 * `2026-03-02 USD/PLN 3.6056` is a mid, `… 41.1816~41.2558` a bid and an ask, `~41.2` an ask alone, `withdrawn` no
 * figure. Options follow in any order: `per 100`, `per gram`, `in weekly` (the table), `seen 2026-03-05` (default: the
 * date itself).
 */
export function archive(provider: string, lines: readonly string[]): ProviderArchive {
  const documents = new Map<string, DocumentRow>();
  const rows = lines.map((line) => toRow(line, documents));
  return { provider, rows: rows.sort(compareRows), documents };
}

export function history(of: ProviderDefinition, lines: readonly string[]): History {
  return new History(of, archive(of.code, lines));
}

export async function writeLines(dir: string, provider: string, lines: readonly string[]): Promise<void> {
  const whole = archive(provider, lines);
  await writeArchive(dir, whole, whole.rows);
}

function toRow(line: string, documents: Map<string, DocumentRow>): ArchiveRow {
  const [date = '', pair = '', figure = '', ...options] = line.split(' ');
  const [base = '', quote = ''] = pair.split('/');
  const option = (name: string) => options[options.indexOf(name) + 1];
  const has = (name: string) => options.includes(name);
  const seen = `${has('seen') ? option('seen') : date}T15:00:00Z`;
  const table = (has('in') && option('in')) || 'daily';
  const document = toDocument(table, seen, documents);
  const [bid = '', ask = ''] = figure.includes('~') ? figure.split('~') : [];
  const mid = figure.includes('~') || figure === 'withdrawn' ? '' : figure;
  const gram = has('per') && option('per') === 'gram';
  const per = gram || !has('per') ? '1' : (option('per') ?? '1');
  return { date: parseIsoDate(date), base, quote, per, unit: gram ? 'g' : '', mid, bid, ask, seen, document, table };
}

function toDocument(table: string, fetched: string, documents: Map<string, DocumentRow>): string {
  const sha256 = hashOf(`${table} ${fetched}`);
  const document = sha256.slice(0, 12);
  documents.set(document, { document, table, url: `https://example.org/${table}`, sha256, fetched });
  return document;
}

/**
 * Writes the years that `added` touches, and the documents that have rows. The documents are written first, so that no
 * row is ever without its document.
 */
export async function writeArchive(dir: string, archive: ProviderArchive, added: readonly ArchiveRow[]): Promise<void> {
  if (added.length === 0) return;
  const used = new Set(archive.rows.map((row) => row.document));
  const documents = [...archive.documents.values()].filter(({ document }) => used.has(document));
  await addUnlisted(dir, archive.provider, documents);
  await writeRows(dir, archive, added);
}
