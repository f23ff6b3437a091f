/** Requests of the reference as texts that can be copied, and buttons that send them from here. */
import { type Context, copy, parameter } from '../base/context.ts';
import { actions, button, h, p } from '../base/dom.ts';
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
    shown.setAttribute('aria-pressed', `${isKeyShown}`);
  };
  isKeyShown = false;
  const shown = button('With your key', onclick, { 'aria-pressed': 'false' });
  return shown;
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
  const { source } = context;
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
  const copyIt = () => copy(context, 'The request', sample.textContent ?? '');
  const run = () => source.text(example.address).then(show, (error: Error) => show(error.message));
  return [
    p(`${example.title}:`),
    sample,
    actions(
      button('Send it', () => void run(), { class: 'send' }),
      button('Copy it', copyIt),
    ),
    answer,
  ];
}
