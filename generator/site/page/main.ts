/** The page: reads its address, shows the view that the address names, and says in words what cannot be shown. */
import type { Currency, Provider } from '../../wire/words/schemas.ts';
import { type Address, changed, readAddress } from './base/address.ts';
import type { Context, PageView } from './base/context.ts';
import { actions, button, byId, forgetUnfinished, h, isUnfinished } from './base/dom.ts';
import { keep, viewLinks } from './base/kept.ts';
import { forgetKey, keyForm, keyInHand, takeKeyOfAddress } from './base/key.ts';
import { offerOffline, offlineText } from './base/offline.ts';
import { asksForKey, Missing, PageSource, Refused, Unreachable } from './base/source.ts';
import { showWhole } from './base/table.ts';
import { dayText, localText } from './language/locale.ts';
import { convertView } from './views/convert-view.ts';

/** The first view is part of the first script; the others are loaded when they are opened. */
const VIEWS: Readonly<Record<string, () => Promise<PageView>>> = {
  convert: async () => convertView,
  rates: async () => (await import('./views/rates-view.ts')).ratesView,
  chart: async () => (await import('./views/chart-view.ts')).chartView,
  rules: async () => (await import('./views/rules-view.ts')).rulesView,
  why: async () => (await import('./views/why-view.ts')).whyView,
  status: async () => (await import('./views/status-view.ts')).statusView,
  changes: async () => (await import('./views/changes-view.ts')).changesView,
  api: async () => (await import('./views/reference-view.ts')).referenceView,
};

let opened: ReturnType<typeof open> | null = null;
/** A view waits so long before it looks again whether the reader has finished a choice. */
const UNFINISHED_MS = 200;
/** What is taken away was not chosen: a field that loses the focus so says nothing. */
let isReplacing = false;
/** Counts what was asked for, so that a slow view never covers the one that the reader chose after it. */
let turn = 0;

async function open() {
  const source = await PageSource.open(keyInHand());
  const [providers, currencies] = await Promise.all([
    source.list<Provider>('providers'),
    source.list<Currency>('currencies'),
  ]);
  if (providers.length === 0) throw new Missing('This tree is empty: it has no provider.');
  return { source, providers, currencies };
}

async function show(): Promise<void> {
  const mine = ++turn;
  const place = byId('view');
  place.setAttribute('aria-busy', 'true');
  let children: readonly (Node | string)[];
  try {
    children = await draw();
  } catch (error) {
    children = toWords(error);
  }
  if (mine !== turn) return;
  // What is drawn already waits for a choice that was begun since the address has changed.
  while (isUnfinished(place)) {
    await new Promise((resolve) => setTimeout(resolve, UNFINISHED_MS));
    if (mine !== turn) return;
  }
  const focused = nameOf(document.activeElement);
  isReplacing = true;
  place.replaceChildren(...children);
  isReplacing = false;
  place.removeAttribute('aria-busy');
  for (const one of place.querySelectorAll<HTMLElement>('[data-name]')) if (nameOf(one) === focused) one.focus();
  const title = `${place.querySelector('h1')?.textContent ?? 'Convert'} · Ratetree`;
  if (document.title !== title) byId('shown').textContent = `Shown: ${title}`;
  document.title = title;
  await showState();
}

/** A view that is drawn again has new controls; the reader's stays the one of the same name. */
function nameOf(element: Element | null): string | null {
  const name = element?.getAttribute('data-name') ?? null;
  return name === null ? null : `${element?.tagName} ${name}`;
}

async function draw(): Promise<readonly (Node | string)[]> {
  if (takeKeyOfAddress()) opened = null;
  const address = readAddress(location.hash);
  markCurrent(address);
  const load = Object.hasOwn(VIEWS, address.view) ? VIEWS[address.view] : undefined;
  if (load === undefined) throw new Missing(`This page has no view ${address.view.slice(0, 20)}.`);
  opened ??= open();
  try {
    const [{ source, providers, currencies }, view] = await Promise.all([opened, load().catch(refuseView)]);
    return await view({ address, source, providers, currencies, ...movesFrom(address), say });
  } catch (error) {
    // The next view asks again for what could not be reached.
    if (await failed(opened)) opened = null;
    throw error;
  }
}

/** A file of the page that does not come, or one of a newer page that does not fit to this one. */
function refuseView(cause: unknown): never {
  throw new Unreachable('Part of this page did not load, or the page was replaced meanwhile. Load it again.', {
    cause,
  });
}

/** The controls of a view can still be used while another view is on its way, which has parameters of its own. */
function movesFrom(shown: Address): Pick<Context, 'change' | 'note'> {
  const newest = () => readAddress(location.hash);
  return {
    change: (changes) => {
      if (isReplacing) return;
      const now = newest();
      location.hash = changed(now.view === shown.view ? now : shown, changes);
    },
    note: (changes) => {
      const now = newest();
      if (now.view !== shown.view) return;
      history.replaceState(null, '', changed(now, changes));
      // What is on its way has read the address before.
      if (byId('view').hasAttribute('aria-busy')) void show();
    },
  };
}

function say(text: string): void {
  byId('said').textContent = text;
}

function again(): void {
  opened = null;
  void show();
}

function toWords(error: unknown): readonly Node[] {
  if (asksForKey(error)) return keyForm(error.message, again);
  if (error instanceof Missing) return failure('Not found', error.message);
  if (error instanceof Unreachable) return failure('No answer', error.message);
  if (error instanceof Refused) return failure('The service refused this request', error.message);
  console.error(error);
  return failure('This page has a fault', `${error}`);
}

/** The same request again may be in vain, so that there is a way out, too. */
function failure(title: string, text: string): readonly Node[] {
  const { view } = readAddress(location.hash);
  const fresh = h('a', { href: `#${Object.hasOwn(VIEWS, view) ? view : 'convert'}` }, 'Start afresh');
  const ways = actions(button('Try again', again), fresh);
  return [h('h1', {}, title), h('p', { class: 'failure', role: 'alert' }, text), ways];
}

/** What the page stands on: the release, and whether it is a stored copy. */
async function showState(): Promise<void> {
  const source = opened === null || (await failed(opened)) ? null : (await opened).source;
  const release = source?.release == null ? '' : `Release ${source.release}. `;
  byId('release').textContent = release;
  byId('forget').hidden = source?.host !== 'gateway' || keyInHand() === null;
  const text = offlineText(source?.storedAt ?? null);
  byId('offline').textContent = text;
  byId('offline').hidden = text === '';
}

function markCurrent(address: Address): void {
  keep(address);
  for (const link of viewLinks()) {
    const isCurrent = readAddress(link.hash).view === address.view;
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    // On a phone the row of views is wider than the screen.
    if (isCurrent) requestAnimationFrame(() => link.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  }
}

function failed(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}

// The event that draws the view comes a moment after the address has changed, by whatever way.
if ('navigation' in globalThis) {
  navigation.addEventListener('navigate', ({ hashChange, destination }) => {
    if (!hashChange || destination.url === location.href) return;
    byId('view').setAttribute('aria-busy', 'true');
    forgetUnfinished(byId('view'));
  });
}
addEventListener('hashchange', () => {
  if (!('navigation' in globalThis)) forgetUnfinished(byId('view'));
  void show();
});
addEventListener('online', again);
addEventListener('offline', () => void showState());
addEventListener('beforeprint', () => {
  byId('printed').textContent = `${location.href}, printed on ${dayText(new Date().toISOString().slice(0, 10))}.`;
  showWhole(document);
});
// Its address would be taken for the name of a view.
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('view').focus();
});
byId('forget').addEventListener('click', () => void forgetKey().then(again));
void show();
// A browser takes some milliseconds for its first formats: meanwhile the first answers are on their way.
setTimeout(() => localText('1'));
setTimeout(() => dayText('2000-01-01'));
offerOffline();
