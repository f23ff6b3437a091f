/** What every view is given: where it is drawn, what its address says, and where data comes from. */
import type { Currency, Provider } from '../../../wire/words/schemas.ts';
import { currencyWords, plain, regionName } from '../language/currency-words.ts';
import type { Address } from './address.ts';
import { curlOf, type Host } from './asking.ts';
import { h, type MenuChoice } from './dom.ts';
import { majorsFirst } from './pins.ts';
import { asksForKey, Missing, type PageSource, Refused } from './source.ts';

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

/** A view takes its time. What it returns is shown if the reader is still waiting for it. */
export type PageView = (context: Context) => Promise<readonly (Node | string)[]>;

export function parameter({ address }: Context, name: string, otherwise: string): string {
  return address.params.get(name) ?? otherwise;
}

export function providerChoices({ providers }: Context): readonly MenuChoice[] {
  return providers.map(({ code, description, country, countryCode }) => ({
    ...{ value: code, text: `${code}: ${description}` },
    words: () => plain(`${country} ${regionName(countryCode)}`),
  }));
}

/** Those that most people look for come first. */
export function currencyChoices({ currencies }: Context, codes: Iterable<string> | null = null): readonly MenuChoice[] {
  const wanted = codes === null ? null : new Set(codes);
  const listed = currencies.filter(({ code, obsolete }) => (wanted === null ? !obsolete : wanted.has(code)));
  return majorsFirst(listed, ({ code }) => code).map(({ code, name }) => ({
    ...{ value: code, text: `${code}: ${name}` },
    words: () => currencyWords(code),
  }));
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

/** The buttons that copy what a view shows: the request or requests behind it as a command, and its rows. */
export function copyButtons(context: Context, asked: string | readonly string[], csv: () => string): HTMLElement {
  const { source, say } = context;
  const copy = (what: string, text: string) => {
    toClipboard(text).then(
      () => say(`${what} is copied.`),
      () => say(`This browser does not let the page copy. Here is the text: ${text}`),
    );
  };
  const whole = [asked].flat().map((address) => new URL(address, document.baseURI).href);
  return h(
    'p',
    { class: 'copy' },
    h(
      'button',
      { type: 'button', onclick: () => copy(commandWords(source.host), curlOf(source.host, whole)) },
      'Copy as curl',
    ),
    h('button', { type: 'button', onclick: () => copy('The table as CSV', csv()) }, 'Copy as CSV'),
    h('button', { type: 'button', onclick: () => copy('The address of this view', location.href) }, 'Copy the address'),
  );
}

function commandWords(host: Host): string {
  return host === 'gateway' ? 'The command, which takes the key from the variable RATETREE_KEY,' : 'The command';
}

/** Browsers have a clipboard on https and on this machine only; elsewhere this rejects. */
export async function toClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
