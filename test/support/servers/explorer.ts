/** The explorer over a tree: behind the compiled gateway, and as files of a plain host. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readSite, type SiteFile } from '../../../generator/site/files.ts';
import { pageTypeOf } from '../../../generator/wire/answers/page.ts';
import { formatOf } from '../../../generator/wire/answers/paths.ts';
import { contentType } from '../../../generator/wire/encode/document.ts';
import { freshFolder } from '../banks/archives.ts';
import { generateEmbedded } from '../trees/embedded.ts';
import { sharedTree } from '../trees/shared.ts';
import { type BrowserForTests, browserForTests, type Screen, type Tab } from './browser.ts';
import { startGateway } from './gateway-process.ts';
import { type Loopback, listen } from './loopback.ts';

export const EXPLORER_KEY = 'key-of-the-explorer';

/** A tree with its page, on both kinds of hosts, and a browser to look at them. */
export interface Explorer {
  readonly browser: BrowserForTests;
  readonly tree: string;
  /** Addresses without a slash at the end. */
  readonly gateway: string;
  readonly files: string;
  /** The address of a view behind the gateway, with the key. */
  readonly behindGateway: (view: string) => string;
  readonly onFiles: (view: string) => string;
  readonly readTree: (path: string) => string;
  readonly open: (address: string, screen?: Screen) => Promise<Tab>;
}

/**
 * Over the embedded tree, which tests read and do not write to.
 * @param generateTree puts another tree into the folder, with the page that it is given
 */
export async function startExplorer(
  generateTree?: (tree: string, site: readonly SiteFile[]) => Promise<unknown>,
): Promise<Explorer> {
  const site = readSite();
  const tree =
    generateTree === undefined
      ? await sharedTree('embedded-tree-with-page', (outDir) => generateEmbedded(outDir, { site }))
      : freshFolder();
  await generateTree?.(tree, site);
  const [browser, gateway, { url: files }] = await Promise.all([
    ...([browserForTests(), gatewayWithPage(tree), plainHost(tree)] as const),
  ]);
  return {
    ...{ browser, tree, gateway, files },
    behindGateway: (view) => `${gateway}/#key=${EXPLORER_KEY}&${view}`,
    onFiles: (view) => `${files}/#${view}`,
    readTree: (path) => readFileSync(join(tree, path), 'utf8'),
    open: async (address, screen) => {
      const tab = await browser.tab(screen);
      await tab.open(address);
      return tab;
    },
  };
}

/** Returns the address of a gateway over the tree, which wants `EXPLORER_KEY`. */
export async function gatewayWithPage(tree: string): Promise<string> {
  const env = {
    ...{ PATH: process.env.PATH ?? '', RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: EXPLORER_KEY },
    ...{ PORT: '0', RATETREE_ADMIN_PORT: '0' },
  };
  const [, address = ''] = await startGateway(env).says(/gateway at (http:\S+)/);
  return address;
}

/** What a host answers instead of its file; null for the file. */
export type Change = (path: string) => string | null | ((response: ServerResponse) => void);

/** A host that gives files and their types, and says 404. */
export function plainHost(tree: string, change: Change = () => null): Promise<Loopback> {
  return listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const path = pathname === '/' ? 'index.html' : pathname.slice(1);
    const format = formatOf(path);
    const type = pageTypeOf(path) ?? (format === null ? 'text/plain' : contentType({ format, header: true }));
    const changed = change(path);
    if (typeof changed === 'function') {
      changed(response);
      return;
    }
    const found = changed === null ? readFile(join(tree, path)) : Promise.resolve(Buffer.from(changed));
    found.then(
      (bytes) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end('no such file'),
    );
  });
}

/** In a page: the text of an element, with the exact figures and the ISO dates for what the reader's language shows. */
export const EXACT = `((element) => {
  const copy = document.createElement('div');
  copy.append(...element.matches('data, time') ? [element.cloneNode(true)] : element.cloneNode(true).childNodes);
  for (const one of copy.querySelectorAll('svg, .mark')) one.remove();
  for (const one of copy.querySelectorAll('data')) one.replaceWith(one.value);
  for (const one of copy.querySelectorAll('time')) one.replaceWith(one.dateTime);
  return copy.textContent;
})`;

/** The texts of the cells of the first table that the selector finds: figures exact, dates as ISO has them. */
export async function cellsOf(tab: Tab, selector = 'main table'): Promise<string[][]> {
  await showAll(tab);
  const rows = `[...document.querySelector('${selector}').tBodies[0].rows]`;
  return tab.evaluate(`${rows}.map((row) => [...row.cells].map(${EXACT}))`);
}

/** The rows of long tables come some at a time, and those of a list that is closed when it is opened. */
export async function showAll(tab: Tab): Promise<void> {
  await tab.evaluate(`document.querySelectorAll('main table').forEach((one) => one.dispatchEvent(new Event('whole')))`);
}
