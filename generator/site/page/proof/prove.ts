/** Shows the proof of a figure, step by step, and lets the reader say whom to trust and take the proof away. */
import { proofText } from '../../../proof/make.ts';
import type { Question } from '../../../proof/proof.ts';
import { type Context, parameter, problem } from '../base/context.ts';
import { h } from '../base/dom.ts';
import { CHECKS, type Found, isOfHistory, type Step } from './checks.ts';
import { hasCrypto } from './crypto.ts';
import { KEY_PARAMETER, publisherKey } from './publisher-key.ts';
import { proofSource } from './reading.ts';
import { forgetCheckpoint } from './seen.ts';
import { keyForm, toWords, witnessForm } from './trust-forms.ts';
import { trustedWitnesses } from './trusted-witnesses.ts';

const MARKS: Readonly<Record<Step['state'], string>> = { holds: '✓', fails: '✗', open: '?', unasked: '–' };
const CLASSES: Readonly<Record<Step['state'], string>> = {
  ...{ holds: 'step', fails: 'step failure', open: 'step late', unasked: 'step' },
};

const LIMITS =
  'A log cannot prove that a figure is right, or what the bank said, or that nothing was published beside it. Its ' +
  'times are the words of the publisher. Without witnesses two readers can be shown two logs until they compare their ' +
  'checkpoints. This page comes from the same host: what "ratetree verify" says on your machine counts for more.';

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
    const witnesses = await trustedWitnesses(context).catch(toWords);
    const problems = [key, witnesses].filter((one) => typeof one === 'string').map(problem);
    const trust = {
      key: typeof key === 'string' ? null : key,
      witnesses: typeof witnesses === 'string' ? null : witnesses,
    };
    const found: Found = { source: proofSource(context.source), asked, ...trust };
    const states = await runChecks(found, steps, again);
    verdict.textContent = verdictOf(states);
    more.replaceChildren(
      ...problems,
      ...keyForm(found, again),
      ...witnessForm(found, again),
      ...download(found, states),
    );
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

function download({ asked, stated, log, witnesses }: Found, states: readonly Step['state'][]): readonly Node[] {
  if (stated === undefined || log === undefined || states.includes('fails')) return [];
  const { provider, date, currency } = asked;
  const name = `${provider}-${date}-${currency}.proof`;
  const flags =
    witnesses === null
      ? ''
      : `${' --witness KEY'.repeat(witnesses.witnesses.length)} --witness-quorum ${witnesses.quorum}`;
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
      h('code', {}, `ratetree verify ${name} --public-key FILE${flags}`),
    ),
  ];
}

const REVOKED_AFTER_MS = 60_000;
