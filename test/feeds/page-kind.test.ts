/** Pages that banks and what stands before them answer with, in place of a list. */
import { describe, expect, it } from 'vitest';
import { faultOfAnswer, pageKind } from '../../generator/sources/feeds/net/page-kind.ts';
import { readExamples } from '../support/kit/examples.ts';

const page = (title: string, body = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const kindOf = (text: string) => pageKind(Buffer.from(text));
/** More words than a page of another kind has. */
const LONG = 'Exchange rates of the day and what else the bank has to say. '.repeat(40);

describe('a page in place of a list is named', () => {
  it.each(readExamples<[string, string, string]>('feeds/page-kind.txt', 'other pages'))(
    '%s: "%s" %s',
    (kind, title, body) => expect(kindOf(page(title, body === 'LONG' ? LONG : body))).toBe(kind),
  );

  it('a browser check, of a page without a head', () => {
    const script = '<script>document.cookie="ddg=1"; location.reload();</script>';
    expect(kindOf(`<html><body>${script}</body></html>`)).toBe('a browser check');
  });

  it.each([
    [
      'a bank’s own page with a login, a search and a captcha',
      page('Exchange rates', `${LONG}<input type="password"><div class="g-recaptcha"></div>`),
    ],
    [
      'a page whose script is there for those who have none',
      page('Rates', '<noscript>Please enable JavaScript</noscript>'),
    ],
    ['a table', '<table><tr><td>USD</td><td>3.6</td></tr></table>'],
    ['a list as JSON that speaks of maintenance', '{"note":"maintenance","rates":[]}'],
    ['a list as CSV', 'Date,USD\n2026-03-13,3.61\n'],
    ['a list as XML', '<?xml version="1.0"?><rates><captcha/></rates>'],
    ['nothing', ''],
  ])('but %s is not', (_, text) => expect(kindOf(text)).toBeNull());
});

describe('an answer that could not be read', () => {
  it.each([
    ['is named', page('Request Rejected'), 'the source answers with a different kind of page: a firewall page'],
    ['has its fault with the title of a page', page(' State  Bank '), 'no zip, in a page with the title "State Bank"'],
    ['has its fault, if it is no page', '<?xml version="1.0"?><x/>', 'no zip'],
    ['has its fault, if the page has no title', '<html></html>', 'no zip'],
  ])('%s', (_, text, words) => expect(faultOfAnswer(Buffer.from(text), 'no zip')).toBe(words));
});
