import { beforeAll, describe, expect, it } from 'vitest';
import { type Table, tableText } from '../../generator/wire/answers/table.ts';
import { CatalogueReader, type KnownProvider } from '../../generator/wire/release/catalogue.ts';
import type { Tree } from '../../generator/wire/release/tree-file.ts';
import { type CurrencyCode, currencyCode, EUR, GLOBAL, USD } from '../../generator/wire/words/schemas.ts';
import { withReads } from '../support/servers/gateway.ts';
import { listOf, readerOf, shelfOf, treeOf } from '../support/servers/spans.ts';
import { diskStore } from '../support/servers/stores.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

const isExact = (path: string) => /^tables\/[A-Z]+\/\d{4}\/[A-Z]{3}\.csv$/.test(path);

const midsOf = ({ figures }: Table) =>
  [...figures].flatMap(([code, { mid }]) => (mid === null ? [] : [[code, mid] as const]));

/** `2026-03-13 GBP 0.86503 TRY 123/41`, without fixings that state nothing. */
function toLines(fixings: readonly Table[], codes: ReadonlySet<CurrencyCode>): readonly string[] {
  return fixings.flatMap((table) => {
    const { date } = table;
    const wanted = midsOf(table).filter(([code]) => codes.has(code));
    return wanted.length === 0
      ? []
      : [
          `${date} ${wanted
            .map(([code, mid]) => `${code} ${mid}`)
            .sort()
            .join(' ')}`,
        ];
  });
}

describe('a span of the embedded archive', () => {
  let tree: Tree;
  let providers: readonly KnownProvider[];
  const read: string[] = [];
  beforeAll(async () => {
    const store = withReads(diskStore(await embeddedTree()), (path, reading) => {
      read.push(path);
      return reading();
    });
    tree = await treeOf(store);
    providers = [...(await new CatalogueReader().read(tree)).byCode.values()];
  });

  it('is the same from the tables of its dates and from the exact series of its years, for every bank', async () => {
    const spans = readerOf(shelfOf(tree));
    let compared = 0;
    for (const provider of providers) {
      const dates = provider.index.fixings.map(({ date }) => date);
      for (const codes of [[USD], [USD, EUR], [USD, currencyCode.parse('GBP')]].map((list) => new Set(list))) {
        const ofYears = toLines(await listOf(spans.read(tree, { provider, dates, codes })), codes);
        const ofTables = toLines(await listOf(spans.read(tree, { provider, dates, codes: null })), codes);
        expect(ofYears).toEqual(ofTables);
        compared += ofTables.length;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('of all currencies is the same from both, too, with every side', async () => {
    const linesOf = async (provider: KnownProvider) => {
      const dates = provider.index.fixings.map(({ date }) => date);
      const tables: string[] = [];
      const span = readerOf(shelfOf(tree)).read(tree, { provider, dates, codes: null });
      for await (const table of span) tables.push(`${table.date}\n${tableText(table)}`);
      return tables;
    };
    read.length = 0;
    for (const provider of providers)
      expect(await linesOf(provider)).toEqual(await linesOf({ ...provider, quoted: null }));
    expect(read.filter(isExact).length).toBeGreaterThan(0);
  });

  it('reads one file of a currency and a year, and not the tables of its dates', async () => {
    const provider = providers.find(({ facts }) => facts.code === GLOBAL);
    if (provider === undefined) throw new Error('the archive has no GLOBAL');
    const dates = provider.index.fixings.map(({ date }) => date);
    read.length = 0;
    await listOf(readerOf(shelfOf(tree)).read(tree, { provider, dates, codes: new Set([USD, EUR]) }));
    expect(read).toEqual(['tables/GLOBAL/2026/USD.csv']);
  });
});
