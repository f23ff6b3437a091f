import { describe, expect, it } from 'vitest';
import { cbr } from '../../generator/sources/providers/cbr.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const SCRIPTS = 'https://www.cbr.ru/scripts';

describe.skipIf(!recordingsAreThere('CBR, as recorded'))('CBR, as recorded', () => {
  it.each([
    ['daily.xml', ['2026-04-25: 54']],
    ['dynamic-R01235.xml', ['2026-03-03: 1', '2026-03-04: 1', '2026-03-05: 1']],
    ['metals.xml', ['2026-03-03: 4', '2026-03-04: 4', '2026-03-05: 4']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(cbr, file))).toEqual(counts));

  it.each([
    ['daily.xml', '2026-04-25 1 USD/RUB mid 75.5273'],
    ['daily.xml', '2026-04-25 10000 VND/RUB mid 30.0750'],
    ['daily.xml', '2026-04-25 1000000 IRR/RUB mid 53.9256'],
    ['dynamic-R01820.xml', '2026-03-03 100 JPY/RUB mid 49.3436'],
    ['dynamic-R01235.xml', '2026-03-03 1 USD/RUB mid 77.1734'],
    ['metals.xml', '2026-03-04 1g XAG/RUB mid 236.1'],
    ['metals.xml', '2026-03-05 1g XPD/RUB mid 4179.76'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cbr, file)).toContain(line));
});

const metals = (code: string) =>
  '<Metall FromDate="20260301" ToDate="20260305" name="Precious metals quotations">' +
  `<Record Date="03.03.2026" Code="${code}"><Buy>1,5</Buy><Sell>1,5</Sell></Record></Metall>`;

describe('CBR', () => {
  it('marks the history of one currency as partial, so that it withdraws no other currency', () => {
    const feed = cbr.feeds.find(({ matches }) => matches.test(`${SCRIPTS}/XML_dynamic.asp?VAL_NM_RQ=R01235`));
    expect([feed?.partial, feed?.table]).toEqual([true, 'list']);
  });

  it.each([
    ['1', 'XAU'],
    ['2', 'XAG'],
    ['3', 'XPT'],
    ['4', 'XPD'],
    ['5', 'metal 5'],
  ])('reads the metal of code %s as %s, per gram', (code, base) => {
    const body = metals(code);
    expect(observedLines(cbr, `${SCRIPTS}/xml_metall.asp?date_req1=01/03/2026`, body)).toEqual([
      `2026-03-03 1g ${base}/RUB mid 1.5`,
    ]);
  });

  const history = (id: string) =>
    `<ValCurs ID="${id}" DateRange1="03.03.2026" DateRange2="05.03.2026"><Record Date="03.03.2026" Id="${id}">` +
    '<Nominal>100</Nominal><Value>49,3436</Value><VunitRate>0,493436</VunitRate></Record></ValCurs>';
  it.each([
    ['R01820', '2026-03-03 100 JPY/RUB mid 49.3436'],
    ['R01234', '2026-03-03 100 R01234/RUB mid 49.3436'],
  ])('reads a history under the identifier %s as %s', (id, line) => {
    expect(observedLines(cbr, `${SCRIPTS}/XML_dynamic.asp?VAL_NM_RQ=${id}`, history(id))).toEqual([line]);
  });

  const list = (day: string, nominal: string) =>
    `<ValCurs Date="${day}" name="Foreign Currency Market"><Valute ID="R01820"><CharCode>JPY</CharCode>` +
    `<Nominal>${nominal}</Nominal><Value>49,3436</Value><VunitRate>0,493436</VunitRate></Valute></ValCurs>`;
  it.each([
    ['the list of tomorrow, where no date is requested', `${SCRIPTS}/XML_daily.asp`],
    ['the list of Saturday, which holds until Monday', `${SCRIPTS}/XML_daily.asp?date_req=27/04/2026`],
  ])('takes the date from the list itself: %s', (_, url) => {
    expect(observedLines(cbr, url, list('25.04.2026', '100'))).toEqual(['2026-04-25 100 JPY/RUB mid 49.3436']);
    expect(cbr.schedule.leadDaysMax).toBeGreaterThan(0);
  });

  it('requests a span by the histories of its currencies, one request for each', () => {
    const span = { from: parseIsoDate('1998-01-01'), to: parseIsoDate('2026-04-28') };
    const urls = cbr.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url);
    const histories = urls.filter((url) => url.includes('XML_dynamic'));
    expect(histories[0]).toBe(`${SCRIPTS}/XML_dynamic.asp?date_req1=01/01/1998&date_req2=28/04/2026&VAL_NM_RQ=R01010`);
    expect(histories).toHaveLength(77);
    expect(urls.filter((url) => url.includes('XML_daily'))).toEqual([]);
  });

  it('reads no figure from the history of a currency that was not on the list', () => {
    const none = '<ValCurs ID="R01510" DateRange1="01.01.2026" DateRange2="05.01.2026" name="x"></ValCurs>';
    expect(observedLines(cbr, `${SCRIPTS}/XML_dynamic.asp?VAL_NM_RQ=R01510`, none)).toEqual([]);
  });

  it.each([
    ['a renamed unit', list('25.04.2026', '100').replaceAll('Nominal', 'Unit'), 'Nominal'],
    ['renamed rows', list('25.04.2026', '100').replaceAll('Valute', 'Currency'), 'expected array'],
    ['the month before the day', list('04/25/2026', '100'), '"04/25/2026"'],
    ['a truncated document', list('25.04.2026', '100').slice(0, -50), 'found'],
  ])('refuses %s', (_, body, fault) =>
    expect(() => observedLines(cbr, `${SCRIPTS}/XML_daily.asp`, body)).toThrow(fault),
  );
});
