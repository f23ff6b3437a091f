/**
 * DuckDB in a page of Chromium, which reads what it queries by HTTP itself. The DuckDB of Node would download an extension
 * for that, and newer versions of DuckDB-Wasm one for Parquet. Its 69 MB are for this test alone and no dependency.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';
import { browserForTests, chromiumIsThere } from './browser.ts';
import { listen } from './loopback.ts';

const PREFIX = '.ratetree/duckdb-wasm';
const PACKAGES = join(packageRoot(), PREFIX, 'node_modules');
const DIST = '/@duckdb/duckdb-wasm/dist';
const isInstalled = existsSync(join(PACKAGES, DIST));
if (!isInstalled) {
  const command = `npm install --no-save --ignore-scripts --prefix ${PREFIX} @duckdb/duckdb-wasm@1.28.0`;
  console.log(`skipped: DuckDB-Wasm is not installed, so that no page queries Parquet files; ${command}`);
}
export const duckDbPageIsThere = isInstalled && chromiumIsThere;

const PAGE = `<!doctype html>
<script type="importmap">
  { "imports": {
    "apache-arrow": "/apache-arrow/Arrow.dom.mjs",
    "flatbuffers": "/flatbuffers/mjs/flatbuffers.js",
    "tslib": "/tslib/tslib.es6.mjs"
  } }
</script>
<main></main>
<script type="module">
  import { AsyncDuckDB, VoidLogger } from '${DIST}/duckdb-browser.mjs';
  const database = new AsyncDuckDB(new VoidLogger(), new Worker('${DIST}/duckdb-browser-eh.worker.js'));
  await database.instantiate('${DIST}/duckdb-eh.wasm');
  const connection = await database.connect();
  window.answerTo = async (query) =>
    (await connection.query(query)).toArray().map((row) => Object.values(row.toJSON()).map(String));
</script>`;
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.mjs': 'text/javascript' };

/** Returns what asks DuckDB, in a page of a host of its own. Each value is given as JavaScript writes it. */
export async function duckDbPage(): Promise<(query: string) => Promise<readonly (readonly string[])[]>> {
  const { url } = await listen(({ url: path = '' }, response) => {
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      return;
    }
    readFile(join(PACKAGES, path)).then(
      (bytes) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/wasm' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  const tab = await (await browserForTests()).keptTab();
  await tab.open(`${url}/`);
  await tab.until('window.answerTo');
  return (query) => tab.evaluate(`answerTo(${JSON.stringify(query)})`);
}
