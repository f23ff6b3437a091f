/** What `--keep` keeps of banks with keys, sessions and workbooks, each read from it as it was from the network. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { keeper } from '../../generator/sources/feeds/keeping.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { toLine } from '../support/banks/feeds.ts';
import { fixtureOf, readFixtures } from '../support/banks/fixtures.ts';
import { collect } from '../support/banks/recorded-bank.ts';
import { standingClock } from '../support/kit/clocks.ts';
import { type Behaviour, internet } from '../support/servers/internet.ts';

const facts = { currencies: codesOf(readCurrencies()), redenominations: readRedenominations() };
const TOKEN = 'CfDJ8-a-token-that-a-page-gave';

const page: Behaviour = ({ url, method, body }, response) => {
  if (url.host === 'www.nbc.gov.kh') return fixtureOf('NBC').text.replace('0123456789abcdef', TOKEN);
  if (url.host === 'www.cbk.gov.kw' && method === 'GET')
    return '<input name="formId" value="127906"><option value="USD:128735">';
  if (url.host === 'www.cbk.gov.kw')
    return fixtureOf('CBKKW').text.replace(
      'KWD / USD',
      `KWD / ${new URLSearchParams(body).get('selCurrency')?.slice(0, 3)}`,
    );
  if (url.host === 'si3.bcentral.cl') return fixtureOf('BCCH').text;
  if (method === 'GET') return `<input name="__RequestVerificationToken" type="hidden" value="${TOKEN}" />`;
  response.end(fixtureOf('CBE').bytes);
  return undefined;
};

async function run(code: string, today: string, source: Parameters<typeof collect>[0]['source']) {
  const archiveDir = freshFolder();
  const env = { BCCH_USER: 'a-name', BCCH_PASSWORD: 'a-password' };
  const providers = PROVIDERS.filter((one) => one.code === code);
  await collect({ providers, source, archiveDir, env, today: parseIsoDate(today), ...facts });
  return (await readArchive(archiveDir, code)).rows.map(toLine);
}

describe('what is kept', () => {
  it.each([
    ['NBC', '2026-05-25', 'a token in each form'],
    ['CBE', '2026-04-09', 'a workbook behind a token'],
    ['CBKKW', '2026-09-08', 'numbers of a form'],
    ['BCCH', readFixtures('BCCH')[0]?.recordedAt.slice(0, 10) ?? '', 'a password in its addresses'],
  ])('of %s reads as it did from the network, and holds no secret: %s', async (code, today) => {
    const folder = join(freshFolder(), 'kept');
    const now = () => new Date(`${today}T18:00:00Z`);
    const { dispatcher } = await internet(page);
    const limits = { attemptsMax: 1 };
    const keep = await keeper(folder, now);
    const source = networkSource({ dispatcher, userAgent: 'test', limits, now, clock: standingClock(), keep });
    const lines = await run(code, today, source);
    expect(lines.length).toBeGreaterThan(0);
    expect(await run(code, today, replaySource({ dirs: [folder], adapters: null }))).toEqual(lines);
    const description = readFileSync(join(folder, code, 'source.json'), 'utf8');
    for (const secret of [TOKEN, 'a-name', 'a-password']) expect(description).not.toContain(secret);
  });

  it('is not mixed with what is in the folder', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'x'), '');
    await expect(keeper(folder, () => new Date())).rejects.toThrow('is not empty');
  });
});
