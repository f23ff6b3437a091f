/**
 * The documentation as pages of the tree: the Markdown of the repository, with a list of all pages beside each, and
 * what they are searched by: of each section its heading, its address, the words in it, each once, and how it begins.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { PAGE, PAGE_POLICY } from '../../generator/wire/answers/page.ts';
import { type DocPage, escapeHtml, toDocPage } from './docs-html.ts';

/** Every page by what its reader wants. A decision is found from the list of decisions. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ['README.md', 'docs/install.md', 'docs/glossary.md', 'CHANGELOG.md'],
  Use: ['explorer', 'api', 'client', 'rules', 'integrations', 'cli', 'files', 'data'].map(inDocs),
  Operate: ['first-week', 'operate', 'publish', 'incidents', 'not-served', 'proxy', 'benchmarks'].map(inDocs),
  Verify: ['verify', 'format', 'global', 'accuracy', 'replay', 'catalogue'].map(inDocs),
  Contribute: ['CONTRIBUTING.md', 'generator/README.md', 'data/README.md', 'DECISIONS.md', 'SECURITY.md'],
};

/** Pages whose name in the repository says nothing, or would be that of another page. */
const NAMES: Readonly<Record<string, string>> = {
  'README.md': 'docs.html',
  'generator/README.md': 'docs-rooms.html',
  'data/README.md': 'docs-data-files.html',
};

const DECISIONS = 'docs/decisions';

/** A script, and not a document, so that it is read from plain files too, where a page may not fetch. */
export const INDEX = 'docs-index.js';
const BEGINNING = 110;
const WORD = /[\p{L}\p{N}]{3,}/gu;

export interface SitePage {
  readonly name: string;
  readonly html: string;
}

/** All pages, in the order of the list. */
export function docPages(): readonly SitePage[] {
  const listed = Object.values(GROUPS).flat();
  const decisions = readdirSync(join(packageRoot(), DECISIONS)).sort();
  const files = [...listed, ...decisions.map((name) => `${DECISIONS}/${name}`)];
  const toPage = (file: string) => (files.includes(file) ? nameOf(file) : null);
  const pages = files.map((file) => {
    const markdown = readFileSync(join(packageRoot(), file), 'utf8');
    return { file, page: toDocPage(markdown, file, toPage) };
  });
  const titles = new Map(pages.map(({ file, page }) => [file, page.title]));
  return pages.map(({ file, page }) => ({ name: nameOf(file), html: documentOf(file, page, titles) }));
}

/** `docs/decisions/12-gate.md` → `docs-12-gate.html` */
function nameOf(file: string): string {
  return NAMES[file] ?? `docs-${file.replace(/^.*\//, '').replace(/\.md$/, '').toLowerCase()}.html`;
}

function documentOf(file: string, { title, html, sections }: DocPage, titles: ReadonlyMap<string, string>): string {
  const plain = title.replaceAll(/<[^>]*>/g, '');
  const links = (files: readonly string[]) =>
    files.map((one) => {
      const here = one === file ? ' aria-current="page"' : '';
      // A heading may explain itself; a list names pages.
      const [name = ''] = (titles.get(one) ?? '').split(':');
      return `<li><a href="${nameOf(one)}"${here}>${name}</a></li>`;
    });
  const groups = Object.entries(GROUPS).map(
    ([name, files]) => `<h2>${name}</h2>\n<ul>\n${links(files).join('\n')}\n</ul>`,
  );
  const within = sections.map(({ id, title: words }) => `<li><a href="#${id}">${words}</a></li>`);
  const contents = `<details class="contents"><summary>On this page</summary><ul>${within.join('')}</ul></details>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(PAGE_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${plain === 'Ratetree' ? 'Documentation' : plain} · Ratetree</title>
<link rel="icon" href="explorer.svg" type="image/svg+xml">
<link rel="stylesheet" href="explorer.css">
<link rel="stylesheet" href="docs.css">
<script src="docs-search.js" defer></script>
</head>
<body>
<a class="skip" href="#page">Skip to the content</a>
<header>
<p class="brand"><img src="explorer.svg" alt="" width="24" height="24"> Ratetree</p>
<nav aria-label="Site">
<a href="${PAGE}">Explorer</a>
<a href="docs.html" aria-current="${file === 'README.md' ? 'page' : 'true'}">Documentation</a>
<a href="#pages">Search</a>
</nav>
</header>
<div class="columns">
<main id="page" class="doc" tabindex="-1">
${sections.length < 3 ? html : html.replace(/<\/h1>\s*(<p>[\s\S]*?<\/p>)?/, (head) => `${head}\n${contents}`)}</main>
<nav class="pages" id="pages" aria-label="Pages">
<div id="search"></div>
${groups.join('\n')}
</nav>
</div>
<footer><p>These are the pages of the program that made this tree.</p></footer>
</body>
</html>
`;
}

export function indexText(pages: readonly SitePage[]): string {
  const rows = pages.flatMap(({ name, html }) => {
    const [, body = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
    const [before = '', ...sections] = body.split(/(?=<h2 id=")/);
    const title = plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(before)?.[1] ?? name);
    return [
      [name, title, wordsIn(before), beginningOf(before)],
      ...sections.map((section) => {
        const [, id = '', words = ''] = /^<h2 id="([^"]*)">([\s\S]*?)<\/h2>/.exec(section) ?? [];
        return [`${name}#${id}`, `${title}: ${plain(words)}`, wordsIn(section), beginningOf(section)];
      }),
    ];
  });
  return `globalThis.ratetreeDocs=${JSON.stringify(rows)};\n`;
}

function wordsIn(html: string): string {
  return [...new Set(plain(html).toLowerCase().match(WORD) ?? [])].sort().join(' ');
}

function beginningOf(html: string): string {
  const body = html.replaceAll(/<h[12][\s\S]*?<\/h[12]>|<details[\s\S]*?<\/details>/g, ' ');
  const text = plain(body.replaceAll(/<\/?(?:code|a|em|strong)\b[^>]*>/g, ''));
  return text.length > BEGINNING ? `${text.slice(0, text.lastIndexOf(' ', BEGINNING))} …` : text;
}

function plain(html: string): string {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"');
  return text.replaceAll('&#39;', "'").replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ').trim();
}

function inDocs(name: string): string {
  return `docs/${name}.md`;
}
