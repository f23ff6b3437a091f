/** `collect --check`: what is said about sources that answer, and about those that fail in one way or another. */
import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkSources } from '../../generator/sources/collect/check.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import type { Feed, FeedAnswer, ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { captured } from '../../generator/sources/feeds/readers.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { bank, bankFeed } from '../support/banks/recorded-bank.ts';
import { standingClock } from '../support/kit/clocks.ts';
import { listen, status } from '../support/servers/loopback.ts';

const dispatcher = new Agent();
afterAll(() => dispatcher.close());

const ROWS = '2026-03-12,USD,PLN,1,3.6\n2026-03-13,USD,PLN,1,3.61\n2026-03-13,EUR,PLN,1,4.2\n';
const list = status(200, {}, ROWS);

async function check(
  answer: Parameters<typeof listen>[0],
  definition: Partial<ProviderDefinition> = {},
  feed: Partial<Feed<string[][]>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const { url, asked } = await listen(answer);
  const feeds = [bankFeed('a', { latest: () => [{ method: 'GET', url: `${url}/a/newest` }], ...feed })];
  const now = () => new Date('2026-03-13T18:00:00Z');
  const limits = { backoffMs: 1, attemptsMax: 1, timeoutMs: 20_000 };
  const source = networkSource({ dispatcher, userAgent: 'test', limits, now, clock: standingClock() });
  const currencies = new Set(['PLN', 'USD', 'EUR']);
  const today = parseIsoDate('2026-03-13');
  const options = { today, currencies, redenominations: [], env, source, onProvider: () => {} };
  const [found] = await checkSources({ ...options, providers: [bank({ feeds, ...definition })] });
  return { ...found, problems: (found?.problems ?? []).map((text) => text.replaceAll(url, '')), asks: asked.length };
}

const GOOD = { asked: 1, answered: 1, understood: 1, newest: '2026-03-13', problems: [], remarks: [], caveat: null };

describe('a source', () => {
  it('that answers as expected is asked once, and nothing differs', async () => {
    expect(await check(list)).toMatchObject({ ...GOOD, figures: 3, asks: 1 });
  });

  it.each<[string, Parameters<typeof listen>[0], object]>([
    ['refuses', status(403), { answered: 0, problems: ['a, /a/newest: the source answers 403'] }],
    [
      'refuses and says why',
      status(403, {}, '<html><title>Attention Required! | Cloudflare</title></html>'),
      { answered: 0, problems: ['a, /a/newest: the source answers 403, a firewall page'] },
    ],
    [
      'answers the page of a firewall',
      status(200, {}, '<html><title>Request Rejected</title></html>'),
      { answered: 1, understood: 0, problems: [expect.stringMatching(/kind of page: a firewall page$/)] },
    ],
    ['answers nothing', status(200), { understood: 0, problems: [expect.stringContaining('states no figure')] }],
    [
      'has a list of a month ago',
      status(200, {}, '2026-02-10,USD,PLN,1,3.6\n'),
      { understood: 1, problems: ['its newest figures are dated 2026-02-10, and the next were due on 2026-02-11'] },
    ],
    [
      'has nothing but a figure that cannot be right',
      status(200, {}, '2026-03-13,PLN,USD,1,-1\n'),
      { understood: 0, problems: [expect.stringContaining('mid is not a positive decimal: "-1"')] },
    ],
  ])('that %s has a problem', async (_, answer, expected) => {
    expect(await check(answer)).toMatchObject({ asked: 1, ...expected });
  });

  it('that has one row that cannot be right is understood, and the row is named', async () => {
    const answer = status(200, {}, `${ROWS}2026-03-13,PLN,USD,1,-1\n`);
    expect(await check(answer)).toMatchObject({
      ...{ understood: 1, problems: [] },
      remarks: [expect.stringContaining('mid is not a positive decimal: "-1"')],
    });
  });

  it('that has a captcha where there may be nothing, or before its session, has a problem', async () => {
    const captcha = status(200, {}, '<html><title>Captcha</title><form></form></html>');
    const kind = expect.stringMatching(/a different kind of page: a captcha$/);
    const { url } = await listen(captcha);
    const latest = () => [{ method: 'GET', url: `${url}/a/1`, mayBeAbsent: true } as const];
    expect(await check(captcha, {}, { latest, read: () => [], schema: z.array(z.never()) })).toMatchObject({
      problems: [kind],
    });
    const session = {
      request: { method: 'GET', url } as const,
      toKeys: (page: FeedAnswer) => ({ token: captured(page, /t=(\d)/) }),
    };
    expect(await check(list, {}, { session })).toMatchObject({ asked: 1, answered: 0, problems: [kind] });
  });

  it('whose every address is a 404 has a problem, even if a single one may be absent', async () => {
    const request = { method: 'GET', url: 'x', mayBeAbsent: true } as const;
    const { url } = await listen(status(404));
    const latest = () => [1, 2].map((day) => ({ ...request, url: `${url}/a/${day}` }));
    expect(await check(list, {}, { latest })).toMatchObject({
      ...{ asked: 2, answered: 2, understood: 2, newest: null },
      problems: ['no figures at any of its addresses'],
    });
  });

  it('whose key is not set is not asked, which is a remark', async () => {
    expect(await check(list, {}, { keys: ['BANK_KEY'] })).toMatchObject({
      ...{ asked: 0, asks: 0, problems: [], remarks: ['a left out: BANK_KEY not set'] },
    });
    expect(await check(list, {}, { keys: ['BANK_KEY'] }, { BANK_KEY: 'k' })).toMatchObject(GOOD);
  });

  it('with a label that nobody knows has a remark, and its other figures are counted', async () => {
    const many = Array.from({ length: 12 }, (_, day) => `2026-03-${day < 9 ? '0' : ''}${day + 1},USD,PLN,1,3.6\n`);
    expect(await check(status(200, {}, `${many.join('')}2026-03-12,QQQ,PLN,1,1\n`))).toMatchObject({
      ...{ figures: 12, problems: [], remarks: ['not in the currency list: QQQ'] },
    });
  });

  it('that is a whole archive is judged by its last weeks', async () => {
    const rows = `2009-05-04,USD,PLN,1,n/a\n2009-05-05,QQQ,PLN,1,1\n${ROWS}`;
    expect(await check(status(200, {}, rows), {}, { wholeArchive: true })).toMatchObject({ ...GOOD, figures: 3 });
  });

  it('keeps its caveat beside its problem', async () => {
    const caveat = 'no answer was recorded';
    expect(await check(status(500), { caveat })).toMatchObject({ caveat, problems: [expect.stringContaining('500')] });
  });
});
