/** A page of the documentation: Markdown → HTML without scripts, in which every link leads to a page of the site. */
import { Marked, type Tokens } from 'marked';

/** Which page of the site a file of the repository became; null for a file that is none. */
export type ToPage = (file: string) => string | null;

export interface DocPage {
  /** The first heading, as HTML. */
  readonly title: string;
  readonly html: string;
  /** The headings of the second level: what the page is about. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** The picture of the README for light and for dark screens, in docs/ and in the tree. */
export const PICTURES = ['explorer.webp', 'explorer-dark.webp'] as const;
/** In pixels. A browser that knows it leaves room, and no line moves when the picture comes. */
export const PICTURE_SIZE = { width: 960, height: 800 } as const;

const PICTURE =
  /^<picture>\s*<source [^>]*srcset="docs\/explorer-dark\.webp">\s*<img src="docs\/explorer\.webp" alt="([^"]*)"[^>]*>\s*<\/picture>\s*$/;

/** The key is left out of the samples in the repository; a sample that people copy from the site runs as it stands. */
const NO_KEY = "'Subscription-Key: …'";
const KEY_OF_SHELL = '"Subscription-Key: $RATETREE_KEY"';
const KEY_HINT = '<p class="hint">The shell variable <code>RATETREE_KEY</code> holds your key.</p>\n';

/**
 * Links to files that are no pages, such as examples for nginx, become their names: they are in the package, and the
 * tree does not have them. Pictures are left out but the one of the explorer, which the site has.
 * @param file of the page, from the repository's root
 */
export function toDocPage(markdown: string, file: string, toPage: ToPage): DocPage {
  const sections: { id: string; title: string }[] = [];
  const ids = new Map<string, number>();
  let title = '';
  let isHinted = false;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueId(text, ids);
        const words = this.parser.parseInline(tokens);
        if (depth === 1) title = words;
        if (depth === 2) sections.push({ id, title: words });
        return `<h${depth} id="${id}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const target = targetOf(href, file, toPage);
        if (target === null) return words.startsWith('<code>') ? words : `<code>${words}</code>`;
        const leaves = /^https?:/.test(target) ? ' rel="noopener noreferrer"' : '';
        return `<a href="${escapeHtml(target)}"${leaves}>${words}</a>`;
      },
      code({ text }: Tokens.Code) {
        const sample = text.replaceAll(NO_KEY, KEY_OF_SHELL);
        const hint = sample === text || isHinted ? '' : KEY_HINT;
        if (hint !== '') isHinted = true;
        return `<pre tabindex="0"><code>${escapeHtml(sample)}</code></pre>\n${hint}`;
      },
      table(token: Tokens.Table) {
        const cell = (one: Tokens.TableCell, tag: string) => `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const head = token.header.map((one) => cell(one, one.text === '' ? 'td' : 'th')).join('');
        const rows = token.rows.map((row) => `<tr>${row.map((one) => cell(one, 'td')).join('')}</tr>`);
        const table = `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`;
        return `<div class="scroll" tabindex="0">${table}</div>\n`;
      },
      image: () => '',
      html({ text }: Tokens.HTML | Tokens.Tag) {
        const alt = PICTURE.exec(text)?.[1];
        // A comment is for the programs that write parts of a page.
        if (alt === undefined) return escapeHtml(text.replaceAll(/<!--[\s\S]*?-->\s*/g, ''));
        const [light, dark] = PICTURES;
        const forDark = `<source media="(prefers-color-scheme: dark)" srcset="${dark}">`;
        const size = `width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}"`;
        return `<picture>${forDark}<img src="${light}" alt="${alt}" ${size}></picture>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, html, sections };
}

/** The address of a link on the site; null where the site has no such page. */
function targetOf(href: string, file: string, toPage: ToPage): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${file}`);
  const page = toPage(pathname.slice(1));
  return page === null ? null : `${page}${hash}`;
}

/** As the repository's own host makes them, so that the links of the pages fit: words in small letters, with hyphens. */
function uniqueId(text: string, ids: Map<string, number>): string {
  const plain = text
    .replaceAll(/\]\([^)]*\)|[`*[\]]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
  const before = ids.get(plain) ?? 0;
  ids.set(plain, before + 1);
  return before === 0 ? plain : `${plain}-${before}`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
