/** The addresses of the tree, written out. Static consumers have them in bookmarks: a change needs a new version. */
import { describe, expect, it } from 'vitest';
import * as paths from '../../generator/wire/answers/paths.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode, EUR, GLOBAL, providerCode } from '../../generator/wire/words/schemas.ts';

const date = parseIsoDate('2026-03-02');
const TCMB = providerCode.parse('TCMB');
const TRY = currencyCode.parse('TRY');

describe('the addresses', () => {
  it.each([
    [paths.listPath('currencies', 'json'), 'v1/currencies.json'],
    [paths.listPath('providers', 'csv'), 'v1/providers.csv'],
    [paths.latestPath(GLOBAL, EUR, 'standard', 'json'), 'v1/latest/GLOBAL/EUR.json'],
    [paths.latestPath(TCMB, TRY, 'extended', 'xml'), 'v1/latest/TCMB/TRY.extended.xml'],
    [paths.latestPath(TCMB, TRY, 'bid', 'csv'), 'v1/latest/TCMB/TRY.bid.csv'],
    [paths.latestPath(TCMB, TRY, 'ask', 'csv'), 'v1/latest/TCMB/TRY.ask.csv'],
    [paths.historicalPath(GLOBAL, date, EUR, 'standard', 'json'), 'v1/historical/GLOBAL/2026/03/02/EUR.json'],
    [paths.historicalPath(TCMB, date, TRY, 'extended', 'xml'), 'v1/historical/TCMB/2026/03/02/TRY.extended.xml'],
    [paths.seriesPath(TCMB, EUR, '2026', 'csv'), 'v1/series/TCMB/EUR/2026.csv'],
    [paths.provenancePath(GLOBAL, date), 'v1/provenance/GLOBAL/2026/03/02.json'],
    [paths.correctionsPath, 'v1/corrections.csv'],
    [paths.quarantinePath, 'v1/quarantine.csv'],
    [paths.statusPath, 'v1/status.json'],
    [paths.openapiPath, 'v1/openapi.json'],
    [paths.tablePath(TCMB, date), 'tables/TCMB/2026/2026-03-02.csv'],
    [paths.exactPath(TCMB, EUR, '2026'), 'tables/TCMB/2026/EUR.csv'],
    [paths.indexPath(TCMB), 'index/TCMB.json'],
    [paths.releasePath, 'index/release.json'],
    [paths.seriesFolder(TCMB), 'v1/series/TCMB'],
  ])('%s', (path, expected) => {
    expect(path).toBe(expected);
  });
});

describe('the format is read from the end of the name', () => {
  it.each([
    ['v1/latest/GLOBAL/EUR.json', 'json'],
    ['v1/latest/GLOBAL/EUR.extended.xml', 'xml'],
    ['v1/corrections.csv', 'csv'],
    ['index.html', null],
    ['v1/latest/GLOBAL/EUR', null],
    ['json', null],
  ])('%s: %s', (path, expected) => {
    expect(paths.formatOf(path)).toBe(expected);
  });
});
