/**
 * No sentence says "undefined", "null" or "NaN" for a thing that may be missing. A template that reads from what may not
 * be there says itself what stands in its place, and that is a text.
 */
import { describe, expect, it } from 'vitest';
import { codeOf, readSources } from '../support/kit/sources.ts';

const MAY_BE_MISSING = /\$\{[^{}]*\?\.[^{}]*\}/g;
const NO_TEXT = /\$\{[^{}]*(?:(?:\?\?|\|\||[?:]) *(?:null|undefined|NaN)|\b(?:Number|parseInt|parseFloat)\()[^{}]*\}/g;
/** What is always there, although its type does not say so: the first issue of a ZodError, and what makes a digest. */
const EXEMPT: Readonly<Record<string, RegExp>> = {
  'an error of Zod has at least one issue': /\bissues?(\[0\])?\?\./,
  'a digest, which no one reads': /\bdays?(\[date\]|\.get\(date\))?\?\.\[0\]/,
  'a subscriber who is listed for nginx': /\bnginx\?\./,
  'the name of an element of the page': /\belement\?\./,
  'a port of TCP, whose address is no text': /\baddress\?\.port/,
};

/** Where a number is sure, and where JSON is written by hand. */
const isUnchecked = (own: string) => !/^..(Number\(figure\)|(mid|bid|ask) \|\| null)/.test(own);

const withoutWords = (own: string) => !/\?\?|\|\|/.test(own) && !Object.values(EXEMPT).some((one) => one.test(own));

describe.each(['generator', 'server'])('templates below %s/', (folder) => {
  it('say what stands in the place of what is missing', () => {
    const found = readSources([folder]).flatMap((file) =>
      codeOf(file).flatMap((line) =>
        (line.match(MAY_BE_MISSING) ?? []).filter(withoutWords).map((own) => `${file.file}: ${own}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('put no null in that place, and no number that may be none', () => {
    const found = readSources([folder]).flatMap((file) =>
      codeOf(file).flatMap((line) =>
        (line.match(NO_TEXT) ?? []).filter(isUnchecked).map((own) => `${file.file}: ${own}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
