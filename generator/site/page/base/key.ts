/** The reader's key. It stays in this browser, is sent in a header to the page's own host only, and can be forgotten. */
import { takeKey } from './address.ts';
import { field, h, p } from './dom.ts';
import { forgetStored } from './offline.ts';
import { stored } from './stored.ts';

const NAME = 'ratetree-key';
/** Where a browser keeps nothing for pages, the key lasts as long as this page. */
let held: string | null = null;

const REPLACES =
  'This address brings a key, and this browser has another one. Use the key of the address, and forget yours?';

/**
 * Takes a key out of the address and keeps it, unless the reader has another one and keeps that: whoever sent the
 * address must not lock the reader out, nor have requests made with a key of theirs. Returns whether there was one.
 */
export function takeKeyOfAddress(): boolean {
  const { key, rest } = takeKey(location.hash);
  if (key === null) return false;
  history.replaceState(null, '', `${location.pathname}${location.search}${rest}`);
  const own = keyInHand();
  if (own === null || own === key || confirm(REPLACES)) keep(key);
  return true;
}

/** The key, if there is one. */
export function keyInHand(): string | null {
  return held ?? stored(() => localStorage.getItem(NAME));
}

/** Forgets the key, and what was stored of answers that were given to it. */
export async function forgetKey(): Promise<void> {
  held = null;
  stored(() => localStorage.removeItem(NAME));
  await forgetStored();
}

export function keyForm(message: string, onKey: () => void): readonly Node[] {
  const submit = (event: Event) => {
    event.preventDefault();
    keep(key.querySelector('input')?.value.trim() ?? '');
    onKey();
  };
  const key = field('Key', { type: 'password', autocomplete: 'off', required: true }, () => {});
  return [
    h('h1', {}, keyInHand() === null ? 'This service needs a key' : 'This needs another key'),
    h('p', { role: 'alert' }, `The service says: ${message}.`),
    h('form', { class: 'choices', onsubmit: submit }, key, h('button', { type: 'submit' }, 'Show the rates')),
    p(
      'Ask whoever runs this service for a key. If you started it yourself, it printed an address that has one. ',
      h('a', { href: 'docs.html' }, 'The documentation'),
      ' needs no key.',
    ),
    p('The key stays in this browser and is sent to this service only.'),
  ];
}

function keep(key: string): void {
  held = key === '' ? null : key;
  stored(() => (key === '' ? localStorage.removeItem(NAME) : localStorage.setItem(NAME, key)));
}
