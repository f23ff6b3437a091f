/** The newest date of an index is read from its end, and must be the one that reading all of it gives. */
import { describe, expect, it } from 'vitest';
import { IndexText } from '../../generator/gate/index-text.ts';
import { indexPath } from '../../generator/wire/answers/paths.ts';
import { indexText, providerIndex } from '../../generator/wire/answers/provider-index.ts';
import { providerCode } from '../../generator/wire/words/schemas.ts';
import { inputError } from '../support/kit/errors.ts';

const ECB = providerCode.parse('ECB');
const PATH = indexPath(ECB);

function indexOf(fixings: readonly string[]): string {
  const references = [{ from: '1999-01-01', currency: 'EUR' }];
  return indexText(providerIndex.parse({ provider: 'ECB', latest: null, references, fixings }));
}

describe('the dates of an index', () => {
  it.each<[string, readonly string[], string]>([
    ['one day', ['2026-03-02'], '2026-03-02'],
    ['days', ['2026-03-02', '2026-03-03'], '2026-03-03'],
    ['periods', ['2026-02-01/2026-02-28', '2026-03-01/2026-03-31'], '2026-03-01'],
    ['a thousand days', Array.from({ length: 1000 }, () => '2025-01-01').concat('2026-03-04'), '2026-03-04'],
  ])('end with the newest of %s', (_, fixings, newest) => {
    const [fresh, read] = [0, 1].map(() => new IndexText(PATH, Buffer.from(indexOf(fixings))));
    expect(read?.dates.at(-1)).toBe(newest);
    expect(fresh?.newest).toBe(newest);
    expect(read?.newest).toBe(newest);
  });

  it.each<[string, readonly string[]]>([
    ['the same', ['2026-03-02', '2026-03-03']],
    ['one more', ['2026-03-02', '2026-03-03', '2026-03-04']],
    ['a period more', ['2026-03-02', '2026-03-03', '2026-03-04/2026-03-05']],
    ['one less', ['2026-03-02']],
    ['another day before', ['2026-02-27', '2026-03-03', '2026-03-04']],
    ['its last day as a period', ['2026-03-02', '2026-03-03/2026-03-05']],
  ])('are the same when a later index has %s', (_, fixings) => {
    const later = new IndexText(PATH, Buffer.from(indexOf(fixings)));
    const own = new IndexText(PATH, Buffer.from(indexOf(['2026-03-02', '2026-03-03'])), later);
    expect(own.dates).toEqual(['2026-03-02', '2026-03-03']);
    expect(own.newest).toBe('2026-03-03');
    expect(later.dates).toEqual(fixings.map((text) => text.slice(0, 10)));
  });

  it('are none where there is no index', () => {
    const none = new IndexText(PATH, null);
    expect([none.newest, none.dates]).toEqual([null, []]);
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, -10)],
    ['is no JSON', () => 'half a te'],
    ['is empty', () => ''],
  ])('are refused where it %s', (_, spoil) => {
    const index = new IndexText(PATH, Buffer.from(spoil(indexOf(['2026-03-02', '2026-03-03']))));
    expect(() => index.newest).toThrow(inputError('index/ECB.json is not what generate writes'));
    expect(() => index.dates).toThrow(inputError('index/ECB.json is not what generate writes'));
  });
});
