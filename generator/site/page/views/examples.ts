/** Requests of the reference as texts that can be copied, and buttons that send them from here. */
import { type Context, parameter, toClipboard } from '../base/context.ts';
import { h } from '../base/dom.ts';
import { type Example, LANGUAGES, type Language, snippetOf } from '../base/examples.ts';
import { KEY_VARIABLE } from '../language/words.ts';

/** A document of a day is long; its beginning shows what it is. */
const ANSWER_LENGTH_MAX = 2000;
/** Whether samples show the reader's own key. It is never on when a page opens, because screens are shared. */
let isKeyShown = false;

export function languageOf(context: Context): Language {
  const asked = parameter(context, 'language', 'curl');
  return LANGUAGES.find((one) => one === asked) ?? 'curl';
}

export function keyChoice(context: Context): HTMLElement | null {
  if (context.source.host !== 'gateway' || context.source.key === null) return null;
  const onclick = () => {
    isKeyShown = !isKeyShown;
    for (const one of document.querySelectorAll<HTMLElement>('.example')) {
      one.textContent = isKeyShown ? withKey(one.dataset.text ?? '', context.source.key) : (one.dataset.text ?? '');
    }
    button.setAttribute('aria-pressed', `${isKeyShown}`);
  };
  isKeyShown = false;
  const button = h('button', { type: 'button', 'aria-pressed': 'false', onclick }, 'With your key');
  return button;
}

/** In place of the variable in which the samples expect it. */
function withKey(text: string, key: string | null): string {
  if (key === null) return text;
  return text
    .replaceAll(`process.env.${KEY_VARIABLE}`, `'${key}'`)
    .replaceAll(`os.environ['${KEY_VARIABLE}']`, `'${key}'`)
    .replaceAll(`$${KEY_VARIABLE}`, key)
    .replaceAll('YOUR-KEY', encodeURIComponent(key));
}

export function exampleOf(context: Context, example: Example): readonly HTMLElement[] {
  const { source, say } = context;
  const root = new URL('.', document.baseURI).href;
  const text = snippetOf(languageOf(context), root, source.host === 'gateway', example);
  const sample = h('pre', { tabindex: '0', class: 'example', 'data-text': text }, text);
  const answer = h('pre', {
    tabindex: '0',
    class: 'answer-text',
    hidden: true,
    'aria-label': `Answer: ${example.title}`,
  });
  const show = (words: string) => {
    answer.textContent = words.length > ANSWER_LENGTH_MAX ? `${words.slice(0, ANSWER_LENGTH_MAX)}…` : words;
    answer.hidden = false;
  };
  const run = () => source.text(example.address).then(show, (error: Error) => show(error.message));
  const copy = () =>
    toClipboard(sample.textContent ?? '').then(
      () => say('The request is copied.'),
      () => say('This browser does not let the page copy.'),
    );
  return [
    h('p', {}, `${example.title}:`),
    sample,
    h(
      'p',
      { class: 'copy' },
      h('button', { type: 'button', class: 'send', onclick: () => void run() }, 'Send it'),
      h('button', { type: 'button', onclick: () => void copy() }, 'Copy it'),
    ),
    answer,
  ];
}
