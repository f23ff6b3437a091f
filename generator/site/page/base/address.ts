/** The part of the address behind `#` names the view and what it shows, so that every view can be shared. */
export interface Address {
  readonly view: string;
  readonly params: URLSearchParams;
}

/** The first view, and one that readers name by the word on its tab. */
const NAMED = new Map([
  ['', 'convert'],
  ['sources', 'why'],
]);

export function readAddress(hash: string): Address {
  const [, view = '', query = ''] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return { view: NAMED.get(view) ?? view, params: new URLSearchParams(query) };
}

/** Empty values are left out, so that the shortest address shows the ordinary case. */
export function hrefOf(view: string, params: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const query = new URLSearchParams(given).toString();
  return `#${view}${query === '' ? '' : `?${query}`}`;
}

/** The address with some values changed; null and '' remove a value. */
export function changed({ view, params }: Address, changes: Readonly<Record<string, string | null>>): string {
  return hrefOf(view, { ...Object.fromEntries(params), ...changes });
}

/** `#key=…` hands the page a key, which must not stay in an address that people share. */
export function takeKey(hash: string): { readonly key: string | null; readonly rest: string } {
  const found = /^#key=([^&]*)&?(.*)$/.exec(hash);
  if (found === null) return { key: null, rest: hash };
  const [, key = '', rest = ''] = found;
  return { key: decoded(key), rest: rest === '' ? '' : `#${rest}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
