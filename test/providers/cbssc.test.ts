import { describe, expect, it } from 'vitest';
import { cbssc } from '../../generator/sources/providers/cbssc.ts';
import { observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbssc.ts';

const [{ url, body, lines }] = fixtures;

describe.skipIf(!recordingsAreThere('CBSSC, as recorded'))('CBSSC, as recorded', () => {
  it('has both sides and the mid of three currencies', async () =>
    expect(await readRecordedLines(cbssc, 'marketinfo-car-2026-09-09.json')).toEqual(lines));
});

describe('CBSSC', () => {
  it.each([
    ['a further currency', body.replace('"id":1', '"id":1,"inrmid":"0.1600"'), 'Unrecognized key'],
    ['a currency less', body.replace('"eurmid":"16.8958",', ''), 'expected string'],
    ['a second list', body.replace(']', ',{}]'), 'Too big'],
    ['another form of day', body.replace('09-Sep-2026', '09/09/2026'), 'Invalid string'],
    ['a day that does not exist', body.replace('09-Sep-2026', '31-Sep-2026'), 'not a day'],
    ['a document cut in the middle', body.slice(0, 150), 'end of input'],
  ])('refuses %s', (_, document, fault) => expect(() => observedLines(cbssc, url, document)).toThrow(fault));
});
