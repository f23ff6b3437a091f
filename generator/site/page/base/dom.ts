/** Makes the elements of the page. Text only ever becomes text: nothing that a tree says is read as HTML. */
import { dayText, localText } from '../language/locale.ts';
import type { Choice } from '../language/searched.ts';

export type DomChild = Node | string | null;
type Attribute = string | boolean | null | ((event: Event) => void);

/** An element. A function becomes a listener: `onclick` listens to clicks. False and null leave the attribute out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly DomChild[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export const p = (...children: readonly DomChild[]) => h('p', {}, ...children);

export const hint = (...children: readonly DomChild[]) => h('p', { class: 'hint' }, ...children);

/** Buttons for what is shown above them. */
export const actions = (...children: readonly DomChild[]) => h('p', { class: 'copy' }, ...children);

/** The controls of a view, side by side. */
export const row = (...children: readonly DomChild[]) => h('div', { class: 'choices' }, ...children);

type Attributes = Readonly<Record<string, Attribute>>;

export function button(words: DomChild, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...attributes }, words);
}

/** Turns two currencies round. */
export function swapButton(words: string, onclick: () => void, isPair = true): HTMLElement {
  const look = { class: 'swap', 'data-name': 'Swap', 'aria-label': words, title: words };
  return button('⇄', onclick, { ...look, disabled: !isPair });
}

/** A day as the reader's language writes it, not broken between its parts. Its element has the ISO date. */
export function day(date: string): HTMLElement {
  return h('time', { datetime: date }, dayText(date));
}

/** A figure in the reader's marks. Its element has the exact one, and aligns what comes after the point. */
export function figure(exact: string, shown: string): HTMLElement {
  const [whole = '', after] = shown.split('.');
  const text = localText(shown);
  const width = after === undefined ? 0 : after.length + 1;
  const place = width === 0 ? text.length : text.length - width;
  return h('data', { value: exact }, whole === '' ? shown : text.slice(0, place), h('span', {}, text.slice(place)));
}

/** `1 line`, `2 lines`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The element of the document with that id, which index.html has. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`the page has no element ${id}`);
  return found;
}

/** A choice with its label. An unknown value is offered as well, so that the page shows what its address says. */
export function select(
  label: string,
  value: string,
  choices: readonly Choice[],
  onChange: (value: string) => void,
): HTMLElement {
  const all = choices.some((choice) => choice.value === value) ? choices : [{ value, text: value }, ...choices];
  const options = all.map((choice) =>
    h('option', { value: choice.value, selected: choice.value === value }, choice.text),
  );
  const list = h('select', { 'data-name': label }, ...options);
  listen(list, onChange, TYPING_MS);
  return h('label', {}, h('span', {}, label), list);
}

/** A field with its label. `onChange` is called with each finished input, or with every letter of it. */
export function field(
  label: string,
  attributes: Readonly<Record<string, Attribute>>,
  onChange: (value: string) => void,
  event: 'change' | 'input' = 'change',
): HTMLElement {
  const input = h('input', { 'data-name': label, ...attributes });
  if (event === 'input') input.addEventListener('input', () => onChange(input.value));
  else listen(input, onChange, null);
  return h('label', {}, h('span', {}, label), input);
}

/** Browsers forget after a second what was typed into a list, so that the next letter begins another word. */
const TYPING_MS = 1000;
export const UNFINISHED = 'data-unfinished';

/**
 * Calls `onChange` when the reader has chosen. By the keyboard a list or a date changes with each key, so there a choice
 * is finished by Enter, by leaving the control, or by `pauseMs` without a key.
 */
function listen(
  control: HTMLSelectElement | HTMLInputElement,
  onChange: (value: string) => void,
  pauseMs: number | null,
): void {
  let known = control.value;
  let isTyping = false;
  let timer = 0;
  const finish = () => {
    isTyping = false;
    clearTimeout(timer);
    control.removeAttribute(UNFINISHED);
    if (control.value === known) return;
    known = control.value;
    onChange(known);
  };
  const onKey = (key: string) => {
    if (key === 'Enter') return finish();
    isTyping = true;
    clearTimeout(timer);
    if (pauseMs !== null) timer = window.setTimeout(finish, pauseMs);
  };
  control.addEventListener('keydown', (event) => onKey((event as KeyboardEvent).key));
  control.addEventListener('input', () => control.toggleAttribute(UNFINISHED, control.value !== known));
  control.addEventListener('pointerdown', () => {
    isTyping = false;
  });
  control.addEventListener('change', () => isTyping || finish());
  control.addEventListener('blur', finish);
}

/** Whether the reader is in the middle of a choice, which a view that is drawn now would forget. */
export function isUnfinished(place: HTMLElement): boolean {
  return place.querySelector(`[${UNFINISHED}]`) !== null;
}

/** A new address wins over what was begun before it, by whatever way it comes. */
export function forgetUnfinished(place: HTMLElement): void {
  for (const one of place.querySelectorAll(`[${UNFINISHED}]`)) one.removeAttribute(UNFINISHED);
}

/** A link that leaves the page. Only web addresses become links: another scheme could be a script. */
export function outside(address: string, text: string): DomChild {
  if (!/^https?:\/\//i.test(address)) return text;
  return h('a', { href: address, rel: 'noopener noreferrer' }, text);
}
