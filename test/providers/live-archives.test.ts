/** Past years and patience, as sources are known to answer, each by a server at the source's own addresses. */
import { describe, expect, it } from 'vitest';
import { ask } from '../support/banks/live-bank.ts';
import type { Behaviour } from '../support/servers/internet.ts';

const json = (value: unknown): string => JSON.stringify(value);
const BAM_KEY = { BAM_KEY: 'k' };
const naira = (currency: string, ratedate: string, ...[buyingrate, centralrate, sellingrate]: readonly string[]) => ({
  ...{ currency, ratedate, buyingrate, centralrate, sellingrate },
});
const CBN_ALL = [
  ...Array.from({ length: 40 }, (_, day) =>
    naira('EURO', `2022-0${1 + (day % 4)}-${10 + (day % 18)}`, '1.1', '1.2', '1.3'),
  ),
  naira('US DOLLAR', '2022-03-10', '415.2', '415.7', '416.2'),
  naira('US DOLLAR', '2022-03-11', '416.2', '415.7', '415.2'),
  naira('US DOLLAR', '2022-03-12', '415.2', '415.7', '416.2'),
  naira('US DOLLAR', '2022-03-12', '415.3', '415.8', '416.3'),
];

const cbr: Behaviour = ({ url }) => {
  const id = url.searchParams.get('VAL_NM_RQ') ?? '';
  if (!url.pathname.includes('XML_dynamic')) return '<Metall FromDate="1" ToDate="1" name="x"></Metall>';
  const record = '<Record Date="27.10.2000" Id="x"><Nominal>1000</Nominal><Value>12,7</Value></Record>';
  return `<ValCurs ID="${id}" DateRange1="x" DateRange2="x" name="x">${id === 'R01670' ? record : ''}</ValCurs>`;
};
describe('past years are read', () => {
  it('of the roubles of Tajikistan, each currency by its own history', async () => {
    const { lines, failures } = await ask('CBR', cbr, { from: '2000-10-27', to: '2000-10-27' });
    expect({ lines, failures }).toEqual({ lines: ['2000-10-27 1000 TJR/RUB mid 12.7'], failures: [] });
  });

  it('of Nigeria, without the rows that contradict each other and those whose sides are crossed', async () => {
    const { lines, failures, notes } = await ask('CBN', () => json(CBN_ALL), { from: '2022-01-01', to: '2022-06-30' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.includes('USD'))).toEqual([
      '2022-03-10 1 USD/NGN mid 415.7 bid 415.2 ask 416.2',
    ]);
    expect(notes).toContainEqual(
      expect.stringMatching(/left out, cannot be right: 2022-03-11 USD\/NGN: bid .* \(and 1 more\)/),
    );
  });
});

describe('a source that has enough for a while', () => {
  it('is asked again when it says so: Morocco’s answers 429 after five requests', async () => {
    let left = 5;
    const behave: Behaviour = ({ url }, response) => {
      if (left-- > 0)
        return json([{ date: url.searchParams.get('date'), libDevise: 'USD', moyen: 9.3, uniteDevise: 1 }]);
      left = 5;
      response.writeHead(429, { 'retry-after': '0' }).end();
      return undefined;
    };
    const { lines, failures } = await ask('BAM', behave, { from: '2026-11-02', to: '2026-11-13', env: BAM_KEY });
    expect([lines.length, failures]).toEqual([10, []]);
  });

  it('is given a new token every fifty requests: Tanzania’s forgets its visitors', async () => {
    let [token, used] = [0, 0];
    const header = ['S/NO', 'Currency', 'Buying', 'Selling', 'Mean', 'Transaction Date'];
    const behave: Behaviour = ({ method, body }, response) => {
      if (method === 'GET') {
        used = 0;
        return `<input name="__RequestVerificationToken" type="hidden" value="t${++token}" />`;
      }
      if (body.includes(`=t${token}&`) && used++ < 50)
        return `<table><tr>${header.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`;
      response.writeHead(500).end();
      return undefined;
    };
    const { failures, asked } = await ask('BOTA', behave, { from: '2016-01-01', to: '2024-12-31' });
    expect(asked.filter(({ method }) => method === 'GET')).toHaveLength(3);
    expect(failures).toEqual(['BOTA: daily: nothing at any of its addresses']);
  });
});
