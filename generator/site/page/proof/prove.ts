/** Shows the proof of a figure, step by step, and lets the reader give the publisher's key and take the proof away. */
import { proofText } from '../../../proof/make.ts';
import type { Question } from '../../../proof/proof.ts';
import { PlainError } from '../../../wire/words/input-error.ts';
import { type Context, parameter, problem } from '../base/context.ts';
import { field, h } from '../base/dom.ts';
import { CHECKS, type Found, isOfHistory, type Step } from './checks.ts';
import { hasCrypto } from './crypto.ts';
import { forgetPublisherKey, KEY_PARAMETER, keepKey, publisherKey } from './publisher-key.ts';
import { proofSource } from './reading.ts';
import { forgetCheckpoint } from './seen.ts';

const MARKS: Readonly<Record<Step['state'], string>> = { holds: '✓', fails: '✗', open: '?' };
const CLASSES: Readonly<Record<Step['state'], string>> = { holds: 'step', fails: 'step failure', open: 'step late' };

const LIMITS =
  'A log cannot prove that a figure is right, or what the bank said, or that nothing was published beside it. Its ' +
  'times are the words of the publisher. Until readers compare their checkpoints, two of them can be shown two logs. ' +
  'This page comes from the same host: what "ratetree verify" says on your machine counts for more.';

/** Fills the element with the proof, and again whenever the reader gives another key. */
export async function showProof(context: Context, asked: Question, place: HTMLElement): Promise<void> {
  const steps = h('ol', {});
  const verdict = h('p', { role: 'status' }, 'Checking…');
  const more = h('div', {});
  place.replaceChildren(h('h2', {}, 'Proof of this figure'), steps, verdict, more, h('p', {}, LIMITS));
  const again = () => void showProof(context, asked, place);
  try {
    if (!hasCrypto()) throw new TypeError('browsers check proofs on https only, and on their own machine');
    const key = await publisherKey(parameter(context, KEY_PARAMETER, '')).catch(toWords);
    const isKey = typeof key !== 'string';
    const found: Found = { source: proofSource(context.source), asked, key: isKey ? key : null };
    const states = await runChecks(found, steps, again);
    verdict.textContent = verdictOf(states);
    more.replaceChildren(...(isKey ? [] : [problem(key)]), ...keyForm(found, again), ...download(found, states));
  } catch (error) {
    verdict.replaceWith(problem(`The proof ended: ${toWords(error, true)}.`));
  }
}

async function runChecks(found: Found, list: HTMLElement, again: () => void): Promise<readonly Step['state'][]> {
  const states: Step['state'][] = [];
  for (const check of CHECKS) {
    const step = await check(found).catch((error): Step => ({ state: 'fails', words: `${toWords(error)}.` }));
    if (step === null) continue;
    states.push(step.state);
    list.append(h('li', { class: CLASSES[step.state] }, h('b', {}, MARKS[step.state]), ` ${step.words}`));
    if (step.state !== 'fails' || !isOfHistory(check)) continue;
    const forget = () => {
      forgetCheckpoint(found.signer ?? null);
      again();
    };
    list.append(h('li', {}, h('button', { type: 'button', onclick: forget }, 'Forget what I saw')));
  }
  return states;
}

function verdictOf(states: readonly Step['state'][]): string {
  if (states.includes('fails')) return 'Not proven: a step fails.';
  return states.includes('open')
    ? 'No step fails. What has a question mark was not checked.'
    : 'Proven: every step holds.';
}

/** @param isAny whether any error is told; else only those that are about what was read are */
function toWords(error: unknown, isAny = false): string {
  if (error instanceof PlainError || (isAny && error instanceof Error)) return error.message.replace(/\.$/, '');
  throw error;
}

function keyForm({ key, pointer }: Found, again: () => void): readonly Node[] {
  if (key !== null) {
    const where = key.from === 'address' ? 'It stands in the address of this page' : 'It is kept in this browser';
    const words = `You trust the key ${key.id}. ${where}: be sure that you have it from the publisher. `;
    const forget = () => {
      forgetPublisherKey();
      again();
    };
    const button = h('button', { type: 'button', onclick: forget }, 'Forget this key');
    return [h('p', {}, words, key.from === 'address' ? null : button)];
  }
  let typed = '';
  const said = h('p', { role: 'alert' });
  const submit = (event: Event) => {
    event.preventDefault();
    keepKey(typed).then(again, (error) => said.replaceChildren(problem(`It is not kept: ${toWords(error, true)}.`)));
  };
  const own = pointer?.key == null ? 'names none' : `says that its key is ${pointer.key}`;
  const note = (value: string) => {
    typed = value;
  };
  const attributes = { type: 'text', autocomplete: 'off', spellcheck: 'false', required: true };
  return [
    h(
      'p',
      {},
      `Paste the public key that you have from the publisher, and not from here. This host ${own}: that is only its ` +
        'word, because whoever could change the files could change a key beside them.',
    ),
    h(
      'form',
      { class: 'choices', onsubmit: submit },
      field('Public key of the publisher', attributes, note, 'input'),
      h('button', { type: 'submit' }, 'Trust this key'),
    ),
    said,
  ];
}

function download({ asked, stated, log }: Found, states: readonly Step['state'][]): readonly Node[] {
  if (stated === undefined || log === undefined || states.includes('fails')) return [];
  const { provider, date, currency } = asked;
  const name = `${provider}-${date}-${currency}.proof`;
  const save = () => {
    const href = URL.createObjectURL(new Blob([proofText(stated, log, null)]));
    h('a', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), REVOKED_AFTER_MS);
  };
  return [
    h(
      'p',
      {},
      h('button', { type: 'button', onclick: save }, 'Download the proof'),
      ' Without a network, in years: ',
      h('code', {}, `ratetree verify ${name} --public-key FILE`),
    ),
  ];
}

const REVOKED_AFTER_MS = 60_000;
