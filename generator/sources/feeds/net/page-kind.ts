/**
 * Names the page that a source answers with when it answers with something else than its list: a captcha, a firewall, a
 * form to log in, a note about maintenance. Asked only about an answer that could not be read, because a bank's own
 * pages have a search, a login and a captcha of their own. Pure.
 */

import { readTags } from '../html.ts';
import { DocumentError } from '../provider.ts';

/** Pages of these kinds are read from their beginning: they are short, and a bank's own page is not judged by its end. */
const BYTES_MAX = 64 * 1024;
/** A page with more words than this is one of the bank's own, and only its title is judged. */
const WORDS_MAX = 300;

interface Kind {
  readonly kind: string;
  /** In the title, or anywhere in a page of few words. */
  readonly words: RegExp;
  /** In the source of a page of few words. */
  readonly marks?: RegExp;
  /** The same, one after the other. */
  readonly inTurn?: readonly [first: RegExp, then: RegExp];
}

/** How such a fault begins. */
export const OF_ANOTHER_KIND = 'the source answers with a different kind of page';

/** The first that fits is the answer: a captcha may be a firewall's, and a login may have a captcha. */
const KINDS: readonly Kind[] = [
  {
    kind: 'a captcha',
    words: /captcha|are you (a )?(human|robot)|you are (a )?human|not a robot|security check|no (es|soy) un robot/i,
    marks: /captcha|cf-turnstile|arkoselabs/i,
  },
  {
    kind: 'a browser check',
    words: /just a moment|checking your browser|enable javascript|javascript is (disabled|required)|ddos.?guard/i,
    marks: /challenge-platform|_Incapsula_Resource|http-equiv=["']?refresh/i,
    inTurn: [/document\.cookie\s*=/i, /location/i],
  },
  {
    kind: 'a firewall page',
    words:
      /request (was )?(rejected|blocked|denied)|requested url was rejected|access (is |has been )?(denied|blocked)|you have been blocked|attention required|pardon our interruption|web(site)? (application )?firewall|support id|acceso denegado|accès refusé/i,
  },
  {
    kind: 'a login form',
    words:
      /^(log|sign) ?(in|on)\b|please (log|sign) in|authentication required|session (has )?expired|iniciar sesi[oó]n/i,
    marks: /<input[^<>]+type=["']?password/i,
  },
  {
    kind: 'a note about maintenance',
    words:
      /maint[ea]n[ae]nce|mantenimiento|manuten[cç][aã]o|wartung|temporarily (unavailable|closed|down)|service unavailable|be (right )?back (soon|shortly)|under construction|technische[rn]? (arbeiten|störung)|технически[ех] работ/i,
  },
];

/** What is in them is for browsers, or for those that have no scripts. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'noscript']);

/** The words that a person sees, with those of the first title apart. */
function wordsOf(page: string): { readonly title: string; readonly words: string } {
  let [title, words, titles, unseen] = ['', '', 0, 0];
  let isTitle = false;
  try {
    readTags(page, {
      onopentag(name) {
        if (UNSEEN.has(name)) unseen++;
        isTitle = name === 'title' && ++titles === 1;
        words += ' ';
      },
      ontext(piece) {
        if (unseen === 0) words += piece;
        if (unseen === 0 && isTitle) title += piece;
      },
      onclosetag(name) {
        if (UNSEEN.has(name)) unseen--;
        isTitle = false;
        words += ' ';
      },
    });
  } catch (error) {
    // What was read of a page that nests too deep is enough to judge it by.
    if (!(error instanceof DocumentError)) throw error;
  }
  const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return { title: inOneLine(title), words: inOneLine(words) };
}

/** True if the second pattern is found behind the first. */
function hasInTurn(page: string, [first, then]: readonly [RegExp, RegExp]): boolean {
  const place = page.search(first);
  return place >= 0 && then.test(page.slice(place));
}

/** `the page of a firewall`, or null if the bytes are not a page or not a known kind of page. */
export function pageKind(bytes: Uint8Array): string | null {
  const page = toPage(bytes);
  if (page === null) return null;
  const { title, words } = wordsOf(page);
  const isShort = words.split(' ').length <= WORDS_MAX;
  const isMarked = ({ marks, inTurn }: Kind) =>
    marks?.test(page) === true || (inTurn !== undefined && hasInTurn(page, inTurn));
  const found = KINDS.find((one) => one.words.test(title) || (isShort && (one.words.test(words) || isMarked(one))));
  return found?.kind ?? null;
}

/**
 * What to say of an answer that could not be read: the kind of page that it is, and otherwise the fault that was found,
 * with the title of a page that may tell a person more.
 */
export function faultOfAnswer(bytes: Uint8Array, fault: string): string {
  const kind = pageKind(bytes);
  if (kind !== null) return `${OF_ANOTHER_KIND}: ${kind}`;
  const { title } = wordsOf(toPage(bytes) ?? '');
  return title === '' ? fault : `${fault}, in a page with the title ${JSON.stringify(title.slice(0, 60))}`;
}

/** What to say of an answer whose status is not 2xx: the status, and the kind of page that came with it. */
export function faultOfStatus(status: number, bytes: Uint8Array): string {
  const kind = pageKind(bytes);
  return `the source answers ${status}${kind === null ? '' : `, ${kind}`}`;
}

function toPage(bytes: Uint8Array): string | null {
  const page = Buffer.from(bytes.subarray(0, BYTES_MAX)).toString('utf8');
  const start = startOf(page);
  return start !== null && FIRST_TAG.test(page.slice(start, start + 20)) ? page : null;
}

const FIRST_TAG = /^<(!doctype html|html|head|body|title|meta|script)\b/i;

/** Where the first tag is, behind a byte order mark, blanks and comments; null if something else comes before it. */
function startOf(page: string): number | null {
  const first = page.indexOf('<');
  if (!/^\W{0,3}\s*$/.test(page.slice(0, Math.max(0, first)))) return null;
  const blanks = /\s*/y;
  let place = first;
  while (page.startsWith('<!--', place)) {
    const end = page.indexOf('-->', place + 4);
    if (end < 0) return null;
    blanks.lastIndex = end + 3;
    blanks.test(page);
    place = blanks.lastIndex;
  }
  return place;
}
