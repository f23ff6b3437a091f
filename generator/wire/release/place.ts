/** The part of a manifest that lists a file of the tree. */
import { type CurrencyCode, currencyCode } from '../words/schemas.ts';

/** The part of the manifest in which a path is listed. */
export type ManifestPlace =
  | { readonly kind: 'root' }
  | { readonly kind: 'provider'; readonly provider: string }
  | { readonly kind: 'latest'; readonly provider: string }
  | { readonly kind: 'series'; readonly provider: string; readonly year: string }
  | { readonly kind: 'day'; readonly provider: string; readonly date: string };

export function placeOf(path: string): ManifestPlace {
  const parts = path.split('/');
  const [top = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = parts;
  const stem = (name: string) => name.split('.')[0] ?? '';
  if (top === 'index') return { kind: 'provider', provider: stem(second) };
  if (top === 'tables' && exactCurrencyOf(fourth) !== null) return { kind: 'series', provider: second, year: third };
  if (top === 'tables') return { kind: 'day', provider: second, date: stem(fourth) };
  if (top === 'v1' && second === 'latest') return { kind: 'latest', provider: third };
  if (top === 'v1' && second === 'series') {
    // A file of all currencies lies beside the folders of currencies.
    return { kind: 'series', provider: third, year: stem(fifth || fourth) };
  }
  if (top === 'v1' && (second === 'historical' || second === 'provenance')) {
    return { kind: 'day', provider: third, date: `${fourth}-${fifth}-${stem(sixth)}` };
  }
  return { kind: 'root' };
}

/** The currency of a file of exact figures, by its name, or null for any other file of that folder. */
export function exactCurrencyOf(name: string): CurrencyCode | null {
  const code = /^([A-Z]{3})\.csv$/.exec(name)?.[1];
  return code === undefined ? null : (currencyCode.safeParse(code).data ?? null);
}
