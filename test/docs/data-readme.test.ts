/** data/README.md describes the embedded archive as it is, and docs/catalogue.md every source. */
import { describe, expect, it } from 'vitest';
import { listArchive } from '../../generator/archive/archive.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { embeddedTable } from '../../scripts/data/embedded-table.ts';
import { catalogueText } from '../../scripts/docs/catalogue-text.ts';
import { blockOf } from '../../scripts/docs/page-block.ts';
import { readMarkdown, tableOf } from '../support/kit/markdown.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';

const CATALOGUE = readMarkdown('docs/catalogue.md');

describe('data/README.md', () => {
  it('has each bank of the archive with its days (else: node build/scripts/data/embed.js)', async () => {
    expect(blockOf(readMarkdown('data/README.md').text, 'embedded banks')).toBe(await embeddedTable(EMBEDDED));
  });
});

describe('docs/catalogue.md', () => {
  it('has each source, with what it asks (else: node build/scripts/docs/catalogue.js)', async () => {
    const embedded = new Set(await listArchive(EMBEDDED));
    expect(blockOf(CATALOGUE.text, 'catalogue')).toBe(catalogueText(PROVIDERS, embedded));
  });

  const rows = tableOf(CATALOGUE, ...['code', 'source', 'country', 'reference', 'list', 'embedded', 'what it asks']);
  it.each([
    ['BAZG', 'daily; customs authority', '', /^$/],
    ['BBK', 'daily, ended', 'yes', /^Name the source: Deutsche Bundesbank\.$/],
    ['CBN', 'daily', '', /leave the content unchanged\.$/],
    ['HMRC', 'monthly', '', /^Open Government Licence 3\.0/],
    ['NBP', 'daily, weekly', 'yes', /^$/],
    ['UST', 'quarterly, late', '', /^In the public domain/],
  ])('says of %s: %s', (code, list, embedded, asked) => {
    const [, , , , ...cells] = rows.find(([own]) => own === code) ?? [];
    expect(cells).toEqual([list, embedded, expect.stringMatching(asked)]);
  });

  it('repeats the sentence that FRED asks for', () => {
    expect(CATALOGUE.text).toContain(
      'this product is not endorsed or certified by the Federal Reserve Bank of St. Louis.',
    );
  });
});
