/** Pages that banks and what stands before them answer with, in place of a list. */
import { describe, expect, it } from 'vitest';
import { faultOfAnswer, pageKind } from '../../generator/sources/feeds/net/page-kind.ts';

const page = (title: string, body = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const kindOf = (text: string) => pageKind(Buffer.from(text));
/** More words than a page of another kind has. */
const LONG = 'Exchange rates of the day and what else the bank has to say. '.repeat(40);

describe('a page in place of a list is named', () => {
  it.each<[kind: string, pages: readonly string[]]>([
    [
      'a captcha',
      [
        page('', '<form><img src="/captcha.png"><input name="code"></form>'),
        page('Security check', '<p>Please confirm that you are human.</p>'),
        page('Banco', '<div class="g-recaptcha" data-sitekey="x"></div>'),
        page('One more step', '<div class="cf-turnstile"></div>'),
        page('hCaptcha', LONG),
      ],
    ],
    [
      'a browser check',
      [
        page('Just a moment...', '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page"></script>'),
        page('', '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>'),
        '<html><body><script>document.cookie="ddg=1"; location.reload();</script></body></html>',
        page('DDoS-Guard', '<p>Checking your browser before accessing</p>'),
      ],
    ],
    [
      'a firewall page',
      [
        page('Request Rejected', 'The requested URL was rejected. Your support ID is: 1234'),
        page('Access Denied', "You don't have permission to access this server. Reference #18.2"),
        page('Attention Required! | Cloudflare', 'Sorry, you have been blocked'),
        page('ERROR: The request could not be satisfied', '<h1>403 ERROR</h1> Request blocked.'),
        page('Sucuri WebSite Firewall - Access Denied'),
        page('Pardon Our Interruption'),
      ],
    ],
    [
      'a login form',
      [
        page('Log in', '<form><input name="user"><input type="password" name="p"></form>'),
        page('Bank', '<form><input name="user"><input type="password" name="p"></form>'),
        page('Portal', '<p>Your session has expired.</p>'),
        page('Iniciar sesión'),
      ],
    ],
    [
      'a note about maintenance',
      [
        page('Scheduled maintenance'),
        page('Bank', '<h1>We will be back soon</h1>'),
        page('Banco', '<p>Sitio en mantenimiento</p>'),
        page('Banque', '<p>Site en maintenance</p>'),
        page('503 Service Unavailable'),
        page('Банк', '<p>Ведутся технические работы</p>'),
      ],
    ],
  ])('%s', (kind, pages) => {
    for (const one of pages) expect(kindOf(one), one).toBe(kind);
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
