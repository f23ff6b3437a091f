/** What the documentation is searched by: of each section its heading, its address, and the words in it, each once. */
import type { SitePage } from './docs-site.ts';

/** A script, and not a document, so that it is read from plain files too, where a page may not fetch. */
export const INDEX = 'docs-index.js';
const WORD = /[\p{L}\p{N}]{3,}/gu;

export function indexText(pages: readonly SitePage[]): string {
  const rows = pages.flatMap(({ name, html }) => {
    const [, body = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
    const [before = '', ...sections] = body.split(/(?=<h2 id=")/);
    const title = plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(before)?.[1] ?? name);
    return [
      [name, title, wordsIn(before)],
      ...sections.map((section) => {
        const [, id = '', words = ''] = /^<h2 id="([^"]*)">([\s\S]*?)<\/h2>/.exec(section) ?? [];
        return [`${name}#${id}`, `${title}: ${plain(words)}`, wordsIn(section)];
      }),
    ];
  });
  return `globalThis.ratetreeDocs=${JSON.stringify(rows)};\n`;
}

function wordsIn(html: string): string {
  return [...new Set(plain(html).toLowerCase().match(WORD) ?? [])].sort().join(' ');
}

function plain(html: string): string {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"');
  return text.replaceAll('&#39;', "'").replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ').trim();
}
