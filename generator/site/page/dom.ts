/** Makes the elements of the page. Text only ever becomes text: nothing that a tree says is read as HTML. */
export type Child = Node | string | null;
type Attribute = string | boolean | null | ((event: Event) => void);

/** An element. A function becomes a listener: `onclick` listens to clicks. False and null leave the attribute out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A day in running text, which is not broken at its hyphens. */
export function day(date: string): HTMLElement {
  return h('time', { datetime: date }, date);
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

export interface Choice {
  readonly value: string;
  readonly text: string;
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
  const list: HTMLSelectElement = h('select', { 'data-name': label, onchange: () => onChange(list.value) }, ...options);
  return h('label', {}, h('span', {}, label), list);
}

/** A field with its label. `onchange` of the attributes is called with each finished input. */
export function field(
  label: string,
  attributes: Readonly<Record<string, Attribute>>,
  onChange: (value: string) => void,
  event: 'change' | 'input' = 'change',
): HTMLElement {
  const input: HTMLInputElement = h('input', {
    'data-name': label,
    ...attributes,
    [`on${event}`]: () => onChange(input.value),
  });
  return h('label', {}, h('span', {}, label), input);
}

/** A link that leaves the page. Only web addresses become links: another scheme could be a script. */
export function outside(address: string, text: string): Child {
  if (!/^https?:\/\//i.test(address)) return text;
  return h('a', { href: address, rel: 'noopener noreferrer' }, text);
}
