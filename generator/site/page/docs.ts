/**
 * What the pages of the documentation do beyond being read: a search over all pages, and buttons that copy. It is a
 * classic script, because browsers load no modules from plain files; without scripts the pages are whole.
 */
import { button, h } from './base/dom.ts';

/** Address, heading, the words of the section, and how it begins. */
type Section = readonly [href: string, title: string, words: string, beginning: string];

const INDEX = 'docs-index.js';
const SHOWN_MAX = 12;
const NOT_FOUND = 4;
/** The addresses in the samples, which are replaced by that of the host. */
const SAMPLE = /http:\/\/127\.0\.0\.1:8080|https:\/\/rates\.example(?=\/|$)/gm;

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
  // Why it was decided so is read after how it works.
  const rank = ([href, title, text]: Section): number => {
    const late = /^docs-\d/.test(href) ? 2 : 0;
    if (words.every((word) => title.toLowerCase().includes(word))) return late;
    return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 1 + late : NOT_FOUND;
  };
  const ranked = sections.map((section) => ({ section, rank: rank(section) }));
  const matching = ranked.filter(({ rank: one }) => one < NOT_FOUND);
  return matching.sort((one, other) => one.rank - other.rank).map(({ section }) => section);
}

function addSearch(place: HTMLElement): void {
  const results = h('ul', { class: 'results', 'aria-live': 'polite' });
  const input = h('input', { type: 'search', placeholder: 'Search all pages', 'aria-label': 'Search all pages' });
  const show = (sections: readonly Section[]) => {
    const shown = found(sections, input.value).slice(0, SHOWN_MAX);
    const nothing = input.value.trim() === '' ? [] : [h('li', {}, 'No page has these words.')];
    const links = shown.map(([href, title, , begins]) => h('li', {}, h('a', { href }, title, h('small', {}, begins))));
    results.replaceChildren(...(links.length > 0 ? links : nothing));
  };
  input.addEventListener('focus', () => void readIndex().catch(() => {}));
  input.addEventListener('input', () => {
    void readIndex().then(show, () => results.replaceChildren(h('li', {}, 'The search could not be loaded.')));
  });
  place.addEventListener('keydown', (event) => {
    const places = [input, ...results.querySelectorAll('a')];
    const at = places.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Enter' && at === 0) places[1]?.click();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    places[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  });
  place.append(input, results);
}

function addCopy(sample: HTMLElement): void {
  const { protocol, host } = location;
  const text = sample.firstElementChild;
  if (text !== null && protocol.startsWith('http') && SAMPLE.test(text.textContent)) {
    text.textContent = text.textContent.replaceAll(SAMPLE, `${protocol}//${host}`);
  }
  // Nobody pastes an answer or a drawing.
  if (navigator.clipboard === undefined || /^\s*[{<[]|[│▼]/.test(text?.textContent ?? '')) return;
  const onclick = () => {
    const done = () => copy.replaceChildren('Copied');
    void navigator.clipboard.writeText((text?.textContent ?? '').trimEnd()).then(done, () => {});
  };
  const copy = button('Copy', onclick, { class: 'copy-sample' });
  // Beside the sample and not above it: a long line would be read through the button.
  const place = h('div', { class: 'sample' });
  sample.replaceWith(place);
  place.append(sample, copy);
}

const search = document.getElementById('search');
if (search !== null) addSearch(search);
for (const sample of document.querySelectorAll<HTMLElement>('main pre')) addCopy(sample);
