/** The releases in the explorer, in a real Chromium: of a store, in each way in which people reach one, and of a tree. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { rollback } from '../../generator/release/publish/rollback.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import type { ObjectStore } from '../../generator/release/store/store.ts';
import { parseCsv } from '../../generator/site/page/base/csv.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { chromiumIsThere, pictured, type Tab } from '../support/servers/browser.ts';
import {
  cellsOf,
  EXPLORER_KEY,
  type Explorer,
  gatewayWithPage,
  plainHost,
  startExplorer,
} from '../support/servers/explorer.ts';
import { generateRelease } from '../support/trees/releases.ts';
import { releaseIn } from '../support/trees/trees.ts';

const VIEW = 'changes?list=release';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const OTHER_HOST = 'This host lists only the release in force.';

/** Over a store with three releases, of which the second is in force again. */
let explorer: Explorer;
/** A tree that was not published. */
let tree: string;
beforeAll(async () => {
  if (!chromiumIsThere) return;
  explorer = await startExplorer(async (dir, site) => {
    const options = { endpoint: null, region: null, pathStyle: false, socketsMax: 8, willWrite: true };
    const store = await openObjectStore(dir, options);
    for (const day of [11, 12, 13]) {
      tree = await generateRelease(1, { until: `2026-03-${day}`, site });
      await publish({ ...steps(store, day), tree: await openGenerated(tree), archiveDir: freshFolder() });
    }
    await rollback(steps(store, 14), null);
  });
});

const steps = (store: ObjectStore, day: number) => ({
  ...{ store, signer: null, now: () => new Date(`2026-03-${day}T17:00:00Z`), onProgress: () => {} },
});

const releases = 'main .scroll:last-of-type table';
const wordsOf = (tab: Tab) => tab.evaluate<string>('document.querySelector("main").textContent');
const listed = () => parseCsv(explorer.readTree('v1/releases.csv')).toReversed();
const shownOf = (row: Readonly<Record<string, string>>) => [
  ...[row.release, row.time, row.date, row.sequence, row.method, row.inForce === 'true' ? 'yes' : 'no'],
];

describe.skipIf(!chromiumIsThere)('the releases', () => {
  it.each<[string, () => Promise<string>]>([
    ['behind a gateway', async () => explorer.behindGateway(VIEW)],
    ['of a bucket', async () => explorer.onFiles(VIEW)],
    [
      'of a bucket behind a cache, which does not pass on the pointer',
      async () => {
        const host = await plainHost(explorer.tree, (path) =>
          /^(v1\/|explorer|index\.html)/.test(path) ? null : (response) => response.writeHead(404).end(),
        );
        return `${host.url}/#${VIEW}`;
      },
    ],
  ])('%s are those of the store, newest first, and one of them is in force', async (where, addressOf) => {
    const tab = await explorer.open(await addressOf());
    const wanted = listed();
    expect(wanted.map(({ sequence, inForce }) => `${sequence} ${inForce}`)).toEqual(['3 false', '2 true', '1 false']);
    expect(await cellsOf(tab, releases)).toEqual(wanted.map(shownOf));
    const facts = new Map((await cellsOf(tab)).map(([fact = '', value]) => [fact, value]));
    expect([facts.get('Release'), facts.get('Date of the tree')]).toEqual([wanted[1]?.release, '2026-03-12']);
    expect(await wordsOf(tab)).not.toContain(OTHER_HOST);
    expect(tab.complaints.filter((one) => !/Failed to load resource/.test(one))).toEqual([]);
    await tab.evaluate(AXE);
    expect(await tab.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([]);
    await pictured(tab, `releases ${where}`.replaceAll(/\W+/g, '-'));
  });

  it('can be copied, as the list and as the command that asks for it', async () => {
    const tab = await explorer.open(explorer.onFiles(VIEW));
    await tab.evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
    const press = async (words: string) => {
      const button = `[...document.querySelectorAll('.copy button')].find((one) => one.textContent === '${words}')`;
      await tab.evaluate(`window.copied = ''; ${button}.click()`);
      await tab.until(`window.copied !== ''`);
      return tab.evaluate<string>('window.copied');
    };
    expect(await press('Copy as curl')).toBe(`curl '${explorer.files}/v1/releases.csv'`);
    expect(parseCsv(await press('Copy as CSV'))).toEqual(listed());
  });

  it.each<[string, () => Promise<string>]>([
    ['behind a gateway', async () => `${await gatewayWithPage(tree)}/#key=${EXPLORER_KEY}&${VIEW}`],
    ['on a plain host', async () => `${(await plainHost(tree)).url}/#${VIEW}`],
  ])('of a tree that was not published, %s, are the one in force, and the page says so', async (_, addressOf) => {
    const tab = await explorer.open(await addressOf());
    expect(await wordsOf(tab)).toContain(OTHER_HOST);
    expect((await cellsOf(tab))[0]).toEqual(['Release', releaseIn(tree)]);
  });

  it('of a list that is cut off, the page says so and shows none', async () => {
    const host = await plainHost(explorer.tree, (path) =>
      path === 'v1/releases.csv' ? explorer.readTree(path).slice(0, -3) : null,
    );
    const tab = await explorer.open(`${host.url}/#${VIEW}`);
    expect(await wordsOf(tab)).toContain('v1/releases.csv is not a list of releases');
    expect(await tab.evaluate('document.querySelector("main table")')).toBeNull();
  });
});
