/** Codes are checked without a schema as strictly as with one. */
import { describe, expect, it } from 'vitest';
import { toCurrencyCode, toProviderCode } from '../../generator/wire/words/codes.ts';
import { currencyCode, providerCode } from '../../generator/wire/words/schemas.ts';

const TEXTS = ['EUR', 'eur', 'EURO', 'EU', '', 'EUR\n', 'É12', 'GLOBAL', 'A', 'ABCDEFGHIJKL', 'ABCDEFGHIJKLM'];

describe('a code', () => {
  it.each(TEXTS)('%j is one exactly if the schema takes it', (text) => {
    for (const [read, schema] of [
      [toCurrencyCode, currencyCode],
      [toProviderCode, providerCode],
    ] as const) {
      if (schema.safeParse(text).success) expect(read(text)).toBe(text);
      else expect(() => read(text)).toThrow(TypeError);
    }
  });

  it('is not made of nothing', () => expect(() => toCurrencyCode(undefined)).toThrow(TypeError));
});
