/**
 * What the pages of the documentation do beyond being read: a search over all pages, and buttons that copy. It is a
 * classic script, because browsers load no modules from plain files; without scripts the pages are whole.
 */
import { h } from './base/dom.ts';

/** Address, heading, and the words of the section. */
type Section = readonly [href: string, title: string, words: string];

const INDEX = 'docs-index.js';
const SHOWN_MAX = 12;
/** The address in the samples, which is replaced by that of the host. */
const SAMPLE = 'http://127.0.0.1:8080';

let index: Promise<readonly Section[]> | null = null;

function readIndex(): Promise<readonly Section[]> {
  index ??= new Promise((resolve, reject) => {
    const script = h('script', { src: INDEX });
    script.addEventListener('load', () => resolve((globalThis as { ratetreeDocs?: Section[] }).ratetreeDocs ?? []));
    script.addEventListener('error', () => reject(new Error(INDEX)));
    document.head.append(script);
  });
  return index;
}

/** Sections that have every word, those with all of them in their heading first. */
function found(sections: readonly Section[], typed: string): readonly Section[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (words.length === 0) return [];
  const rank = ([, title, text]: Section): 0 | 1 | 2 => {
    if (words.every((word) => title.toLowerCase().includes(word))) return 0;
    return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 1 : 2;
  };
  const ranked = sections.map((section) => ({ section, rank: rank(section) })).filter(({ rank: one }) => one < 2);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ section }) => section);
}

function addSearch(place: HTMLElement): void {
  const results = h('ul', { class: 'results', 'aria-live': 'polite' });
  const input = h('input', { type: 'search', placeholder: 'Search all pages', 'aria-label': 'Search all pages' });
  const show = (sections: readonly Section[]) => {
    const shown = found(sections, input.value).slice(0, SHOWN_MAX);
    const nothing = input.value.trim() === '' ? [] : [h('li', {}, 'No page has these words.')];
    const links = shown.map(([href, title]) => h('li', {}, h('a', { href }, title)));
    results.replaceChildren(...(links.length > 0 ? links : nothing));
  };
  input.addEventListener('focus', () => void readIndex().catch(() => {}));
  input.addEventListener('input', () => {
    void readIndex().then(show, () => results.replaceChildren(h('li', {}, 'The search could not be loaded.')));
  });
  place.append(input, results);
}

function addCopy(sample: HTMLElement): void {
  const { protocol, host } = location;
  const text = sample.firstElementChild;
  if (text !== null && protocol.startsWith('http') && text.textContent.includes(SAMPLE)) {
    text.textContent = text.textContent.replaceAll(SAMPLE, `${protocol}//${host}`);
  }
  if (navigator.clipboard === undefined) return;
  const button = h('button', { type: 'button', class: 'copy-sample' }, 'Copy');
  button.addEventListener('click', () => {
    const done = () => button.replaceChildren('Copied');
    void navigator.clipboard.writeText((text?.textContent ?? '').trimEnd()).then(done, () => {});
  });
  // Beside the sample and not above it: a long line would be read through the button.
  const place = h('div', { class: 'sample' });
  sample.replaceWith(place);
  place.append(sample, button);
}

const search = document.getElementById('search');
if (search !== null) addSearch(search);
for (const sample of document.querySelectorAll<HTMLElement>('main pre')) addCopy(sample);
