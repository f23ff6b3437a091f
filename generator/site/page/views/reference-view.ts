/** The reference of the API, made from the description for machines, with requests that can be copied and run. */
import { changed } from '../base/address.ts';
import { type Context, parameter } from '../base/context.ts';
import { h, p, row, select } from '../base/dom.ts';
import { type Example, examplesOf, HINTS, isFor, isOfFile, LANGUAGES } from '../base/examples.ts';
import { mapInSlices } from '../base/pause.ts';
import { tableOf } from '../base/table.ts';
import { exampleOf, keyChoice, languageOf } from './examples.ts';
import {
  type ApiOperation,
  type Description,
  fieldsOf,
  OPENAPI,
  readDescription,
  refusalsOf,
  valuesOf,
} from './openapi.ts';

export async function referenceView(context: Context): Promise<readonly Node[]> {
  const { source } = context;
  const description = await readDescription(source);
  const { date } = await source.status();
  const isGateway = source.host === 'gateway';
  const examples = examplesOf(date).filter(
    (example) => (isGateway || isOfFile(example)) && isFor(languageOf(context), example),
  );
  const described = Object.entries(description.paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  const operations = described.filter(({ path }) => !path.includes('.'));
  const files = described.filter(({ path }) => path.includes('.'));
  const sections: readonly Section[] = [
    ...operations.map(({ path }) => ({ id: idOf(path), title: `/v1${path}` })),
    { id: 'documents', title: 'Documents of the tree' },
    { id: 'refusals', title: 'Refusals' },
  ];
  const body = [
    ...introduction(context, isGateway),
    ...(await mapInSlices(operations, (one) => operationOf(context, description, one, examples))),
    ...documentsOf(files),
    ...examples.filter(isOfFile).flatMap((example) => exampleOf(context, example)),
    ...refusals(description),
  ];
  requestAnimationFrame(() => goTo(parameter(context, 'at', '')));
  return [
    h('h1', {}, 'API'),
    h('div', { class: 'beside-contents' }, contents(context, sections), h('div', { class: 'reference' }, ...body)),
  ];
}

interface Section {
  readonly id: string;
  readonly title: string;
}

const idOf = (path: string) => path.replaceAll(/\W+/g, '-').replace(/^-/, '');

/** Each section has an address; going to one does not draw the view again. */
function contents(context: Context, sections: readonly Section[]): HTMLElement {
  const links = sections.map(({ id, title }) => {
    const onclick = (event: Event) => {
      event.preventDefault();
      context.note({ at: id });
      goTo(id);
    };
    return h('li', {}, h('a', { href: changed(context.address, { at: id }), onclick }, title));
  });
  return h('nav', { class: 'sections', 'aria-label': 'On this page' }, h('ul', {}, ...links));
}

function goTo(id: string): void {
  if (id !== '') document.getElementById(`api-${id}`)?.scrollIntoView();
}

function heading(id: string, title: string): HTMLElement {
  return h('h2', { id: `api-${id}` }, title);
}

function introduction(context: Context, isGateway: boolean): readonly Node[] {
  const beside = 'This page lies beside the files of a tree: only a gateway in front of it answers the operations.';
  const hint = HINTS[languageOf(context)];
  return [
    p(
      'Every request is a GET, and its answer is JSON, XML or CSV. Programs read the same from the ',
      h('a', { href: OPENAPI }, 'OpenAPI description'),
      '.',
    ),
    ...(isGateway ? [] : [p(beside)]),
    languageChoice(context),
    ...(hint === undefined ? [] : [p(hint)]),
  ];
}

function documentsOf(files: readonly { readonly path: string; readonly get: ApiOperation }[]): readonly HTMLElement[] {
  const columns = [
    { title: 'Path', cell: ({ path }: { path: string }) => pathOf(path) },
    { title: 'What it holds', cell: ({ get }: { get: ApiOperation }) => get.summary ?? '' },
  ];
  const caption = 'Files that every host has at the same address';
  return [heading('documents', 'Documents of the tree'), tableOf(caption, columns, files)];
}

/** A narrow screen breaks a path before its slashes. */
function pathOf(path: string): HTMLElement {
  return h('code', {}, '/v1', ...path.split(/(?=\/)/).flatMap((part) => [h('wbr'), part]));
}

function refusals(description: Description): readonly HTMLElement[] {
  const columns = [
    { title: 'Code', cell: ({ code }: { code: string }) => code },
    { title: 'HTTP status', cell: ({ status }: { status: string }) => status },
    { title: 'Meaning', cell: ({ meaning }: { meaning: string }) => meaning },
  ];
  const caption = 'Codes of refusals, as the body of the answer has them in errorCode';
  return [heading('refusals', 'Refusals'), tableOf(caption, columns, refusalsOf(description))];
}

function languageChoice(context: Context): HTMLElement {
  const choices = LANGUAGES.map((value) => ({ value, text: value }));
  const choice = select('Examples in', languageOf(context), choices, (language) => context.change({ language }));
  return row(choice, keyChoice(context));
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
    heading(idOf(path), `/v1${path}`),
    p(`${get.summary ?? ''}.`),
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
