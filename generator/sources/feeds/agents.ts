/**
 * The user agent for feeds whose firewalls admit only browsers. It replaces ours (dispatcher.ts) and still says who
 * asks.
 */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 ratetree';
