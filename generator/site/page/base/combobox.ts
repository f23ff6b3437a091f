/** A list that is searched by typing: the combobox of the ARIA patterns, with a list that opens below its field. */

import { type Choice, searched } from '../language/searched.ts';
import { h, UNFINISHED } from './dom.ts';

const SHOWN_MAX = 200;
let count = 0;

/** Calls `onChange` with a choice. An unknown value is shown as it is, so that the page shows what its address says. */
export function combobox(
  label: string,
  value: string,
  choices: readonly Choice[],
  onChange: (value: string) => void,
): HTMLElement {
  const id = `list-${++count}`;
  const shown = choices.find((choice) => choice.value === value)?.text ?? value;
  const input = h('input', {
    ...{ type: 'text', role: 'combobox', 'data-name': label, value: shown, autocomplete: 'off', spellcheck: 'false' },
    ...{
      'aria-expanded': 'false',
      'aria-controls': id,
      'aria-autocomplete': 'list',
      autocapitalize: 'off',
      dir: 'auto',
    },
  });
  const list = h('ul', { id, role: 'listbox', 'aria-label': label, hidden: true });
  const state: State = { input, list, choices, shown, found: [], active: -1, isTyped: false };
  const choose = (choice: Choice | undefined) => {
    close(state);
    state.isTyped = false;
    input.removeAttribute(UNFINISHED);
    input.value = choice?.text ?? shown;
    if (choice !== undefined && choice.value !== value) onChange(choice.value);
  };
  input.addEventListener('focus', () => input.select());
  input.addEventListener('pointerup', () => list.hidden && open(state, ''));
  input.addEventListener('input', () => {
    state.isTyped = true;
    input.setAttribute(UNFINISHED, '');
    open(state, input.value);
  });
  input.addEventListener('blur', () => choose(state.isTyped && input.value.trim() !== '' ? state.found[0] : undefined));
  input.addEventListener('keydown', (event) => onKey(event, state, choose));
  // The field keeps the focus while the pointer is in the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const place = target instanceof Element ? [...list.children].indexOf(target) : -1;
    if (place >= 0) choose(state.found[place]);
  });
  return h('div', { class: 'combo' }, h('label', {}, h('span', {}, label), input), list);
}

interface State {
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly choices: readonly Choice[];
  readonly shown: string;
  found: readonly Choice[];
  active: number;
  isTyped: boolean;
}

function onKey(event: KeyboardEvent, state: State, choose: (choice: Choice | undefined) => void): void {
  const { list, found } = state;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (list.hidden) {
      open(state, '');
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : found.length - 1;
    mark(state, (state.active + step) % (found.length || 1));
  }
  if (event.key === 'Enter' && !list.hidden) {
    event.preventDefault();
    choose(found[state.active]);
  }
  if (event.key === 'Escape' && (!list.hidden || state.isTyped)) {
    event.preventDefault();
    choose(undefined);
    state.input.select();
  }
}

function open(state: State, words: string): void {
  const { list, input, choices, shown } = state;
  state.found = searched(choices, words).slice(0, SHOWN_MAX);
  list.replaceChildren(
    ...state.found.map(({ text }, place) => h('li', { role: 'option', id: `${list.id}-${place}` }, text)),
    ...(state.found.length === 0
      ? [h('li', { class: 'none', role: 'option', 'aria-disabled': 'true' }, `Nothing is called ${words}.`)]
      : []),
  );
  list.hidden = false;
  input.setAttribute('aria-expanded', 'true');
  const own = words === '' ? state.found.findIndex(({ text }) => text === shown) : 0;
  mark(state, own === -1 ? 0 : own);
}

function mark(state: State, active: number): void {
  const { list, input } = state;
  state.active = active;
  for (const [place, one] of [...list.children].entries())
    one.setAttribute('aria-selected', `${place === active && state.found.length > 0}`);
  const chosen = list.children[active];
  if (chosen === undefined) return;
  input.setAttribute('aria-activedescendant', chosen.id);
  chosen.scrollIntoView({ block: 'nearest' });
}

function close({ list, input }: State): void {
  list.hidden = true;
  list.replaceChildren();
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
}
