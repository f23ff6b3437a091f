/** What every view is given: where it is drawn, what its address says, and where data comes from. */
import type { Currency, Provider } from '../../../wire/words/schemas.ts';
import { currencyWords, plain, regionName } from '../language/currency-words.ts';
import type { Choice } from '../language/searched.ts';
import { KEY_VARIABLE } from '../language/words.ts';
import type { Address } from './address.ts';
import { curlOf } from './asking.ts';
import { csvText } from './csv.ts';
import { actions, button, h } from './dom.ts';
import { majorsFirst } from './pins.ts';
import { asksForKey, Missing, type PageSource, Refused } from './source.ts';
import type { Sorting } from './table.ts';

export interface Context {
  readonly address: Address;
  readonly source: PageSource;
  /** GLOBAL first. */
  readonly providers: readonly Provider[];
  readonly currencies: readonly Currency[];
  /** Shows another state of the same view, under its own address. */
  readonly change: (changes: Readonly<Record<string, string | null>>) => void;
  /** Changes the address of what is shown already, such as a filter that the view itself applies. */
  readonly note: (changes: Readonly<Record<string, string | null>>) => void;
  /** Says something to everybody, readers of screens included. */
  readonly say: (text: string) => void;
}

/** A browser has begun to save a file by then. */
const SAVED_MS = 10_000;

/** A view takes its time. What it returns is shown if the reader is still waiting for it. */
export type PageView = (context: Context) => Promise<readonly (Node | string)[]>;

export function parameter({ address }: Context, name: string, otherwise: string): string {
  return address.params.get(name) ?? otherwise;
}

export function providerChoices({ providers }: Context): readonly Choice[] {
  return providers.map(({ code, description, country, countryCode }) => ({
    ...{ value: code, text: `${code}: ${description}` },
    words: () => plain(`${country} ${regionName(countryCode)}`),
  }));
}

/** Those that most people look for come first. */
export function currencyChoices({ currencies }: Context, codes: Iterable<string> | null = null): readonly Choice[] {
  const wanted = codes === null ? null : new Set(codes);
  const listed = currencies.filter(({ code, obsolete }) => (wanted === null ? !obsolete : wanted.has(code)));
  return majorsFirst(listed, ({ code }) => code).map(({ code, name }) => ({
    ...{ value: code, text: `${code}: ${name}` },
    words: () => currencyWords(code),
  }));
}

/** The address says by which column a table is sorted. */
export function sortingOf(context: Context): Sorting {
  return { by: parameter(context, 'sort', ''), onSort: (sort) => context.change({ sort }) };
}

/** What was read, or the words that stand in its place: the form above them stays, so that one can choose otherwise. */
export async function readOrWords<Value>(read: () => Promise<Value>): Promise<Value | HTMLElement> {
  try {
    return await read();
  } catch (error) {
    const isAnswer = error instanceof Missing || (error instanceof Refused && !asksForKey(error));
    if (isAnswer) return problem(error.message);
    throw error;
  }
}

export function problem(text: string): HTMLElement {
  return h('p', { class: 'failure', role: 'alert' }, text);
}

type Rows = () => readonly (readonly string[])[];

/** Buttons for what a view shows: the request or requests behind it as a command, its rows, and its address. */
export function copyButtons(context: Context, asked: string | readonly string[], rows: Rows): HTMLElement {
  const { source, address } = context;
  const whole = [asked].flat().map((one) => new URL(one, document.baseURI).href);
  const command = `The command${source.host === 'gateway' ? `, which takes the key from ${KEY_VARIABLE},` : ''}`;
  const name = ['ratetree', address.view, ...address.params.values()].join('-').replaceAll(/[^\w-]+/g, '-');
  const saved = (mark: ',' | ';') => save(`${name}.csv`, new Blob([csvText(rows(), mark)], { type: 'text/csv' }));
  return actions(
    button('Copy as curl', () => copy(context, command, curlOf(source.host, whole))),
    button('Copy as CSV', () => copy(context, 'The table as CSV', csvText(rows()))),
    button('Copy the address', () => copy(context, 'The address of this view', location.href)),
    button('Download CSV', () => saved(',')),
    button('CSV with ;', () => saved(';')),
  );
}

/** Browsers have a clipboard on https and on this machine only. */
export function copy({ say }: Context, what: string, text: string): void {
  const done = async () => navigator.clipboard.writeText(text);
  done().then(
    () => say(`${what} is copied.`),
    () => say(`This browser does not let the page copy. Here is the text: ${text}`),
  );
}

export function save(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVED_MS);
}
