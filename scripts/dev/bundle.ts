/**
 * What `npm run build` does after the compiler: the compiled modules → the program, the client and the gateway for Workers,
 * and the explorer's sources and the documentation → files for browsers. The explorer's first view is in explorer.js; each other view is a file of its own, which the browser loads when the view is opened.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { packageRoot } from '../../generator/kit/package.ts';
import { isPageFile, PAGE_POLICY } from '../../generator/wire/answers/page.ts';
import { PICTURES } from './docs-html.ts';
import { docPages, INDEX, indexText } from './docs-site.ts';

const WORKER = 'explorer-worker.js';
/** Shown as they are, but for the policy in the page's head. */
const STATIC = ['index.html', 'explorer.svg'];
/** The sheets of the folder, in the order of their names, as one file. */
const STYLES = 'styles';
const DOCS_STYLE = 'docs.css';
const PROOF = 'explorer-proof.js';

const sources = join(packageRoot(), 'generator', 'site', 'page');
const folder = join(packageRoot(), 'build', 'page');
/** Packages that few commands load, or that nothing is gained by bundling. */
const LARGE = /^(?:undici|commander|@aws-sdk|@smithy|@modelcontextprotocol)/;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of STATIC) {
  const text = readFileSync(join(sources, name), 'utf8');
  writeFileSync(join(folder, name), text.replace('{{policy}}', PAGE_POLICY));
}
const sheets = readdirSync(join(sources, STYLES)).sort();
const styles = sheets.map((name) => readFileSync(join(sources, STYLES, name), 'utf8')).join('');
writeFileSync(join(folder, 'explorer.css'), styles);
await bundle('main.ts', 'explorer.js', {});
await bundle('worker.ts', WORKER, { PAGE_FILES: JSON.stringify(readdirSync(folder).sort()) });
// The documentation is read with a network, so the worker does not store it at the first visit.
copyFileSync(join(sources, DOCS_STYLE), join(folder, DOCS_STYLE));
for (const name of PICTURES) copyFileSync(join(packageRoot(), 'docs', name), join(folder, name));
const pages = docPages();
for (const { name, html } of pages) writeFileSync(join(folder, name), html);
writeFileSync(join(folder, INDEX), indexText(pages));
await bundle('docs.ts', 'docs-search.js', {}, 'iife');
await bundleProof();
const odd = readdirSync(folder).filter((name) => !isPageFile(name));
if (odd.length > 0) throw new TypeError(`no name for a file of the page: ${odd.join(', ')}`);
await bundleClient();
await bundleProgram();
await bundleEdge();

/**
 * The program as few files: to find, read and check its 600 modules, and those of the packages, takes half of the time in
 * which a command starts. Each command is loaded with what it needs, as in the sources. The large packages stay apart.
 */
async function bundleProgram() {
  const compiled = join(packageRoot(), 'build');
  const bundled = await rolldown({
    input: {
      ratetree: join(compiled, 'scripts', 'ratetree.js'),
      'fetcher-worker': join(compiled, 'generator', 'release', 'store', 'fetcher-worker.js'),
    },
    platform: 'node',
    external: LARGE,
  });
  const dir = join(compiled, 'program');
  rmSync(dir, { recursive: true, force: true });
  const codeSplitting = {
    groups: [
      { name: 'first', test: /build\/generator\/(?:kit\/(?:package|terminal)|wire\/words\/input-error)\.js$/ },
      { name: 'gateway', test: /build\/server\/(?:[a-z]+\.js|request|trees|watch|dialects)/, minShareCount: 2 },
    ],
  };
  await bundled.write({ dir, format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js', codeSplitting });
}

/** The gateway for Workers. Whoever deploys it bundles the packages with it. */
async function bundleEdge() {
  const input = join(packageRoot(), 'build', 'server', 'clients', 'edge', 'worker.js');
  const bundled = await rolldown({ input, platform: 'node', external: LARGE });
  await bundled.write({ file: join(packageRoot(), 'build', 'edge', 'worker.js'), format: 'es' });
}

/** `ratetree/client`: one module that imports nothing, and its types. Whoever bundles it for a page also minifies it. */
async function bundleClient() {
  const client = join(packageRoot(), 'server', 'clients', 'client');
  const out = join(packageRoot(), 'build', 'client');
  const bundled = await rolldown({
    input: join(client, 'client.ts'),
    platform: 'neutral',
    treeshake: { moduleSideEffects: (id) => id.startsWith(client) },
  });
  const { output } = await bundled.write({ file: join(out, 'client.js'), format: 'es', comments: false });
  const [{ imports }] = output;
  if (imports.length > 0) throw new TypeError(`the client imports ${imports.join(', ')}`);
  const wire = join(packageRoot(), 'generator', 'wire', 'answers');
  for (const path of [join(client, 'client.ts'), join(client, 'types.ts'), join(wire, 'asking.ts')]) {
    const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'));
    if (errors.length > 0) throw new TypeError(`${path}: ${errors[0]?.message}`);
    // Types lie beside each other, wherever their sources do.
    const types = code.replace(/(?<=from ["'])[^"']*\/(\w+)\.ts(?=["'])/g, './$1.js');
    writeFileSync(join(out, basename(path).replace('.ts', '.d.ts')), types);
  }
}

/** What saves a proof. It is read when a reader wants one, so that the worker does not store it at the first visit. */
async function bundleProof() {
  const isHash = (id: string, importer = '') => id === 'node:crypto' && /(?:hash|merkle)\.ts$/.test(importer);
  const hashes = join(sources, 'proof', 'node-crypto.ts');
  const bundled = await rolldown({
    input: join(sources, 'proof', 'make.ts'),
    platform: 'browser',
    external: (id, importer) => id.startsWith('node:') && !isHash(id, importer),
    treeshake: { moduleSideEffects: (id) => id.includes('node_modules') },
    plugins: [{ name: 'hashes', resolveId: (id, importer) => (isHash(id, importer) ? hashes : null) }],
    transform: { inject: { Buffer: ['buffer/', 'Buffer'] } },
  });
  const { output } = await bundled.write({ file: join(folder, PROOF), format: 'es', minify: true });
  refuseNode(output);
}

/** Files without a digest in their names: a page that stays open finds its other views after the next night, too. */
async function bundle(entry: string, name: string, define: Record<string, string>, format: 'es' | 'iife' = 'es') {
  const bundled = await rolldown({
    input: join(sources, entry),
    platform: 'browser',
    // What only Node can do is left out with the functions that do it; a file that needs it is refused below.
    external: /^node:/,
    // No module of ours does anything when it is only imported; so the schemas of a path's file stay outside.
    treeshake: { moduleSideEffects: (id) => id.endsWith(entry) },
    transform: { define },
  });
  const names = (chunk: { name: string }) => `explorer-${chunk.name.replace(/-view$/, '')}.js`;
  // What the first view needs is one file, whatever else the other views share of it: a request costs more than a byte.
  const codeSplitting = format === 'iife' ? false : { groups: [{ name: 'first', tags: ['$initial' as const] }] };
  const files = { entryFileNames: name, chunkFileNames: names };
  const written = await bundled.write({ dir: folder, format, ...files, codeSplitting, minify: true });
  refuseNode(written.output);
}

function refuseNode(output: readonly (OutputChunk | OutputAsset)[]) {
  for (const one of output)
    if (one.type === 'chunk' && /["'`]node:/.test(one.code))
      throw new TypeError(`${one.fileName} needs a part of Node, which browsers do not have`);
}
