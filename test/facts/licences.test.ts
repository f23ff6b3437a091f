/** data/licences.csv has a row for each provider, and what it says of a class has words and an address. */
import { describe, expect, it } from 'vitest';
import { classesOf, readLicences } from '../../generator/sources/facts/licences.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';

describe('data/licences.csv', () => {
  const licences = readLicences();

  it('has one row for each provider, in the order of their codes', () =>
    expect(licences.map(({ provider }) => provider)).toEqual(PROVIDERS.map(({ code }) => code)));

  it.each([
    ['BOZ', 'non-commercial'],
    ['BM', 'permission'],
    ['BAZG', 'permission'],
    ['ECB', 'attribution'],
    ['UST', 'free'],
    ['BCH', 'unknown'],
  ])('says of %s: %s', (provider, wanted) => expect(classesOf(licences).get(provider)).toBe(wanted));

  it('has words and an address for each class but unknown', () => {
    const known = licences.filter((licence) => licence.class !== 'unknown');
    expect(known.filter(({ words, address }) => words.length < 10 || !/^https?:\/\//.test(address))).toEqual([]);
    expect(known.length).toBeGreaterThan(40);
  });
});

describe('a row', () => {
  const parse = (...rows: string[]) =>
    readLicences({ text: ['provider,class,words,address,read', ...rows, ''].join('\n'), file: 'f' });

  it('has five cells', () =>
    expect(parse('NB,attribution,kilde,https://nb.example/,2013')).toEqual([
      { provider: 'NB', class: 'attribution', words: 'kilde', address: 'https://nb.example/', read: '2013' },
    ]));

  it.each([
    ['another class', ['NB,open,kilde,https://nb.example/,'], 'f:2: class "open" is not one of free, attribution'],
    ['a class without words', ['NB,free,,,'], 'a class but no words'],
    ['words without an address', ['NB,free,anything goes,,'], 'both words and an address'],
    ['no address', ['NB,free,anything goes,nb.example,'], 'address'],
    ['another form of day', ['NB,free,anything goes,https://nb.example/,May'], 'read'],
    ['a provider twice', ['NB,unknown,,,', 'NB,unknown,,,'], 'NB after NB'],
    ['providers in no order', ['NBP,unknown,,,', 'NB,unknown,,,'], 'NB after NBP'],
  ])('is refused with %s', (_, rows, fault) => expect(() => parse(...rows)).toThrow(fault));
});
