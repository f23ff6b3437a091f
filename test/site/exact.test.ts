/** The converter's tables: what the browser makes of a provenance is the table from which the service answers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { toBankTable } from '../../generator/site/page/base/exact.ts';
import { toGlobalTable } from '../../generator/site/page/base/global-table.ts';
import { parseAmount } from '../../generator/site/page/language/amount.ts';
import { provenancePath, tablePath } from '../../generator/wire/answers/paths.ts';
import { tableText } from '../../generator/wire/answers/table.ts';
import type { IsoDate, Provider, ProviderCode } from '../../generator/wire/words/schemas.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { fileIn } from '../support/trees/tree-files.ts';

let tree = '';
beforeAll(async () => {
  tree = await embeddedTree();
});

const read = (path: string) => fileIn(tree, path);

describe('a provenance', () => {
  it('gives the exact table of the newest fixing of every provider, digit for digit', () => {
    const providers: readonly Provider[] = JSON.parse(read('v1/providers.json'));
    expect(providers.length).toBeGreaterThan(35);
    for (const { code, bidAsk } of providers) {
      const { latest } = JSON.parse(read(`index/${code}.json`)) as { latest: IsoDate | null };
      if (latest === null) continue;
      const provenance = JSON.parse(read(provenancePath(code as ProviderCode, latest)));
      const made = tableText(code === 'GLOBAL' ? toGlobalTable(provenance) : toBankTable(provenance, bidAsk));
      expect(`${code} ${made}`).toBe(`${code} ${read(tablePath(code as ProviderCode, latest))}`);
    }
  });
});

describe('an amount in the converter', () => {
  it.each([
    ['100.0', '100'],
    ['1e-7', '0.0000001'],
    ['1e+21', '1000000000000000000000'],
    ['-.5', '-0.5'],
    [' 12 ', '12'],
  ])('%j is read as the service reads it', (text, plain) => expect(`${parseAmount(text)}`).toBe(plain));

  it.each(['', '1,000', '1e31', '0x10', '1e', 'ten', '1'.repeat(41)])('%j is refused, as by the service', (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});
