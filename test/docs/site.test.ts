/** The documentation as pages of the tree: every page is there, every link leads somewhere, and nothing runs in them. */
import { describe, expect, it } from 'vitest';
import { readSite } from '../../generator/site/files.ts';
import { isPageFile, PAGE_POLICY } from '../../generator/wire/answers/page.ts';
import { toDocPage } from '../../scripts/dev/docs-html.ts';
import { GROUPS } from '../../scripts/dev/docs-site.ts';
import { readPages } from '../support/kit/markdown.ts';

const site = new Map(readSite().map(({ path, bytes }) => [`${path}`, bytes.toString('utf8')]));
const pages = [...site].filter(([name]) => /^docs.*\.html$/.test(name));
const each = pages.map(([name, html]) => [name, html] as const);
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);

describe('the pages of the documentation', () => {
  it('are all pages of the repository, each in one group or a decision', () => {
    const files = readPages().map(({ file }) => file);
    const listed = Object.values(GROUPS).flat();
    expect(listed).toEqual([...new Set(listed)]);
    expect(files.filter((file) => !file.startsWith('docs/decisions/')).sort()).toEqual([...listed].sort());
    expect(pages.length).toBe(files.length);
  });

  it("show the README's picture", () => {
    expect(site.get('docs.html')).toMatch(
      /<picture><source media="\(prefers-color-scheme: dark\)" srcset="explorer-dark.webp"><img src="explorer.webp" alt="A chart of the dollar[^>]* width="960" height="800">/,
    );
    expect([site.has('explorer.webp'), site.has('explorer-dark.webp')]).toEqual([true, true]);
  });

  it.each(each)('%s leads to pages and headings that exist', (name, html) => {
    const own = linksOf(html).filter((href) => !/^https?:/.test(href));
    expect(own.length).toBeGreaterThan(20);
    const lost = own.filter((href) => {
      const [file = '', id = ''] = href.split('#');
      const target = file === '' ? html : site.get(file);
      return target === undefined || (id !== '' && file !== 'index.html' && !idsOf(target).includes(id));
    });
    expect([name, lost]).toEqual([name, []]);
  });

  it.each(each)(
    '%s has the policy of the explorer, one first heading, one script of its own and no other host',
    (_, html) => {
      expect(html).toContain(PAGE_POLICY.replaceAll('"', '&quot;'));
      expect(html.match(/<h1[ >]/g)?.length).toBe(1);
      expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="docs-search.js" defer>']);
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
      expect([...html.matchAll(/(?:src|<link [^>]*href)="([^"]+)"/g)].map(([, from]) => from)).toEqual(
        expect.arrayContaining(['explorer.svg', 'explorer.css', 'docs.css']),
      );
      expect([...html.matchAll(/src="([^"]+)"/g)].every(([, from = '']) => isPageFile(from))).toBe(true);
      expect(idsOf(html)).toEqual([...new Set(idsOf(html))]);
    },
  );
});

describe('the search', () => {
  const text = site.get('docs-index.js') ?? '';
  const [, rows = '[]'] = /^globalThis\.ratetreeDocs=(.*);\n$/.exec(text) ?? [];
  const sections: readonly (readonly [href: string, title: string, words: string])[] = JSON.parse(rows);

  it('has every page and every section that a page lists, at an address that exists', () => {
    const files = new Set(sections.map(([href]) => href.split('#')[0]));
    expect([...files].sort()).toEqual(pages.map(([name]) => name).sort());
    const lost = sections.filter(([href]) => {
      const [file = '', id = ''] = href.split('#');
      return id !== '' && !idsOf(site.get(file) ?? '').includes(id);
    });
    expect(lost).toEqual([]);
  });

  it.each(['quarantine', 'corrections', 'median', 'hledger'])('finds %s', (word) => {
    expect(sections.some(([, , words]) => words.split(' ').includes(word))).toBe(true);
  });
});

describe('Markdown of a page', () => {
  const html = (markdown: string) =>
    toDocPage(markdown, 'docs/x.md', (file) => (file === 'docs/y.md' ? 'docs-y.html' : null)).html;

  it.each([
    ['a [page](y.md#here)', '<p>a <a href="docs-y.html#here">page</a></p>\n'],
    ['a [file](../scripts/start)', '<p>a <code>file</code></p>\n'],
    ['a [script](javascript:alert(1))', '<p>a <code>script</code></p>\n'],
    ['<b onclick="x()">bold</b>', '<p>&lt;b onclick=&quot;x()&quot;&gt;bold&lt;/b&gt;</p>\n'],
    ['![picture](y.webp)', '<p></p>\n'],
    ['<!-- rules -->\n\ntext', '<p>text</p>\n'],
    [
      "```sh\ncurl -H 'Subscription-Key: …' x\n```",
      '<pre tabindex="0"><code>curl -H &quot;Subscription-Key: $RATETREE_KEY&quot; x</code></pre>\n' +
        '<p class="hint">The shell variable <code>RATETREE_KEY</code> holds your key.</p>\n',
    ],
    ['`<b>`', '<p><code>&lt;b&gt;</code></p>\n'],
  ])('%j becomes %j', (markdown, wanted) => expect(html(markdown)).toBe(wanted));
});
