/** The dates of an index are cut out of its text, and must be those that reading it as JSON would give. */
import { describe, expect, it } from 'vitest';
import { parseDates } from '../../generator/gate/index-dates.ts';
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
    const dates = parseDates(PATH, indexOf(fixings));
    expect(dates).toEqual(fixings.map((text) => text.slice(0, 10)));
    expect(dates.at(-1)).toBe(newest);
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, -10)],
    ['is no JSON', () => 'half a te'],
    ['is empty', () => ''],
  ])('are refused where it %s', (_, spoil) => {
    const text = spoil(indexOf(['2026-03-02', '2026-03-03']));
    expect(() => parseDates(PATH, text)).toThrow(inputError('index/ECB.json is not what generate writes'));
  });
});
