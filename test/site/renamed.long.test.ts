/** The chart of a bank whose currency was replaced, in a real Chromium: the kuna of 2022 are not drawn as euro. */
import { beforeAll, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { chromiumIsThere } from '../support/servers/browser.ts';
import { cellsOf, type Explorer, startExplorer } from '../support/servers/explorer.ts';
import { generateFrom } from '../support/trees/trees.ts';

const HNB = [
  '2022-12-30 USD/HRK 7.0644 7.0432 7.0856',
  '2022-12-31 USD/HRK 7.0644 7.0432 7.0856',
  '2023-01-03 EUR/USD 1.0545',
  '2023-01-04 EUR/USD 1.0599',
];
const WORDS = 'Before 2023-01-01 HNB stated its figures in HRK; they are not in this chart.';

let explorer: Explorer;
beforeAll(async () => {
  if (chromiumIsThere)
    explorer = await startExplorer((tree, site) => generateFrom({ HNB }, tree, { site, definitions: PROVIDERS }));
});

describe.skipIf(!chromiumIsThere).each(['onFiles', 'behindGateway'] as const)('%s the chart', (host) => {
  const viewOf = (params: string) => explorer.open(explorer[host](`chart?provider=HNB&base=EUR&currency=USD${params}`));

  it('begins with the euro, and says what it leaves out', async () => {
    const tab = await viewOf('&from=2022-12-01&to=2023-01-04');
    expect((await cellsOf(tab)).map(([date, figure]) => [date, figure])).toEqual([
      ['2023-01-04', '1.0599'],
      ['2023-01-03', '1.0545'],
    ]);
    expect(await tab.evaluate('document.querySelector("main").textContent')).toContain(WORDS);
  });

  it('says nothing of it where the span begins later, and has no figure where it ends before', async () => {
    const [later, before] = [
      await viewOf('&from=2023-01-01&to=2023-01-04'),
      await viewOf('&from=2022-12-01&to=2022-12-31'),
    ];
    expect(await later.evaluate('document.querySelector("main").textContent')).not.toContain('HRK;');
    expect(await before.evaluate('document.querySelector("main").textContent')).toContain(
      'No figures in this span of HNB',
    );
  });
});
