/** data/embedded.csv describes the embedded archive as it is, and docs/catalogue.md every source. */
import { describe, expect, it } from 'vitest';
import { readDataFile } from '../../generator/kit/package.ts';
import { classesOf, readLicences } from '../../generator/sources/facts/licences.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { CARRIED, embeddedList } from '../../scripts/data/embedded-archive.ts';
import { catalogueText } from '../../scripts/docs/catalogue-text.ts';
import { blockOf } from '../../scripts/docs/page-block.ts';
import { readMarkdown, tableOf } from '../support/kit/markdown.ts';
import { WHOLE_EMBEDDED } from '../support/trees/embedded.ts';

const [, ...EMBEDDED_ROWS] = readDataFile('embedded.csv')
  .text.trimEnd()
  .split('\n')
  .map((row) => row.split(','));
const CATALOGUE = readMarkdown('docs/catalogue.md');

describe('data/embedded.csv', () => {
  it('has each bank of the archive with its days (else: node build/scripts/data/embed.js)', async () => {
    expect(readDataFile('embedded.csv').text).toBe(await embeddedList(WHOLE_EMBEDDED));
  });

  it('names no bank whose terms allow less than a package for everybody needs', () => {
    const classes = classesOf(readLicences());
    const codes = EMBEDDED_ROWS.map(([code = '']) => code);
    expect(codes.filter((code) => !CARRIED.has(classes.get(code) ?? 'unknown'))).toEqual([]);
    expect(codes.length).toBeGreaterThan(30);
  });

  it('has ten years of the ECB, for charts and the means of a month', () => {
    const days = readDataFile('embedded.csv').text.match(/^ECB,(\S+),(\S+),(\d+)$/m);
    expect(days?.slice(1)).toEqual(['2016-01-04', '2026-03-20', '81263']);
  });
});

describe('docs/catalogue.md', () => {
  it('has each source, with what it allows (else: node build/scripts/docs/catalogue.js)', () => {
    expect(blockOf(CATALOGUE.text, 'catalogue')).toBe(catalogueText(PROVIDERS, classesOf(readLicences())));
  });

  const rows = tableOf(CATALOGUE, ...['code', 'source', 'list and class']);
  it.each([
    ['BAZG', 'CHF, customs authority, permission'],
    ['BBK', 'DEM, ended, attribution'],
    ['CBR', 'RUB, ahead, attribution'],
    ['CBS', 'WST'],
    ['HMRC', 'GBP, monthly, attribution'],
    ['NBP', 'PLN, daily, weekly, attribution'],
    ['SNB', 'CHF, monthly, non-commercial'],
    ['UST', 'USD, quarterly, late, free'],
  ])('says of %s: %s', (code, said) => {
    expect(rows.find(([own]) => own === code)?.[2]).toBe(said);
  });

  it('repeats the sentence that FRED asks for', () => {
    expect(CATALOGUE.text).toContain(
      'this product is not endorsed or certified by the Federal Reserve Bank of St. Louis.',
    );
  });
});
