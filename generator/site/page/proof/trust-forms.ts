/** Lets the reader say whom to trust, and take it back: the publisher's key, and the keys of witnesses. */
import { PlainError } from '../../../wire/words/input-error.ts';
import { problem } from '../base/context.ts';
import { field, h } from '../base/dom.ts';
import type { Found } from './checks.ts';
import { forgetPublisherKey, keepKey } from './publisher-key.ts';
import { forgetWitnesses, keepWitnesses } from './trusted-witnesses.ts';

/** @param isAny whether any error is told; else only those that are about what was read are */
export function toWords(error: unknown, isAny = false): string {
  if (error instanceof PlainError || (isAny && error instanceof Error)) return error.message.replace(/\.$/, '');
  throw error;
}

export function keyForm({ key, pointer }: Found, again: () => void): readonly Node[] {
  if (key !== null) {
    const words = `You trust the key ${key.id}. ${WHERE.key[key.from]}: be sure that you have it from the publisher. `;
    return [trusted(words, key.from, 'Forget this key', forgetPublisherKey, again)];
  }
  const own = pointer?.key == null ? 'names none' : `says that its key is ${pointer.key}`;
  return [
    h(
      'p',
      {},
      `Paste the public key that you have from the publisher, and not from here. This host ${own}: that is only its ` +
        'word, because whoever could change the files could change a key beside them.',
    ),
    ...form({ 'Public key of the publisher': REQUIRED }, 'Trust this key', ([typed]) => keepKey(typed ?? ''), again),
  ];
}

/** Of a checkpoint that was found. */
export function witnessForm({ logged, witnesses }: Found, again: () => void): readonly Node[] {
  if (logged === undefined) return [];
  if (witnesses !== null) {
    const names = witnesses.witnesses.map(({ name }) => name).join(', ');
    const words = `You trust the witnesses ${names}; ${witnesses.quorum} of them must have signed. `;
    const where = `${WHERE.witnesses[witnesses.from]}: be sure that you have their keys from them. `;
    return [trusted(words + where, witnesses.from, 'Forget these witnesses', forgetWitnesses, again)];
  }
  const fields = {
    'Keys of witnesses (name+id+base64)': REQUIRED,
    'How many must have signed': { type: 'number', min: '1', placeholder: 'all' },
  };
  const keep = ([keys = '', quorum = '']: readonly string[]) => keepWitnesses(keys, quorum);
  return form(fields, 'Trust these witnesses', keep, again);
}

const WHERE = {
  key: { address: 'It stands in the address of this page', browser: 'It is kept in this browser' },
  witnesses: { address: 'They stand in the address of this page', browser: 'They are kept in this browser' },
};
const REQUIRED = { type: 'text', autocomplete: 'off', spellcheck: 'false', required: true };

function trusted(
  words: string,
  from: 'address' | 'browser',
  button: string,
  forget: () => void,
  again: () => void,
): HTMLElement {
  const onclick = () => {
    forget();
    again();
  };
  return h('p', {}, words, from === 'address' ? null : h('button', { type: 'button', onclick }, button));
}

type Fields = Readonly<Record<string, Parameters<typeof field>[1]>>;

function form(
  fields: Fields,
  button: string,
  keep: (typed: readonly string[]) => Promise<void>,
  again: () => void,
): readonly Node[] {
  const typed = Object.keys(fields).map(() => '');
  const said = h('p', { role: 'alert' });
  const onsubmit = (event: Event) => {
    event.preventDefault();
    keep(typed).then(again, (error) => said.replaceChildren(problem(`It is not kept: ${toWords(error, true)}.`)));
  };
  const inputs = Object.entries(fields).map(([label, attributes], place) => {
    const note = (value: string) => {
      typed[place] = value;
    };
    return field(label, attributes, note, 'input');
  });
  return [h('form', { class: 'choices', onsubmit }, ...inputs, h('button', { type: 'submit' }, button)), said];
}
