/** What `collect --check` can find about a source, and what a person can do about it. Pure. */
import { OF_ANOTHER_KIND } from '../feeds/net/page-kind.ts';

/** In the order in which they are listed. */
export const ADVICE = {
  'no answer': 'the network, a proxy or the host: ask again later; if no source answers, set HTTPS_PROXY',
  refused: 'the address may have moved, or a key is wrong (401, 403); 429 and 5xx often pass: ask again later',
  'another page':
    'something stands in front of the list, or the site is under maintenance: open the address in a browser; if the ' +
    'list is there, ask from another network',
  certificate: 'the certificate of the host is not trusted: look at its chain, and never turn the check off',
  'not understood':
    'the list has a new form: keep it with --keep, compare it with test/providers/fixtures, and fix the adapter',
  silent: 'no list at any address: it may have moved; look for it on the site of the bank',
  late: 'the bank may have stopped, or publish elsewhere: look for a newer list on its site',
  'unknown label': 'a currency that is not in our list: add it to data/currencies.csv, or leave it out in the adapter',
  'no key': 'set the variable named in the table, or list the other sources with --provider',
} as const;

export type State = keyof typeof ADVICE;

/** Of an answer that did not come, by what is said of it. */
export function stateOfFailure(reason: string): State {
  if (reason.includes(OF_ANOTHER_KIND) || /the source answers \d+, \w/.test(reason)) return 'another page';
  if (/certificate|issuer/i.test(reason)) return 'certificate';
  if (/the source answers \d+|redirected/.test(reason)) return 'refused';
  return /nothing in the answer matches/.test(reason) ? 'not understood' : 'no answer';
}

/** Of an answer that came and could not be read. */
export function stateOfFault(fault: string): State {
  return fault.includes(OF_ANOTHER_KIND) ? 'another page' : 'not understood';
}
