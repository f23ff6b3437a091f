/** The reference of the API, made from the description for machines, with requests that can be copied and run. */
import { type Context, parameter } from '../base/context.ts';
import { h, select } from '../base/dom.ts';
import { type Example, examplesOf, hintOf, isFor, isOfFile, LANGUAGES, snippetOf } from '../base/examples.ts';
import {
  type ApiOperation,
  type Description,
  fieldsOf,
  OPENAPI,
  readDescription,
  refusalsOf,
  valuesOf,
} from '../base/openapi.ts';
import { tableOf } from '../base/table.ts';

export async function referenceView(context: Context): Promise<readonly Node[]> {
  const { source } = context;
  const description = await readDescription(source);
  const { date } = await source.document<{ readonly date: string }>('v1/status.json');
  const isGateway = source.host === 'gateway';
  const examples = examplesOf(date).filter(
    (example) => (isGateway || isOfFile(example)) && isFor(languageOf(context), example),
  );
  const described = Object.entries(description.paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  const isFile = ({ path }: { path: string }) => path.includes('.');
  return [
    h('h1', {}, 'API'),
    h(
      'p',
      {},
      'Every request is a GET, and its answer is JSON, XML or CSV. ',
      h('a', { href: OPENAPI }, 'The description for machines'),
      ' says the same in OpenAPI.',
    ),
    isGateway ? '' : 'This page lies beside the files of a tree: only a gateway in front of it answers the operations.',
    languageChoice(context),
    hintOf(languageOf(context)),
    ...described.filter((one) => !isFile(one)).map((one) => operationOf(context, description, one, examples)),
    h('h2', {}, 'Documents of the tree'),
    tableOf(
      'Files that every host has at the same address',
      [
        { title: 'Path', cell: ({ path }) => h('code', {}, `/v1${path}`) },
        { title: 'What it holds', cell: ({ get }) => get.summary ?? '' },
      ],
      described.filter(isFile),
    ),
    ...examples.filter(isOfFile).flatMap((example) => exampleOf(context, example)),
    h('h2', {}, 'Refusals'),
    tableOf(
      'Codes of refusals, as the body of the answer has them in errorCode',
      [
        { title: 'Code', cell: ({ code }) => code },
        { title: 'HTTP status', cell: ({ status }) => status },
        { title: 'Meaning', cell: ({ meaning }) => meaning },
      ],
      refusalsOf(description),
    ),
  ]
    .filter((child) => child !== '')
    .map((child) => (typeof child === 'string' ? h('p', {}, child) : child));
}

function languageOf(context: Context) {
  const asked = parameter(context, 'language', 'curl');
  return LANGUAGES.find((one) => one === asked) ?? 'curl';
}

function languageChoice(context: Context): HTMLElement {
  const choices = LANGUAGES.map((value) => ({ value, text: value }));
  const choice = select('Examples in', languageOf(context), choices, (language) => context.change({ language }));
  return h('div', { class: 'choices' }, choice);
}

function operationOf(
  context: Context,
  description: Description,
  { path, get }: { path: string; get: ApiOperation },
  examples: readonly Example[],
): HTMLElement {
  const own = examples.filter((example) => example.of === path);
  return h(
    'section',
    {},
    h('h2', {}, `/v1${path}`),
    h('p', {}, `${get.summary ?? ''}.`),
    tableOf(
      `Parameters of ${path}`,
      [
        { title: 'Name', cell: ({ name }) => h('code', {}, name) },
        {
          title: 'Meaning',
          cell: ({ description: words = '', required }) => `${words}${required ? ' (required)' : ''}`,
        },
        { title: 'Values', cell: valuesOf },
      ],
      get.parameters ?? [],
    ),
    tableOf(
      `Fields of the answer of ${path}`,
      [
        { title: 'Field', cell: ({ name }) => h('code', {}, name) },
        { title: 'Meaning', cell: ({ meaning }) => meaning },
        { title: 'Type', cell: ({ type }) => type },
      ],
      fieldsOf(description, get),
    ),
    ...own.flatMap((example) => exampleOf(context, example)),
  );
}

/** The request as a text that can be copied, and a button that sends it from here. */
function exampleOf(context: Context, example: Example): readonly HTMLElement[] {
  const { source } = context;
  const root = new URL('.', document.baseURI).href;
  const text = snippetOf(languageOf(context), root, source.host === 'gateway', example);
  const answer = h('pre', { tabindex: '0', class: 'answer', hidden: true, 'aria-label': `Answer: ${example.title}` });
  const show = (words: string) => {
    answer.textContent = words.length > ANSWER_LENGTH_MAX ? `${words.slice(0, ANSWER_LENGTH_MAX)}…` : words;
    answer.hidden = false;
  };
  const run = () => source.text(example.address).then(show, (error: Error) => show(error.message));
  return [
    h('p', {}, `${example.title}:`),
    h('pre', { tabindex: '0', class: 'example' }, text),
    h('p', {}, h('button', { type: 'button', onclick: () => void run() }, 'Send it')),
    answer,
  ];
}

/** A document of a day is long; its beginning shows what it is. */
const ANSWER_LENGTH_MAX = 2000;
